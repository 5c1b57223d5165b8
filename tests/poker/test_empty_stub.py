"""The last card of the deck is put out of play before a street; the rule cited by a dead blind."""

from __future__ import annotations

import pytest

from pitboss import poker, seeded
from pitboss.poker.game import Post


@pytest.mark.rule("PK-26", "S7-4", "PK-18")
def test_with_no_card_left_the_burns_alone_are_scrambled_and_folded_hands_never_used() -> None:
    game = poker.load("seven-stud", "pot", "2-4")
    hand = game.deal(dict.fromkeys(range(1, 9), 50000), 8, seeded(5))
    hand.floor("boxed card")
    while len(hand.piles.stub):
        words = {option.word for option in hand.legal(hand.actors[0]) if option.allowed}
        hand.act(hand.actors[0], "check" if "check" in words else "call")
    burns = set(hand.piles.burns)
    hand.act(hand.actors[0], "bet")
    hand.act(hand.actors[0], "call")
    start = len(hand.events)
    while all(event.verb != "scramble" for event in hand.events[start:]):
        hand.act(hand.actors[0], "fold")
    told = [event for event in hand.events[start:] if event.verb in ("reshuffle", "scramble", "burn", "deal")]
    assert [event.verb for event in told] == ["scramble", "burn", "deal", "deal"]
    assert {card for event in told for card in event.cards} == burns


@pytest.mark.rule("PK-25")
def test_a_dead_blind_moves_under_the_rule_of_missed_blinds() -> None:
    game = poker.load("holdem", "pot", "2-4")
    posts = [Post(2, "small blind", 100), Post(3, "big blind", 200), Post(1, "dead blind", 100)]
    hand = game.deal({1: 5000, 2: 5000, 3: 5000}, 1, seeded(1), posts=posts)
    (move,) = [move for move in hand.moves if move.why == "dead blind"]
    assert (move.cents, move.rule) == (100, "PK-25")
