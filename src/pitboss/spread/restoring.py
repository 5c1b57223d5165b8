"""Restoring tables and finished deals from their records; games are parsed once and cached by their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.record import Record, RecordError
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, Entry, SessionRecord
from pitboss.deal.table_layout import AnyLayout
from pitboss.errors import PitbossError
from pitboss.kinds import KINDS, Kind

MOST_GAMES = 256
"""Parsed games cached."""


def restore_session(
    head: bytes, checkpoint: bytes | None, entries: Iterable[Entry | bytes] = (), shuffle: Mixer | None = None
) -> Session:
    """The session of a log: the head of its record, its last checkpoint (None: from the start) and what came after.

    Tables of the same game share one that is parsed.
    """
    record, games = _opened(head)
    kind = _kind(record.session, "session").session
    later = [Entry.decode(entry) if isinstance(entry, bytes) else entry for entry in entries]
    session: Session
    if checkpoint is None:
        session = kind.load(SessionRecord(record.session, record.setup, later, record.format), shuffle, games=games)
    else:
        session = kind.restore(record, Checkpoint.decode(checkpoint), later, shuffle, games=games)
    return session


@lru_cache(maxsize=MOST_GAMES)
def _opened(head: bytes) -> tuple[SessionRecord, list[Any]]:
    """The head of a record and its games."""
    record = SessionRecord.decode(head)
    kind = _kind(record.session, "session")
    return record, _parsed(kind, kind.tables.games_of_session(record.setup))


def reopen_deal(record: bytes | Record, shuffle: Mixer | None = None, *, head: bytes = b"", game: str = "") -> Deal:
    """A round or hand, played again from its own record; with ``shuffle`` it can continue after the record's end.

    A record without the text of its game, as tables store them, needs the ``head`` of its table's log and the id of the
    ``game``.
    """
    read = record if isinstance(record, Record) else Record.decode(record)
    if head:
        return restore_session(head, None, shuffle=shuffle).unpacked(read, game)
    kind = _kind(read.kind, "deal")
    games = _parsed(kind, [kind.tables.game_of_deal(read.setup)])
    try:
        deal: Deal = kind.deal.load(read, shuffle, game=games[0] if games else None)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as error:
        if isinstance(error, PitbossError):
            raise
        raise RecordError(f"this record of a {read.kind} deal is damaged; something is missing in it.") from None
    return deal


def printed_of(record: bytes | Record, *, head: bytes = b"", game: str = "") -> AnyLayout:
    """The layout of the table a deal was played at, as far as the deal shows it; see :func:`reopen_deal`."""
    deal = reopen_deal(record, head=head, game=game)
    layout: AnyLayout = KINDS[deal.kind].tables.printed(deal)
    return layout


def _kind(name: str, what: str) -> Kind:
    if name not in KINDS:
        raise RecordError(f"this is a record of a {name!r} {what}; this version reads {' and '.join(KINDS)}.")
    return KINDS[name]


def _parsed(kind: Kind, references: Sequence[Any]) -> list[Any]:
    """The games of a record; empty if it does not say all of them, which its loading then explains."""
    if not isinstance(references, list | tuple) or not all(isinstance(each, dict) for each in references):
        return []
    return [_game(kind.id, msgspec.json.encode(each, order="sorted")) for each in references]


@lru_cache(maxsize=MOST_GAMES)
def _game(kind: str, reference: bytes) -> Any:
    return KINDS[kind].tables.reopen_game(msgspec.json.decode(reference))
