"""The room as its file describes it."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec

from pitboss.datafile import DataFile, Section
from pitboss.room.day import Calendar, CalendarError
from pitboss.wager_text import parse_stakes

MOST_TABLES, MOST_DAYS = 200, 3660


class Thief(msgspec.Struct, frozen=True):
    """A dealer who leaves one losing wager in ``one_in`` on the layout, from a day on (1 is the first)."""

    one_in: int
    from_day: int = 1


class SimulatedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table: what is dealt, when it is open, how many rounds an hour, how many heads in each hour of the day.

    ``wagers`` are what a spot places, in cents; ``pay`` is a pay cell that is posted wrongly, ``thief`` a dealer.
    """

    id: str
    name: str
    game: str
    house: str = ""
    limit: str = ""
    options: dict[str, Any] = {}
    opens: int = 10
    hours: int = 8
    rounds: int = 30
    heads: tuple[int, ...] = (3,)
    wagers: dict[str, int] = {}
    pay: str = ""
    thief: Thief | None = None


class SimulatedRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A room, its first day and how many there are; everything follows from the seed."""

    name: str
    start: str
    days: int
    seed: int
    zone: str
    closing: int
    tables: tuple[SimulatedTable, ...]

    @property
    def calendar(self) -> Calendar:
        return Calendar(self.zone, self.closing)


def read_description(file: DataFile) -> SimulatedRoom:
    """Read the file of a room; every mistake is named with its line."""
    top = file.top
    room = top.table("room")
    name, zone = room.text("name", "A simulated room"), room.text("time_zone", "UTC")
    days, seed = room.whole("days", 30, low=1), room.whole("seed", 1)
    closing, start = room.whole("closing", 6), _date(room, "start")
    room.done()
    if days > MOST_DAYS:
        room.problem("days", f"{days} days are too many; write {MOST_DAYS} or fewer.")
    try:
        Calendar(zone, closing)
    except CalendarError as error:
        room.problem("time_zone", str(error))
    tables: list[SimulatedTable] = []
    for row in top.rows("table"):
        tables += _tables(row, len(tables))
    top.done()
    if not tables and not file.problems:
        top.problem(None, "the room has no table; write [[table]] with a game.")
    if len(tables) > MOST_TABLES:
        top.problem("table", f"{len(tables)} tables are too many; describe {MOST_TABLES} or fewer.")
    file.refuse()
    return SimulatedRoom(name=name, start=start, days=days, seed=seed, zone=zone, closing=closing, tables=tuple(tables))


def _tables(row: Section, before: int) -> list[SimulatedTable]:
    """The tables of one row: ``count`` identical ones."""
    count = row.whole("count", 1, low=1)
    values: dict[str, Any] = {key: row.text(key, "") for key in ("house", "limit", "pay")}
    values |= {"game": row.text("game"), "options": dict(row.table("options").data)}
    values["opens"], values["hours"] = row.whole("opens", 10), row.whole("hours", 8, low=1)
    values["rounds"] = row.whole("rounds", 30, low=1)
    values["heads"] = _heads(row)
    values["wagers"] = _wagers(row)
    values["thief"] = _thief(row)
    name = row.text("name", values["game"])
    row.done()
    if values["opens"] > 23 or values["hours"] > 24:
        row.problem("opens", "a table opens at an hour from 0 to 23 and for at most 24 hours.")
    return [
        SimulatedTable(id=f"t{before + at + 1}", name=name if count == 1 else f"{name} {at + 1}", **values)
        for at in range(min(count, MOST_TABLES))
    ]


def _heads(row: Section) -> tuple[int, ...]:
    value = row.raw("heads", repeats=True)
    heads = [3] if value is None else value if isinstance(value, list) else [value]
    if not heads or not all(type(each) is int and 0 <= each <= 12 for each in heads):
        row.problem("heads", "expected how many people play in each hour, such as [1, 3, 5, 4].")
        return (1,)
    return tuple(heads)


def _wagers(row: Section) -> dict[str, int]:
    text = row.text("wagers", "")
    try:
        return {key: int(units * 100) for key, units in parse_stakes(text).items()} if text else {}
    except Exception as error:
        row.problem("wagers", str(error))
        return {}


def _thief(row: Section) -> Thief | None:
    if "thief" not in row:
        return None
    section = row.table("thief")
    thief = Thief(section.whole("one_in", low=2), section.whole("from_day", 1, low=1))
    section.done()
    return thief


def _date(section: Section, key: str) -> str:
    value = section.raw(key)
    if isinstance(value, date):
        return value.isoformat()[:10]
    section.problem(key, f"expected the first day, such as {key} = 2026-01-01.")
    return "2026-01-01"
