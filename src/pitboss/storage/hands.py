"""Finished hands: search by day, table, game, player and size, and the record of one."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, select

from pitboss.room.memory import name_key
from pitboss.shuffle.seal import SealedDeck
from pitboss.storage import schema
from pitboss.storage.keys import Keys
from pitboss.storage.reading import NotStored, stored_decks

MOST = 1000


class HandSearch(msgspec.Struct, frozen=True, kw_only=True):
    """What hands are looked for; an empty field matches all. ``smallest`` and ``largest`` are sizes in cents.

    ``before`` is the id of the last hand of the page before: hands come newest first.
    """

    day: str = ""
    table: str = ""
    game: str = ""
    player: str = ""
    smallest: int = 0
    largest: int = 0
    before: str = ""
    most: int = 50


class HandRow(msgspec.Struct, frozen=True):
    """A finished hand as a search lists it; times are microseconds since 1970."""

    id: str
    table: str
    number: int
    game: str
    day: str
    started: int
    ended: int
    size: int
    players: dict[int, str]
    net: dict[str, int]


class StoredHand(msgspec.Struct, frozen=True):
    """A finished hand with its record, which shows every card: only for recall, which redacts it for the asker."""

    row: HandRow
    first_line: int
    last_line: int
    record: bytes
    decks: tuple[SealedDeck, ...]


_LISTED = [
    column
    for column in schema.hands.c
    if column.name in {"id", "table", "number", "game", "day", "started", "ended", "size", "net"}
]


def search(connection: Connection, want: HandSearch) -> list[HandRow]:
    """The hands that match, newest first."""
    ask = _asked(connection, want)
    if ask is None:
        return []
    rows = connection.execute(ask).all()
    players = _players(connection, [row.id for row in rows])
    return [_row(row, players.get(row.id, {})) for row in rows]


def _asked(connection: Connection, want: HandSearch) -> Select[Any] | None:
    c = schema.hands.c
    ask = select(*_LISTED).order_by(c.ended.desc(), c.id.desc()).limit(max(1, min(want.most, MOST)))
    for column, value in ((c.day, want.day), (c.table, want.table), (c.game, want.game)):
        if value:
            ask = ask.where(column == value)
    if want.smallest:
        ask = ask.where(c.size >= want.smallest)
    if want.largest:
        ask = ask.where(c.size <= want.largest)
    if want.player:
        p = schema.hand_players.c
        ask = ask.where(c.id.in_(select(p.hand).where(p.player == name_key(want.player))))
    if want.before:
        last = connection.execute(select(c.ended).where(c.id == want.before)).scalar()
        if last is None:
            return None
        ask = ask.where((c.ended < last) | ((c.ended == last) & (c.id < want.before)))
    return ask


def hand(connection: Connection, keys: Keys, id: str) -> StoredHand:
    """One finished hand with its record and decks, decrypted."""
    row = connection.execute(select(schema.hands).where(schema.hands.c.id == id)).first()
    if row is None:
        raise NotStored(f"no hand {id!r} is stored; look it up by day, table or player.")
    roots = msgspec.json.decode(row.seals, type=list[str])
    decks = stored_decks(connection, keys, row.table, roots)
    return StoredHand(
        row=_row(row, _players(connection, [id]).get(id, {})),
        first_line=row.first_line,
        last_line=row.last_line,
        record=keys.decrypt(row.cipher, "hand", id),
        decks=tuple(decks[root] for root in roots if root in decks),
    )


def _players(connection: Connection, ids: list[str]) -> dict[str, dict[int, str]]:
    p = schema.hand_players.c
    result: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(p.hand, p.seat, p.name).where(p.hand.in_(ids)).order_by(p.hand, p.seat)):
        result.setdefault(row.hand, {})[row.seat] = row.name
    return result


def _row(row: Row[Any], players: dict[int, str]) -> HandRow:
    net = msgspec.json.decode(row.net, type=dict[str, int])
    return HandRow(*(row.id, row.table, row.number, row.game, row.day, row.started, row.ended, row.size), players, net)
