"""Slips: numbers that never repeat, signatures in order, and chips that move with the last of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.books.payout_limit import rule
from pitboss.errors import PitbossError
from pitboss.room import commands, slips
from pitboss.room.day import Calendar
from pitboss.room.slips import Slip
from pitboss.room.table.outcome import Outcome, Refused
from pitboss.room.table.table import Table
from pitboss.server.background import DayTurn
from tests.examples import examples
from tests.room.evening import Evening

HOUSE = "top5"


def opened(**config: object) -> Evening:
    evening = Evening(HOUSE, fills="floor", **config)
    evening.person("Flo", "registered", "floor")
    evening.person("Dee", "registered", "dealer")
    evening.person("Cas", "registered", "cashier")
    return evening


def written(evening: Evening) -> list[Slip]:
    """Every state of every slip in the order of the log."""
    return [slip for change in evening.journal.changes for slip in change.line.slips]


def floor(evening: Evening, who: str, ruling: str, **facts: object) -> list[Slip]:
    """Give a command; return the slips that it wrote."""
    outcome = evening.do(who, commands.Floor, ruling=ruling, facts=facts)
    assert outcome.change is not None
    return list(outcome.change.line.slips)


def test_a_table_opens_with_an_inventory_slip() -> None:
    evening = opened(opener=123_456)
    (slip,) = written(evening)
    assert (slip.id, slip.kind, slip.cents, slip.state) == ("t1-I1", "opener", 123_456, "done")
    assert slips.total(slip.chips) == 123_456
    (move,) = evening.journal.changes[0].line.moves
    assert (move.cents, move.why) == (123_456, "opener t1-I1")


def test_a_fill_of_the_floor_is_a_request_and_a_slip() -> None:
    evening = opened(opener=100_000)
    request, fill = floor(evening, "Flo", "fill", cents=50_000)
    assert (request.id, request.note, request.state) == ("t1-R1", "fill", "done")
    assert (fill.id, fill.refers, fill.state) == ("t1-F1", "t1-R1", "done")
    assert [each.role for each in fill.signed] == ["floor", "dealer", "cashier"]
    assert [move.why for move in evening.journal.changes[-1].line.moves] == ["fill t1-F1"]
    assert evening.table.rack == 150_000


def test_people_sign_in_order_before_the_chips_move() -> None:
    evening = opened(opener=100_000, signatures="people", dealer="person")
    _, fill = floor(evening, "Flo", "fill", chips={"2500": 4, "500": 10})
    assert (fill.state, fill.next_role, fill.cents) == ("open", "dealer", 15_000)
    assert evening.table.rack == 100_000, "nothing moves before the last signature"
    for who in ("Cas", "Flo"):
        with pytest.raises(Refused, match="waits for the dealer"):
            floor(evening, who, "confirm slip", slip="t1-F1")
    (signed,) = floor(evening, "Dee", "confirm slip", slip="t1-F1")
    assert (signed.state, signed.next_role) == ("open", "cashier")
    evening.restart()
    assert evening.table.rack == 100_000
    (done,) = floor(evening, "Cas", "confirm slip", slip="t1-F1")
    assert [(each.role, each.name) for each in done.signed] == [("floor", "Flo"), ("dealer", "Dee"), ("cashier", "Cas")]
    assert evening.table.rack == evening.journal.ledger["t1/rack"] == 115_000
    with pytest.raises(Refused, match="not an open slip"):
        floor(evening, "Cas", "confirm slip", slip="t1-F1")


def test_nobody_signs_twice() -> None:
    evening = opened(opener=100_000, signatures="people", dealer="person")
    evening.person("Own", "registered", "owner")
    floor(evening, "Own", "fill", cents=100)
    with pytest.raises(Refused, match="another person signs as dealer"):
        floor(evening, "Own", "confirm slip", slip="t1-F1")


def test_a_void_slip_keeps_its_number() -> None:
    evening = opened(opener=100_000, signatures="people", dealer="person")
    floor(evening, "Flo", "fill", cents=100)
    with pytest.raises(Refused, match="floor or the cashier"):
        floor(evening, "Dee", "void slip", slip="t1-F1", why="spoilt")
    (void,) = floor(evening, "Cas", "void slip", slip="t1-F1", why="spoilt")
    assert (void.id, void.state, void.void) == ("t1-F1", "void", "spoilt")
    _, second = floor(evening, "Flo", "credit", cents=100)
    assert second.id == "t1-F2"
    with pytest.raises(Refused, match="not an open slip"):
        floor(evening, "Dee", "confirm slip", slip="t1-F1")
    assert evening.table.rack == 100_000


def test_a_credit_is_looked_at_again_when_it_is_carried_out() -> None:
    evening = opened(opener=100_000, signatures="people")
    floor(evening, "Flo", "credit", cents=80_000)
    floor(evening, "Flo", "credit", cents=80_000)
    floor(evening, "Cas", "confirm slip", slip="t1-F1")
    with pytest.raises(Refused, match="can spare \\$200"):
        floor(evening, "Cas", "confirm slip", slip="t1-F2")
    assert evening.table.rack == 20_000


def test_a_closer_that_differs_is_notified() -> None:
    evening = opened(opener=100_000)
    (closer,) = floor(evening, "Flo", "inventory")
    assert (closer.id, closer.kind, closer.cents, closer.expected) == ("t1-I2", "closer", 100_000, 100_000)
    closer, error = floor(evening, "Flo", "inventory", chips={"10000": 9, "500": 19})
    assert (closer.cents, closer.expected) == (99_500, 100_000)
    assert (error.id, error.kind, error.refers, error.cents, error.expected) == (
        "t1-E1",
        "error",
        "t1-I3",
        99_500,
        100_000,
    )
    (error,) = floor(evening, "Flo", "opener count", chips={"10000": 10})
    assert (error.id, error.refers, error.expected) == ("t1-E2", "t1-I3", 99_500)
    evening.do("Flo", commands.Floor, ruling="opener count", facts={"chips": {"10000": 9, "500": 19}})
    assert written(evening)[-1].id == "t1-E2", "an opener that agrees writes nothing"


def test_a_table_that_closes_spoils_its_open_slips() -> None:
    evening = opened(opener=100_000, signatures="people")
    floor(evening, "Flo", "fill", cents=100)
    papers = floor(evening, "Flo", "close")
    assert {slip.id: slip.state for slip in papers} == {"t1-I2": "done", "t1-F1": "void"}
    assert evening.journal.ledger["t1/rack"] == 0
    assert evening.journal.changes[-1].line.moves[-1].why == "closer t1-I2"


@pytest.mark.parametrize(
    "facts", [{"chips": {"700": 1}}, {"chips": {"500": -1}}, {"chips": "all"}, {"cents": 5, "chips": {"500": 1}}]
)
def test_chips_that_do_not_exist_are_refused(facts: dict[str, object]) -> None:
    evening = opened(opener=100_000)
    with pytest.raises(Refused):
        evening.do("Flo", commands.Floor, ruling="fill", facts=facts)


PAPERS = st.lists(st.sampled_from(["fill", "credit", "inventory", "confirm", "void", "restart"]), max_size=25)


@given(PAPERS)
@examples(0.25)
def test_numbers_are_consecutive_and_void_ones_keep_theirs(steps: list[str]) -> None:
    evening = opened(opener=100_000, signatures="people")
    for step in steps:
        open_slips = [slip.id for slip in evening.table.state.pending]
        if step == "restart":
            evening.restart()
        elif step in ("confirm", "void"):
            if open_slips:
                facts = {"slip": open_slips[0]} | ({"why": "spoilt"} if step == "void" else {})
                floor(evening, "Cas", f"{step} slip", **facts)
        else:
            floor(evening, "Flo", step, **({} if step == "inventory" else {"cents": 100}))
    first: dict[str, Slip] = {}
    last: dict[str, Slip] = {}
    for slip in written(evening):
        first.setdefault(slip.id, slip)
        assert slip.id not in last or last[slip.id].state == "open"
        last[slip.id] = slip
    for series in "IRFE":
        numbers = [slip.number for slip in first.values() if slip.series == series]
        assert numbers == list(range(1, len(numbers) + 1))
    moved = sum(
        slip.cents * (1 if slip.kind == "fill" else -1)
        for slip in last.values()
        if slip.series == "F" and slip.state == "done"
    )
    assert evening.table.rack == 100_000 + moved


@given(st.integers(0, 10**9))
def test_every_amount_is_a_sum_of_chips(cents: int) -> None:
    assert slips.total(slips.as_chips(cents)) == cents


def test_a_payout_limit_is_what_the_law_lets_a_table_post() -> None:
    washington = rule("washington")
    assert washington.least(30_000, 5_000) == 1_500_000, "the example of the code: $300 times fifty"
    assert washington.least(10_000, 50) == 500_000
    assert washington.least(10_000, 49) is None
    with pytest.raises(PitbossError, match="no payout limits of 'nevada'"):
        rule("nevada")


def test_the_room_writes_the_closers_of_a_day_at_whose_end_it_was_closed() -> None:
    evening = opened(opener=100_000)
    calendar = Calendar("UTC", 6)
    opening = calendar.day(evening.now)

    class Owner:
        table = evening.table

        async def call(self, work: Callable[[Table, float], Outcome | None]) -> Outcome | None:
            outcome = work(self.table, evening.now)
            return evening.commit(outcome) if outcome is not None else None

    async def morning() -> None:
        evening.now = calendar.end(opening) + 3600
        for _ in range(2):  # two processes that start one after the other
            turn = DayTurn(calendar, lambda: [cast(Any, Owner())])
            for _ in range(2):
                turn.look(evening.now)
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            evening.now += 1

    asyncio.run(morning())
    closers = [slip for slip in written(evening) if slip.kind == "closer"]
    assert [(slip.id, slip.note) for slip in closers] == [("t1-I2", f"gambling day {opening}")]


def test_the_room_writes_the_closers_when_the_gambling_day_turns() -> None:
    evening = opened(opener=100_000)

    class Owner:
        table = evening.table

        async def call(self, work: Callable[[Table, float], Outcome | None]) -> Outcome | None:
            outcome = work(self.table, evening.now)
            return evening.commit(outcome) if outcome is not None else None

    async def night() -> None:
        calendar = Calendar("UTC", 6)
        turn = DayTurn(calendar, lambda: [cast(Any, Owner())])
        today = calendar.day(evening.now)
        for now in (evening.now, calendar.end(today) - 1, calendar.end(today) + 1, calendar.end(today) + 2):
            evening.now = now
            turn.look(now)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(night())
    closers = [slip for slip in written(evening) if slip.kind == "closer"]
    assert [(slip.id, slip.cents) for slip in closers] == [("t1-I2", 100_000)]
    assert closers[0].note.startswith("gambling day 20")
