"""The waiting lists on disk."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, text

from pitboss.room.lists import Hold, ListPlace, Waiting
from pitboss.storage import schema


def save(connection: Connection, lists: Waiting) -> None:
    """Store all lists in place of those stored before."""
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


def load(connection: Connection) -> Waiting:
    """The stored lists."""
    c = schema.waiting.c
    rows = connection.execute(select(c.kind, c.data).order_by(c.number)).all()
    places = tuple(msgspec.json.decode(row.data, type=ListPlace) for row in rows if row.kind == "place")
    holds = tuple(msgspec.json.decode(row.data, type=Hold) for row in rows if row.kind == "hold")
    return Waiting(places, holds)


def swap(connection: Connection, before: Waiting, after: Waiting) -> Waiting | None:
    """Store ``after`` if what is stored is ``before``; otherwise return what is stored. One process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    stored = load(connection)
    if in_order(stored) != in_order(before):
        return stored
    save(connection, after)
    return None


def in_order(lists: Waiting) -> Waiting:
    """Sort the lists, so that equal lists are equal whatever the order of the changes."""
    places = sorted(lists.places, key=lambda place: place.number)
    return Waiting(tuple(places), tuple(sorted(lists.holds, key=lambda hold: (hold.table, hold.seat))))


_LOCK = 0x7069_7462_6C69_7374  # "pitblist"
