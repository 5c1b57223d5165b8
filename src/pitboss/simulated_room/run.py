"""All tables of a simulated room, day by day, into a database; it can stop at any moment and resume later.

In the end each table is compared with the band in which the win of an honest table lies.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, nullcontext
from datetime import date
from functools import lru_cache
from itertools import count
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from sqlalchemy import Connection, insert, select

from pitboss.errors import PitbossError
from pitboss.exact.jobs import Inline, processes
from pitboss.exact.request import prove
from pitboss.house.definition import Definition
from pitboss.house.game import load
from pitboss.room import bank
from pitboss.room.slips import as_chips
from pitboss.simulated_room.chance import Chance
from pitboss.simulated_room.day import DayPlayed, DayTally, Stakes, TableSoFar, in_units, play_day, ready, stakes_of
from pitboss.simulated_room.description import SimulatedRoom, SimulatedTable
from pitboss.simulation.spots import columns, draws
from pitboss.storage import reading, schema, slips
from pitboss.storage.storage import Storage
from pitboss.storage.writing import room_log

META = "simulated room"


class RoomPlayed(msgspec.Struct):
    """The progress of a simulation: the days of every table in figures."""

    days: dict[str, list[DayTally]]
    stopped: bool = False


def simulate_room(
    room: SimulatedRoom,
    database: str,
    *,
    keys: str = "",
    workers: int = 0,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> RoomPlayed:
    """Play every day of every table that is not in the database yet; an interrupt (Ctrl-C) ends after whole days."""
    with closing(Storage.open(database, keys=keys, calendar=room.calendar)) as storage:
        played = RoomPlayed({})
        so_far = asyncio.run(storage.read(_begun, storage, room, played))
        if so_far is None:
            asyncio.run(storage.write(lambda connection: _note(connection, storage, room)))
            so_far = {table.id: TableSoFar() for table in room.tables}
        _run(room, storage, so_far, played, workers or os.cpu_count() or 1, tell)
    return played


def _run(
    room: SimulatedRoom,
    storage: Storage,
    so_far: dict[str, TableSoFar],
    played: RoomPlayed,
    workers: int,
    tell: Callable[[int, int], None],
) -> None:
    by_id = {table.id: table for table in room.tables}
    running: dict[Future[DayPlayed], str] = {}
    waiting = [table.id for table in room.tables if so_far[table.id].days < room.days]
    done, of = sum(each.days for each in so_far.values()), len(room.tables) * room.days
    try:
        with processes(workers) if workers > 1 else nullcontext(Inline()) as pool:
            while waiting or running:
                while waiting and len(running) < workers + 1:
                    table = waiting.pop(0)
                    running[pool.submit(play_day, room, by_id[table], so_far[table])] = table
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    table = running.pop(future)
                    day = future.result()
                    _store(storage, table, day)
                    played.days.setdefault(table, []).append(day.tally)
                    if day.number < room.days:
                        so_far[table] = asyncio.run(storage.read(_table, storage, table, day.number))
                        waiting.append(table)
                    done += 1
                    tell(done, of)
    except KeyboardInterrupt:
        played.stopped = True


def _store(storage: Storage, table: str, day: DayPlayed) -> None:
    """A whole day of a table in one transaction, with its figures."""
    note = {"name": f"{META} {table} {day.number}", "value": msgspec.json.encode(day.tally).decode()}

    def job(connection: Connection) -> None:
        if day.funds:
            room_log.post(connection, storage.group, day.funds, at=day.changes[0].line.at, by="simulation")
        connection.execute(insert(schema.meta), note)
        refused = next((why for why in storage.group.write(connection, day.changes) if why is not None), None)
        if refused is not None:
            raise refused
        for change in day.changes:
            room_log.table_changed(connection, storage.group, change)
        for table, box, cents, at in day.counts:
            for who in ("the first counter", "the second counter"):
                slips.count(connection, storage.group, table, box, as_chips(cents), by=who, at=at)

    asyncio.run(storage.write(job))


# Days stored already --------------------------------------------------------------------------------------------------


def _note(connection: Connection, storage: Storage, room: SimulatedRoom) -> None:
    value = msgspec.json.encode(room).decode()
    connection.execute(insert(schema.meta).values(name=META, value=value))
    start = room.calendar.start(date.fromisoformat(room.start))
    room_log.note_calendar(connection, storage.group, room.calendar, round(start * 1_000_000))


def _begun(
    connection: Connection, storage: Storage, room: SimulatedRoom, played: RoomPlayed
) -> dict[str, TableSoFar] | None:
    """The progress of every table; None for a new database. The database of another room is refused."""
    stored = connection.execute(select(schema.meta.c.value).where(schema.meta.c.name == META)).scalar()
    tables = [table for table in reading.all_tables(connection) if table != schema.ROOM]
    if stored is None:
        if tables:
            raise PitbossError("the database holds a real room; give another folder with --data.")
        return None
    before = msgspec.json.decode(stored, type=SimulatedRoom)
    if msgspec.structs.replace(before, days=room.days) != room:
        raise PitbossError("the database holds a room with another description; give another folder with --data.")
    so_far = {table.id: TableSoFar() for table in room.tables}
    for table in [table for table in so_far if table in tables]:
        days = played.days[table] = list(_tallies(connection, table))
        so_far[table] = _table(connection, storage, table, len(days))
    return so_far


def _tallies(connection: Connection, table: str) -> Iterator[DayTally]:
    """The figures of a table's days that are stored."""
    for day in count(1):
        name = f"{META} {table} {day}"
        text = connection.execute(select(schema.meta.c.value).where(schema.meta.c.name == name)).scalar()
        if text is None:
            return
        yield msgspec.json.decode(text, type=DayTally)


