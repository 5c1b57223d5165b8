"""Fixtures for tests in a real browser: Debian's chromium, and a separate card room."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .driver import PATIENCE, Player, Watching
from .serving import Room

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """The one browser of this process, and the event loop that runs it between two calls of a test."""
    if CHROMIUM is None:
        missing = "no chromium: the tests in a browser are skipped; apt-get install chromium brings it."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(launched: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser of this process, for this test.

    Playwright leaves its event loop marked as running in this thread, and ``asyncio.run()`` would refuse to work beside
    it. So the mark is set for tests in the browser only.
    """
    browser, loop = launched
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """One room for all tests of this process; each plays at tables of its own."""
    running = Room(tmp_path_factory.mktemp("room"))
    yield running
    running.kill()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Watching]:
    """Opens pages for people, each in a browser profile of his own; at the end none may have complained."""
    watching = Watching(browser)
    yield watching
    watching.end()


@pytest.fixture
def player(visits: Watching, room: Room) -> Player:
    """A guest who has just come in."""
    return visits.guest(room, "Ann")
