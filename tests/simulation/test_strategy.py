"""Strategy in words: the well-known lists, at exactly the cost of following them."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import house
from pitboss.cards import parse as parse_cards
from pitboss.exact.advice import ask
from pitboss.exact.request import prove
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.showdown import strategy
from pitboss.exact.stakes import groups
from pitboss.exact.strategy.lists import Condition, StrategyList, ValueCells, decision_list, met, untold
from pitboss.exact.strategy.rows import in_words
from pitboss.house.vocabulary.game_file import parse


def lists(name: str, key: str) -> tuple[StrategyList, ...]:
    group = next(group for group in groups(house.load(name).definition) if group.key == key)
    return strategy.lists(recognise(group.game, group.stakes))  # type: ignore[arg-type]


def test_three_card_is_played_with_queen_six_four() -> None:
    """The rule every player of the game learns is optimal to the last deal."""
    (only,) = lists("three-card", "ante")
    assert [line.text for line in only.lines] == ["fold: queen high (Q-6-3) or less", "otherwise play"]
    assert only.cost == 0
    assert only.lines[0].share == prove(house.load("three-card").definition, only="ante")["ante"].fold
    assert only.borders[0].margin > 0
    assert only.equals == 0


def test_an_option_is_advised_only_where_it_is_open() -> None:
    """Three times the Ante takes a pair of aces, and with one it is always right."""
    (only,) = lists("crazy4", "ante")
    assert only.lines[0].text == "play 3x: pair of aces or better"
    assert only.lines[0].cost == 0
    assert 0 < only.cost < Fraction(1, 100_000)


@pytest.mark.long
def test_lists_by_public_card_lose_next_to_nothing() -> None:
    found = lists("caribbean", "ante")
    assert [each.shows for each in found] == list("23456789TJQKA")
    assert all(len(each.lines) <= 12 for each in found)
    assert sum(each.cost for each in found) < Fraction(1, 1_000_000)
    assert found[0].lines[0].text == "raise: ace high (A-K-4-3-2) or better, with a card of the rank shown"


def test_costs_are_what_the_list_loses() -> None:
    """A list of one line is a game without the other options, whose proof gives the cost."""
    game = house.load("three-card").definition
    group = groups(game)[0]
    shape = recognise(group.game, group.stakes)
    from pitboss.exact.strategy import lists as module

    before, module.MOST = module.MOST, 1
    try:
        (only,) = strategy.lists(shape)  # type: ignore[arg-type]
    finally:
        module.MOST = before
    (line,) = only.lines
    assert line.do == "play"
    text, removed = re.subn(r'\{ say = "fold"[^}]*\},\s*', "", game.source)
    assert removed == 1
    without = parse(text, "never-folds.toml")
    never = prove(without, only="ante", fresh=True)["ante"]
    assert never.edge - prove(game, only="ante")["ante"].edge == only.cost


def test_rows_for_the_sheet_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    every = groups(house.load("three-card").definition)
    rows, notes = in_words(every)
    assert rows["ante"] == [("", "1", "fold: queen high (Q-6-3) or less", "0"), ("", "2", "otherwise play", "0")]
    assert rows["pair-plus"] == [("", "1", "play", "0")]
    assert "No hand leaves two options exactly equal." in notes["ante"]
    monkeypatch.setattr("pitboss.exact.strategy.rows._made", lambda group: pytest.fail("made again"))
    assert in_words(every) == (rows, notes)


@pytest.mark.long
def test_what_to_hold() -> None:
    """Sixteen lines cost under 0.01%; with four of a kind the fifth card makes no difference."""
    group = next(group for group in groups(house.load("holdout").definition) if group.key == "final")
    (only,) = recognise(group.game, group.stakes).strategy(untold).lists
    assert len(only.lines) <= 16
    assert sum(line.share for line in only.lines) == 1
    assert 0 < only.cost < Fraction(1, 10_000)
    texts = [line.text for line in only.lines]
    assert "hold: all five: straight or better" in texts
    assert texts.index("hold: four to a flush") < texts.index("hold: a pair and another card")
    assert only.equals > 0
    equal = next(border for border in only.indifferent if border.hand == "3c 2s 2h 2d 2c")
    assert {equal.best, equal.other} == {"hold 3c 2s 2h 2d 2c", "hold 2s 2h 2d 2c"}
    for border in only.borders:
        found = {each.action: each.ev for each in ask(group.game, parse_cards(border.hand), {}, {"final": 1}).options}
        best = found[_as_said(border.best, border.hand)]
        assert best == max(found.values())
        assert best - found[_as_said(border.other, border.hand)] == border.margin > 0


def _as_said(action: str, hand: str) -> str:
    """Cards in the order of the hand, as the advice lists them."""
    named = action.split()[1:]
    return " ".join(["hold", *(card for card in hand.split() if card in named)])


cells = st.lists(
    st.tuples(
        st.integers(1, 9),
        st.integers(0, 3),
        st.integers(1, 5),
        st.lists(st.integers(0, 20), min_size=2, max_size=2),
        st.sampled_from([0, 0, 0, 1]),
    ),
    min_size=1,
    max_size=25,
)


@given(cells, st.integers(1, 6))
def test_any_list_adds_up(drawn: list[tuple[int, int, int, list[int], int]], most: int) -> None:
    """Option 0 is always open, so a list exists; it never loses more than option 0 alone, and never uses a closed
    option."""
    made = ValueCells.summed(
        np.array([value for value, *_ in drawn]),
        np.array([features for _, features, *_ in drawn]),
        np.array([weight for *_, weight, _, _ in drawn]),
        np.array([[loss[0] for *_, loss, _ in drawn], [-1 if shut else loss[1] for *_, loss, shut in drawn]]),
    )
    found = decision_list(made, [True, True], most, 1)
    assert len(found) <= most
    loss = weight = 0
    left = np.ones(len(made.values), bool)
    for line in found:
        here = left & met(made, line.condition)
        assert (made.losses[line.option, here] >= 0).all()
        assert line.loss == made.losses[line.option, here].sum()
        loss, weight, left = loss + line.loss, weight + line.weight, left & ~here
    assert not left.any()
    assert weight == sum(weight for *_, weight, _, _ in drawn)
    assert loss <= made.losses[0].sum()


def test_a_list_finds_an_exception_in_the_middle() -> None:
    """Play from 4 up, but fold 6 with the feature: two lines and the rest."""
    values, features = np.repeat(np.arange(1, 10), 2), np.tile([0, 1], 9)
    plays = (values >= 4) & ~((values == 6) & (features == 1))
    loss = np.stack([np.where(plays, 5, 0), np.where(plays, 0, 5)])
    found = decision_list(ValueCells.summed(values, features, np.ones(18, int), loss), [True], 12, 1)
    assert sum(line.loss for line in found) == 0
    assert len(found) == 3
    assert (Condition(6, 7, 0, True), 0) in [(line.condition, line.option) for line in found]