def _table(connection: Connection, storage: Storage, table: str, days: int) -> TableSoFar:
    rack = reading.balance(connection, bank.table_account(table, bank.RACK))
    return TableSoFar(days, reading.load(connection, storage.keys, table), rack)


def bands_of(room: SimulatedRoom, table: SimulatedTable, days: list[DayTally]) -> tuple[int, int, float]:
    """The days on which the 95% and the 99% band catch a table, and how far off it is at the end.

    The band belongs to the approved game: a pay cell posted wrongly does not change it.
    """
    game = load(table.game, **table.options).definition
    unit = per_unit(game, in_units(game, stakes_of(game, table.wagers)))
    return caught(days, unit, BAND_95), caught(days, unit, BAND_99), band(days, unit).away


def default_folder(file: str) -> Path:
    """The default place of a simulated room: a folder named after its file."""
    return Path(file).with_suffix("")


# Bands ---------------------------------------------------------------------------------------------------------------


DECKS = 100_000
"""Decks from which the covariance of two spots is estimated."""
BAND_95, BAND_99 = 1.959964, 2.575829


class PerUnit(NamedTuple):
    """The house's mean win on a spot with one unit, its variance, and the covariance of two spots of a round."""

    mean: float
    variance: float
    covariance: float


class TableBand(NamedTuple):
    """The expected win in cents, one standard deviation, and how many of these the actual win is off."""

    expected: float
    sd: float
    win: int

    @property
    def away(self) -> float:
        return (self.win - self.expected) / self.sd if self.sd else 0.0


@lru_cache(maxsize=64)
def per_unit(game: Definition, stakes: Stakes) -> PerUnit:
    """Mean and variance are exact; the covariance of two spots against one dealer is simulated."""
    (figures,) = prove(game, wagers=dict(stakes)).groups.values()
    return PerUnit(float(-figures.ev), float(figures.variance), covariance(game, stakes))


@lru_cache(maxsize=64)
def covariance(game: Definition, stakes: Stakes, decks: int = DECKS, seed: int = 1) -> float:
    """The covariance of two spots' results in units, from seeded decks."""
    keys = tuple(key for key, _ in stakes)
    places = draws(game, ((1, keys), (2, keys)))
    if places is None:
        return 0.0
    made, policy = ready(game, stakes)
    chance = Chance(f"covariance {seed}")
    one, two = [], []
    for start in range(0, decks, 8192):
        orders = chance.decks(game.deck.cards, min(8192, decks - start))
        one.append(made.play(columns(game, orders, places[1]), policy).nets)
        two.append(made.play(columns(game, orders, places[2]), policy).nets)
    first, second = (np.concatenate(each).astype(float) / made.worth.scale for each in (one, two))
    return float(np.cov(first, second)[0, 1])


def band(days: Iterable[DayTally], unit: PerUnit) -> TableBand:
    """The band of some days of a table together."""
    units = squares = products = win = 0
    for day in days:
        units, squares, products = units + day.units, squares + day.squares, products + day.products
        win += day.win
    variance = unit.variance * squares + unit.covariance * products
    return TableBand(unit.mean * units, sqrt(max(0.0, variance)), win)


def caught(days: list[DayTally], unit: PerUnit, reach: float = BAND_99) -> int:
    """The first day on which all days up to it lie outside the band; 0 if there is none."""
    for day in range(1, len(days) + 1):
        if abs(band(days[:day], unit).away) > reach:
            return day
    return 0
