"""Sessions of any game: opened, restored from their records, played by bots; rulings and payout limits at them.

Games are parsed once and cached by their text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from pitboss import library
from pitboss.books.payout_limit import PayoutRule, rule
from pitboss.deal.deal import Deal, Mixer
from pitboss.deal.procedures import Procedure
from pitboss.deal.record import Record, RecordError, SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_record import Checkpoint, Entry, SessionRecord
from pitboss.deal.table_layout import AnyLayout, LawPoint, TableSheet
from pitboss.deal.view import Option, SessionView
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.house.limits import best_odds, largest
from pitboss.house.session import HouseSession
from pitboss.kinds import CHOICE, KINDS, Kind
from pitboss.money import dollars
from pitboss.rules import jurisdiction

_EXAMPLES = {"game": "holdem", "house": "pot", "limit": "2-4", "jurisdiction": "washington"}


class TableRequest(NamedTuple):
    """A checked request to :func:`open_session`."""

    game: str
    house: str
    limit: str
    options: Mapping[str, Any]
    seats: int
    shuffle: Mixer
    jurisdiction: str
    on: date | None
    practice: bool
    house_limit: str


def open_session(
    game: str = "",
    *,
    house: str = "",
    limit: str = "",
    options: Mapping[str, Any] | None = None,
    seats: int = 0,
    shuffle: Mixer,
    jurisdiction: str = "",
    on: date | None = None,
    practice: bool = False,
    house_limit: str = "",
) -> Session:
    """Open a table.

    ``game`` is a game's id or the path of its file; without one, the table is dealer's choice in ``house``. For poker
    ``limit`` is a limit of the house (``"2-4"``), for a house game the table's limits (``"ante=5-300/5"``). ``options``
    are the house's choices: pay tables (``tens=1``), ``play="no-limit"``. ``seats`` is the number of seats, 0 for the
    usual one. With a ``jurisdiction`` its ceilings on the day ``on`` are checked (PK-28, HB-2); ``"none"`` lifts those
    that the file of a house game names. Without a ``limit``, opening wagers for which the file posts none have
    ``house_limit``.
    """
    for name, text in {"game": game, "house": house, "limit": limit, "jurisdiction": jurisdiction}.items():
        if not isinstance(text, str):
            raise PitbossError(f"{name}={text!r} is not a text; write it like {name}='{_EXAMPLES[name]}'.")
    if type(seats) is not int or seats < 0:
        raise PitbossError(
            f"a table with {seats!r} seats is not possible; give a whole number, or 0 for the usual one."
        )
    if not game and not house:
        raise PitbossError("no game is named; name one, or a house for dealer's choice.")
    kind = library.kind_of(game) if game else CHOICE
    session: Session = kind.tables.open_table(
        TableRequest(game, house, limit, options or {}, seats, shuffle, jurisdiction, on, practice, house_limit)
    )
    return session


def table_sheet(game: str = "", *, payout_limits: Mapping[str, int] | None = None, **how: Any) -> TableSheet:
    """Return the sheet a table would have, with its findings, before it is opened.

    The arguments are those of a session, and the payout limits that the table would post, in cents by wager.
    """
    session = open_session(game, **how, shuffle=_NoCards())
    sheet, points = session.sheet(), payout_points(session, payout_limits or {})
    return msgspec.structs.replace(
        sheet, points=(*sheet.points, *points), least_payout_limits=least_payout_limits(session)
    )


class _NoCards:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise PitbossError("this table is only a preview; open it to deal.")


# Restored ------------------------------------------------------------------------------------------------------------

MOST_GAMES = 256
"""Parsed games cached."""


def restore_session(
    head: bytes, checkpoint: bytes | None, entries: Iterable[Entry | bytes] = (), shuffle: Mixer | None = None
) -> Session:
    """The session of a log: the head of its record, its last checkpoint (None: from the start) and what came after.

    Tables of the same game share one parsed definition.
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
    """The games of a record; empty if any is missing, which loading the record then reports."""
    if not isinstance(references, list | tuple) or not all(isinstance(each, dict) for each in references):
        return []
    return [_game(kind.id, msgspec.json.encode(each, order="sorted")) for each in references]


@lru_cache(maxsize=MOST_GAMES)
def _game(kind: str, reference: bytes) -> Any:
    return KINDS[kind].tables.reopen_game(msgspec.json.decode(reference))


# Bots ----------------------------------------------------------------------------------------------------------------

LEVELS = (1, 2, 3)


