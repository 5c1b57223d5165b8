"""The pages around the tables, from a card room that has just started, with the figures of the drawings."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Route

from tests.web.screenshots import drawn_books, drawn_lobby
from tests.web.serving import Room

DESK, PHONE = (1440, 900), (390, 844)


def _open(page: Any) -> None:
    page.get_by_role("radio", name="Between players").click()
    page.get_by_role("radio", name="Seven Card Stud").click()
    page.wait_for_timeout(600)


def _drawn_lobby(page: Any, url: str) -> None:
    """The tables of the drawing instead of those of the room."""
    rows = drawn_lobby.listed(page.request.get(f"{url}/api/tables").json()["tables"])
    _answer(page, {"**/api/tables": {"tables": rows}})


def _drawn_books(page: Any, url: str) -> None:
    _answer(page, drawn_books.ANSWERS)
    page.route_web_socket("**/ws", lambda socket: None)


def _answer(page: Any, answers: dict[str, Any]) -> None:
    for address, answer in answers.items():
        page.route(address, _fulfilled(answer))


def _fulfilled(answer: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)


def _tour(page: Any) -> None:
    page.get_by_text("Show me round").click()
    page.get_by_role("button", name="Next").click()


class RoomPage(NamedTuple):
    """A page to be pictured: what it is answered instead of the truth, and what is done before the picture."""

    path: str
    size: tuple[int, int] = DESK
    theme: str = "dark"
    before: Any = None
    answers: Any = None
    whole: bool = False


PAGES = {
    "lobby": RoomPage("/", answers=_drawn_lobby),
    "lobby-light": RoomPage("/", theme="light", answers=_drawn_lobby),
    "lobby-phone": RoomPage("/", PHONE, answers=_drawn_lobby),
    "lobby-first": RoomPage("/", whole=True),
    "states-tour": RoomPage("/", before=_tour, answers=_drawn_lobby),
    "table-open": RoomPage("/open", before=_open),
    "table-open-phone": RoomPage("/open", PHONE, before=_open, whole=True),
    "books": RoomPage("/books", theme="light", answers=_drawn_books, whole=True),
    "books-phone": RoomPage("/books", PHONE, "light", answers=_drawn_books, whole=True),
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
    wanted = PAGES[name]
    width, height = wanted.size
    size: Any = {"width": width, "height": height}
    scale = 2 if width < 760 else 1
    context = browser.new_context(viewport=size, device_scale_factor=scale, reduced_motion="reduce")
    settings = json.dumps({"theme": wanted.theme, "toured": True})
    context.add_init_script(f"localStorage.setItem('pitboss settings', '{settings}')")
    page = context.new_page()
    if wanted.answers:
        wanted.answers(page, url)
    page.goto(f"{url}{wanted.path}")
    page.wait_for_selector("main")
    page.wait_for_timeout(1500)
    if wanted.before:
        wanted.before(page)
    page.screenshot(path=str(out / f"{name}.png"), full_page=wanted.whole)
    print(name, page.evaluate("document.documentElement.scrollWidth"))
    context.close()
