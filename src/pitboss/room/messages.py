"""Messages: everything the room sends to a client, as JSON objects whose ``type`` is the word of each.

Cards are text (``As``, ``??`` for one the receiver may not see), money is whole cents, times are seconds. Fields are
added, never renamed or dropped. :func:`protocol` is the schema of both directions.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from pitboss.deal.table_layout import AnyLayout
from pitboss.deal.view import HandReading, Option, PotShare, SeatView, SessionView, View
from pitboss.errors import PitbossError
from pitboss.room.commands import FromClient
from pitboss.room.shown_events import AnyShownEvent, ShownHand, card_texts, shown_events, shown_hand
from pitboss.room.shown_standing import ShownStanding, shown_standing
from pitboss.shuffle.seal import SealLeaf

VERSION = 1
"""The version of the protocol, as in ``hello``."""

GOING_AWAY, RESTART, POLICY, SIZE, FAILED, TOO_SLOW, ELSEWHERE = 1001, 1012, 1008, 1009, 1011, 4001, 4002
"""Codes with which the room closes a socket."""


class ShownDeal(msgspec.Struct, frozen=True):
    """A running round or hand (:class:`~pitboss.deal.view.View`) with its cards as text."""

    viewer: str
    version: int
    done: bool
    actors: tuple[int, ...]
    piles: dict[str, tuple[str, ...]]
    chips: dict[str, int]
    legal: dict[int, tuple[Option, ...]]
    events: tuple[AnyShownEvent, ...]
    standing: ShownStanding


class ShownTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table (:class:`~pitboss.deal.view.SessionView`) with its cards as text."""

    viewer: str
    version: int
    games: tuple[str, ...]
    seats: dict[int, SeatView]
    chips: dict[str, int]
    game: str = ""
    button: int = 0
    actors: tuple[int, ...] = ()
    done: bool = True
    deal: ShownDeal | None = None


class Welcome(msgspec.Struct, frozen=True, tag="welcome", omit_defaults=True):
    """The answer to ``hello``: who the receiver is, their seats at this table, and the server's time.

    ``wait`` is the delay in seconds with which the receiver sees the table, ``viewer`` the viewer they see it as.
    """

    you: str
    seats: tuple[int, ...]
    now: float
    v: int
    table: str = ""
    viewer: str = ""
    roles: tuple[str, ...] = ()
    wait: float = 0


class Ack(msgspec.Struct, frozen=True, tag="ack", gc=False):
    """A command was carried out and stored, or refused (``ok`` is false) for the reason given.

    ``again`` marks the answer to a key that was answered before, ``stale`` a refusal after which a snapshot follows.
    """

    key: str
    ok: bool
    seq: int = 0
    again: bool = False
    why: str = ""
    rule: str = ""
    stale: bool = False

    @classmethod
    def refused(cls, key: str, error: PitbossError, stale: bool = False) -> Ack:
        """The answer to a command that met this error."""
        return cls(key, False, why=str(error), rule=error.rule, stale=stale)


