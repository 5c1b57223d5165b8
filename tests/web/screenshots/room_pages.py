"""The lobby, the tour and the opening of a table, from a card room that has just started."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser

from tests.web.serving import Room

DESK, PHONE = (1440, 900), (390, 844)


def _open(page: Any) -> None:
    page.get_by_role("radio", name="Between players").click()
    page.get_by_role("radio", name="Seven Card Stud").click()
    page.wait_for_timeout(600)


def _tour(page: Any) -> None:
    page.get_by_text("Show me round").click()
    page.get_by_role("button", name="Next").click()


PAGES: dict[str, tuple[str, tuple[int, int], str, Any]] = {
    "lobby": ("/", DESK, "dark", None),
    "lobby-light": ("/", DESK, "light", None),
    "lobby-phone": ("/", PHONE, "dark", None),
    "states-tour": ("/", DESK, "dark", _tour),
    "table-open": ("/open", DESK, "dark", _open),
    "table-open-phone": ("/open", PHONE, "dark", _open),
}


def take(browser: Browser, names: list[str], out: Path) -> None:
    """Start a room and take these pictures of it."""
    with TemporaryDirectory() as folder:
        room = Room(Path(folder))
        try:
            for name in names:
                _take(browser, room.url, name, out)
        finally:
            room.kill(signal.SIGTERM)


def _take(browser: Browser, url: str, name: str, out: Path) -> None:
    path, (width, height), theme, before = PAGES[name]
    scale = 2 if width < 760 else 1
    size: Any = {"width": width, "height": height}
    context = browser.new_context(viewport=size, device_scale_factor=scale, reduced_motion="reduce")
    settings = json.dumps({"theme": theme, "toured": True})
    context.add_init_script(f"localStorage.setItem('pitboss settings', '{settings}')")
    page = context.new_page()
    page.goto(f"{url}{path}")
    page.wait_for_selector("main")
    page.wait_for_timeout(1500)
    if before:
        before(page)
    page.screenshot(path=str(out / f"{name}.png"))
    print(name, page.evaluate("document.documentElement.scrollWidth"))
    context.close()
