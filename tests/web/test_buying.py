"""Bringing chips to a table and putting them on its wagers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driver import Mouse, Player


@pytest.mark.long
def test_the_buy_in_that_is_offered_is_taken(player: Player) -> None:
    """A wallet with odd cents is offered in whole chips of the table."""
    house, poker = player.open(game="three-card"), player.open(game="holdem", house="pot", limit="2-4")
    player.go(house)
    player.wait("watch")
    player.bar.locator(".btn.main").click()
    wallet = player.page.request.get(f"{player.room.url}/api/me").json()["cents"]
    player.page.locator("dialog[open] #cents").fill(str((wallet - 6350) / 100))
    player.page.locator("dialog[open] .btn.main").click()
    player.wait("bet")
    player.go(poker)
    player.wait("watch")
    player.bar.locator(".btn.main").click()
    expect(player.page.locator("dialog[open] #cents")).to_have_value("63")
    player.page.locator("dialog[open] .btn.main").click()
    player.wait("wait", "decide")
    assert player.reads("e.state.view.seats[e.moment.seat].cents") == 6300


@pytest.mark.long
def test_wagers_that_have_to_be_equal_are_placed_together(player: Player) -> None:
    player.go(player.open(game="let-it-ride"))
    player.sit(Mouse())
    places = player.page.locator(".spot.me button.place")
    places.first.click()
    stakes = "Object.entries(e.state.view.seats[e.moment.seat].placed ?? {})"
    player.page.wait_for_function(
        "() => { const e = document.querySelector('pitboss-table'); return !e.state.pending && "
        f"{stakes}.length === 3 && new Set({stakes}.map(([, cents]) => cents)).size === 1; }}"
    )
    assert player.reads("e.state.refusal") is None
    places.first.click(button="right")
    player.page.wait_for_function(
        "() => { const e = document.querySelector('pitboss-table'); return !e.state.pending && "
        f"{stakes}.length === 0; }}"
    )
