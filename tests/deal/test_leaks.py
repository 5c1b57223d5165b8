"""No viewer is sent anything they may not know, through views or news, at tables of either kind."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pitboss.cards import TEXT, UNKNOWN, parse
from pitboss.deal.message import encode
from pitboss.deal.record import SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_record import Dealt, Entry, SessionRecord
from pitboss.errors import PitbossError
from tests.examples import seeds

from .tables import BUY, TABLES, begin, decide, opened, viewers

every_table = pytest.mark.parametrize("table", TABLES)


def seated(table: str, seed: int, **more: Any) -> Session:
    """A table with four seats taken; where a player may hold several, the first one has two of them (HB-7)."""
    session = opened(table, seed, **more)
    try:
        session.sit(4, session.seats[1].player)
    except PitbossError:
        session.sit(4, "Dan", BUY)
    return session


def told(session: Session, viewer: str, since: int) -> tuple[bytes, bytes]:
    """Every byte that would be sent to a viewer."""
    return encode(session.view(viewer)), encode(session.since(since, viewer))


def known(session: Session, viewer: str) -> set[int]:
    deal = session.view(viewer).deal
    assert deal is not None
    cards = [card for pile in deal.piles.values() for card in pile]
    cards += [card for event in deal.events for card in event.cards]
    return set(cards) - {UNKNOWN}


def redealt(session: Session, viewer: str, rng: random.Random) -> Session | None:
    """A copy of the table with every card that the viewer has not seen dealt again; None if the others' decisions are
    not possible with their new cards.
    """
    assert session.running is not None
    orders = set(session.running.record.shuffles)
    hidden = sorted(set(session.running.record.shuffles[0]) - known(session, viewer))
    new = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    entries = session.record.entries
    begun = max(at for at, entry in enumerate(entries) if isinstance(entry.did, Dealt))
    changed = [_changed(entry, new, orders) for entry in entries[begun:]]
    record = SessionRecord(session.kind, session.record.setup, [*entries[:begun], *changed])
    try:
        return type(session).load(record)
    except PitbossError:
        return None


def _changed(entry: Entry, new: Mapping[int, int], orders: set[tuple[int, ...]]) -> Entry:
    did = entry.did
    if isinstance(did, SeatAct):
        words = [TEXT[new.get(parse(word)[0], parse(word)[0])] if word in TEXT else word for word in did.action.split()]
        did = SeatAct(did.seat, " ".join(words), did.cents)
    dealt = tuple(
        tuple(new.get(card, card) for card in order) if order in orders else order for order in entry.shuffles
    )
    return msgspec.structs.replace(entry, did=did, shuffles=dealt)


@every_table
@seeds(1, more=5)
def test_redealing_unseen_cards_leaves_every_byte_identical(table: str, seed: int) -> None:
    session, rng = seated(table, seed), random.Random(seed)
    start = session.version
    begin(session, rng)
    compared = 0
    for _ in range(12):
        for viewer in viewers(session):
            if viewer != "floor" and session.actors:
                other = redealt(session, viewer, rng)
                if other is not None:
                    assert told(other, viewer, start) == told(session, viewer, start)
                    compared += 1
        if not session.actors:
            break
        decide(session, rng)
    assert compared or session.done


@pytest.mark.rule("HB-10")
@every_table
@seeds(1, more=5)
def test_a_decision_before_its_turn_shows_that_it_was_made_and_nothing_else(table: str, seed: int) -> None:
    session, rng = seated(table, seed, practice=True), random.Random(seed)
    begin(session, rng)
    for _ in range(10):
        if len(session.actors) < 2:
            if not session.actors:
                break
            decide(session, rng)
            continue
        seat = session.actors[-1]
        mine = f"player {session.seats[seat].player}"
        seen: list[dict[str, Any]] = []
        actions = [action for option in session.legal(seat) if option.allowed for action in option.actions]
        for action in rng.sample(actions, min(3, len(actions))):
            before = session.version
            session.act(seat, action)
            others = [viewer for viewer in viewers(session) if viewer not in (mine, "floor")]
            seen.append({viewer: _shown(session, viewer, before) for viewer in others})
            news = session.since(before, "rail")
            assert ("decided", seat) in [(event.verb, event.seat) for event in news.events]
            assert news.moves == ()
            assert {event.verb for event in news.events} <= {"decided", "look"}
            session.undo()
        assert all(shown == seen[0] for shown in seen)
        decide(session, rng)


def _shown(session: Session, viewer: str, since: int) -> tuple[Any, Any]:
    """What a viewer is sent, without the version numbers that undo changes."""
    view = msgspec.structs.replace(session.view(viewer), version=0)
    assert view.deal is not None
    news = msgspec.structs.replace(session.since(since, viewer), base=0, version=0)
    return encode(view), encode(news)


@every_table
def test_how_a_deal_stands_depends_on_nothing_that_the_rail_has_not_seen(table: str) -> None:
    """Dealt by hand, where the standing also says what the dealer does next; who mucks may depend on hidden cards."""
    rng = random.Random(table)
    session = seated(table, rng.randrange(2**32))
    begin(session, rng, auto=False, ask=rng.random() < 0.5)
    compared = moments = 0
    while not session.done:
        moments += 1
        if rng.random() < 0.4 and session.running is not None and session.running.record.shuffles:
            other = redealt(session, "rail", rng)
            view = session.view("rail").deal
            assert view is not None
            if other is not None and other.view("rail").deal.events == view.events:  # type: ignore[union-attr]
                assert other.standing == view.standing
                compared += 1
        if session.actors:
            decide(session, rng)
        else:
            session.step()
    assert compared, moments
