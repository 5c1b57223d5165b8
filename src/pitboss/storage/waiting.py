"""The waiting lists on disk."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select

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
