"""Strategy lists for rounds whose cards come street by street: the well-known play, and exact costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss import house
from pitboss.cards import parse
from pitboss.exact.request import prove
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.streets.strategy import lists
from pitboss.exact.shapes.streets.streets import OpenStreets
from pitboss.exact.sheet.model import Contents, sheet
from pitboss.exact.stakes import groups, tied
from pitboss.exact.strategy.rows import in_words
from pitboss.exact.strategy.search import codes, things
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from tests.exact.cache.test_resume import HOLD
from tests.exact.small import UNIT, cut, oracle

MIXED = (
    HOLD.replace("deck = 52", 'deck = { ranks = "Q-A", suits = 4 }')
    .replace("hold = [1, 2, 3] }]", 'hold = [1, 2, 3] }, { say = "fold", fold = true }]')
    .replace("shown =", 'fold = "push"\nshown =')
)
"""Cards are held or the hand is folded before a hidden board: only plain recursion can solve it."""


def stages(game: Definition) -> OpenStreets:
    shape = recognise(game, tied(game, game.unit))
    assert isinstance(shape, OpenStreets)
    return shape


def test_let_it_ride_is_played_as_everybody_plays_it() -> None:
    """A paying pair or better, and the usual draws; the second decision is exact."""
    first, second = lists(stages(house.load("let-it-ride").definition))[0]
    assert (first.asked, second.asked) == ("first", "second")
    assert [line.text for line in second.lines] == [
        "let it ride: four to a straight in two ways",
        "let it ride: four to a flush",
        "let it ride: a pair of tens or better",
        "otherwise take back",
    ]
    assert second.cost == 0
    assert "let it ride: a pair of tens or better" in [line.text for line in first.lines]
    assert 0 < first.cost < Fraction(1, 10_000)
    assert sum(line.share for line in second.lines) == 1
    # Four to a straight without a high card wins as often as it loses.
    assert second.equals > 0
    assert second.indifferent[0].hand == "5c 4c 3d 2h"


@pytest.mark.long
def test_mississippi_is_listed_for_all_stakes_together() -> None:
    told: list[tuple[int, int]] = []
    found, _ = lists(stages(house.load("mississippi").definition), lambda *far: told.append(far))
    assert told == [(0, 3), (1, 3), (2, 3)]
    assert [each.asked for each in found] == ["third", "fourth", "fifth"]
    assert all(len(each.lines) <= 12 for each in found)
    assert found[0].cost == 0
    assert "bet 3x: a pair" in [line.text for line in found[0].lines]
    assert sum(each.cost for each in found) < Fraction(1, 5_000)
    assert found[0].borders[0].hand == "7c 5c"


@pytest.mark.parametrize(
    ("name", "ranks", "suits", "most"),
    [
        pytest.param("mississippi", "3-6", 2, 1, marks=pytest.mark.long),
        pytest.param("mississippi", "4-7", 2, 1, marks=pytest.mark.long),
        ("let-it-ride", "2-5", 2, 1),
    ],
)
def test_costs_are_what_following_the_lists_loses(
    name: str, ranks: str, suits: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play every deal of a small deck by lists of one line, short enough to lose something."""
    monkeypatch.setattr("pitboss.exact.strategy.search.MOST", most)
    game = cut(name, {"ranks": ranks, "suits": suits})
    shape = stages(game)
    found, followed = lists(shape)
    assert all(len(each.lines) <= most for each in found)
    rounds, total = oracle(game, {game.unit: 1}), 0
    orders = list(rounds.orders())
    for order in orders:
        said: list[str] = []
        entry = 0
        for number, street in enumerate(shape.course.streets):
            place = street.entry[entry][0]
            while street.places[place]:
                view = rounds.play(order, said).view(1)
                cards = [card for pile in ("player 1", "board") for card in view.piles.get(pile, ()) if card >= 0]
                rules = followed[number, place]
                code = codes(np.array([cards], dtype=np.uint8))
                at = int(np.searchsorted(rules.codes, code)[0])
                assert rules.codes[at] == code, "every hand that is come to is listed"
                edge = street.places[place][rules.options[at]]
                said.append(edge.option.text)
                place = edge.to
            entry = place
        total += rounds.play(order, said).view(1).chips["player 1"]
    best = prove(game, wagers=tied(game, game.unit)).groups.popitem()[1].ev
    cost = sum((each.cost for each in found), Fraction(0))
    assert cost > 0
    assert Fraction(total, len(orders) * UNIT) == best - cost


def has(hand: str) -> set[str]:
    """The features that hold for a hand, among all hands of its size."""
    cards = parse(hand)
    every = np.unique(codes(np.array(list(combinations(range(52), len(cards))), dtype=np.uint8)))
    at = int(np.searchsorted(every, codes(np.array([cards], dtype=np.uint8)))[0])
    return {thing.words for thing in things(every, len(cards)) if thing.has[at]}


@pytest.mark.parametrize(
    ("hand", "said", "unsaid"),
    [
        ("Tc Td 2h", ["a pair of tens or better", "a pair or better"], ["a pair of jacks or better", "no pair"]),
        ("2c 2d 2h", ["three of a kind", "a pair of aces or better"], ["a pair of fives or less"]),
        ("5c 5d 9h", ["a pair of fives or less"], ["a pair of sixes or better"]),
        ("6d 7d 8d", ["three to a straight flush in three ways", "three to a flush"], ["three to a royal flush"]),
        ("Ah 2h 3h", ["three to a straight flush"], ["three to a straight in two ways"]),
        ("Ac Kc Qc", ["three to a royal flush", "three to a straight"], ["three to a straight in two ways"]),
        ("Jh 4s 3d", ["one card jack or higher", "no pair"], ["three to a straight", "three to a flush"]),
        ("9h 4s 3d", ["no card jack or higher"], ["one card ten or higher"]),
    ],
)
def test_words_for_a_few_cards(hand: str, said: list[str], unsaid: list[str]) -> None:
    found = has(hand)
    assert set(said) <= found
    assert not set(unsaid) & found


def test_a_sheet_has_the_lists_or_says_that_there_are_none(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    ride = cut("let-it-ride", {"ranks": "9-A", "suits": 2})
    rows, notes = in_words(groups(ride))
    assert {row[0] for row in rows["bet-3"]} >= {"first", "second"}
    assert notes["bet-3"][0].startswith("Read each list from the top")
    mixed = game_file.parse(MIXED, "mixed.toml")
    rows, notes = in_words(groups(mixed))
    assert not rows
    (why,) = notes["bet"]
    assert why.startswith(
        "There is no list in words for this wager, since its decisions follow each other in a way that"
    )
    assert why.endswith("; 'pitboss advise' shows the best option of any hand exactly.")
    result = prove(mixed, only="bet")
    assert result["bet"].shape == "general"
    sections = sheet(mixed, result, Contents(strategy=rows, strategy_notes=notes)).sections
    (words,) = [section for section in sections if section.title == "bet: strategy in words"]
    assert (words.rows, words.notes) == ((), (why,))
