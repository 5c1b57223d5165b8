"""The action taken for a player who does not answer in time."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.poker import load
from pitboss.poker.hand import Hand


def dealt(game: str, known: dict[int | str, str], house: str = "pot", **how: object) -> Hand:
    stacks = how.pop("stacks", {seat: 4000 for seat in known if isinstance(seat, int)})
    return load(game, house, "2-4").deal(stacks, 1, known=known, showdown="ask", **how)  # type: ignore[arg-type]


def to_the_showdown(hand: Hand) -> Hand:
    """Everybody checks or calls until hands are shown."""
    while hand.actors and hand.phase == "bet":
        words = [option.word for option in hand.legal(hand.actors[0]) if option.allowed]
        hand.act(hand.actors[0], "check" if "check" in words else "call")
    return hand


def test_a_check_where_it_is_free_else_a_fold() -> None:
    hand = load("holdem", "pot", "2-4").deal({1: 4000, 2: 4000, 3: 4000}, 1, pitboss.seeded(7))
    assert hand.default_act(hand.actors[0]).action == "fold"
    hand.act(hand.actors[0], "call")
    hand.act(hand.actors[0], "call")
    assert hand.default_act(hand.actors[0]).action == "check"


def test_who_has_to_bring_it_in_does() -> None:
    hand = load("seven-stud", "wsop", lower=200, higher=400, ante=50, bring_in=100).deal(
        {1: 4000, 2: 4000, 3: 4000}, 1, pitboss.seeded(7)
    )
    assert hand.default_act(hand.actors[0]).action == "bring in"


def test_who_says_nothing_at_the_draw_stands_pat() -> None:
    hand = load("lowball", "pot", "2-4").deal({1: 4000, 2: 4000}, 1, pitboss.seeded(7))
    while hand.actors and hand.phase == "bet":
        words = [option.word for option in hand.legal(hand.actors[0]) if option.allowed]
        hand.act(hand.actors[0], next(word for word in ("check", "call", "bet") if word in words))
    assert hand.phase == "draw"
    assert hand.default_act(hand.actors[0]).action == "draw"


@pytest.mark.rule("PK-15")
def test_a_beaten_hand_is_mucked_and_any_other_shown() -> None:
    board = "2c 7d 9h Jc 3s"
    hand = to_the_showdown(dealt("holdem", {1: "8c 8h", 2: "As Ah", 3: "Kd Kh", "board": board}))
    first = hand.actors[0]
    assert hand.default_act(first).action == "show"  # nothing is shown yet
    answers = {}
    while hand.actors:
        act = hand.default_act(hand.actors[0])
        answers[act.seat] = act.action
        hand.act(act.seat, act.action)
    assert answers == {2: "show", 3: "muck", 1: "muck"}


@pytest.mark.rule("PK-15")
def test_a_hand_that_can_win_a_side_pot_is_shown() -> None:
    board = "2c 7d 9h Jc 3s"
    known: dict[int | str, str] = {1: "8c 8h", 2: "As Ah", 3: "Kd Kh", "board": board}
    hand = dealt("holdem", known, stacks={1: 4000, 2: 200, 3: 4000})
    while hand.actors and hand.phase == "bet":
        options = {option.word: option for option in hand.legal(hand.actors[0]) if option.allowed}
        if hand.actors == (3,) and "bet" in options:
            hand.act(3, "bet", options["bet"].low)
        else:
            hand.act(hand.actors[0], "check" if "check" in options else "call")
    answers = {}
    while hand.actors:
        act = hand.default_act(hand.actors[0])
        answers[act.seat] = act.action
        hand.act(act.seat, act.action)
    assert answers[3] == "show"  # beaten by the aces for the main pot, not for the side pot
    assert answers[1] == "muck"


@pytest.mark.rule("PK-15")
def test_a_low_is_shown_though_the_high_is_beaten() -> None:
    board = "2c 3d 7h Kc Ks"
    hand = to_the_showdown(dealt("omaha-hi-lo", {1: "Ah 4h Td Jd", 2: "Kd Kh Qc Qd", "board": board}))
    answers = {}
    while hand.actors:
        act = hand.default_act(hand.actors[0])
        answers[act.seat] = act.action
        hand.act(act.seat, act.action)
    assert set(answers.values()) == {"show"}


@pytest.mark.rule("PK-15")
def test_the_answer_for_a_silent_player_tells_nothing_of_hands_not_shown() -> None:
    board = "2c 7d 9h Jc 3s"
    strong, weak = (
        to_the_showdown(dealt("holdem", {1: cards, 2: "8c 8h", "board": board})) for cards in ("As Ah", "4d 5d")
    )
    assert strong.actors == weak.actors == (2,)
    assert strong.default_act(2) == weak.default_act(2)
