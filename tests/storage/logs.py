"""Logs of tables that were never played, for tests of storage."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from pitboss.deal.record import SeatAct
from pitboss.move import Move
from pitboss.room.config import TableConfig
from pitboss.room.line import GENESIS, Change, Did, Line, OpenedWith, PlayedHand, chained
from pitboss.shuffle.seal import SealedDeck, seal, split_salts

NOW = 1_790_000_000_000_000
"""Microseconds since 1970: 21 September 2026."""


def some_deck(seed: object, size: int = 52) -> SealedDeck:
    """A deck in an order that follows from the seed."""
    order = sorted(range(size), key=lambda card: hashlib.sha256(f"{seed} {card}".encode()).digest())
    return seal(order, split_salts(hashlib.shake_256(f"salts {seed}".encode()).digest(16 * size)))


def some_hand(number: int, **fields: Any) -> PlayedHand:
    """A finished hand of two players."""
    values: dict[str, Any] = {
        "number": number,
        "game": "holdem",
        "started": NOW,
        "ended": NOW + number,
        "first_line": 1,
        "last_line": 2,
        "players": {1: "Ann", 2: "Bea"},
        "size": 100 * number,
        "net": {"Ann": 50, "Bea": -50},
        "record": b"the record of hand %d" % number,
    }
    return PlayedHand(**{**values, **fields})


class Log:
    """The log of a table as its owner keeps it: makes one change after the other."""

    def __init__(self, table: str = "t1") -> None:
        self.table, self.head, self.number = table, GENESIS, 0

    def open(self, cents: int = 100_000, **fields: Any) -> Change:
        """The first change: Ann and Bea sit down."""
        config = msgspec.json.encode(TableConfig(name=f"Table {self.table}"))
        moves = tuple(Move("cage", f"{self.table}/player {name}", cents, "buy-in") for name in ("Ann", "Bea"))
        return self.change(moves, opened=OpenedWith(config, b"record"), **fields)

    def bet(self, cents: int = 400, by: str = "Ann", **fields: Any) -> Change:
        """A change that moves chips from a player to the pot."""
        return self.change((Move(f"{self.table}/player {by}", f"{self.table}/pot", cents, "bet", "PK-11"),), **fields)

    def change(self, moves: tuple[Move, ...] = (), *, keep: bool = True, line: Any = None, **fields: Any) -> Change:
        """The next change; with ``keep`` false the log forgets it again."""
        number = self.number + 1
        values: dict[str, Any] = {
            "number": number,
            "seq": number,
            "at": NOW + number,
            "by": "player Ann",
            "key": f"{self.table} key {number}",
            "did": (Did(SeatAct(1, "raise", 400)),),
            "moves": moves,
            "sealed": tuple(deck.root for deck in fields.get("decks", ())),
        }
        made = Line(**{**values, **(line or {})})
        head = chained(self.head, made.encode())
        if keep:
            self.number, self.head = number, head
        return Change(self.table, made, head, **fields)
