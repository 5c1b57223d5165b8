"""A room of an earlier release, opened by this one: migrated, read, and played on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

import pitboss
from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.room import bank, commands
from pitboss.room.line import FORMAT
from pitboss.room.people import REGISTERED, Account, Person
from pitboss.room.table import host
from pitboss.room.table.shoe import Shoe
from pitboss.spread.sessions import restore_session
from pitboss.storage.check import AuditFinding
from pitboss.storage.places import database_url
from pitboss.storage.schema import ROOM
from pitboss.storage.storage import Storage
from tests.deal.frozen_rooms import LATER, unpacked
from tests.room.evening import salts


def found(file: Path) -> list[AuditFinding]:
    return audit(place(str(file)), workers=1).findings


async def play_on(storage: Storage) -> set[str]:
    """A toke at every open table with a player in a seat, a new account and a role; the tables that went on."""
    await storage.use_noted_calendar()
    await storage.accounts.add(Account("returned: D1", REGISTERED, "", ("player",), 0), 5_000, LATER)
    await storage.accounts.set_roles("returned: D1", ("player", "floor"), now=LATER + 1)
    await storage.accounts.refill("Ann", 1_000, LATER + 2)
    played = set()
    for id in await storage.tables.open():
        stored = await storage.tables.load(id)
        shoe = Shoe(pitboss.seeded(1), salts(1))
        table = host.restore(stored, restore_session(stored.record, stored.checkpoint, shuffle=shoe), shoe, LATER)
        seated = [view.player for view in table.session.seats.values() if view.player == "Ann"]
        if seated:
            table.wallets = lambda name: 1_000_000
            toke = commands.Toke(cents=300, key="late", seq=table.version)
            change = host.handle(table, toke, Person("Ann", REGISTERED, frozenset({"player"})), LATER).change
            assert change is not None
            await storage.commit(change)
            played.add(id)
    return played


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_an_old_room_goes_on_with_lines_that_have_facts(revision: str, tmp_path: Path) -> None:
    file = unpacked(revision, tmp_path)
    storage = Storage.open(str(file))
    before = found(file)
    try:
        tables = asyncio.run(play_on(storage))
        lines = {table: asyncio.run(storage.tables.lines(table, 0, 100_000)) for table in (*tables, ROOM)}
    finally:
        storage.close()
    assert tables
    for of_table in lines.values():
        assert (of_table[0].format, of_table[-1].format) == (1, FORMAT)
        assert [line.format for line in of_table] == sorted(line.format for line in of_table)
    assert [move.purpose for move in lines[ROOM][-1].moves] == ["refill"]
    assert {move for table in tables for move in lines[table][-1].moves} == {
        bank.toke(table, bank.wallet("Ann"), 300) for table in tables
    }
    assert found(file) == before


def test_sums_that_words_spoilt_are_made_again(tmp_path: Path) -> None:
    """The kept days of a table that has a move which the books misread are dropped; those of others stay."""
    file = unpacked("0002", tmp_path)
    engine = create_engine(database_url(str(file)))
    with engine.begin() as connection:
        for table in ("t1", "t2", "t5"):
            ask = 'INSERT INTO table_days ("table", day, line, sums) VALUES (:t, :d, 0, :s)'
            connection.execute(text(ask), {"t": table, "d": "2027-01-01", "s": b"{}"})
        spoilt = "UPDATE movements SET why = 'returned $5 wins 1 to 1' WHERE id = (SELECT min(id) FROM movements "
        connection.execute(text(spoilt + "WHERE \"table\" = 't2' AND source = 't2/rack')"))
    engine.dispose()
    storage = Storage.open(str(file))
    storage.close()
    with engine.connect() as connection:
        kept = connection.execute(text("SELECT \"table\" FROM table_days WHERE day = '2027-01-01' ORDER BY 1"))
        assert list(kept.scalars()) == ["t1", "t5"]
        facts = connection.execute(text("SELECT DISTINCT purpose || wager || result FROM movements"))
        assert list(facts.scalars()) == [""]
    engine.dispose()
