"""Migrates session records of format 1, in which each hand was a separate record inside its entry.

Every entry is replayed in a new session, whose record has the current format.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from pitboss.deal.record import Record, RecordError, Ruling, SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_record import Bought, CameBack, Finished, Left, Sat, SatOut


class OldDealt(msgspec.Struct, tag="deal"):
    """A hand: the game, its record, the cards drawn for the button, and the dead seats that got cards."""

    game: str
    hand: Record
    draw: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


OldEntry: TypeAlias = Sat | Bought | SatOut | CameBack | Left | OldDealt | Finished


class OldSession(msgspec.Struct, forbid_unknown_fields=True):
    """The setup of the table, and every entry since."""

    setup: dict[str, Any]
    entries: list[OldEntry] = []


def recognised(data: bytes) -> OldSession | None:
    """The decoded record if it is of format 1, else None."""
    try:
        return msgspec.json.decode(data, type=OldSession)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def play_again(old: OldSession, session: Session) -> None:
    """Replay every entry of an old record in a new session."""
    shuffles = session.shuffles
    shuffles.replaying = True
    try:
        for entry in old.entries:
            if isinstance(entry, OldDealt):
                _deal(entry, session)
            else:
                session.do(entry)
    finally:
        shuffles.replaying = False


def _deal(dealt: OldDealt, session: Session) -> None:
    shuffles, record, setup = session.shuffles, dealt.hand, dealt.hand.setup
    if dealt.draw:
        shuffles.recorded.append(dealt.draw)
    shuffles.recorded += record.shuffles
    options = {key: setup[key] for key in ("dead", "joker", "showdown") if key in setup}
    hand = session.deal(dealt.game, auto=record.auto, **options)
    for entry in record.entries:
        if isinstance(entry, SeatAct | Ruling) or session.actors or session.done:
            session.do(entry)
        else:
            session.step()
    posts = hand.record.setup.get("posts")
    mine = sorted(hand.record.setup["stacks"]), hand.record.setup["button"], posts and [list(post) for post in posts]
    theirs = (
        sorted(tuple(stack) for stack in setup.get("stacks", ())),
        setup.get("button"),
        [list(post) for post in setup["posts"]] if setup.get("posts") else None,
    )
    if mine != theirs or shuffles.recorded:
        raise RecordError("a hand of this session has other stacks, posts, button or shuffles than its table had.")
