"""Queries of a host to a table of either kind: defaults, reasons, liability, next shuffles, seat changes, sheets."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import pitboss
from pitboss.deal.deal import IllegalAction
from pitboss.deal.session import Session, SessionError
from pitboss.deal.session_record import Moved
from pitboss.errors import PitbossError
from tests.examples import seeds

from .tables import TABLES, begin, conserved, decide, happen, opened, state

every_table = pytest.mark.parametrize("table", TABLES)


def default_is_legal(session: Session, seat: int) -> None:
    act = session.default_act(seat)
    allowed = [option for option in session.legal(seat) if option.allowed]
    taken = [option for option in allowed if act.action in (*option.actions, option.word)]
    assert act.seat == seat
    assert taken
    assert taken[0].takes(act.cents)
    if any(not option.cents and option.word != "fold" and not option.high for option in allowed):
        assert taken[0].cents == 0


@every_table
@seeds(1, more=5)
def test_the_default_is_legal_and_free_where_anything_but_a_fold_is(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    for _ in range(3):
        try:
            begin(session, rng, ask=True)
        except PitbossError:
            return  # somebody is broke
        while session.actors:
            for seat in session.actors:
                default_is_legal(session, seat)
            if rng.random() < 0.3:
                act = session.default_act(session.actors[0])
                session.act(act.seat, act.action, act.cents)
            else:
                decide(session, rng)
        with pytest.raises(IllegalAction, match="nothing to decide"):
            session.default_act(1)


@every_table
def test_a_table_where_nobody_answers_plays_to_the_end(table: str) -> None:
    session, rng = opened(table, 5), random.Random(5)
    for _ in range(2):
        begin(session, rng, ask=True)
        while session.actors:
            act = session.default_act(session.actors[-1])
            session.act(act.seat, act.action, act.cents)
        session.finish()
        conserved(session)
        if session.why_not_deal() and not session.least_wagers(1):
            break  # where nobody opens, all ante again until the chips are gone (LB-5)


@every_table
@seeds(1, more=5)
def test_why_not_deal_says_whether_a_deal_would_begin(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    for _ in range(60):
        happen(session, rng)
        before, version = state(session), session.version
        why = session.why_not_deal()
        game = session.default_game()
        assert (state(session), session.version) == (before, version)
        if session.next_game:
            assert game == session.next_game
        elif game:
            assert game in session.spread
        if not session.done:
            assert why
        elif why:
            with pytest.raises(PitbossError) as refused:
                session.deal()
            assert str(refused.value) == why
        elif rng.random() < 0.3:
            session.deal()


class Counted:
    """A shuffle that remembers what it was given."""

    def __init__(self, seed: int) -> None:
        self.then, self.cards = pitboss.seeded(seed), list[tuple[int, ...]]()

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        self.cards.append(tuple(cards))
        return self.then.mix(cards)


@every_table
@seeds(1, more=5)
def test_next_shuffles_are_what_the_next_deal_shuffles_first(table: str, seed: int) -> None:
    rng, mixer = random.Random(seed), Counted(seed)
    session = TABLES[table](mixer, False)
    for seat in (1, 2, 3):
        session.sit(seat, f"P{seat}", 40_000)
    for _ in range(4):
        if not session.next_game:
            assert session.next_shuffles() == ()
            session.name(rng.choice(session.spread))
        expected = session.next_shuffles()
        assert expected
        before = len(mixer.cards)
        try:
            begin(session, rng)
        except PitbossError:
            return
        assert tuple(mixer.cards[before:])[: len(expected)] == expected
        while session.actors:
            decide(session, rng)
        session.finish()


@every_table
@seeds(1, more=5)
def test_the_bank_never_pays_more_than_its_liability(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    banked = "rack" in session.chips()
    for _ in range(5):
        for seat, view in session.seats.items():
            wagers = {option.word: option.low * rng.randint(1, 4) for option in session.wagers(seat) if option.allowed}
            if wagers and view.status == "in":
                try:
                    session.place(seat, wagers)
                except PitbossError:
                    session.place(seat, session.least_wagers(seat))
        most = session.liability()
        assert banked == bool(most)
        if session.why_not_deal():
            break
        seen = len(session.moves)
        session.deal()
        while session.actors:
            assert session.liability() <= most
            decide(session, rng)
        paid = sum(move.cents for move in session.moves[seen:] if move.source == "rack")
        assert paid <= most
        assert session.liability() == 0
        session.finish()


@every_table
@seeds(1, more=5)
def test_a_player_changes_seats_with_their_chips_and_the_record_plays_it_again(table: str, seed: int) -> None:
    session, rng = opened(table, seed), random.Random(seed)
    for turn in range(60):
        if turn:
            happen(session, rng)
        seat, to = (rng.randint(1, session.size), rng.randint(1, session.size)) if turn else (1, session.size)
        before, seats = state(session), session.seats
        entries = len(session.record.entries)
        try:
            session.change_seat(seat, to)
        except PitbossError:
            assert turn
            assert state(session) == before
            continue
        conserved(session)
        assert session.record.entries[-1].did == Moved(seat, to)
        assert len(session.record.entries) - entries in (1, 2)  # a deal that is over is closed first
        assert seat not in session.seats
        assert session.seats[to].player == seats[seat].player
        assert session.seats[to].owes == seats[seat].owes
    again = type(session).load(session.dump())
    assert state(again) == state(session)
    restored = type(session).restore(session.record, session.checkpoint(), ())
    assert restored.seats == session.seats


@every_table
def test_a_seat_that_is_taken_or_not_there_or_in_play_refuses_a_move(table: str) -> None:
    session = opened(table, 3)
    with pytest.raises(PitbossError, match="taken by"):
        session.change_seat(1, 2)
    with pytest.raises(SessionError, match="seats 1 to"):
        session.change_seat(1, session.size + 1)
    with pytest.raises(PitbossError, match=r"nobody (sits|plays)"):
        session.change_seat(session.size, session.size)
    begin(session, random.Random(3))
    if session.size > 3:
        with pytest.raises(PitbossError, match="being played"):
            session.change_seat(1, session.size)


@every_table
def test_a_sheet_tells_what_the_table_offers(table: str) -> None:
    session = TABLES[table](pitboss.seeded(1), False)
    sheet = session.sheet()
    assert sheet.games == session.spread
    assert sheet.seats == session.size
    assert sheet.kind == session.kind
    assert "$" in sheet.limits
    assert 0 < sheet.least_buy_in <= sheet.usual_buy_in
    session.sit(1, "Ann", sheet.least_buy_in)
    if least := session.least_wagers(1):
        session.place(1, least)  # the least buy-in plays a round
