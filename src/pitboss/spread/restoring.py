"""Restoring tables and finished deals from their records; games are parsed once and cached by their text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import msgspec

from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.record import Record, RecordError
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, Entry, SessionRecord
from pitboss.errors import PitbossError

SESSIONS = {"house": "pitboss.house.session:HouseSession", "poker": "pitboss.poker.session.session:PokerSession"}
DEALS = {"house": "pitboss.house.round:Round", "poker": "pitboss.poker.hand:Hand"}
MOST_GAMES = 256
"""Parsed games cached."""


def restore_session(
    head: bytes, checkpoint: bytes | None, entries: Iterable[Entry | bytes] = (), shuffle: Mixer | None = None
) -> Session:
    """The session of a log: the head of its record, its last checkpoint (None: from the start) and what came after.

    Tables of the same game share one that is parsed.
    """
    record, games = _opened(head)
    kind = _class(SESSIONS, record.session, "session")
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
    _class(SESSIONS, record.session, "session")
    return record, _parsed(record.session, _session_games[record.session](record.setup))


def reopen_deal(record: bytes | Record, shuffle: Mixer | None = None, *, head: bytes = b"", game: str = "") -> Deal:
    """A round or hand, played again from its own record; with ``shuffle`` it can go on after the record's end.

    A record without the text of its game, as tables store them, needs the ``head`` of its table's log and the id of the
    ``game``.
    """
    read = record if isinstance(record, Record) else Record.decode(record)
    if head:
        return restore_session(head, None, shuffle=shuffle).unpacked(read, game)
    kind = _class(DEALS, read.kind, "deal")
    games = _parsed(read.kind, [_deal_game[read.kind](read.setup)])
    try:
        deal: Deal = kind.load(read, shuffle, game=games[0] if games else None)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration) as error:
        if isinstance(error, PitbossError):
            raise
        raise RecordError(f"this record of a {read.kind} deal is damaged; something is missing in it.") from None
    return deal


def _class(known: Mapping[str, str], kind: str, what: str) -> Any:
    if kind not in known:
        raise RecordError(f"this is a record of a {kind!r} {what}; this version reads {' and '.join(known)}.")
    module, _, name = known[kind].partition(":")
    return getattr(import_module(module), name)


# The parts of a setup that say which game it is, and how a game is made of them.
_HOUSE_GAME = ("game", "version", "house", "source", "file", "changes")
_session_games: dict[str, Callable[[Any], Sequence[Any]]] = {
    "house": lambda setup: [setup.get("game")],
    "poker": lambda setup: setup.get("games", ()),
}
_deal_game: dict[str, Callable[[Any], Any]] = {
    "house": lambda setup: {key: setup[key] for key in _HOUSE_GAME if key in setup},
    "poker": lambda setup: setup.get("game"),
}


def _parsed(kind: str, references: Sequence[Any]) -> list[Any]:
    """The games of a record; empty if it does not say all of them, which its loading then explains."""
    if not isinstance(references, list | tuple) or not all(isinstance(each, dict) for each in references):
        return []
    return [_game(kind, msgspec.json.encode(each, order="sorted")) for each in references]


@lru_cache(maxsize=MOST_GAMES)
def _game(kind: str, reference: bytes) -> Any:
    from pitboss.house.game import recall
    from pitboss.poker.library import reopen

    named = msgspec.json.decode(reference)
    return recall({**named, "stakes": {}}) if kind == "house" else reopen(named)
