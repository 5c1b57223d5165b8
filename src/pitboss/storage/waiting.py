"""People who are not seated yet: the stored waiting lists, and the guests of private tables."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, delete, insert, select, text

from pitboss.room.lists import Hold, ListPlace, Waiting
from pitboss.room.notes import InvitationTaken
from pitboss.room.people import name_key
from pitboss.storage import schema
from pitboss.storage.access import Subject, micros, reads, writes
from pitboss.storage.writing import room_log

_LOCK = 0x7069_7462_6C69_7374  # "pitblist"


class WaitingLists(Subject):
    """The waiting lists of the room, stored as a whole."""

    @writes
    def save(self, connection: Connection, lists: Waiting) -> None:
        """Replace the stored lists with these."""
        _save(connection, lists)

    @reads
    def load(self, connection: Connection) -> Waiting:
        """The stored lists."""
        return _load(connection)

    @writes
    def swap(self, connection: Connection, before: Waiting, after: Waiting) -> Waiting | None:
        """Store ``after`` if the stored lists equal ``before``, else return the stored ones; one process at a time."""
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        stored = _load(connection)
        if in_order(stored) != in_order(before):
            return stored
        _save(connection, after)
        return None


def _save(connection: Connection, lists: Waiting) -> None:
    connection.execute(delete(schema.waiting))
    rows = [
        {
            "kind": kind,
            "number": each.number,
            "list": each.key,
            "player": each.player,
            "data": msgspec.json.encode(each),
        }
        for kind, listed in (("place", lists.places), ("hold", lists.holds))
        for each in listed
    ]
    if rows:
        connection.execute(insert(schema.waiting), rows)


def _load(connection: Connection) -> Waiting:
    c = schema.waiting.c
    rows = connection.execute(select(c.kind, c.data).order_by(c.number)).all()
    places = tuple(msgspec.json.decode(row.data, type=ListPlace) for row in rows if row.kind == "place")
    holds = tuple(msgspec.json.decode(row.data, type=Hold) for row in rows if row.kind == "hold")
    return Waiting(places, holds)


def in_order(lists: Waiting) -> Waiting:
    """Sort the lists, so that the order of changes does not matter when they are compared."""
    places = sorted(lists.places, key=lambda place: place.number)
    return Waiting(tuple(places), tuple(sorted(lists.holds, key=lambda hold: (hold.table, hold.seat))))


class Invitations(Subject):
    """People who showed the invitation of a private table; they may enter it for as long as it is open."""

    @writes
    def add(self, connection: Connection, table: str, name: str, now: float) -> None:
        """Store that a person showed the invitation of a table, once."""
        code = sha256(f"{table} {name_key(name)}".encode()).hexdigest()
        c = schema.invitations.c
        if connection.execute(select(c.code).where(c.code == code)).first() is None:
            connection.execute(insert(schema.invitations).values(code=code, table=table, by=name, until=0))
            fact = InvitationTaken(table)
            room_log.post(connection, self.access.group, (), at=micros(now), by=f"player {name}", fact=fact)

    @reads
    def listed(self, connection: Connection) -> dict[str, tuple[str, ...]]:
        """The people invited to each open table."""
        c, t = schema.invitations.c, schema.tables.c
        ask = select(c.table, c.by).join(schema.tables, t.id == c.table).where(t.closed.is_(None))
        result: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for table, name in connection.execute(ask.order_by(c.table, c.by)):
            result[table] += (name,)
        return dict(result)
