"""Undo in a session restores the exact state, and redoing gives the same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.deal.session import SessionError
from pitboss.errors import PitbossError
from pitboss.poker.session.session import PokerSession
from tests.examples import examples

from ..table import may
from .table import NAMES, folded, opened


def state(session: PokerSession) -> tuple[Any, ...]:
    """The visible state of a table."""
    hand = session.hand
    return (
        list(session.log.effective or ()),
        session.chips(),
        list(session.events),
        list(session.moves),
        session.button,
        session.finished,
        session.seating.fees,
        {
            seat: (place.player, place.stack, place.status, place.new, set(place.owes))
            for seat, place in session.places.items()
        },
        hand and (list(hand.events), list(hand.moves), hand.actors, hand.done, hand.view("floor").piles, hand.dump()),
    )


def do(session: PokerSession, draw: Any) -> None:
    """Do one random legal thing at the table."""
    words = ["act"] * 8 + ["deal", "deal", "buy", "sit", "sit out", "come back", "leave", "finish", "ruling"]
    word = draw(st.sampled_from(words))
    seat = draw(st.integers(1, 6))
    hand = session.hand
    if word == "act" and hand is not None and hand.actors:
        options = list(may(hand).values())
        option = draw(st.sampled_from(options))
        hand.act(hand.actors[0], draw(st.sampled_from(option.actions)), option.low)
    elif word == "ruling" and hand is not None:
        hand.floor("misdeal", reason="the cards were not shuffled")
    elif word == "deal":
        session.deal(draw(st.sampled_from(list(session.games))))
    elif word == "buy":
        session.buy(seat, 2_000)
    elif word == "sit":
        session.sit(seat, NAMES[seat - 1], 6_000, wait=draw(st.booleans()))
    elif word == "sit out":
        session.sit_out(seat)
    elif word == "come back":
        session.come_back(seat, wait=draw(st.booleans()))
    elif word == "leave":
        session.leave(seat)
    elif word == "finish":
        session.finish()


@pytest.mark.parametrize(("house", "game"), [("pot", "holdem"), ("button", None), ("pot", "lowball")])
@examples(0.1, shrink=False)
@given(data=st.data())
def test_every_undo_restores_the_table_exactly(house: str, game: str | None, data: st.DataObject) -> None:
    session = PokerSession.open(game, house, "2-4", shuffle=pitboss.seeded(3), seats=6, practice=True)
    for seat in (1, 2, 3):
        session.sit(seat, NAMES[seat - 1], 6_000)
    states = [state(session)]
    for _ in range(data.draw(st.integers(5, 60))):
        if session.hand is not None and session.hand.done:
            session.finish()  # as any other entry would do unasked
            states.append(state(session))
        try:
            do(session, data.draw)
        except PitbossError:
            assert state(session) == states[-1]
        if state(session) != states[-1]:
            states.append(state(session))
    for expected in reversed(states[:-1]):
        session.undo()
        now = state(session)
        assert now == expected, [a == b for a, b in zip(now, expected, strict=True)]
    for _ in range(3):  # those who sat down
        session.undo()
    assert session.chips() == {"pot": 0, "fee box": 0, "cage": 0}
    with pytest.raises(SessionError, match="nothing to take back"):
        session.undo()


def test_a_hand_taken_back_is_dealt_again_from_the_same_shuffle() -> None:
    session = opened(game=None, house="button")
    first = session.deal("holdem").events
    later = state(session)
    session.undo()
    assert session.hand is None
    assert session.deal("holdem").events == first
    assert state(session) == later


def test_the_draw_for_the_button_comes_again() -> None:
    session = opened()
    session.deal()
    before = state(session)
    assert session.undo().button == 0
    session.deal()
    assert state(session) == before


def test_what_was_done_at_the_table_during_a_hand_is_taken_back_alone() -> None:
    session = opened(seats=(1, 2, 3))
    session.deal()
    session.act(session.actors[0], "call")
    running = session.view("floor").deal
    session.sit_out(session.actors[0])
    session.undo()
    assert session.places[session.actors[0]].status == "in"
    assert session.view("floor").deal == running
    session.undo()
    assert session.hand is not None
    assert not session.hand.record.entries


def test_a_finished_hand_is_taken_up_again() -> None:
    session = opened(seats=(1, 2, 3))
    folded(session.deal())
    chips = session.chips()
    session.finish()
    session.undo()
    assert session.hand is not None
    assert session.hand.done
    assert session.chips() == chips
    session.undo()
    assert session.hand.actors
