"""Strategy lists for decisions before and with a board: the known play, and exact costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss import house
from pitboss.cards import parse
from pitboss.exact.advice import ask
from pitboss.exact.request import prove
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.shapes.board.strategy import LATER, _drawn, _ranks, _read, code_of, listed, revealed
from pitboss.exact.stakes import groups, tied
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from tests.exact.small import UNIT, cut, oracle


def reveal(game: Definition) -> BoardShowdown:
    shape = recognise(game, tied(game, game.unit))
    assert isinstance(shape, BoardShowdown)
    return shape


def row(cards: str) -> np.ndarray:
    return np.array([parse(cards)], dtype=np.uint8)


@pytest.mark.long
@pytest.mark.parametrize("ranks", ["9-J", "Q-A"])
def test_costs_are_what_following_the_list_loses(ranks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play every deal of a small deck by a list of one line."""
    monkeypatch.setattr("pitboss.exact.strategy.search.MOST", 1)
    game = cut("casino-holdem", {"ranks": ranks, "suits": 3})
    shape = reveal(game)
    found = listed(shape)
    assert found is not None
    words, rules = found
    assert len(words.lines) == 1
    assert words.cost > 0
    texts = [edge.option.text for edge in shape.setting.streets[0].places[shape.setting.streets[0].entry[0][0]]]
    rounds, total = oracle(game, {"ante": 1}), 0
    orders = list(rounds.orders())
    for order in orders:
        view = rounds.play(order, ()).view(1)
        own, board = view.piles["player 1"], [card for card in view.piles["board"] if card >= 0]
        code = code_of(np.array([own], dtype=np.uint8), np.array([board], dtype=np.uint8))
        at = int(np.searchsorted(rules.codes, code)[0])
        assert rules.codes[at] == code
        total += rounds.play(order, (texts[rules.options[at]],)).view(1).chips["player 1"]
    best = prove(game, wagers={"ante": 1}).groups.popitem()[1].ev
    assert Fraction(total, len(orders) * UNIT) == best - words.cost


@pytest.mark.parametrize(
    ("own", "board", "said", "unsaid"),
    [
        ("Ah Kd", "Qs 7c 2d", ["two cards higher than the board", "an ace in hand"], ["four to a straight"]),
        ("Jh Td", "Qs 9c 2d", ["four to a straight in two ways"], ["a card higher than the board"]),
        ("Jh Td", "Qs 8c 2d", ["four to a straight"], ["four to a straight in two ways"]),
        ("Jh 2h", "Qh 8h 3d", ["four to a flush"], ["a board of one suit", "a pair with an own card or better"]),
        ("Jh Th", "9c 8h 7d", ["two pair or better with own cards"], ["no pair or better with own cards"]),
        ("Jh 2h", "9h 8h 7h", ["two pair or better with own cards"], ["a pair on the board"]),
        ("Jh 2h", "Qh 8c 3d", ["three to a flush with both own cards"], ["four to a flush"]),
        ("8h 2c", "8d 3c 3s", ["a pair with an own card or better", "a pair on the board"], ["no pair on the board"]),
        ("8h 3h", "8d 3c Ks", ["two pair or better with own cards"], ["a king or higher in hand"]),
        ("4h 4c", "Kd Kc 2s", ["a pair with an own card or better"], ["two pair or better with own cards"]),
    ],
)
def test_words_for_two_cards_beside_a_board(own: str, board: str, said: list[str], unsaid: list[str]) -> None:
    seen = _read(code_of(row(own), row(board)))
    found = {thing.words for thing in (*_drawn(seen), *_ranks(seen)) if thing.has[0]}
    assert set(said) <= found
    assert not set(unsaid) & found


def test_costs_of_a_later_list_are_what_it_loses_where_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play every flop seen after a check by a list of two lines, with the values of its options from the advice."""
    monkeypatch.setattr("pitboss.exact.strategy.search.MOST", 2)
    game = cut("ultimate", {"ranks": "9-J", "suits": 3})
    shape = reveal(game)
    found = listed(shape, 1)
    assert found is not None
    words, rules = found
    assert words.cost > 0
    assert len(words.lines) == 2
    (options,) = (place for place in shape.setting.streets[1].places if len(place) > 1)
    deck = game.deck.cards
    lost, seen, checked = Fraction(0), 0, 0
    for own in combinations(deck, 2):
        first = ask(game, own)
        rest = [card for card in deck if card not in own]
        for board in combinations(rest, 3):
            seen += 1
            if first.best != "check":
                continue
            checked += 1
            worth = {each.action: each.ev for each in ask(game, own, {"board": board}, did=["check"]).options}
            code = code_of(np.array([own], dtype=np.uint8), np.array([board], dtype=np.uint8))
            at = int(np.searchsorted(rules.codes, code)[0])
            assert rules.codes[at] == code
            lost += max(worth.values()) - worth[options[rules.options[at]].option.text]
    assert 0 < checked < seen
    assert words.cost == lost / seen


@pytest.mark.long
def test_before_and_on_the_flop_known_play_is_found() -> None:
    """Eight lines are exact for the 169 hands, twelve are nearly exact beside the flops; the river is reported to have
    no list."""
    game = house.load("ultimate").definition
    first, second = revealed(reveal(game))
    assert first.cost == 0
    assert len(first.lines) <= 12
    assert sum(line.share for line in first.lines) == 1
    raised = sum(line.share for line in first.lines if line.do == "raise 4x")
    assert f"{float(raised):.4f}" == "0.3771"
    assert first.borders[0].hand == "Kc 2c"
    assert len(second.lines) <= 12
    assert sum(line.share for line in second.lines) == 1
    assert 0 < second.cost < Fraction(1, 1000)
    group = next(group for group in groups(game) if group.key == "ante")
    rows, notes = in_words([group])
    assert [row[0] for row in rows["ante"] if row[0]] == ["before", "flop"]
    assert LATER.format("'river'") in notes["ante"]


@pytest.mark.long
def test_on_the_flop_a_short_list_comes_close() -> None:
    (only,) = revealed(reveal(house.load("casino-holdem").definition))
    assert len(only.lines) <= 12
    assert 0 < only.cost < Fraction(6, 1000)
    assert sum(line.share for line in only.lines) == 1
