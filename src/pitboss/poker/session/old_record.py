"""Records of sessions in format 1, in which every hand was a record of its own inside the entry that dealt it.

They are migrated by doing everything in them once more: the session that comes of it has a record of today's format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from pitboss.deal.record import Act, Record, RecordError, Ruling
from pitboss.deal.session_record import Bought, CameBack, Finished, Left, Sat, SatOut
from pitboss.deal.shuffles import Shuffles

if TYPE_CHECKING:
    from pitboss.poker.session.session import Session


class OldDealt(msgspec.Struct, tag="deal"):
    """A hand: the game named, its own record, the cards of a draw for the button, and dead seats that got cards."""

    game: str
    hand: Record
    draw: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()


OldEntry: TypeAlias = Sat | Bought | SatOut | CameBack | Left | OldDealt | Finished


class OldSession(msgspec.Struct, forbid_unknown_fields=True):
    """What was agreed when the table was opened, and every entry since."""

    setup: dict[str, Any]
    entries: list[OldEntry] = []


def recognised(data: bytes) -> OldSession | None:
    """A record of format 1; None for any other."""
    try:
        return msgspec.json.decode(data, type=OldSession)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def play_again(old: OldSession, session: Session, shuffles: Shuffles) -> None:
    """Do everything that an old record tells at a new table."""
    shuffles.replaying = True
    try:
        for entry in old.entries:
            if isinstance(entry, OldDealt):
                _deal(entry, session, shuffles)
            else:
                session._redo(entry)
    finally:
        shuffles.replaying = False


def _deal(dealt: OldDealt, session: Session, shuffles: Shuffles) -> None:
    told, setup = dealt.hand, dealt.hand.setup
    if dealt.draw:
        shuffles.recorded.append(dealt.draw)
    shuffles.recorded += told.shuffles
    options = {key: setup[key] for key in ("dead", "joker", "showdown") if key in setup}
    hand = session.deal(dealt.game, auto=told.auto, **options)
    for entry in told.entries:
        if isinstance(entry, Act | Ruling) or session.actors or session.done:
            session._redo(entry)
        else:
            session.step()
    posts = hand.record.setup.get("posts")
    mine = sorted(hand.record.setup["stacks"]), hand.button, posts and [list(post) for post in posts]
    theirs = (
        sorted(tuple(each) for each in setup.get("stacks", ())),
        setup.get("button"),
        [list(post) for post in setup["posts"]] if setup.get("posts") else None,
    )
    if mine != theirs or shuffles.recorded:
        raise RecordError("a hand of this session has other stacks, posts, button or shuffles than its table had.")
