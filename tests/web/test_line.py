"""A lost connection, a killed server, and two people at one table: nothing is lost, doubled or leaked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .driver import Mouse, Player, Watching
from .serving import Room
from .wire import Wire


def two_at_a_table(visits: Watching, room: Room) -> tuple[Player, Player]:
    """Two people in a hand, one of whom has to decide."""
    ann, bob = visits.guest(room, "Ann"), visits.guest(room, "Bob")
    path = ann.open(game="holdem", house="pot", limit="2-4")
    for each in (ann, bob):
        each.go(path)
        each.sit(Mouse())
    for each in (ann, bob):
        each.page.locator(".seat.me .card[data-c]").nth(1).wait_for()
    return ann, bob


def play_on(*players: Player) -> None:
    """Let everybody press the brass button until one more hand is over for all."""
    goals = [each.dealt() + 1 for each in players]

    def press() -> None:
        for each in players:
            if each.mode == "decide":
                before = each.turn()
                each.bar.locator(".doing .btn.main:not([aria-disabled])").click()
                each.moved_on(before)
            each.page.wait_for_timeout(50)

    players[0].until(lambda: all(each.dealt() >= goal for each, goal in zip(players, goals, strict=True)), press)


def own_cards(player: Player) -> list[str]:
    cards = player.page.locator(".seat.me .card[data-c]")
    return [str(card.get_attribute("data-c")) for card in cards.all()]


def dealt(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without the cards that everybody drew face up for the button (PK-1), before the deck was shuffled."""
    events = [event for event in frame.get("events", ()) if event.get("rule") != "PK-1"]
    return {**frame, "events": events}


def test_two_browsers_at_one_table_see_only_their_own_cards(visits: Watching, room: Room) -> None:
    ann, bob = two_at_a_table(visits, room)
    assert len(own_cards(ann)) == len(own_cards(bob)) == 2
    for one, other in ((ann, bob), (bob, ann)):
        heard = json.dumps([dealt(frame) for frame in one.frames if frame["type"] != "open"])
        shown = one.page.content()
        for card in own_cards(other):
            assert f'"{card}"' not in heard
            assert f'data-c="{card}"' not in shown
        expect(one.page.locator(".seat:not(.me) .hand .card:not([data-c])")).to_have_count(2)
    play_on(ann, bob)


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Room]:
    """A room that may be killed."""
    running = Room(tmp_path)
    yield running
    running.kill()


@pytest.mark.long
def test_both_pages_go_on_after_the_server_was_killed(visits: Watching, own_room: Room) -> None:
    visits.may_lose_line = True
    ann, bob = two_at_a_table(visits, own_room)
    cards = own_cards(ann), own_cards(bob)
    own_room.kill()
    for each in (ann, bob):
        expect(each.bar.get_by_role("status")).to_contain_text(re.compile("lost|connect", re.IGNORECASE))
    own_room.start()
    for each in (ann, bob):
        each.page.wait_for_function("() => document.querySelector('pitboss-table').state.line === 'live'")
    assert (own_cards(ann), own_cards(bob)) == cards
    play_on(ann, bob)

    def alike() -> dict[str, int] | None:
        """The chips that both see at one moment; the next hand begins soon."""
        (first, chips), (second, others) = (each.reads("[e.state.seq, e.state.view.chips]") for each in (ann, bob))
        assert first != second or chips == others
        return dict(chips) if first == second else None

    assert sum(ann.until(alike).values()) == 0


def deciding_behind_a_wire(visits: Watching, room: Room) -> tuple[Player, Wire]:
    """A player who has to decide, and his line."""
    visits.may_lose_line = True
    player = visits.guest(room, "Ann")
    wire = Wire(player)
    player.go(player.open(game="three-card", bots=0))
    player.sit(Mouse())
    Mouse().bet(player)
    player.wait("decide")
    return player, wire


def decisions(player: Player) -> int:
    """How often a decision of mine was told, by the versions of the table."""
    told = {
        (frame["seq"], at)
        for frame in player.frames
        if frame["type"] == "ev"
        for at, event in enumerate(frame["events"])
        if event["verb"] == "play"
    }
    return len(told)


@pytest.mark.long
def test_a_line_cut_in_the_middle_of_a_decision_comes_back_to_it(visits: Watching, room: Room) -> None:
    """While it is cut nothing can be pressed; then the same question stands, and its answer is carried out once."""
    player, wire = deciding_behind_a_wire(visits, room)
    wire.break_off()
    expect(player.page.locator("main.dimmed")).to_have_count(1)
    button = player.bar.locator(".doing .btn.main")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.dispatch_event("click")
    player.until(lambda: wire.refused > 2)  # it has tried to come back, and tries again
    assert not wire.acts
    wire.mend()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.click()
    player.wait("bet")
    assert len({act["key"] for act in wire.acts}) == 1
    assert decisions(player) == 1


@pytest.mark.long
def test_a_decision_whose_answer_was_lost_is_not_carried_out_twice(visits: Watching, room: Room) -> None:
    player, wire = deciding_behind_a_wire(visits, room)
    wire.deaf = True
    player.bar.locator(".doing .btn.main").click()
    player.until(lambda: any(frame["type"] == "ack" for frame in wire.missed))
    wire.break_off()
    player.until(lambda: wire.refused > 1)
    wire.mend()
    player.wait("bet")
    acks = [frame for frame in player.frames if frame["type"] == "ack" and frame["key"] == wire.acts[0]["key"]]
    assert len(wire.acts) == 2
    assert acks[-1].get("again") is True
    assert decisions(player) == 1
