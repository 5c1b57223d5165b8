"""The outcome of a command: the change to be committed, the steps of the session, and the messages sent afterwards."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from pitboss.deal.session_log import SessionStep
from pitboss.errors import PitbossError
from pitboss.room.line import Change
from pitboss.shuffle.seal import SealedDeck

USED_KEY = "this key was given to another command before; send every new command with a new key."


class Refused(PitbossError):
    """A command that was not carried out; nothing changed. ``stale`` says that it answered a question that has changed
    since: the sender is shown the table again.
    """

    def __init__(self, why: str, *, rule: str = "", cite: bool = True, stale: bool = False) -> None:
        super().__init__(why, rule=rule, cite=cite)
        self.stale = stale

    @classmethod
    def by(cls, error: PitbossError) -> Refused:
        """The refusal of a command that met this error: the same sentence and rule."""
        return error if isinstance(error, cls) else cls(str(error), rule=error.rule, cite=False)


class ClockSet(msgspec.Struct, frozen=True, gc=False):
    """The clock of a seat was started (``left`` seconds, then ``bank`` seconds of its time bank) or stopped (0).

    ``question`` is the number of the question it runs for, 0 if the seat is asked nothing.
    """

    seat: int
    left: float
    bank: float = 0
    question: int = 0


class Presence(msgspec.Struct, frozen=True):
    """A seat's player is ``live``, ``lost`` (``left`` seconds of grace remain) or ``out``; ``gone`` if it is free."""

    seat: int
    state: str
    left: float = 0


class Paged(msgspec.Struct, frozen=True):
    """A free seat, held for a player for ``left`` seconds."""

    player: str
    seat: int
    left: float


class Said(msgspec.Struct, frozen=True):
    """A line of chat; with an empty ``player`` the room says it."""

    player: str
    text: str


class Told(msgspec.Struct, frozen=True):
    """A sentence for one player only, such as why a seat sits out."""

    player: str
    text: str
    rule: str = ""


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """A deck was made ready: its seal, shown before the deal."""

    root: str


class Opened(msgspec.Struct, frozen=True):
    """A deal is over: the positions of one of its decks that each viewer saw (``player Ann``, ``rail``)."""

    deck: SealedDeck
    seen: dict[str, tuple[int, ...]]


class TableStatus(msgspec.Struct, frozen=True, gc=False):
    """The reason for a pause, the player who called the floor, and whether the table closes after this hand."""

    paused: str = ""
    called: str = ""
    closing: bool = False


class BotTurn(msgspec.Struct, frozen=True):
    """A bot has to ``act``, ``place`` or ``name`` for a seat; ``seq`` is the version it is asked at."""

    player: str
    seat: int
    what: str
    seq: int


Notice: TypeAlias = ClockSet | Presence | Paged | Said | Told | Sealed | Opened | TableStatus | BotTurn


class Outcome(NamedTuple):
    """``change`` is None if nothing durable changed. ``again`` marks a command answered before, at version ``seq``.

    ``steps`` are what the session did, whose events look different to each viewer; ``of_table`` if they changed more
    than the running deal.
    """

    seq: int
    change: Change | None = None
    notices: tuple[Notice, ...] = ()
    again: bool = False
    steps: tuple[SessionStep, ...] = ()
    of_table: bool = False
