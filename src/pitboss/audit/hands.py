"""Sealed decks compared with their seals, and stored hands with the deals as they were played again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from pitboss.audit.database import HandOnFile
from pitboss.deal.record import Record
from pitboss.room.line import PlayedHand
from pitboss.room.people import name_key
from pitboss.shuffle.seal import root_of
from pitboss.storage.check import as_bytes
from pitboss.storage.keys import Keys
from pitboss.storage.places import StorageError

_key = lru_cache(maxsize=4096)(name_key)
_nets = msgspec.json.Decoder(dict[str, int]).decode
_seals = msgspec.json.Decoder(tuple[str, ...]).decode
_encode = msgspec.json.encode
_record = msgspec.json.Decoder(Record).decode


DECK_SIZE = 2
"""Bytes in front of a stored deck that say how many cards it has."""


def opened(keys: Keys, table: str, ciphers: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, str]]:
    """The cards of a table's decks by their seals; and what is wrong with those that are not as sealed."""
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


def hand_problem(keys: Keys, hand: PlayedHand, row: HandOnFile, day: str) -> str:
    """The difference of a stored hand from the one played, on a gambling day if it is known; empty if there is none."""
    due = HandOnFile(
        *(row.id, hand.number, hand.game, hand.started, hand.ended, day or row.day, hand.first_line, hand.last_line),
        *(hand.size, _encode(hand.net).decode(), _encode(hand.seals).decode(), row.cipher, listed(hand)),
    )
    if row != due:
        problem = _named(hand, row, day)
        if problem:
            return problem
    try:
        record = keys.decrypt(as_bytes(row.cipher), "hand", row.id)
    except StorageError:
        return "its record does not open with the key file: it was changed"
    if record != hand.record and not _same(record, hand.record):
        return "its record is not the deal that was played"
    return ""


def _named(hand: PlayedHand, row: HandOnFile, day: str) -> str:
    """The first difference of a row in words; empty if it is only written otherwise."""
    try:
        net, seals = _nets(row.net), _seals(row.seals)
    except msgspec.MsgspecError:
        return "its row cannot be read"
    for what, stored, played in (
        ("game", row.game, hand.game),
        ("time", (row.started, row.ended), (hand.started, hand.ended)),
        ("gambling day", row.day, day or row.day),
        ("lines", (row.first_line, row.last_line), (hand.first_line, hand.last_line)),
        ("size", row.size, hand.size),
        ("net results", net, hand.net),
        ("decks", seals, hand.seals),
        ("players", row.players, listed(hand)),
    ):
        if stored != played:
            return f"stored with the {what} {stored}; played again it is {played}"
    return ""


def listed(hand: PlayedHand) -> tuple[tuple[int, str, str, int], ...]:
    """The players of a hand as they are stored: a net result stands at the first seat of its player."""
    result, counted = [], set()
    for seat, name in sorted(hand.players.items()):
        result.append((seat, _key(name), name, 0 if name in counted else hand.net.get(name, 0)))
        counted.add(name)
    return tuple(result)


def _same(one: bytes, other: bytes) -> bool:
    try:
        return bool(_record(one) == _record(other))
    except msgspec.MsgspecError:
        return False
