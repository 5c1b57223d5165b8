"""Input other than pressing the next button: dragging, choosing before their turn, muting, mucking, the tour."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .driver import Mouse, Player, Watching
from .serving import Room


def told(player: Player, verb: str, seat: int) -> list[dict[str, Any]]:
    """What happened to a seat before the eyes of a player."""
    events = [event for frame in player.frames if frame["type"] == "ev" for event in frame["events"]]
    return [event for event in events if event["verb"] == verb and event.get("seat") == seat]


@pytest.mark.long
def test_a_chip_is_dragged_to_a_wager(player: Player) -> None:
    player.go(player.open(game="three-card", bots=0))
    player.sit(Mouse())
    chip = player.page.locator(".purse button").nth(1)
    place = player.page.locator(".spot.me button.place").first
    chip.drag_to(place)
    expect(place.locator(".chips")).to_have_count(1)
    placed = [frame["wagers"] for frame in player.sent if frame["type"] == "place"]
    assert len(placed) == 1
    assert sum(placed[0].values()) > 0


@pytest.mark.long
def test_a_choice_before_my_turn_is_made_for_me(visits: Watching, room: Room) -> None:
    ann, bob = visits.guest(room, "Ann"), visits.guest(room, "Bob")
    path = ann.open(game="holdem", house="pot", limit="2-4")
    for each in (ann, bob):
        each.go(path)
        each.sit(Mouse())
    acting = "document.querySelector('pitboss-table').state.view.actors"
    ann.page.wait_for_function(f"() => {acting}.length === 1")
    first, second = (ann, bob) if ann.reads(f"{acting}.includes(e.moment.seat)") else (bob, ann)
    first.wait("decide")
    second.wait("wait")
    choice = second.bar.get_by_role("button", name="Call any")
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    seat = second.reads("e.moment.seat")
    before = first.turn()
    first.bar.locator(".doing .btn:not([aria-disabled])").last.click()
    first.moved_on(before)
    second.page.wait_for_function(
        "seat => document.querySelector('pitboss-table').state.feed"
        ".some(e => e.seat === seat && ['call', 'check'].includes(e.verb))",
        arg=seat,
    )
    assert not [frame for frame in second.sent if frame["type"] == "act"]
    assert [frame["action"] for frame in second.sent if frame["type"] == "pre"] == ["call any"]


@pytest.mark.long
def test_a_player_is_muted_and_heard_again(visits: Watching, room: Room) -> None:
    ann, bob = visits.guest(room, "Ann"), visits.guest(room, "Bob")
    path = ann.open(game="holdem", house="pot", limit="2-4")
    for each in (ann, bob):
        each.go(path)
        each.sit(Mouse())
        each.page.locator(".seg button", has_text="Chat").click()
    chat = ann.page.get_by_role("log", name="Chat")

    def says(text: str) -> None:
        bob.page.get_by_label("Say something").fill(text)
        bob.page.keyboard.press("Enter")
        expect(bob.page.get_by_role("log", name="Chat")).to_contain_text(text)

    says("good evening")
    expect(chat).to_contain_text("good evening")
    ann.page.get_by_role("button", name=f"Mute {bob.name}").click()
    assert ann.answer("mute")["ok"]  # the server may hear the next words sooner than this
    expect(chat).not_to_contain_text("good evening")
    expect(ann.page.get_by_role("button", name=f"Hear {bob.name} again")).to_be_visible()
    says("nobody hears this")
    ann.page.get_by_role("button", name=f"Hear {bob.name} again").click()
    assert ann.answer("mute")["ok"]
    says("and this is heard")
    expect(chat).to_contain_text("and this is heard")
    expect(chat).not_to_contain_text("nobody hears this")


@pytest.mark.long
def test_a_beaten_hand_is_mucked_or_shown(player: Player) -> None:
    """Against a bot, called down until a showdown asks what to do with the hand."""
    player.go(player.open(game="holdem", house="pot", limit="2-4", bots=1))
    player.sit(Mouse())
    for _ in range(200):
        player.wait("decide", "out")
        if player.mode == "out":
            player.tool("Buy chips")
            player.page.locator("dialog[open] .btn.main").click()
            player.wait("decide", "wait")
            continue
        before = player.turn()
        muck = player.bar.get_by_role("button", name=re.compile("^Muck"))
        if muck.count():
            show = player.bar.get_by_role("button", name=re.compile("^Show"))
            expect(show).to_be_visible()
            seat = player.reads("e.moment.seat")
            muck.click()
            player.moved_on(before)
            assert told(player, "muck", seat)
            return
        quiet = player.bar.get_by_role("button", name=re.compile("^(Check|Call)"))
        (quiet.first if quiet.count() else player.bar.locator(".doing .btn:not([aria-disabled])").last).click()
        player.moved_on(before)
    pytest.fail("no showdown asked for a decision")


@pytest.mark.long
def test_the_tour_has_five_steps(visits: Watching, room: Room) -> None:
    page = visits.page()
    page.goto(room.url)
    tour = page.locator(".bubble.tour")  # it begins by itself for a stranger
    for step in range(1, 6):
        expect(tour).to_contain_text(f"{step} of 5")
        tour.get_by_role("button").last.click()
    expect(tour).to_have_count(0)
