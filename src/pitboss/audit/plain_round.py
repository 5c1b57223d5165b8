"""Whole rounds, read from the text of a line without decoding it: the same few entries recur all day.

A line is a plain round if its text is exactly what the engine writes for one: the columns of its row, entries that are
each known from an earlier decoding of the same bytes, and movements. Whether those are right is seen when the round is
settled. Every other line is decoded.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import NamedTuple, TypeAlias

import msgspec

from pitboss.deal.record import SeatAct
from pitboss.deal.session_record import Dealt, Finished, Placed
from pitboss.room.line import Did

Stakes: TypeAlias = tuple[tuple[str, int], ...]

ENTRY = b'{"did":'
BETWEEN = b"," + ENTRY
MOVES = b'],"moves":['
SEAL = 64
MOST_ENTRIES = 1 << 16
"""Entries that are remembered; swaps of cards are many."""

_encode = msgspec.json.encode
_decode = msgspec.json.Decoder(Did).decode
_FINISHED = _encode(Did(Finished()))[len(ENTRY) :]


class RoundStory(NamedTuple):
    """The movements of one spot in one round, encoded: its wagers, then what each step of the script moves."""

    opening: bytes
    steps: tuple[bytes, ...]
    net: int
    size: int


class PlacedSpot:
    """The wagers of one spot; ``stories`` are its rounds so far, by the player's name and what became of the spot."""

    __slots__ = ("keys", "ratio", "seat", "setup", "stakes", "stories")

    def __init__(self, seat: int, stakes: Stakes) -> None:
        self.seat, self.stakes = seat, stakes
        self.keys = tuple(key for key, _ in stakes)
        unit = gcd(*(cents for _, cents in stakes))
        # How wagers are settled depends only on their ratio.
        self.ratio: Stakes = tuple((key, cents // unit) for key, cents in stakes)
        self.setup = b'"%d":%b' % (seat, _encode(dict(stakes)))
        self.stories: dict[tuple[str, bytes], RoundStory] = {}


class SaidAct(NamedTuple):
    """A decision of a spot, and its entry in a record."""

    seat: int
    action: str
    entry: bytes


class PlainRound(NamedTuple):
    """A whole round in one line: its spots in the order of their seats, the seal of its deck, and every decision."""

    number: int
    seq: int
    at: int
    by: str
    spots: tuple[PlacedSpot, ...]
    seal: str
    acts: list[SaidAct]
    moves_at: int


class PlainReader:
    """Reads the lines of a table of one game; ``chosen`` tells how wagers lie on the layout, None if they may not."""

    def __init__(self, game: str, chosen: Callable[[Stakes], Stakes | None]) -> None:
        self._chosen = chosen
        self._deal = _encode(Did(Dealt(game), ("",)))[len(ENTRY) : -3]
        self._known: dict[bytes, PlacedSpot | SaidAct | None] = {}
        self._spots: dict[tuple[PlacedSpot, ...], tuple[PlacedSpot, ...]] = {}
        self._by: dict[str, bytes] = {}

    def read(self, number: int, seq: int, at: int, by: str, text: bytes) -> PlainRound | None:
        """The round of a line with these columns and without a key; None if it holds anything else."""
        if not (type(seq) is type(at) is int and type(by) is str):
            return None  # SQLite stores anything in any column
        who = self._by.get(by)
        if who is None:
            who = self._by[by] = _encode(by)
        start = b'{"number":%d,"seq":%d,"at":%d,"by":%b,"did":[{"did":' % (number, seq, at, who)
        end = text.find(MOVES)
        if end < 0 or not text.startswith(start):
            return None
        entries = text[len(start) : end].split(BETWEEN)
        if entries.pop() != _FINISHED:
            return None
        spots: list[PlacedSpot] = []
        acts: list[SaidAct] = []
        seal = ""
        for entry in entries:
            known = self._known.get(entry) or self._learnt(entry)
            if known is None:
                if seal or not self._is_deal(entry):
                    return None
                seal = entry[-3 - SEAL : -3].decode("latin-1")
            elif type(known) is SaidAct:
                if not seal:
                    return None
                acts.append(known)
            elif seal:
                return None
            else:
                spots.append(known)  # type: ignore[arg-type]
        if not seal or not spots:
            return None
        listed = self._in_order(tuple(spots))
        return PlainRound(number, seq, at, by, listed, seal, acts, end + len(MOVES) - 1) if listed else None

    def _is_deal(self, entry: bytes) -> bool:
        return len(entry) == len(self._deal) + SEAL + 3 and entry.startswith(self._deal) and entry.endswith(b'"]}')

    def _learnt(self, entry: bytes) -> PlacedSpot | SaidAct | None:
        if entry in self._known or self._is_deal(entry):
            return None
        if len(self._known) >= MOST_ENTRIES:
            self._known.clear()
        made = self._known[entry] = self._understood(entry)
        return made

    def _understood(self, entry: bytes) -> PlacedSpot | SaidAct | None:
        try:
            did = _decode(ENTRY + entry)
        except msgspec.MsgspecError:
            return None
        if did.seals or _encode(did) != ENTRY + entry:
            return None
        command = did.did
        if isinstance(command, SeatAct) and not command.cents:
            return SaidAct(command.seat, command.action, entry[:-1])
        if isinstance(command, Placed):
            stakes = self._chosen(tuple(command.wagers.items()))
            return PlacedSpot(command.seat, stakes) if stakes else None
        return None

    def _in_order(self, spots: tuple[PlacedSpot, ...]) -> tuple[PlacedSpot, ...]:
        """The spots by their seats, always the same tuple; empty if a seat placed twice."""
        known = self._spots.get(spots)
        if known is None:
            if len(self._spots) >= MOST_ENTRIES:
                self._spots.clear()
            seats = {spot.seat for spot in spots}
            known = tuple(sorted(spots, key=lambda spot: spot.seat)) if len(seats) == len(spots) else ()
            self._spots[spots] = known
        return known
