"""One meaning per word: chips moved, totals of a betting round, and methods that take seats."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss import seeded
from pitboss.deal import IllegalAction

from .table import SPREAD, deal, load

GIVES = {"ante", "post", "forced bet", "bring in", "call", "bet", "complete", "raise", "fee"}
TAKES = {"return", "award"}
TOTALS = ("bring in", "call", "bet", "complete", "raise")


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_an_event_tells_the_chips_moved_and_the_total_of_the_round(house: str, game: str) -> None:
    chance = random.Random(5)
    for stacks in ([4000] * 4, [700, 2000, 350, 1200], [900, 4000]):
        hand = deal(load(game, house), *stacks, auto=False, shuffle=seeded(chance.randrange(1000)))
        while not hand.done:
            if not hand.actors:
                hand.step()
                continue
            seat = hand.actors[0]
            options = [option for option in hand.legal(seat) if option.allowed and option.word != "muck"]
            option = chance.choice(options)
            front, stack, said = hand.money.bets[hand.index[seat]], hand.stack(seat), len(hand.events)
            hand.act(seat, chance.choice(option.actions), option.low)
            event = hand.events[said]
            assert stack - hand.stack(seat) == event.cents == option.cents
            assert event.to == (front + event.cents if event.verb in TOTALS else 0)
            assert event.to == option.low or not option.high
        told: Counter[str] = Counter()
        for event in hand.events:
            account = f"player {event.seat}" if event.seat else "pot"
            assert not event.cents or event.verb in GIVES | TAKES, event
            told[account] += event.cents if event.verb in TAKES else -event.cents
        moved: Counter[str] = Counter()
        for move in hand.moves:
            moved[move.source] -= move.cents
            moved[move.target] += move.cents
        for seat in hand.seats:
            assert told[f"player {seat}"] == moved[f"player {seat}"]


def test_a_blind_tells_what_lies_in_front_and_an_ante_does_not() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[4000] * 3)
    assert [(event.cents, event.to) for event in hand.events if event.verb == "post"] == [(100, 100), (200, 200)]
    hand.act(hand.actors[0], "raise", 400).act(hand.actors[0], "raise", 600)
    assert [(event.cents, event.to) for event in hand.events if event.verb == "raise"] == [(400, 400), (500, 600)]
    assert str(hand.events[-1]).startswith("raise seat 1 $5 to $6")
    stud = deal(load("five-stud", "pot"), *[4000] * 3)
    assert {event.to for event in stud.events if event.verb == "ante"} == {0}


@pytest.mark.parametrize("ask", ["cards", "stack", "to_call", "in_hand"])
@pytest.mark.parametrize("seat", [0, 9, -1, "1", True, None])
def test_questions_take_seats_and_refuse_others(ask: str, seat: object) -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[4000] * 3)
    for one in hand.seats:
        getattr(hand, ask)(one)
    with pytest.raises(
        IllegalAction, match=r"^[^.]*(is not in this hand; its seats are 1, 2, 3|is not a seat)[^.]*\.$"
    ):
        getattr(hand, ask)(seat)


def test_cards_are_those_of_the_seat() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[4000] * 3)
    for seat in hand.seats:
        assert hand.cards(seat) == hand.view("floor").piles[f"player {seat}"]
