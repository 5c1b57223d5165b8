"""Lines: each holds what one accepted command changed at a table, and is committed whole before anyone is notified.

A table's log is its lines in order. The session's entries come without the orders of their shuffles: a line names each
deck by its seal, and the decks themselves are stored apart, encrypted, until the auditor opens them.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.deal.session_record import Command, Entry
from pitboss.move import Move
from pitboss.room.notes import RoomFact
from pitboss.room.slips import Slip
from pitboss.shuffle.seal import SealedDeck

GENESIS = hashlib.sha256(b"pitboss log 1").hexdigest()
"""The head of an empty log."""

MOST_KEYS = 2000
"""Commands that a table remembers by their keys."""
CHECKPOINT_EVERY = 200

FORMAT = 2
"""The format in which lines are written; earlier ones can still be read.

1: without a number; movements and notes say what they are for in words only (:mod:`pitboss.room.old_lines`).
2: with the number; movements have a purpose, a wager and a result, and the room's own lines a fact.
"""


class Did(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of the session, with the seals of the decks it shuffled."""

    did: Command
    seals: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a table's log.

    ``number`` counts the lines of the log from 1, ``seq`` is the version of the session after it, ``at`` the time in
    microseconds since 1970 (UTC), ``by`` who gave the command (``player Ann``, ``floor Ann``, ``clock`` …), ``key`` the
    sender's key for it, ``digest`` the hash of the command (:func:`~pitboss.room.commands.digest`). ``did`` are the
    session's entries, ``moves`` the movements of the ledger, ``state`` the table's own state
    (:class:`~pitboss.room.table.table.TableState`) where it changed, ``sealed`` the seals of decks made ready,
    ``slips`` those written or signed, as they are after it. A line of the room's own log has a ``fact``, and the same
    in words as its ``note``.
    """

    number: int
    seq: int
    at: int
    by: str
    key: str = ""
    did: tuple[Did, ...] = ()
    moves: tuple[Move, ...] = ()
    state: dict[str, Any] | None = None
    sealed: tuple[str, ...] = ()
    note: str = ""
    slips: tuple[Slip, ...] = ()
    digest: str = ""
    fact: RoomFact | None = None
    format: int = 1

    def as_stored(self, move: Move) -> Move:
        """A movement as a line of this format has it."""
        return move if self.format >= FORMAT else move.without_facts()

    def encode(self) -> bytes:
        return msgspec.json.encode(self)


def chained(head: str, line: bytes) -> str:
    """The head of a log after an encoded line: SHA-256 of the head before it and the line."""
    return hashlib.sha256(head.encode() + b"\n" + line).hexdigest()


class PlayedHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished round or hand, for recall: ``record`` is the deal's own record and shows every card.

    ``size`` is the total wagered, ``net`` what each player won or lost.
    """

    number: int
    game: str
    started: int
    ended: int
    first_line: int
    last_line: int
    players: dict[int, str]
    size: int
    net: dict[str, int]
    record: bytes
    seals: tuple[str, ...] = ()


class AnsweredKey(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out: the version after it, and the digest of what it asked for ("" if unknown)."""

    seq: int
    digest: str = ""


class OpenedWith(msgspec.Struct, frozen=True):
    """The data a table is opened with: its encoded config, and the head of its session's record."""

    config: bytes
    record: bytes


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything one command changes, to be committed in one transaction.

    ``head`` is the head of the log with the line, ``decks`` are new sealed decks with their cards and salts, ``dealt``
    the seals of decks that this command used, new ones included, ``hands`` deals it finished. A checkpoint is the
    session's after this line, encoded; ``opened`` comes with a table's first line, ``closed`` with its last.
    ``fence`` is the number of the lease under which this process owns the table, where several share a database.
    ``encoded`` is the line as it is stored, if it was encoded already.
    """

    table: str
    line: Line
    head: str
    decks: tuple[SealedDeck, ...] = ()
    dealt: tuple[str, ...] = ()
    hands: tuple[PlayedHand, ...] = ()
    checkpoint: bytes = b""
    closed: bool = False
    opened: OpenedWith | None = None
    fence: int = 0
    encoded: bytes = b""


def entries(line: Line, decks: dict[str, SealedDeck]) -> list[Entry]:
    """The session's entries of a line, with the orders of its shuffles put back."""
    return [Entry(each.did, tuple(decks[seal].order for seal in each.seals)) for each in line.did]


class LogBook:
    """The log of a table being written: numbers, the hash chain, checkpoints, and commands already answered.

    ``number`` is that of the last line, ``head`` the hash of the chain with it.
    """

    def __init__(
        self, number: int = 0, head: str = GENESIS, keys: Mapping[tuple[str, str], AnsweredKey] | None = None
    ) -> None:
        self.number, self.head = number, head
        self._keys = OrderedDict(keys or {})
        self._since_checkpoint = 0

    def append(self, line: Line) -> bytes:
        """Add the next line; return it as it is stored."""
        assert line.number == self.number + 1
        encoded = line.encode()
        self.number, self.head = line.number, chained(self.head, encoded)
        self._since_checkpoint += 1
        return encoded

    def checkpoint_due(self, *, finished: bool) -> bool:
        """True if the next line should carry a checkpoint; there is one after every deal, and after many lines."""
        if not finished and self._since_checkpoint + 1 < CHECKPOINT_EVERY:
            return False
        self._since_checkpoint = 0
        return True

    def answered(self, by: str, key: str) -> AnsweredKey | None:
        """The command that this giver gave this key, if it was carried out."""
        return self._keys.get((by, key)) if key else None

    def remember(self, by: str, key: str, seq: int, digest: str) -> None:
        if not key:
            return
        self._keys[by, key] = AnsweredKey(seq, digest)
        while len(self._keys) > MOST_KEYS:
            self._keys.popitem(last=False)
