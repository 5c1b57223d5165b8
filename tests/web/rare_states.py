"""Page states that need another person, or a delayed connection."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .driver import PHONE, Mouse, Player, Watching
from .wire import Wire

POKER = {"game": "holdem", "house": "pot", "limit": "2-4"}


def lost_line(player: Player) -> Page:
    """The line breaks while I have to decide."""
    wire = Wire(player)
    _to_decide(player, **POKER)
    wire.break_off()
    expect(player.bar.get_by_role("status")).to_contain_text(re.compile("Connection lost.*Trying again in \\d s"))
    return player.page


def sent(player: Player) -> Page:
    """What I chose is on its way."""
    wire = Wire(player)
    _to_decide(player, **POKER)
    wire.stopped = True
    player.bar.locator(".doing .btn.main").click()
    expect(player.bar.locator("[aria-busy=true]")).to_contain_text("waiting for the table")
    return player.page


def no_limit(player: Player) -> Page:
    _to_decide(player, **POKER, options={"play": "no-limit"})
    expect(player.page.get_by_role("slider", name="Amount")).to_be_visible()
    expect(player.page.locator(".quick .btn")).to_have_count(4)
    return player.page


def naming_the_game(player: Player) -> Page:
    player.go(player.open(bots=2, house="button", limit="2-4"))
    player.sit(Mouse())
    _act_until(player, player.page.locator(".choose"))
    expect(player.page.locator(".choose button")).not_to_have_count(0)
    return player.page


def showdown(player: Player) -> Page:
    """The hands lie open."""
    wire = Wire(player)
    player.go(player.open(bots=3, **POKER))
    player.sit(Mouse())
    wire.last = "show"  # not before: the bots may have shown theirs already
    _act_until(player, player.page.locator(".table.showdown"))
    expect(player.page.locator(".feed .street", has_text="Showdown")).to_have_count(1)
    return player.page


def wait_list(player: Player) -> Page:
    _at_a_full_table(player).page.context.close()
    expect(player.page.locator("dialog[open]")).to_contain_text("Wait for a seat")
    return player.page


def held_seat(player: Player) -> Page:
    other = _at_a_full_table(player)
    player.page.get_by_role("button", name="I am on my way").click()
    expect(player.page.locator("main")).to_contain_text("you are 1st, on your way")
    other.tool("Leave the table")
    expect(player.page.get_by_role("alertdialog")).to_contain_text("is held for you")
    other.page.context.close()
    return player.page


def signing_in(player: Player) -> Page:
    page = player.page
    page.context.clear_cookies()
    player.go("/")
    page.locator(".tour").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("dialog[open]").get_by_label("Password")).to_be_visible()
    return page


def _to_decide(player: Player, **table: object) -> None:
    player.go(player.open(bots=3, **table))
    player.sit(Mouse())
    player.wait("decide")


def _act_until(player: Player, there: Locator) -> None:
    def act() -> None:
        if player.mode == "decide" and not player.reads("e.state.pending"):
            player.bar.locator(".doing .btn.main:not([aria-disabled])").click()
        elif player.mode == "out":
            Mouse().main(player)

    player.until(there.count, act)


def _at_a_full_table(player: Player) -> Player:
    """Somebody has the only spot of a table, and I am about to wait for it."""
    browser = player.page.context.browser
    assert browser is not None
    other = Watching(browser).guest(player.room, "Full")
    other.post("/api/owner", code=player.room.owner_code())
    game = "four-card" if player.page.viewport_size == PHONE else "three-card"  # those who wait, wait for a game
    wanted = {"game": game, "seats": 1, "bots": 0, "private": False, "name": f"Spot of {other.name}"}
    other.go(f"/table/{other.post('/api/tables', **wanted)['id']}")
    other.sit(Mouse())
    player.go("/")
    player.page.locator(".game", has_text=str(wanted["name"])).click()
    player.page.locator("dialog[open]").wait_for()
    return other


RARE = (lost_line, sent, no_limit, naming_the_game, showdown, wait_list, held_seat, signing_in)
