"""Reports of a played and stored evening, compared with independent sums over the raw log."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.books.report import Periods, master
from pitboss.books.sums import Period, TableDay
from pitboss.room.day import Calendar
from pitboss.spread.bands import figures_of
from pitboss.storage.storage import Storage
from tests.books import evenings
from tests.books.evenings import played
from tests.room.evening import START

DAY = Calendar().day(START).isoformat()
NEXT = Calendar().day(START + 86_400).isoformat()


def days(storage: Storage, first: str = DAY, last: str = DAY, now: float = START) -> list[TableDay]:
    return asyncio.run(storage.books.days(Period(first, last), now=now))


def test_the_sums_are_those_of_the_raw_log(storage: Storage) -> None:
    evening = played(12)
    evenings.run(storage, evening)
    (day,) = days(storage)
    lines = asyncio.run(storage.tables.lines("t1"))
    moves = [move for line in lines for move in line.moves]
    net = Counter[str]()
    for move in moves:
        net[move.source] -= move.cents
        net[move.target] += move.cents
    assert day.closer == net["t1/rack"] == evening.table.rack
    assert (day.opener, day.fills, day.credits) == (5_000_000, 12_300, 4_500)
    assert day.drop == day.bought == net["t1/drop box"] == 600_000
    assert day.tokes == net["t1/tokes"] == 700
    won = sum(hand.net["Ann"] + hand.net["Ben"] for hand in evening.journal.hands)
    assert day.win == day.wager_win == -won != 0
    assert day.rounds == len(evening.journal.hands) == 12
    assert day.handle == sum(hand.size for hand in evening.journal.hands)
    opening = [
        (number, *move.target.removeprefix("t1/spot ").split("/"), move.cents)
        for number, line in enumerate(lines)
        for move in line.moves
        if move.target.startswith("t1/spot ") and not move.target.endswith("/bet")
    ]
    for wager in ("ante", "tens", "ace-or-face"):
        sizes = [cents for _, _, key, cents in opening if key == wager]
        assert day.wagers[wager].sizes == Counter(sizes)
        totals = Counter[int]()
        for number, _, key, cents in opening:
            totals[number] += cents if key == wager else 0
        assert day.wagers[wager].totals == Counter(cents for cents in totals.values() if cents)
        assert day.pairs[f"{wager}|{wager}"] == (
            sum(cents**2 for cents in sizes),
            sum(cents**2 for cents in totals.values()),
        )
    assert asyncio.run(storage.verify()) == []


def test_a_stored_evening_with_slips_and_tokes_is_audited_clean(
    storage: Storage, database: str, tmp_path: Path
) -> None:
    evenings.run(storage, played(4))
    days(storage, DAY, NEXT, START + 3 * 86_400)
    report = audit(place(database, str(tmp_path / "keys")), workers=1)
    assert (report.findings, report.deals) == ([], 4)


def test_the_report_expects_what_the_exact_sheet_does(storage: Storage) -> None:
    evening = played(12)
    evenings.run(storage, evening)
    (table,) = asyncio.run(storage.books.tables())
    report = master(days(storage), Periods.of(Period(DAY, DAY)), lambda _: figures_of(table.record), {"t1": "Ante Up"})
    (row,) = report.house
    assert {wager.wager for wager in row.wagers} == {"ante", "tens/1", "ace-or-face/1"}
    assert sum(wager.win for wager in row.wagers) == row.period.win
    antes = sum(
        move.cents for change in evening.journal.changes for move in change.line.moves if move.target.endswith("/ante")
    )
    ante = next(wager for wager in row.wagers if wager.wager == "ante")
    assert ante.band is not None
    assert ante.base == antes
    known = figures_of(table.record)
    assert known is not None
    edge = next(group.edge for group in known.groups if group.base == "ante")
    assert float(edge) == pytest.approx(0.030157589, abs=1e-9)
    assert ante.band.expected == round(edge * antes)
    assert ante.band.low99 < ante.band.low95 < ante.band.expected < ante.band.high95 < ante.band.high99
    assert row.period.band is not None
    parts = [wager.band.expected for wager in row.wagers if wager.band is not None]
    assert abs(row.period.band.expected - sum(parts)) <= len(parts), "but for rounding to cents"


def test_days_that_are_over_are_summed_up_once(storage: Storage) -> None:
    evening = played(4)
    evenings.run(storage, evening)
    fresh = days(storage, DAY, NEXT, START)
    assert [each.day for each in fresh] == [DAY, NEXT]
    assert (fresh[1].rounds, fresh[1].opener, fresh[1].closer) == (0, fresh[0].closer, fresh[0].closer)
    later = START + 3 * 86_400
    assert days(storage, DAY, NEXT, later) == fresh, "summed up from the ledger, and now stored"
    assert days(storage, DAY, NEXT, later) == fresh, "read back"
    assert days(storage, "2020-01-01", "2020-12-31") == []
