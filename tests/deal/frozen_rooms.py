"""The stored room of each revision, opened as this release opens it: every line replayed, every table restored."""

from __future__ import annotations

import asyncio
import lzma
import tempfile
from pathlib import Path

import msgspec

import pitboss
from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.books.sums import Period
from pitboss.move import Move
from pitboss.room.line import Line, entries
from pitboss.room.recall import HandQuery
from pitboss.room.table import host
from pitboss.room.table.shoe import Shoe
from pitboss.spread.sessions import reopen_deal, restore_session
from pitboss.storage import reading
from pitboss.storage.schema import ROOM
from pitboss.storage.storage import Storage
from tests.deal.frozen_facts import FOLDER, Told, as_text, deal_told, move_facts
from tests.room.evening import START, salts

PERIOD = Period("2027-01-14", "2027-01-17")
LATER = START + 1_000_000


def unpacked(revision: str, folder: Path) -> Path:
    """A copy of a stored room with its key file."""
    file = folder / "room.sqlite"
    file.write_bytes(lzma.decompress((FOLDER / f"room-{revision}.sqlite.xz").read_bytes()))
    keys = folder / "room.keys"
    keys.write_bytes((FOLDER / f"room-{revision}.keys").read_bytes())
    keys.chmod(0o600)
    return file


def room_told(revision: str) -> dict[str, Told]:
    """Everything that is frozen of a room."""
    with tempfile.TemporaryDirectory() as folder:
        file = unpacked(revision, Path(folder))
        storage = Storage.open(str(file))
        try:
            told = asyncio.run(_tables(storage))
        finally:
            storage.close()
        told["audit"] = _audited(file)
    return told


async def _tables(storage: Storage) -> dict[str, Told]:
    await storage.use_noted_calendar()
    told: dict[str, Told] = {}
    for table in await storage.tables.all():
        lines = await storage.tables.lines(table, 0, 100_000)
        told[table] = _room_log(lines) if table == ROOM else await _replayed(storage, table, lines)
    told["restored"] = await _restored(storage)
    told["hands"] = await _hands(storage)
    told["books"] = await _books(storage)
    return told


def _stored_move(move: Move) -> str:
    """A movement as its line has it, which is without a purpose before revision 0003."""
    facts = f" {as_text((move.purpose, move.wager, move.result))}" if move.purpose else ""
    return f"{move_facts(move)}{facts}"


def _room_log(lines: list[Line]) -> Told:
    told = Told()
    for line in lines:
        told.facts.append(f"line {line.number} version {line.seq} {as_text((line.at, line.by, line.note))}")
        if line.fact is not None:
            told.facts.append(f"fact {as_text(msgspec.to_builtins(line.fact))}")
        told.facts += map(_stored_move, line.moves)
    return told


async def _replayed(storage: Storage, table: str, lines: list[Line]) -> Told:
    """A table's log from its first line: what each line did, the version it names and the one it is replayed to."""
    told = Told()
    stored = await storage.tables.load(table)
    seals = {seal for line in lines for did in line.did for seal in did.seals}
    decks = await storage.read(reading.stored_decks, storage.keys, table, seals)
    session = restore_session(stored.record, None)
    for line in lines:
        before = session.version
        session.follow(entries(line, decks))
        told.add(session.events_since(before, "floor"), session.moves_since(before))
        told.facts.append(f"line {line.number} version {line.seq} replayed {session.version}")
        told.facts += (f"ledger {_stored_move(move)}" for move in line.moves)
    told.end(session)
    return told


async def _restored(storage: Storage) -> Told:
    """Every open table as a server restores it: from its last checkpoint and the lines after it."""
    told = Told()
    for id_ in await storage.tables.open():
        stored = await storage.tables.load(id_)
        shoe = Shoe(pitboss.seeded(1), salts(1))
        table = host.restore(stored, restore_session(stored.record, stored.checkpoint, shuffle=shoe), shoe, LATER)
        told.facts.append(f"{id_} version {table.version} chips {as_text(table.session.chips())}")
        told.facts.append(f"{id_} ledger {as_text(await storage.ledger.balances(f'{id_}/'))}")
    return told


async def _hands(storage: Storage) -> Told:
    """Every finished deal, replayed from its own record."""
    told = Told()
    for row in sorted(await storage.hands.search(HandQuery(count=200)), key=lambda row: (row.table, row.number)):
        hand = await storage.hands.find(row.id)
        assert hand is not None
        head = (await storage.tables.load(row.table)).record
        deal = reopen_deal(hand.record, head=head, game=row.game)
        told.facts.append(f"{row.id} {row.game} {row.size} {as_text(row.net)} {deal_told(deal).digest()}")
    return told


async def _books(storage: Storage) -> Told:
    told = Told()
    for day in await storage.books.days(PERIOD, now=LATER):
        told.facts += (f"{day.table} {day.day} {key} {as_text(what)}" for key, what in msgspec.to_builtins(day).items())
    return told


def _audited(file: Path) -> Told:
    report = audit(place(str(file)), workers=1)
    told = Told([f"lines {report.lines} deals {report.deals} movements {report.movements}"])
    for finding in report.findings:
        told.facts.append(f"finding {as_text((finding.kind, finding.table, finding.line, finding.hand))}")
        told.words.append(f"{finding.kind} {finding.table} {finding.line}: {finding.text}")
    return told
