"""Players who change seats keep what they owe and cannot step over the blinds (PK-25)."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.poker import Post
from pitboss.poker.session.session import PokerSession

from .table import NAMES, go, opened, posts

FOUR = (1, 2, 3, 4)


@pytest.mark.rule("PK-25")
def test_who_owes_blinds_owes_them_in_the_new_seat() -> None:
    session = opened(seats=(1, 2, 3, 4, 5))
    session.sit_out(2)
    go(session, 3)
    assert session.places[2].owes == {"small blind", "big blind"}
    session.change_seat(2, 7)
    assert session.places[7].owes == {"small blind", "big blind"}
    assert session.seats[7].player == "Bob"
    session.come_back(7)
    assert (7, "dead blind", 100) in posts(session.deal())


@pytest.mark.rule("PK-25")
def test_who_steps_over_the_big_blind_posts_as_a_new_player() -> None:
    session = opened(seats=FOUR)
    session.sit(8, "Hal", 10_000)
    go(session)  # the button on 1, blinds on 2 and 3; the big blind comes to 4 next, then to 8
    session.change_seat(4, 9)
    assert session.places[9].new
    assert session.owed(9) == (Post(9, "live blind", 200),)
    hand = session.deal()
    assert posts(hand) == [(3, "small blind", 100), (8, "big blind", 200), (9, "live blind", 200)]
    moved = next(event for event in session.events if event.verb == "move")
    assert (moved.seat, moved.words, moved.rule) == (4, "Dan to seat 9, away from the big blind", "PK-25")


@pytest.mark.rule("PK-25")
def test_a_move_that_steps_over_nobody_is_free() -> None:
    session = opened(seats=FOUR)
    go(session)
    session.change_seat(4, 9)  # the big blind comes to this seat next
    assert session.owed(9) == ()
    session.change_seat(1, 10)
    assert session.owed(10) == ()
    assert posts(session.deal()) == [(3, "small blind", 100), (9, "big blind", 200)]


def test_before_the_first_hand_nobody_owes_anything() -> None:
    session = opened(seats=FOUR)
    session.change_seat(2, 9)
    assert session.owed(9) == ()


def test_games_without_blinds_know_no_obligations() -> None:
    session = PokerSession.open("seven-stud", "pot", "2-4", shuffle=pitboss.seeded(1), seats=8)
    for seat in FOUR:
        session.sit(seat, NAMES[seat - 1], 10_000)
    hand = session.deal()
    while hand.actors:
        session.act(*_quiet(session))
    session.change_seat(2, 8)
    assert not session.places[8].new


def _quiet(session: PokerSession) -> tuple[int, str]:
    act = session.default_act(session.actors[0])
    return act.seat, act.action
