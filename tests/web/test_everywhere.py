"""Features of every page: its keys under ?, the settings, a held seat, a lost connection."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .driver import Mouse, Player, Watching
from .serving import Room
from .states import STATES, books_of

PAGES: dict[str, tuple[Callable[[Player], Page], str]] = {
    "lobby": (STATES["lobby"], "quick seat"),
    "opening": (STATES["opening"], "these keys"),
    "people": (STATES["people"], "these keys"),
    "books": (books_of, "the parts of the books"),
    "rules": (STATES["rules"], "find a rule"),
    "replay": (STATES["replayed"], "verify this shuffle"),
    "table": (STATES["waiting"], "the brass button"),
}
SMOKE = ("rules",)


def keys_and_settings(player: Player, name: str) -> None:
    """The keys of this page, then the settings, which are put on at once and stay."""
    reach, words = PAGES[name]
    page = reach(player)
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    player.tool("Settings")
    page.get_by_label("Light").check()
    page.get_by_label("Four-colour deck").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")


@pytest.mark.parametrize("name", SMOKE)
def test_a_page_tells_its_keys_and_keeps_settings(player: Player, name: str) -> None:
    keys_and_settings(player, name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in PAGES if name not in SMOKE])
def test_every_page_tells_its_keys_and_keeps_settings(player: Player, name: str) -> None:
    keys_and_settings(player, name)


@pytest.mark.long
def test_the_browser_is_asked_once_notifications_are_switched_on(player: Player) -> None:
    page = player.page
    page.add_init_script("window.asked = 0; Notification.requestPermission = async () => (window.asked += 1, 'denied')")
    player.go("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    assert page.evaluate("window.asked") == 0
    page.get_by_label("Tell me when it is my turn").check()
    page.wait_for_function("() => window.asked === 1")


@pytest.mark.long
def test_rules_are_found_by_words(player: Player) -> None:
    page = STATES["rules"](player)
    shown = page.locator(".law:visible")
    all_of_them = shown.count()
    page.keyboard.press("/")
    page.keyboard.type("side pot")
    expect(page.get_by_role("status")).to_contain_text("rules")
    assert 0 < shown.count() < all_of_them
    for words in shown.all_inner_texts():
        assert re.search(r"side", words, re.IGNORECASE)
    page.get_by_role("searchbox").fill("no such rule anywhere")
    expect(page.get_by_role("status")).to_have_text("No rule has these words.")
    expect(shown).to_have_count(0)


@pytest.mark.long
def test_the_lobby_says_that_its_line_is_lost_and_catches_up(visits: Watching, room: Room) -> None:
    visits.may_lose_line = True
    player = visits.guest(room, "Ann")
    lines: list[WebSocketRoute] = []
    cut = False

    def connect(line: WebSocketRoute) -> None:
        if cut:
            line.close(code=1001)
        else:
            line.connect_to_server()
            lines.append(line)

    player.page.route_web_socket(re.compile("/ws"), connect)
    player.go("/")
    lost = player.page.get_by_text("Connection lost")
    player.page.wait_for_function("() => document.querySelector('pitboss-lobby').line?.greeted")
    expect(lost).to_have_count(0)
    cut = True
    lines[0].close(code=1001)
    expect(lost).to_be_visible()
    other = visits.guest(room, "Flo")
    other.post("/api/owner", code=room.owner_code())
    other.post("/api/tables", game="top5", name="Opened meanwhile", private=False)
    cut = False
    expect(lost).to_have_count(0)
    expect(player.page.get_by_text("Opened meanwhile")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("where", ["opening", "table"])
def test_a_held_seat_is_told_wherever_i_am(visits: Watching, room: Room, where: str) -> None:
    """Two people sit at a table for two; a third waits for it and looks at something else."""
    boss = visits.guest(room, "Boss")
    boss.post("/api/owner", code=room.owner_code())
    limit = {"opening": "1-2", "table": "2-4"}[
        where
    ]  # a list of its own: one left by another test would be paged first
    wanted = {"game": "omaha", "house": "pot", "limit": limit, "seats": 2, "name": f"Full {where}", "private": False}
    table = boss.post("/api/tables", **wanted)["id"]
    seated = [visits.guest(room, "Sit") for _ in range(2)]
    for each in seated:
        each.go(f"/table/{table}")
        each.sit(Mouse())
    waiting = visits.guest(room, "Wait")
    waiting.go(f"/table/{table}")
    waiting.wait("watch")
    waiting.page.keyboard.press("l")
    waiting.page.wait_for_function("() => !document.querySelector('pitboss-table').state.pending")
    if where == "opening":
        STATES["opening"](waiting)
    seated[0].tool("Leave the table")
    held = waiting.page.get_by_role("alertdialog")

    def decide() -> None:
        for each in seated:
            if each.mode == "decide":
                Mouse().decide(each, 0)

    seated[1].until(held.count, decide)
    expect(held).to_contain_text("is held for you")
    expect(held).to_contain_text("You bring")
    assert waiting.page.title().startswith("A seat is free for you")
    held.get_by_role("link", name=re.compile("Take seat")).click()
    waiting.page.wait_for_url(f"**/table/{table}?sit=*")
    waiting.wait("wait", "decide", "out")
