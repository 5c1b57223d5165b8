"""The journal: where changes are made durable. Storage implements it on a database; tests keep it in memory."""

from __future__ import annotations

from typing import Protocol

import msgspec

from pitboss.errors import PitbossError
from pitboss.room.line import AnsweredKey, Change, Line
from pitboss.shuffle.seal import SealedDeck


class JournalError(PitbossError):
    """A change that was not stored, not even in part."""


class Unavailable(JournalError):
    """The journal cannot be reached or written now (database gone, disk full); try again later."""


class Unsure(Unavailable):
    """The journal went away during the commit itself; whether the change is stored is known only when it is back."""


class Overdrawn(JournalError):
    """A movement that an account's balance does not cover."""


class Fenced(JournalError):
    """Another process owns this table now."""


class Conflict(JournalError):
    """A line that does not continue the stored log, or a key that was stored before; restore the table to find out."""


class StoredTable(msgspec.Struct, frozen=True):
    """The data a table is restored from: how it was opened, the last checkpoint and the lines after it.

    ``record`` is the head of the session's record, ``config`` the encoded
    :class:`~pitboss.room.config.TableConfig`, ``state`` the table's state at the checkpoint, ``decks`` every deck that
    the lines and the unused seals name. ``keys`` are the latest commands' keys, by giver and key.
    """

    table: str
    config: bytes
    record: bytes
    checkpoint: bytes
    state: dict[str, object] | None
    head: str
    number: int
    lines: tuple[Line, ...]
    decks: dict[str, SealedDeck]
    ready: tuple[str, ...]
    keys: dict[tuple[str, str], AnsweredKey]


class Journal(Protocol):
    """Appends changes. When ``commit`` returns, the change is on disk; if it raises, nothing of it is."""

    async def commit(self, change: Change) -> None: ...
