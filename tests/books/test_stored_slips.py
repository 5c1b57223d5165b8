"""Slips in the database: rows, counts of boxes by two people, and forged slips found by a check of the logs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

from pitboss.move import Move
from pitboss.room.slips import Signature, Slip, SlipError, as_chips
from pitboss.storage import schema
from pitboss.storage.slips import SlipQuery
from pitboss.storage.storage import Storage
from tests.storage.logs import NOW, Log


def run(job: Any) -> Any:
    return asyncio.run(job)


def fill(number: int, state: int = 3) -> Slip:
    signed = [Signature(role, name, NOW) for role, name in (("floor", "Flo"), ("dealer", "Dee"), ("cashier", "Cas"))]
    return Slip(log="t1", kind="fill", number=number, table="t1", at=NOW, cents=5_000, signed=tuple(signed[:state]))


def stored_fill(storage: Storage, log: Log, slip: Slip) -> None:
    moves = (Move("cage", "t1/rack", slip.cents, f"fill {slip.id}"),) if slip.state == "done" else ()
    run(storage.commit(log.change(moves, line={"slips": (slip,)})))


def test_a_slip_is_stored_with_its_line_and_found_again(storage: Storage) -> None:
    log = Log()
    run(storage.commit(log.open()))
    stored_fill(storage, log, fill(1, 2))
    assert [slip.state for slip in run(storage.slips.search(SlipQuery(state="open")))] == ["open"]
    stored_fill(storage, log, fill(1))
    stored_fill(storage, log, fill(2))
    assert [slip.id for slip in run(storage.slips.search(SlipQuery(table="t1", kind="fill")))] == ["t1-F2", "t1-F1"]
    assert run(storage.slips.find("t1-F1")) == fill(1)
    assert run(storage.slips.find("t1-F9")) is None
    assert run(storage.verify()) == []


@pytest.mark.parametrize(
    "forgery", ["number left out", "row changed", "row deleted", "row added", "chips unmoved", "done again"]
)
def test_forged_slips_are_named(storage: Storage, forgery: str) -> None:
    log = Log()
    run(storage.commit(log.open()))
    stored_fill(storage, log, fill(1))
    rows = schema.slips

    def forge(connection: Connection) -> None:
        if forgery == "row changed":
            connection.execute(update(rows).values(cents=6_000))
        elif forgery == "row deleted":
            connection.execute(delete(rows))

    if forgery == "number left out":
        stored_fill(storage, log, fill(3))
    elif forgery == "chips unmoved":
        run(storage.commit(log.change((), line={"slips": (fill(2),)})))
    elif forgery == "done again":
        stored_fill(storage, log, fill(1))
    elif forgery == "row added":
        run(
            storage.writer.store(
                lambda connection: connection.execute(
                    rows.insert().values(
                        id="t1-F2",
                        log="t1",
                        line=2,
                        series="F",
                        number=2,
                        kind="fill",
                        table="t1",
                        day="2026-09-21",
                        at=NOW,
                        cents=1,
                        state="done",
                        slip=b'{"log":"t1","kind":"fill","number":2,"table":"t1","at":1,"cents":1}',
                    )
                )
            )
        )
    else:
        run(storage.writer.store(forge))
    problems = run(storage.verify())
    assert problems
    assert any("slip t1-F" in problem for problem in problems), problems


def test_two_people_count_a_box_and_it_goes_to_the_cage(storage: Storage) -> None:
    log = Log()
    run(storage.commit(log.open()))
    run(storage.commit(log.change((Move("t1/player Ann", "t1/drop box", 30_000, "buy-in"),))))
    first = run(storage.slips.count("t1", "drop box", as_chips(30_000), by="Ann", now=NOW / 1e6))
    assert (first.id, first.state, first.next_role) == ("D1", "open", "counter")
    assert run(storage.ledger.balance("t1/drop box")) == 30_000
    with pytest.raises(SlipError, match="another person"):
        run(storage.slips.count("t1", "drop box", as_chips(30_000), by="Ann", now=NOW / 1e6))
    done = run(storage.slips.count("t1", "drop box", as_chips(30_000), by="Ben", now=NOW / 1e6))
    assert (done.state, done.expected) == ("done", 30_000)
    assert run(storage.ledger.balance("t1/drop box")) == 0
    statement = run(storage.ledger.statement("t1/drop box"))
    assert statement[0].move == Move("t1/drop box", "cage", 30_000, "drop box counted D1", "", "count")
    assert run(storage.slips.search(SlipQuery(kind="error"))) == []
    assert run(storage.verify()) == []


def test_counts_that_differ_are_notified_and_counted_again(storage: Storage) -> None:
    log = Log()
    run(storage.commit(log.open()))
    run(storage.commit(log.change((Move("t1/player Ann", "t1/fee box", 900, "fee"),))))
    for by, cents in (("Ann", 900), ("Ben", 800), ("Cyd", 800)):
        slip = run(storage.slips.count("t1", "fee box", as_chips(cents), by=by, now=NOW / 1e6))
    assert (slip.state, slip.cents, slip.expected) == ("done", 800, 900)
    assert [each.cents for each in slip.signed] == [900, 800, 800]
    errors = run(storage.slips.search(SlipQuery(kind="error")))
    assert sorted(error.id for error in errors) == ["E1", "E2"]
    assert {error.refers for error in errors} == {"D1"}
    assert run(storage.ledger.balance("t1/fee box")) == 100, "what is missing stays in the books of the box"
    assert run(storage.verify()) == []
    with pytest.raises(SlipError, match="not a box"):
        run(storage.slips.count("t1", "rack", {}, by="Ann", now=1))
    with pytest.raises(SlipError, match="no table"):
        run(storage.slips.count("t9", "fee box", {}, by="Ann", now=1))
