"""String bets and the single large chip (PK-12), under the button house's and the pot house's limits and no-limit."""

from __future__ import annotations

import pytest

from pitboss.deal import IllegalAction

from ..table import deal, load, may, play, verbs
from .floor import can, option, same_again

pytestmark = pytest.mark.rule("PK-12")


def facing_a_bet(house: str = "pot", **more: object):
    """Three players at 2/4; seat 3, on the button, faces the big blind of $2."""
    return deal(load("holdem", house, "2-4", **more), 10_000, 10_000, 10_000)


@pytest.mark.parametrize("house", ["pot", "button"])
def test_of_several_motions_only_the_first_stands(house: str) -> None:
    hand = facing_a_bet(house).floor("string bet", amounts=[200, 200])
    assert verbs(hand, "call", "raise") == [("call", 3, 200)]
    assert [event.rule for event in hand.events if event.verb == "ruling"] == ["PK-12"]
    assert hand.actors == (1,)
    same_again(hand)


def test_a_first_motion_that_makes_a_raise_is_a_raise() -> None:
    hand = facing_a_bet().floor("string bet", amounts=[400, 200])
    assert verbs(hand, "call", "raise") == [("raise", 3, 400)]


def test_declared_it_may_come_in_several_motions() -> None:
    hand = facing_a_bet().floor("string bet", amounts=[200, 200], announced=True)
    assert verbs(hand, "call", "raise") == [("raise", 3, 400)]


def test_a_first_motion_between_call_and_raise_is_a_call() -> None:
    assert verbs(facing_a_bet().floor("string bet", amounts=[300, 100]), "call", "raise") == [("call", 3, 200)]


def test_a_first_motion_short_of_the_call_is_a_call() -> None:
    assert verbs(facing_a_bet().floor("string bet", amounts=[100, 300]), "call", "raise") == [("call", 3, 200)]


def test_with_nothing_to_call_too_little_is_a_check() -> None:
    hand = play(facing_a_bet(), "3 call, 1 call, 2 check")
    hand.floor("string bet", amounts=[100, 100])
    assert verbs(hand, "check", "bet")[-1] == ("check", 1, 0)


def test_no_limit_only_the_first_motion_counts_towards_the_raise() -> None:
    hand = facing_a_bet(play="no-limit").floor("string bet", amounts=[700, 5000])
    assert verbs(hand, "raise") == [("raise", 3, 700)]
    declared = facing_a_bet(play="no-limit").floor("string bet", amounts=[700, 5000], announced=True)
    assert verbs(declared, "raise") == [("raise", 3, 5700)]


@pytest.mark.parametrize("house", ["pot", "button"])
def test_a_single_larger_chip_is_a_call(house: str) -> None:
    hand = facing_a_bet(house).floor("oversized chip", chip=500)
    assert verbs(hand, "call", "raise") == [("call", 3, 200)]
    assert hand.stack(3) == 10_000 - 200 - (100 if house == "button" else 0)
    same_again(hand)


def test_with_raise_announced_it_is_a_raise() -> None:
    hand = facing_a_bet().floor("oversized chip", chip=500, announced=True)
    assert verbs(hand, "call", "raise") == [("raise", 3, 400)]
    no_limit = facing_a_bet(play="no-limit").floor("oversized chip", chip=2500, announced=True)
    assert verbs(no_limit, "raise") == [("raise", 3, 2500)]


def test_where_no_raise_is_left_an_announced_raise_is_a_call() -> None:
    hand = play(facing_a_bet(), "3 raise 400, 1 raise 600, 2 raise 800")
    hand.floor("oversized chip", chip=1000, announced=True)
    assert verbs(hand, "call", "raise")[-1] == ("call", 3, 400)


@pytest.mark.rule("PK-30")
@pytest.mark.parametrize(("game", "house"), [("draw", "pot"), ("lowball", "button"), ("five-stud", "pot")])
def test_the_same_in_every_game(game: str, house: str) -> None:
    hand = deal(load(game, house, "2-4"), 10_000, 10_000, 10_000, 10_000)
    while not can(hand, "oversized chip"):
        options = may(hand)
        word = "bet" if "bet" in options else "check"
        hand.act(hand.actors[0], word, options[word].low)
    seat, price = hand.actors[0], hand.to_call(hand.actors[0])
    hand.floor("oversized chip", chip=2500)
    assert verbs(hand, "call")[-1] == ("call", seat, price)
    hand.floor("string bet", amounts=[price, price])
    assert len(verbs(hand, "call")) == 2


def test_without_a_bet_there_is_nothing_to_call() -> None:
    hand = play(facing_a_bet(), "3 call, 1 call, 2 check")
    assert "no bet to call" in option(hand, "oversized chip").why
    with pytest.raises(IllegalAction, match="no bet to call"):
        hand.floor("oversized chip", chip=500)


@pytest.mark.parametrize(
    ("ruling", "facts", "words"),
    [
        ("string bet", {"amounts": [200]}, "two or more amounts"),
        ("string bet", {"amounts": "200 200"}, "two or more amounts"),
        ("string bet", {"amounts": [200, 50_000]}, "cannot have put in"),
        ("string bet", {}, "needs amounts; state"),
        ("string bet", {"amounts": [200, 200], "announced": "yes"}, "true or false"),
        ("oversized chip", {"chip": 200}, "not larger"),
        ("oversized chip", {"chip": 2.5}, "whole cents"),
        ("oversized chip", {"chip": 500, "colour": "green"}, "is not a fact of"),
    ],
)
def test_facts_that_cannot_be_are_refused_and_nothing_changes(ruling: str, facts: dict, words: str) -> None:
    hand = facing_a_bet()
    before = hand.dump(), list(hand.events), hand.chips()
    with pytest.raises(IllegalAction, match=words):
        hand.floor(ruling, **facts)
    assert (hand.dump(), hand.events, hand.chips()) == before
