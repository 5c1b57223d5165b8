"""The page states to inspect: how to reach each one, and what shows that it is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, expect

from .driver import PHONE, Mouse, Player
from .rare_states import RARE

HOUSE = {"game": "holdout"}
POKER = {"game": "holdem", "house": "pot", "limit": "2-4"}


def lobby(player: Player) -> Page:
    player.go("/")
    expect(player.page.locator(".game")).not_to_have_count(0)
    expect(player.page.locator(".grid tbody tr")).not_to_have_count(0)
    return player.page


def opening(player: Player) -> Page:
    player.go("/open")
    player.page.get_by_role("radio", name="Between players").click()
    player.page.locator(".facts dd").first.wait_for()
    return player.page


def opening_a_house_game(player: Player) -> Page:
    player.go("/open?kind=house&game=top5")
    player.page.locator(".facts dd").first.wait_for()
    player.page.locator(".head .btn.main").click()
    player.page.locator("#invite").wait_for()
    return player.page


def all_games(player: Player) -> Page:
    page = lobby(player)
    page.get_by_role("button", name="All games").click()
    page.locator("tr", has_text="no table open").first.wait_for()
    return page


def account(player: Player) -> Page:
    page = lobby(player)
    page.locator("button.money").click()
    page.locator("dialog[open] input").first.wait_for()
    return page


def touring(player: Player) -> Page:
    page = lobby(player)
    page.get_by_role("button", name="Show me round").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tour")).to_contain_text("2 of 5")
    return page


def people(player: Player) -> Page:
    player.post("/api/owner", code=player.room.owner_code())
    player.go("/people")
    expect(player.page.locator(".people tbody tr")).not_to_have_count(0)
    return player.page


def rules(player: Player) -> Page:
    player.go("/rules")
    player.page.locator("[id='HB-10']").wait_for()
    player.page.locator("header.bar button").first.wait_for()  # the rules are there before the keys
    return player.page


def betting(player: Player) -> Page:
    player.go(player.open(bots=0, **HOUSE))
    player.sit(Mouse())
    player.page.locator(".spot.me button.place").first.click()
    expect(player.page.locator(".spot.me .place .chips")).not_to_have_count(0)
    return player.page


def two_spots(player: Player) -> Page:
    player.go(player.open(bots=0, **HOUSE))
    player.sit(Mouse())
    player.page.get_by_role("button", name="Sit at").first.click()
    expect(player.page.get_by_role("button", name="Place wagers on your spot")).to_be_visible()
    return player.page


def deciding(player: Player) -> Page:
    player.go(player.open(bots=0, **HOUSE))
    player.sit(Mouse())
    Mouse().bet(player)
    player.wait("decide")
    expect(player.page.locator("button.pick")).to_have_count(5)
    return player.page


def settled(player: Player) -> Page:
    page = deciding(player)
    Mouse().decide(player, 0)
    player.wait("bet")
    assert player.dealt() == 1
    return page


def my_turn(player: Player) -> Page:
    player.go(player.open(bots=3, **POKER))
    player.sit(Mouse())
    player.wait("decide")
    expect(player.page.locator(".seat.me .card[data-c]")).to_have_count(2)
    return player.page


def waiting(player: Player) -> Page:
    player.go(player.open(bots=0, **POKER))
    player.sit(Mouse())
    player.wait("wait")
    return player.page


def replayed(player: Player) -> Page:
    settled(player)
    href = player.page.locator(".feed .street a").first.get_attribute("href")
    player.go(str(href))
    player.page.locator("#step").wait_for()
    if player.page.viewport_size == PHONE:
        player.page.get_by_role("button", name="More").click()
        expect(player.page.locator("dialog[open]").get_by_role("link", name="JSON")).to_be_visible()
    expect(player.page.locator(".tag.good:visible")).to_have_count(1)
    return player.page


def ruling(player: Player) -> Page:
    """The floor with a ruling open that names a card."""
    player.post("/api/owner", code=player.room.owner_code())
    player.go(player.open(bots=2, dealer="person", **POKER))
    page = player.page
    player.wait("watch")
    if player.page.viewport_size == PHONE:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Floor").click()
    page.locator(".floor-tools").wait_for()
    exposed = page.locator(".rulings > li", has_text="Exposed card")
    while not exposed.count():
        before = player.reads("e.state.seq")
        page.get_by_role("button", name="Next step").click()
        page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq > {before}")
        page.evaluate("() => document.querySelector('pitboss-table').act.floor(true)")
        page.locator(".floor-tools").wait_for()
    exposed.locator("button").first.click()
    page.get_by_role("group", name="Rank").get_by_text("Q", exact=True).click()
    expect(page.get_by_role("group", name="Suit").locator("button").first).not_to_have_attribute(
        "aria-disabled", "true"
    )
    return page


def buying_in(player: Player) -> Page:
    player.go(player.open(bots=0, **POKER))
    player.wait("watch")
    player.page.keyboard.press("s")
    player.page.locator("dialog[open] #cents").wait_for()
    return player.page


def books_of(player: Player, tab: str = "Games") -> Page:
    """The books of a room in which a round was played."""
    settled(player)
    player.post("/api/owner", code=player.room.owner_code())
    player.go("/books")
    page = player.page
    page.get_by_role("table", name="Hold against its band").wait_for()
    page.get_by_role("button", name=tab, exact=True).click()
    expect(page.get_by_role("button", name=tab, exact=True)).to_have_attribute("aria-pressed", "true")
    return page


def keys(player: Player) -> Page:
    page = waiting(player)
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("the brass button")
    return page


def settings(player: Player) -> Page:
    page = lobby(player)
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog[open] input[type=radio]").first.wait_for()
    return page


STATES: dict[str, Callable[[Player], Page]] = {
    each.__name__.replace("_", " "): each
    for each in (
        lobby,
        opening,
        opening_a_house_game,
        all_games,
        account,
        touring,
        people,
        rules,
        betting,
        two_spots,
        deciding,
        settled,
        my_turn,
        waiting,
        replayed,
        ruling,
        buying_in,
        keys,
        settings,
        *RARE,
    )
} | {
    f"books, {tab.lower()}": partial(books_of, tab=tab)
    for tab in ("Games", "Drop", "Slips", "Fees", "Hands", "Ledger", "Findings")
}