class ClockLeft(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The seconds a seat has left to act, and then from its time bank; 0 if its clock is stopped.

    ``question`` is the number of the question asked of the seat, 0 if there is none. A later question of the same seat
    has a higher number.
    """

    seat: int
    left: float
    bank: float = 0
    question: int = 0


class HereState(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """``live``, ``lost`` (with the seconds its seat is held) or ``out``."""

    state: str
    left: float = 0


class Ev(msgspec.Struct, frozen=True, tag="ev", omit_defaults=True, gc=False):
    """The events after version ``base``, up to ``seq``; ``legal`` is sent to those who have to act.

    ``seats`` are all taken seats, where that changed; ``clock`` the clocks that were set. ``piles`` are the piles of
    cards that changed, as the receiver now sees them, so that a client need not know what each event does to cards;
    ``game``, ``button``, ``hand`` (the number of the deal), ``window`` (seconds until the wagers close), ``namer``
    (the seat that has to name the next game) and ``standing`` (how the deal stands) are there when they changed.
    """

    base: int
    seq: int
    events: tuple[AnyShownEvent, ...]
    actors: tuple[int, ...]
    chips: dict[str, int]
    done: bool
    clock: tuple[ClockLeft, ...]
    seats: dict[int, SeatView] | None = None
    legal: dict[int, tuple[Option, ...]] | None = None
    piles: dict[str, tuple[str, ...]] | None = None
    game: str | None = None
    button: int | None = None
    hand: int | None = None
    window: float | None = None
    namer: int | None = None
    standing: ShownStanding | None = None


class Snap(msgspec.Struct, frozen=True, tag="snap"):
    """The whole table as the receiver sees it at version ``seq``; it replaces what they had."""

    seq: int
    view: ShownTable
    clock: tuple[ClockLeft, ...]
    presence: dict[int, HereState]
    seal: tuple[str, ...]
    now: float
    window: float = 0
    hand: int = 0
    namer: int = 0
    paused: str = ""
    called: str = ""
    closing: bool = False


class Status(msgspec.Struct, frozen=True, tag="status"):
    """The reason for a pause, the player who called the floor, and whether the table closes; as in ``snap``."""

    paused: str
    called: str
    closing: bool


class Clock(msgspec.Struct, frozen=True, tag="clock"):
    seat: int
    left: float
    bank: float
    now: float
    question: int


class Here(msgspec.Struct, frozen=True, tag="here", omit_defaults=True):
    seat: int
    state: str
    left: float = 0


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    now: float


class Seal(msgspec.Struct, frozen=True, tag="seal"):
    """The seal of a deck, before anything is dealt from it."""

    root: str


class Open(msgspec.Struct, frozen=True, tag="open", omit_defaults=True):
    """After the deal: the leaves of the cards that the receiver saw, of a deck of ``cards`` cards."""

    root: str
    cards: int
    leaves: tuple[SealLeaf, ...]
    hand: str = ""


class Page(msgspec.Struct, frozen=True, tag="page"):
    """A seat is free for the receiver and is held for ``left`` seconds."""

    table: str
    seat: int
    left: float


class ChatLine(msgspec.Struct, frozen=True, tag="chat"):
    """A line of chat; without a player, the room says it."""

    player: str
    text: str


class Note(msgspec.Struct, frozen=True, tag="note", omit_defaults=True):
    """A sentence for the receiver only, such as why they sit out."""

    text: str
    rule: str = ""


class ShownReading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand in words (:class:`~pitboss.deal.view.HandReading`) with its cards as text."""

    words: str = ""
    cards: tuple[str, ...] = ()
    lines: dict[str, int] = {}
    after: dict[str, ShownReading] = {}
    halves: dict[str, ShownReading] = {}
    shares: dict[str, tuple[PotShare, ...]] = {}
    category: str = ""
    matched: tuple[str, ...] = ()
    reach: dict[str, int] = {}
    hand: ShownHand | None = None
    sure: dict[str, int] = {}


class Read(msgspec.Struct, frozen=True, tag="reading"):
    """The hand of each of the receiver's seats in words, if they asked for it in ``hello``."""

    seats: dict[int, ShownReading]


class Lobby(msgspec.Struct, frozen=True, tag="lobby", omit_defaults=True):
    """The tables of the room: all of them (``whole``), or those that changed and the ids of those that closed."""

    tables: tuple[dict[str, Any], ...]
    gone: tuple[str, ...] = ()
    whole: bool = False


FromRoom: TypeAlias = (
    Welcome | Ack | Ev | Snap | Status | Clock | Here | Pong | Seal | Open | Page | ChatLine | Note | Read | Lobby
)
"""Everything the room sends."""

encode = msgspec.json.Encoder().encode


def shown_piles(piles: dict[str, tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
    return {name: card_texts(pile) for name, pile in piles.items()}


def shown_readings(readings: dict[int, HandReading]) -> dict[int, ShownReading]:
    return {seat: _shown_reading(each) for seat, each in readings.items()}


def _shown_reading(reading: HandReading) -> ShownReading:
    cards = card_texts(reading.cards)
    after = {action: _shown_reading(each) for action, each in reading.after.items()}
    halves = {name: _shown_reading(each) for name, each in reading.halves.items()}
    return ShownReading(
        *(reading.words, cards, reading.lines, after, halves, reading.shares),
        *(reading.category, card_texts(reading.matched), reading.reach),
        shown_hand(reading.hand) if reading.hand is not None else None,
        reading.sure,
    )


def shown_deal(view: View, *, chips: Any = None, standing: Any = None) -> ShownDeal:
    piles, events = shown_piles(view.piles), shown_events(view.events)
    chips = view.chips if chips is None else chips
    standing = shown_standing(view.standing) if standing is None else standing
    return ShownDeal(view.viewer, view.version, view.done, view.actors, piles, chips, view.legal, events, standing)


def shown_table(view: SessionView, *, seats: Any = None, chips: Any = None, standing: Any = None) -> ShownTable:
    """A table in the form in which it is sent; parts shared by all viewers may be passed already encoded."""
    seats, chips = view.seats if seats is None else seats, view.chips if chips is None else chips
    deal = shown_deal(view.deal, chips=chips, standing=standing) if view.deal is not None else None
    games, done = view.games, view.done
    return ShownTable(view.viewer, view.version, games, seats, chips, view.game, view.button, view.actors, done, deal)


def with_legal(frame: bytes, legal: dict[int, tuple[Option, ...]]) -> bytes:
    """An encoded ``ev`` with the options of a seat to act added to it."""
    return b'%b,"legal":%b}' % (frame[:-1], encode(legal))


def protocol() -> dict[str, Any]:
    """The JSON Schema of everything sent in either direction, and of the layout that pages draw a table from."""
    kinds = (FromClient, FromRoom, AnyLayout)
    (client, room, layout), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The card room's messages",
        "version": VERSION,
        "client": client,
        "room": room,
        "layout": layout,
        "$defs": components,
    }
