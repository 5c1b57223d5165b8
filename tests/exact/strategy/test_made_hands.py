"""No list of strategy in words gives up a made hand that the proof keeps, unless that line names the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from pitboss import house
from pitboss.cards import parse, show
from pitboss.exact.advice import ask
from pitboss.exact.cards.hands import Making, cards_of, values
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.holding import strategy as holding
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.stakes import groups, tied
from pitboss.exact.strategy import lists, rows, search
from pitboss.exact.strategy.lists import StrategyList
from pitboss.house.definition import Definition
from pitboss.ranking import Ranking
from tests.examples import rest_long

MADE = ("pair", "three of a kind", "straight or better", "full house", "four of a kind")
"""Words of lines that say a hand is made."""
KEEPS = ("a pair with an own card or better", "a pair or better", "a pair")
"""Words for cards of which some are a made hand already, the widest first."""
GIVES_UP = ("fold", "take back")


class Lists:
    """The strategy lists of a game, and those of their lines that give up a made hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.many = 0
        self.unnamed: list[str] = []
        self.made: list[tuple[search.WrittenList, search.CodeCells, Any]] = []
        self._watch(monkeypatch, "pitboss.exact.strategy.lists.decision_list", self._by_value)
        for shape in ("streets", "board"):
            self._watch(monkeypatch, f"pitboss.exact.shapes.{shape}.strategy.made", self._kept)
        self._watch(monkeypatch, "pitboss.exact.shapes.holding.strategy.listed", self._by_held_cards)
        self._watch(monkeypatch, "pitboss.exact.strategy.rows._alike", self._by_things)

    def _watch(self, monkeypatch: pytest.MonkeyPatch, name: str, look: Callable[..., Any]) -> None:
        module, _, attribute = name.rpartition(".")
        original = getattr(import_module(module), attribute)

        def watched(*arguments: Any) -> Any:
            result = original(*arguments)
            look(result, *arguments)
            return result

        monkeypatch.setattr(name, watched)

    def of(self, game: Definition) -> list[str]:
        """Every line of every list of a game that gives up a made hand without naming it."""
        for group in groups(game):
            self.shape: Any = recognise(group.game, group.stakes)
            self.ranking: Ranking = game.hands[game.wagers[group.key.partition("/")[0]].hand].ranking
            rows._made(group, lambda _: None)
        return self.unnamed

    def _by_value(self, result: tuple[lists.ListLine, ...], cells: lists.ValueCells, *_: Any) -> None:
        if not hasattr(self.shape, "acts"):
            return  # with a board, options are looked at by their words
        pair = self.ranking.threshold("pair")
        left = np.ones(len(cells.values), dtype=np.bool_)
        for line in result:
            here = left & lists.met(cells, line.condition)
            left &= ~here
            lost = cells.losses[line.option, here & (cells.values >= pair)] > 0
            named = line.condition.least or line.condition.below
            if self.shape.acts[line.option].fold and lost.any() and not named:
                self.unnamed.append(str(line.condition))

    def _kept(self, result: search.WrittenList, cells: search.CodeCells, looked_for: Any, _: float) -> None:
        self.made.append((result, cells, looked_for))

    def _by_things(self, _: Any, lists: tuple[StrategyList, ...]) -> None:
        self.many += len(lists)
        for listed in lists:
            said = [line.when for line in listed.lines]
            for result, cells, looked_for in self.made:
                if [words for words, *_ in result.lines] == said:
                    self.unnamed += unnamed(listed, result, cells, {each.words: each.has for each in looked_for})

    def _by_held_cards(self, result: Any, *_: Any) -> None:
        if result is not None:
            self.unnamed += broken(self.ranking, *result)


