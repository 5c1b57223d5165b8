"""Decisions as functions of facts: the spots asked and dealt in, the wagers an option places, the cards held."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss import cards, house
from pitboss.house.decisions import (
    Offer,
    StakeChange,
    asked,
    change,
    closed,
    dealt_in,
    discarded,
    holds,
    offers,
    open_changes,
)
from pitboss.house.definition import Choice, DealStep, DecideStep, Decision, DiscardStep


@pytest.mark.parametrize(
    ("stakes", "answer"),
    [
        ((), False),
        (("ante",), True),
        (("bet",), True),
        (("ante", "raise"), False),
        (("raise",), False),
        (("other",), False),
    ],
)
def test_a_spot_is_asked_with_a_required_wager_and_without_an_excluded_one(
    stakes: tuple[str, ...], answer: bool
) -> None:
    step = DecideStep("play", if_placed=("ante", "bet"), unless_placed=("raise",))
    assert asked(step, stakes) is answer
    assert asked(step, stakes, folded=True) is False


def test_a_step_without_conditions_asks_and_deals_to_every_spot_that_has_not_folded() -> None:
    assert asked(DecideStep("play"), ()) is True
    assert asked(DecideStep("play"), ("ante",), folded=True) is False
    assert dealt_in(DealStep("player", 2), ()) is True
    assert dealt_in(DealStep("player", 2), ("ante",), folded=True) is False


@pytest.mark.parametrize(
    ("stakes", "answer"), [((), False), (("ante",), False), (("swap",), True), (("ante", "buy"), True)]
)
def test_cards_for_some_wagers_go_only_to_spots_with_one_of_them(stakes: tuple[str, ...], answer: bool) -> None:
    step = DealStep("player", 1, if_placed=("swap", "buy"))
    assert dealt_in(step, stakes) is answer
    assert dealt_in(step, stakes, folded=True) is False


def test_an_option_is_offered_once_for_every_multiple() -> None:
    raises = Choice("raise {times} now {held}", place={"play": (3, 1, 2)})
    assert [
        (one.word, one.times, one.lowest) for one in offers(Decision("play", (raises, Choice("fold", fold=True))))
    ] == [
        ("raise 3 now", 3, False),
        ("raise 1 now", 1, True),
        ("raise 2 now", 2, False),
        ("fold", 1, True),
    ]


@pytest.mark.parametrize("name", house.names())
def test_the_open_options_are_those_that_the_stakes_do_not_close(name: str) -> None:
    game = house.load(name).definition
    for step in game.script:
        if isinstance(step, DecideStep):
            stakes = dict.fromkeys(game.wagers, 700)
            every = [(offer, change(game, stakes, offer)) for offer in offers(game.decisions[step.decision])]
            assert list(open_changes(game, step, stakes)) == [one for one in every if not closed(*one)]


def test_without_the_wager_to_multiply_or_take_back_an_option_is_closed() -> None:
    one, two = (Offer("raise", Choice("raise", place={"play": (1, 2)}), times, times == 1) for times in (1, 2))
    take = Offer("take", Choice("take", take="bet"), 1, True)
    game = house.load("top5").definition
    none = change(game, {}, Offer("check", Choice("check"), 1, True))
    assert closed(one, none) == ""
    assert closed(two, none) == "there is no wager to multiply"
    assert closed(take, none) == "there is no bet wager to take back"
    assert closed(two, none._replace(placed={"play": 500})) == ""
    assert closed(take, none._replace(taken="bet")) == ""
    assert closed(Offer("check", Choice("check"), 1, False), none) == ""


def test_of_several_wagers_only_the_one_with_a_choice_follows_the_multiple() -> None:
    wagers = {key: SimpleNamespace(of=base) for key, base in (("play", "ante"), ("side", "ante"), ("more", "tip"))}
    game: Any = SimpleNamespace(wagers=wagers)
    offer = Offer("raise 3", Choice("raise", place={"play": (1, 3), "side": (2,), "more": (1,)}, take="ante"), 3, False)
    assert change(game, {"ante": 100}, offer) == ({"play": 300, "side": 200}, "ante")
    assert change(game, {"tip": 5}, offer) == ({"more": 5}, "")
    after = StakeChange({"play": 300}, "ante").applied(game, {"side": 7, "ante": 100})
    assert after == (("play", 300), ("side", 7))


def test_cards_are_held_in_the_order_dealt_most_first() -> None:
    assert list(holds((), (7, 3))) == [((7, 3), ())]
    assert list(holds((1, 2), (7, 3, 5))) == [
        ((7, 3), (5,)),
        ((7, 5), (3,)),
        ((3, 5), (7,)),
        ((7,), (3, 5)),
        ((3,), (7, 5)),
        ((5,), (7, 3)),
    ]
    assert list(holds((0,), (7, 3))) == [((), (7, 3))]


def test_face_up_cards_of_the_rank_or_higher_are_discarded() -> None:
    up = list(cards.parse("2c Tc Ts Js As Joker"))
    ten = cards.parse("Tc")[0] >> 2
    assert discarded(DiscardStep("dealer", ten), up) == up[1:]
    assert discarded(DiscardStep("dealer", ten + 1), up) == up[3:]
