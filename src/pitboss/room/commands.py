"""Commands that people give at a table, as they arrive over a socket (``type`` is the word of each).

``key`` is the sender's name for a command, so that it is carried out once however often it arrives; ``seq`` is the
version of the table it was based on.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

Key: TypeAlias = Annotated[str, Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""No control characters: PostgreSQL refuses a text with NUL, and with it every change of the same group."""
Word: TypeAlias = Annotated[str, Meta(max_length=200)]
Cents: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class Keyed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Fields that every command may carry."""

    key: Key = ""
    seq: Seq = 0


class Act(Keyed, frozen=True, tag="act", kw_only=True):
    """A decision in the running deal, as the session's ``legal`` lists it."""

    seat: Seat
    action: Word
    cents: Cents = 0


class Place(Keyed, frozen=True, tag="place", kw_only=True):
    """The wagers of a spot for the next round; empty takes them back."""

    spot: Seat
    wagers: dict[Word, Cents]


class Ready(Keyed, frozen=True, tag="ready", kw_only=True):
    """The sender is ready for the next deal."""


class Sit(Keyed, frozen=True, tag="sit", kw_only=True):
    """Take a seat, any if none is named, and buy chips, as many as usual if no sum is named; ``wait`` for the big
    blind."""

    cents: Cents = 0
    seat: Seat = 0
    wait: bool = False


class Buy(Keyed, frozen=True, tag="buy", kw_only=True):
    seat: Seat
    cents: Cents


class Leave(Keyed, frozen=True, tag="leave", kw_only=True):
    """Give up a seat; during a hand, when it is over."""

    seat: Seat = 0


class Out(Keyed, frozen=True, tag="out", kw_only=True):
    seat: Seat = 0


class Back(Keyed, frozen=True, tag="back", kw_only=True):
    seat: Seat = 0
    wait: bool = False


class Name(Keyed, frozen=True, tag="name", kw_only=True):
    """Name the next game, in dealer's choice."""

    game: Word


class Floor(Keyed, frozen=True, tag="floor", kw_only=True):
    """A ruling; for the role floor."""

    ruling: Word
    facts: dict[Word, Any] = {}


class Call(Keyed, frozen=True, tag="call", kw_only=True):
    """Call the floor to the table; ``off`` takes it back."""

    off: bool = False


class Step(Keyed, frozen=True, tag="step", kw_only=True):
    """The dealer's next act; for the role dealer, at a table dealt by hand."""


class Pre(Keyed, frozen=True, tag="pre", kw_only=True):
    """The action to take when it is this seat's turn, if it then costs ``cents``; empty takes it back.

    ``once`` is for one turn, else it holds until the hand ends. ``check/fold`` is the first of the two that is legal,
    ``call any`` is for any price.
    """

    action: Word = ""
    cents: Cents = 0
    once: bool = True
    seat: Seat = 0


class UseBank(Keyed, frozen=True, tag="bank", kw_only=True):
    """Use the time bank now."""

    seat: Seat = 0


class TopUp(Keyed, frozen=True, tag="topup", kw_only=True):
    """Bring my chips to this amount before every deal; 0 stops it."""

    cents: Cents


class Toke(Keyed, frozen=True, tag="toke", kw_only=True):
    """A tip for the dealer, out of my wallet: it goes into a separate box and is not part of the game."""

    cents: Cents


class TakeSpot(Keyed, frozen=True, tag="spot", kw_only=True):
    """Take another spot, played with the chips I already have (HB-7)."""

    n: Seat


class JoinList(Keyed, frozen=True, tag="list", kw_only=True):
    """Interest in a seat, or on the way to it (``going``), or neither (``off``)."""

    table: Word = ""
    want: str = ""
    interest: bool = False
    going: bool = False
    off: bool = False


class MoveTo(Keyed, frozen=True, tag="move", kw_only=True):
    """Ask for another seat of this table, or for a seat at another table of the same game."""

    seat: Seat = 0
    table: Word = ""


class Chat(Keyed, frozen=True, tag="chat", kw_only=True):
    text: Annotated[str, Meta(max_length=500)]


class Mute(Keyed, frozen=True, tag="mute", kw_only=True):
    """Stop showing me what a player writes; again, show it."""

    player: Word


class Sync(msgspec.Struct, frozen=True, tag="sync"):
    have: Seq = 0


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    pass


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message of a socket; ``reading`` asks for one's own hand in words."""

    v: int = 1
    reading: bool = False


def digest(command: Keyed) -> str:
    """The hash of a command without its key, and without the version it was based on."""
    plain = msgspec.json.encode(msgspec.structs.replace(command, key="", seq=0), order="deterministic")
    return blake2b(plain, digest_size=8).hexdigest()


PlayCommand: TypeAlias = Act | Place | Ready | Name | Floor | Call | Step | Pre | UseBank
SeatCommand: TypeAlias = Sit | Buy | Leave | Out | Back | TopUp | Toke | TakeSpot | MoveTo
TableCommand: TypeAlias = PlayCommand | SeatCommand | JoinList | Chat | Mute
FromClient: TypeAlias = TableCommand | Sync | Ping | Hello
"""Everything a client may send."""