class RoomBot(ABC):
    """A player of seats at a table, without state: it decides from what its player may see.

    Once it is prepared, the same seed and view give the same decision. Its methods may take a while; call them in a
    worker thread.
    """

    @abstractmethod
    def act(self, view: SessionView, seat: int) -> SeatAct:
        """The decision of a seat that has to act, from its player's view."""

    def place(self, wagers: Sequence[Option], least: Mapping[str, int], cents: int) -> dict[str, int]:
        """The wagers of a spot for the next round: ``session.wagers(seat)``, ``session.least_wagers(seat)``, the chips.

        Empty where nothing is placed, and if the chips are too few; the bot then sits out.
        """
        return {}

    @abstractmethod
    def name(self, games: Sequence[str], version: int = 0) -> str:
        """The next game of dealer's choice, one of ``session.playable()``; varies with the table's version."""

    def prepare(self) -> None:  # noqa: B027  # there is nothing to prepare in poker
        """Work out what makes later decisions quick and exact; may take a minute, once for each game."""

    def stop(self) -> None:  # noqa: B027
        """End a preparation that is running, within seconds; the bot plays on without it."""


def bot(session: Session, seed: int = 1, level: int = 2) -> RoomBot:
    """A bot for a table: in poker of a level from 1 to 3, against the house as good as the proof allows."""
    if level not in LEVELS:
        raise PitbossError(f"there is no bot of level {level!r}; levels are {', '.join(map(str, LEVELS))}.")
    if session.kind not in KINDS:
        raise PitbossError(f"no bot plays at a {session.kind} table.")
    found: RoomBot = KINDS[session.kind].tables.bot(session, seed, level)
    return found


# Rulings -------------------------------------------------------------------------------------------------------------


def walked_through(session: Session, option: Option) -> dict[str, Any]:
    """A ruling of this moment as plain data: its procedure, with conditions already met in ``met`` of a step."""
    procedure: Procedure | None = KINDS[session.kind].rulings.procedures().get(option.word)
    deal = session.running
    data: dict[str, Any] = procedure.data() if procedure is not None else {}
    if procedure is not None and not option.why and deal is not None:
        met = KINDS[deal.kind].tables.met
        for step, told in zip(procedure.steps, data["steps"], strict=True):
            if step.met and met(deal, step.met):
                told["met"] = step.says
    return {**data, "name": option.word, "rule": option.rule, "why": option.why}


# Payout limits -------------------------------------------------------------------------------------------------------


def payout_rule(place: str) -> PayoutRule:
    """The rule on payout limits in a table's jurisdiction; without a jurisdiction there is none."""
    if not place:
        raise PitbossError(
            "no jurisdiction applies to this table, so no rule says how low a payout limit may be; name a "
            "jurisdiction, or post no payout limit."
        )
    return rule(jurisdiction.load(place).id)


def least_payout_limits(session: Session) -> dict[str, int]:
    """The least payout limit of every wager for which one may be posted, in cents."""
    try:
        game, maxima, law = _ruled(session)
    except PitbossError:
        return {}
    least = {key: law.least(cents, max(best_odds(game.wagers[key]))) for key, cents in maxima.items()}
    return {key: cents for key, cents in least.items() if cents is not None}


def payout_points(session: Session, posted: Mapping[str, int]) -> tuple[LawPoint, ...]:
    """Check each payout limit, in cents by wager, against the law; the first that may not be posted is refused."""
    if not posted:
        return ()
    game, maxima, law = _ruled(session)
    points: list[LawPoint] = []
    for key, cents in posted.items():
        if key not in game.wagers:
            known = ", ".join(game.wagers)
            raise PitbossError(f"there is no wager {key!r} in {game.name} to post a payout limit for; it has {known}.")
        if key not in maxima:
            raise PitbossError(f"{key} has no maximum at this table, which its payout limit depends on; give it one.")
        odds = max(best_odds(game.wagers[key]))
        least = law.least(maxima[key], odds)
        if least is None:
            raise PitbossError(
                f"{key} pays at most {odds} to 1; a payout limit may be posted only where the highest odds are "
                f"{law.odds} to 1 or more ({law.citation})."
            )
        if cents < least:
            raise PitbossError(
                f"a payout limit of {dollars(cents)} on {key} is too low; the least allowed is {dollars(least)}, its "
                f"largest wager of {dollars(maxima[key])} at {law.odds} to 1 ({law.citation})."
            )
        allowed, source = f"at least {dollars(least)}", f"{law.citation}, in force since {law.since}"
        points.append(LawPoint(f"payout limit, {key}", f"{dollars(cents)} a deal", allowed, source))
    return tuple(points)


def _ruled(session: Session) -> tuple[Definition, Mapping[str, int], PayoutRule]:
    """The game of a table of the house, its largest wagers, and the rule on payout limits that is in force at it."""
    if not isinstance(session, HouseSession):
        raise PitbossError("players of this table win each other's chips; a payout limit is for games of the house.")
    law = payout_rule(session.sheet().jurisdiction)
    if session.terms.on is not None and session.terms.on < date.fromisoformat(law.since):
        raise PitbossError(
            f"{law.citation} is known as of {law.since}; no payout limit can be posted on {session.terms.on}."
        )
    game = session.game.definition
    return game, largest(game, session.terms.limits), law
