"""Closing a table, and its rack: fills, and the pause until one is brought."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.room import commands
from pitboss.room.people import Person
from pitboss.room.table import host
from pitboss.room.table.outcome import Presence, Refused
from tests.deal.tables import TABLES

from .evening import WALLET, Evening

HOLDEM, HOUSE = "holdem, pot", "three-card"


def opened(game: str, **config: Any) -> Evening:
    evening = Evening(game, **config)
    evening.person("Flo", "registered", "floor")
    return evening


def place_all(evening: Evening) -> None:
    session = evening.table.session
    for seat, view in session.seats.items():
        if evening.table.wagering:
            evening.do(view.player, commands.Place, spot=seat, wagers=session.least_wagers(seat))


@pytest.mark.parametrize("game", TABLES)
def test_closing_finishes_the_hand_and_cashes_everyone_out(game: str) -> None:
    evening = opened(game)
    evening.sit("Ann", "Ben", "Cyd")
    place_all(evening)
    evening.wait(20 if evening.table.wagering else 3)
    assert evening.table.session.running is not None
    evening.commit(host.close(evening.table, evening.people["Flo"], evening.now))
    assert not evening.table.closed
    evening.wait(1200 if evening.table.session.running else 0)
    while not evening.table.closed:
        evening.wait(5000)
    assert evening.journal.changes[-1].closed
    assert evening.table.session.seats == {}
    left = evening.journal.ledger.of_table("t1")
    assert set(left) <= {"fee box", "drop box"}
    assert evening.table.due() is None
    assert evening.journal.hands
    assert sum(evening.wallet(name) for name in ("Ann", "Ben", "Cyd")) > 0
    assert evening.journal.ledger.total == 0


def test_an_idle_table_closes_at_once_and_wagers_go_back() -> None:
    evening = opened(HOUSE)
    evening.sit("Ann", "Ben")
    evening.do("Ann", commands.Place, spot=1, wagers={"ante": 500})
    outcome = evening.do("Flo", commands.Floor, ruling="close")
    assert evening.table.closed
    assert outcome.change is not None
    assert outcome.change.closed
    assert evening.wallet("Ann") == evening.wallet("Ben") == WALLET
    assert [notice for notice in outcome.notices if isinstance(notice, Presence)] == [
        Presence(1, "gone"),
        Presence(2, "gone"),
    ]
    with pytest.raises(Refused, match="closed"):
        evening.sit("Cyd")


def test_nobody_sits_down_at_a_closing_table_and_nothing_new_is_dealt() -> None:
    evening = opened(HOLDEM)
    evening.sit("Ann", "Ben")
    evening.wait(3)
    evening.do("Flo", commands.Floor, ruling="close")
    with pytest.raises(Refused, match="closing"):
        evening.sit("Cyd")
    assert evening.restored().state.closing
    evening.wait(1000)
    assert len(evening.journal.hands) == 1


def test_a_private_table_is_closed_by_whoever_opened_it_and_a_public_one_is_not() -> None:
    private = opened(HOLDEM, private=True, opened_by="Ann")
    with pytest.raises(Refused, match="floor"):
        private.do("Ben", commands.Floor, ruling="close")
    private.do("Ann", commands.Floor, ruling="close")
    assert private.table.closed
    public = opened(HOLDEM, opened_by="Ann")
    with pytest.raises(Refused, match="floor"):
        public.do("Ann", commands.Floor, ruling="close")


# The rack


def test_a_table_whose_rack_cannot_pay_pauses_for_a_fill() -> None:
    evening = opened(HOUSE, fills="floor", opener=100_000)
    evening.sit("Ann", "Ben")
    assert evening.table.rack == 20_000
    evening.do("Ann", commands.Place, spot=1, wagers={"ante": 20_000})
    evening.wait(20)
    assert evening.table.session.running is None
    assert evening.table.state.paused
    assert evening.table.session.seats[1].placed
    with pytest.raises(Refused, match="role floor"):
        evening.do("Ann", commands.Floor, ruling="fill", facts={"cents": 5_000_000})
    evening.do("Flo", commands.Floor, ruling="fill", facts={"cents": 5_000_000})
    assert evening.journal.ledger["t1/rack"] == evening.table.rack == 5_020_000
    assert not evening.table.state.paused
    evening.wait(0)
    assert evening.table.session.running is not None


def test_a_fill_that_is_too_small_leaves_the_table_paused() -> None:
    evening = opened(HOUSE, fills="floor", opener=100_000)
    evening.sit("Ann", "Ben")
    evening.do("Ann", commands.Place, spot=1, wagers={"ante": 20_000})
    evening.wait(20)
    evening.do("Flo", commands.Floor, ruling="fill", facts={"cents": 100})
    assert evening.table.state.paused
    evening.do("Ann", commands.Place, spot=1, wagers={})
    evening.do("Flo", commands.Floor, ruling="resume")
    assert not evening.table.state.paused


def test_a_table_may_fill_its_rack_by_itself() -> None:
    evening = opened(HOUSE, opener=100_000)
    evening.sit("Ann", "Ben")
    evening.do("Ann", commands.Place, spot=1, wagers={"ante": 20_000})
    evening.wait(20)
    assert evening.table.session.running is not None
    fills = [
        move for change in evening.journal.changes for move in change.line.moves if move.why.startswith("fill t1-F")
    ]
    assert fills
    assert evening.journal.ledger["t1/rack"] == evening.table.rack


def test_chips_that_the_rack_does_not_hold_are_not_sold() -> None:
    evening = opened(HOUSE, fills="floor", opener=30_000)
    with pytest.raises(Refused, match="the rack holds"):
        evening.sit("Ann")
    assert evening.wallet("Ann") == WALLET


@pytest.mark.parametrize("fills", ["floor", "auto"])
def test_chips_are_not_sold_out_of_what_a_running_round_may_win(fills: str) -> None:
    evening = opened(HOUSE, fills=fills, opener=100_000)
    evening.sit("Ann")
    evening.do("Ann", commands.Place, spot=1, wagers=evening.table.session.least_wagers(1))
    evening.do("Ann", commands.Ready)
    table = evening.table
    assert table.session.running is not None
    spare = table.rack - table.session.liability()
    if fills == "floor":
        with pytest.raises(Refused, match="the rack holds"):
            evening.do("Ben", commands.Sit, cents=spare + 1)
        evening.do("Ben", commands.Sit, cents=spare)
    else:
        evening.do("Ben", commands.Sit, cents=spare + 1)
    assert evening.journal.ledger["t1/rack"] == table.rack >= table.session.liability()


def test_a_table_without_a_rack_is_not_filled() -> None:
    evening = opened(HOLDEM)
    with pytest.raises(Refused, match="no rack"):
        evening.do("Flo", commands.Floor, ruling="fill", facts={"cents": 100})


def test_a_credit_takes_what_the_rack_can_spare_between_rounds() -> None:
    evening = opened(HOUSE, opener=100_000)
    flo = Person("Flo", "registered", frozenset({"floor"}))
    outcome = host.credit(evening.table, 40_000, flo, evening.now)
    assert outcome.change is not None
    assert [(move.source, move.target, move.cents) for move in outcome.change.line.moves] == [
        (f"{evening.table.id}/rack", "cage", 40_000)
    ]
    assert evening.table.rack == 60_000
    for cents, why in ((60_001, "spare \\$600"), (0, "not an amount")):
        with pytest.raises(Refused, match=why):
            host.credit(evening.table, cents, flo, evening.now)
    with pytest.raises(Refused, match="role floor"):
        host.credit(evening.table, 100, Person("Ann"), evening.now)
    assert evening.table.rack == 60_000
