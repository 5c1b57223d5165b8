"""Sealed decks compared with their seals, and stored hands with the deals as they were played again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, select

from pitboss.deal.record import Record
from pitboss.room.line import PlayedHand
from pitboss.shuffle.seal import root_of
from pitboss.storage import schema
from pitboss.storage.check import numbered_between
from pitboss.storage.keys import Keys
from pitboss.storage.places import StorageError
from pitboss.storage.reading import as_bytes, fetched
from pitboss.storage.writing.group import HAND, hand_row, player_rows

_nets = msgspec.json.Decoder(dict[str, int]).decode
_seals = msgspec.json.Decoder(tuple[str, ...]).decode
_record = msgspec.json.Decoder(Record).decode

DECK_SIZE = 2
"""Bytes in front of a stored deck that say how many cards it has."""


def opened(keys: Keys, table: str, ciphers: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, str]]:
    """The cards of a table's decks by their seals; and the problem of each deck that differs from its seal."""
    wrong: dict[str, str] = {}
    decks: dict[str, bytes] = {}
    for root, cipher in ciphers.items():
        try:
            data = keys.decrypt(cipher, "deck", table, root)
        except StorageError:
            wrong[root] = f"deck {root[:8]} does not open with the key file: its row was changed"
            continue
        size = int.from_bytes(data[:DECK_SIZE], "big")
        order, salts = data[DECK_SIZE : DECK_SIZE + size], data[DECK_SIZE + size :]
        if root_of(order, salts) == root:
            decks[root] = order
        else:
            wrong[root] = f"deck {root[:8]} is not the deck that was sealed: its cards were exchanged"
    return decks, wrong


# Hands ----------------------------------------------------------------------------------------------------------------


class HandOnFile(NamedTuple):
    """The row of a hand; ``players`` are seat, key of the name, name and net result of each, in the order of seats."""

    id: str
    table: str
    number: int
    game: str
    day: str
    started: int
    ended: int
    first_line: int
    last_line: int
    size: int
    net: str
    seals: str
    cipher: bytes
    players: tuple[tuple[Any, ...], ...]


def stored_hands(connection: Connection, table: str, after: int, upto: int) -> list[HandOnFile]:
    """The stored hands of a table with these numbers."""
    values = {"table": table, "after": after, "upto": upto}
    players = groupby(fetched(connection, _hand_players(), **values), itemgetter(0))
    of_hand = {hand: tuple([row[1:] for row in rows]) for hand, rows in players}
    return [HandOnFile._make([*row, of_hand.get(row[0], ())]) for row in fetched(connection, _hands(), **values)]


@lru_cache(maxsize=1)
def _hands() -> Select[Any]:
    c = schema.hands.c
    return select(*(c[name] for name in HAND.split())).where(numbered_between(schema.hands)).order_by(c.number)


@lru_cache(maxsize=1)
def _hand_players() -> Select[Any]:
    c, p = schema.hands.c, schema.hand_players.c
    joined = schema.hand_players.join(schema.hands, p.hand == c.id)
    ask = select(p.hand, p.seat, p.player, p.name, p.net).select_from(joined)
    return ask.where(numbered_between(schema.hands)).order_by(p.hand, p.seat)


def hand_problem(keys: Keys, hand: PlayedHand, row: HandOnFile, day: str) -> str:
    """How a stored hand differs from the one played, on a gambling day if it is known; empty if it does not."""
    due = HandOnFile._make((*hand_row(row.table, hand, day or row.day, row.cipher), tuple(player_rows(hand))))
    if row != due:
        problem = _named(row, due)
        if problem:
            return problem
    try:
        record = keys.decrypt(as_bytes(row.cipher), "hand", row.id)
    except StorageError:
        return "its record does not open with the key file: it was changed"
    if record != hand.record and not _same(record, hand.record):
        return "its record is not the deal that was played"
    return ""


def _named(row: HandOnFile, due: HandOnFile) -> str:
    """The first difference of a row in words; empty if only its encoding differs."""
    try:
        stored, played = ((_nets(each.net), _seals(each.seals)) for each in (row, due))
    except msgspec.MsgspecError:
        return "its row cannot be read"
    for what, there, right in (
        ("game", row.game, due.game),
        ("time", (row.started, row.ended), (due.started, due.ended)),
        ("gambling day", row.day, due.day),
        ("lines", (row.first_line, row.last_line), (due.first_line, due.last_line)),
        ("size", row.size, due.size),
        ("net results", stored[0], played[0]),
        ("decks", stored[1], played[1]),
        ("players", row.players, due.players),
    ):
        if there != right:
            return f"stored with the {what} {there}; played again it is {right}"
    return ""


def _same(one: bytes, other: bytes) -> bool:
    try:
        return bool(_record(one) == _record(other))
    except msgspec.MsgspecError:
        return False