def unnamed(
    listed: StrategyList, result: search.WrittenList, cells: search.CodeCells, things: dict[str, Any]
) -> Iterator[str]:
    """Lines that wrongly give up a pair or better without naming it."""
    keeps = next((things[name] for name in KEEPS if name in things), np.zeros(len(cells.codes), dtype=np.bool_))
    left = np.ones(len(cells.codes), dtype=np.bool_)
    for line, (words, option, *_) in zip(listed.lines, result.lines, strict=True):
        here = left & things.get(words, left)
        left &= ~here
        lost = cells.losses[option, here & keeps] > 0
        if line.do in GIVES_UP and lost.any() and not any(made in words for made in MADE):
            yield f"{listed.asked}: {line.text}"


def broken(ranking: Ranking, listed: StrategyList, ways: holding.Ways, followed: holding.Followed) -> Iterator[str]:
    """Hands from which a list discards a card that the proof keeps as part of a made hand."""
    owns, helds = ways.owns[followed.held], ways.helds[followed.held]
    many = int(owns[0]).bit_count()
    worth = values(ranking, owns, many, (Making((1 << many) - 1, 0),))
    needs_all = np.isin(worth, [value for value in np.unique(worth) if _needs_all(ranking, int(value))])
    made = np.where(needs_all, many, _matched(owns))
    loses = ways.worth[followed.held] < ways.worth[followed.best]
    kept, best = (
        np.where(needs_all, np.bitwise_count(cards), _matched(cards)) for cards in (helds, ways.helds[followed.best])
    )
    for at in np.flatnonzero(loses & (made > 0) & (best == made) & (kept < made)):
        line = listed.lines[followed.lines[at]]
        if not any(words in line.when for words in MADE):
            yield f"{show(cards_of(int(owns[at])))}: {line.text}"


def _needs_all(ranking: Ranking, value: int) -> bool:
    return ranking.category(value) in ("straight", "flush", "full house", "straight flush", "royal flush")


def _matched(words: Any) -> Any:
    """The number of cards that share their rank with another."""
    counts = (sum(words >> 13 * suit + rank & 1 for suit in range(4)) for rank in range(13))
    return sum(np.where(count > 1, count, 0) for count in counts)


@pytest.mark.parametrize("name", rest_long(house.names(), "crazy4", "let-it-ride", "three-card"))
def test_no_list_gives_up_a_made_hand_that_the_proof_keeps(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = Lists(monkeypatch)
    assert lists.of(house.load(name).definition) == []
    assert lists.many


@pytest.fixture(scope="module")
def made() -> tuple[StrategyList, holding.Ways, holding.Followed]:
    game = house.load("holdout").definition
    shape = recognise(game, tied(game, "final"))
    assert isinstance(shape, Holding)
    found = holding.listed(shape)
    assert found is not None
    return found


def _royal(ways: holding.Ways, followed: holding.Followed) -> int:
    """The number of the royal flush among the hands."""
    royals = [sum(1 << 13 * suit + rank for rank in range(8, 13)) for suit in range(4)]
    (at,) = np.flatnonzero(np.isin(ways.owns[followed.held], royals))
    return int(at)


@pytest.mark.long
def test_a_dealt_royal_is_kept(made: tuple[StrategyList, holding.Ways, holding.Followed]) -> None:
    """One line keeps it, and the whole list costs less than 0.01%."""
    listed, ways, followed = made
    at = _royal(ways, followed)
    assert ways.helds[followed.held[at]] == ways.owns[followed.held[at]]
    assert listed.lines[followed.lines[at]].text == "hold: all five: straight flush or better"
    assert ask(house.load("holdout").definition, parse("As Ks Qs Js Ts")).best == "hold As Ks Qs Js Ts"
    assert listed.cost < 1e-4


@pytest.mark.long
def test_a_list_that_breaks_a_royal_is_told(made: tuple[StrategyList, holding.Ways, holding.Followed]) -> None:
    listed, ways, followed = made
    at = _royal(ways, followed)
    four = np.flatnonzero((ways.numbers == at) & (np.bitwise_count(ways.helds) == 4))[0]
    lines, held = followed.lines.copy(), followed.held.copy()
    lines[at], held[at] = 1, four
    ranking = house.load("holdout").definition.ranking
    (told,) = broken(ranking, listed, ways, followed._replace(lines=lines, held=held))
    assert told.endswith("hold: four to a straight flush")
