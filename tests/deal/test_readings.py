"""A hand in words: the player's cards and the board, as far as they go, with the lines reached and in reach."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss.cards import UNKNOWN, show
from pitboss.deal.hand_events import RoundPassed
from pitboss.deal.session import Session
from pitboss.deal.view import HandReading
from pitboss.house.definition import JudgedHand, PayTable
from pitboss.house.session import HouseSession
from tests.poker.table import Arranged

from .tables import decide

STAGED = ("let-it-ride", "mississippi", "ultimate", "casino-holdem")
"""Games whose board is turned in stages, each with the cards of its board still to come at most."""


def table_of(game: str, top: str = "", *, seed: int = 1, auto: bool = True) -> HouseSession:
    """A table with one player, dealt these cards first."""
    session = HouseSession.open(pitboss.game(game), shuffle=Arranged(top) if top else pitboss.seeded(seed))
    session.sit(1, "Ann", 10_000_000)
    wagers = {option.word: option.low or 500 for option in session.wagers(1)}
    session.place(1, {**wagers, **session.least_wagers(1)})
    session.deal(auto=auto)
    return session


def read(session: Session) -> HandReading:
    return session.readings("player Ann")[1]


def decided(session: Session, word: str) -> HandReading:
    option = next(each for each in session.legal(1) if each.allowed and each.word.startswith(word))
    session.act(1, option.actions[0])
    return read(session)


def line(session: HouseSession, wager: str, number: int | None) -> str:
    table = session.game.definition.wagers[wager].table
    assert table is not None
    return "" if number is None else table.lines[number].hand


def test_the_board_counts_as_soon_as_it_is_turned() -> None:
    session = table_of("mississippi", "Qs Jd Qh 7c 2d")
    assert read(session).words == "queen high"
    assert (read(session).category, read(session).matched, read(session).lines) == ("high card", (), {})
    after = decided(session, "bet 1x")
    assert (after.words, after.category, show(after.matched)) == ("pair of queens", "pair", "Qs Qh")
    assert line(session, "ante", after.lines["ante"]) == "pair of J"
    assert line(session, "ante", after.reach["ante"]) == "four of a kind"
    after = decided(session, "bet 1x")
    assert (after.words, show(after.cards)) == ("pair of queens", "Qs Qh Jd 7c")
    assert line(session, "ante", after.reach["ante"]) == "three of a kind"


def test_three_cards_of_a_suit_are_a_flush_only_where_a_hand_has_three() -> None:
    session = table_of("let-it-ride", "2s 9s Ks 3s 5d")
    now = read(session)
    assert (now.words, now.category) == ("king high", "high card")
    assert line(session, "three-card-bonus", now.lines["three-card-bonus"]) == "flush"
    assert "bet-1" not in now.lines
    assert line(session, "bet-1", now.reach["bet-1"]) == "flush"
    assert now.reach["three-card-bonus"] == now.lines["three-card-bonus"]
    after = decided(session, "let it ride")
    assert (after.words, line(session, "bet-1", after.reach["bet-1"])) == ("king high", "flush")


def test_a_hand_at_a_decision_stays_what_it_was_then() -> None:
    session = table_of("casino-holdem", "As Kd 2c 3d Ac 7h 9s Ad 4c")
    now = read(session)
    assert (now.words, line(session, "aa-bonus", now.lines["aa-bonus"])) == ("pair of aces", "pair of A")
    assert now.reach["aa-bonus"] == now.lines["aa-bonus"]
    assert line(session, "ante", now.reach["ante"]) == "four of a kind"
    after = decided(session, "call")
    assert after.words == "three of a kind, aces"
    assert after.lines["aa-bonus"] == now.lines["aa-bonus"]


@pytest.mark.rule("HO-7")
def test_whoever_may_still_choose_has_every_choice_in_reach() -> None:
    session = table_of("holdout", "2s 3h 5d 9c Jh")
    assert line(session, "final", read(session).reach["final"]) == "royal flush"
    assert "first" not in read(session).reach  # the cards as dealt
    session.act(1, "hold 2s 3h")
    session = table_of("holdout", "2s 3h 5d 9c 8h", auto=False)
    while not session.actors:
        session.step()
    assert line(session, "final", read(session).reach["final"]) == "straight flush"  # a card held has to play
    session.act(1, "hold 2s 3h")
    assert line(session, "final", read(session).reach["final"]) == "four of a kind"
    assert read(session).words == "three high"
    session = table_of("top5", "2s 3h 5d 9c Jh Ks Qs Ts 8d 7d 9d")
    now = read(session)
    best = min([now.lines.get("tens", 99), *(each.lines.get("tens", 99) for each in now.after.values())])
    assert now.reach.get("tens", 99) == best


def worths(hand: JudgedHand, session: HouseSession) -> Iterator[int]:
    """The value of a hand after every way in which the unseen cards may fall."""
    deal = session.running
    view = session.view("player Ann").deal
    assert deal is not None
    assert view is not None
    definition = session.game.definition
    board = sum(
        step.cards for step in definition.script if getattr(step, "pile", "") == "board" and hasattr(step, "up")
    )
    lying = {name: [card for card in pile if card != UNKNOWN] for name, pile in view.piles.items()}
    seen = {card for pile in lying.values() for card in pile}
    unseen = [card for card in definition.deck.cards if card not in seen]
    own = lying["player 1"] if hand.own else []
    if "board" not in hand.of:
        yield hand.ranking.value(own)
        return
    shared = lying.get("board", [])
    for more in combinations(unseen, board - len(shared)):
        yield hand.ranking.value([*own, *shared, *more])


def reached(table: PayTable, worth: int) -> int | None:
    return next((place for place, each in enumerate(table.lines) if worth >= each.least), None)


@given(game=st.sampled_from(STAGED), seed=st.integers(0, 2**32))
def test_lines_are_what_every_completion_pays_and_reach_what_the_best_pays(game: str, seed: int) -> None:
    session, rng = table_of(game, seed=seed), random.Random(seed)
    while session.actors:
        view = session.view("player Ann").deal
        assert view is not None
        hidden = list(view.piles.get("board", ())).count(UNKNOWN) + 2 * (game == "casino-holdem")
        if hidden <= 2 and rng.random() < 0.5:
            now = read(session)
            definition = session.game.definition
            for wager in definition.wagers.values():
                hand = definition.hands[wager.hand]
                if wager.table is not None and not hand.at:
                    found = sorted(worths(hand, session))
                    assert now.reach.get(wager.key) == reached(wager.table, found[-1])
                    assert now.lines.get(wager.key) == reached(wager.table, found[0])
            return
        decide(session, rng)


@given(seed=st.integers(0, 2**32))
def test_a_poker_hand_is_read_from_the_first_card_on(seed: int) -> None:
    """Before the river and in stud too; what is read is never better than what the whole hand makes."""
    rng = random.Random(seed)
    name = rng.choice(["holdem", "omaha", "seven-stud", "five-stud"])
    session = pitboss.game(name, house="pot", limit="2-4").session(pitboss.seeded(seed), seats=3)
    for seat, player in enumerate(("Ann", "Ben"), 1):
        session.sit(seat, player, 10_000)
    hand = session.deal(auto=False)
    game = session.games[name]
    ranking, least, read_one = game.contests[0].ranking, 0, False
    while not session.done:
        view = session.view("player Ann").deal
        assert view is not None
        own = view.piles["player 1"]
        if own:
            now = read(session)
            assert set(now.cards) <= {*own, *view.piles["board"]}
            assert set(now.matched) <= set(now.cards)
            assert now.words
            value = ranking.lowest((len(ranking.categories) - 1 - ranking.categories.index(now.category), ()))
            assert value >= least
            least, read_one = value, True
        if session.actors:
            (seat,) = session.actors
            words = [option.word for option in session.legal(seat) if option.allowed]
            session.act(seat, next(word for word in ("check", "call", "bring in", "show", *words) if word in words))
        else:
            session.step()
    assert read_one
    assert hand.done


@pytest.mark.rule("LB-5")
def test_a_hand_is_read_for_what_it_is_played_for_now() -> None:
    """Lowball is opened for high, with jacks or better, and played on for low with the same cards if nobody opens."""
    session = pitboss.game("lowball", house="button", limit="2-4").session(pitboss.seeded(6), seats=3)
    for seat, player in enumerate(("Ann", "Ben", "Cyd"), 1):
        session.sit(seat, player, 10_000)
    hand = session.deal()
    categories = []
    for _ in range(6):
        categories.append(read(session).category)
        session.act(session.actors[0], "check")
    assert "play on" in [event.follows for event in hand.events if isinstance(event, RoundPassed)]
    assert "low" not in categories[:3]
    assert "low" in categories[3:]
