"""Strategy in words by the value of the hand: before a board of one card, and with each rank it can have.

A hand in sight has a value as soon as it has as many cards as its ranking, and the lists are thresholds on it, as in a
round with one decision. Before the board, draws count too: all cards but one of a flush or a straight.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import RANKS as SIGNS
from pitboss.cards import show
from pitboss.exact.cache.counts import Memory
from pitboss.exact.cards.suits import SUIT, bit
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.strategy.decision_list import ValueCells, decision_list
from pitboss.exact.strategy.lists import LISTED, MOST, NUMBERS, Border, StrategyLine, StrategyList
from pitboss.exact.strategy.thresholds import conditions, features, when

Whole = npt.NDArray[np.int64]
Rows = npt.NDArray[np.uint8]
SITUATIONS = 1 << 23
"""Most hands times boards that are searched."""


class _SeenCard(NamedTuple):
    """The situations with one board: the cards as rows, the deals that lead there, the value of the hand, and what
    each option loses."""

    own: Rows
    board: Rows
    weights: Whole
    values: Whole
    losses: Whole


def by_value(shape: BoardShowdown, number: int) -> tuple[StrategyList, ...]:
    """The lists of a street with one decision and at most one card on the board; none where the cards in sight do not
    make a hand yet."""
    street, cards = shape.setting.streets[number], shape.setting.boards[number]
    ranking = shape.course.game.hands[shape.setting.showdown.hand].ranking
    if cards > 1 or shape.course.own + cards < ranking.cards or street.needs:
        return ()
    if len(shape.boards[number]) * len(shape.grids.own) > SITUATIONS or shape.course.game.deck.joker:
        return ()
    deciding = [at for at in range(len(street.leaving), len(street.places)) if len(street.places[at]) > 1]
    if len(deciding) != 1 or any(edge.to >= len(street.leaving) for edge in street.places[deciding[0]]):
        return ()
    return tuple(_list(shape, number, deciding[0], seen) for seen in _boards(shape, number, deciding[0]))


def _boards(shape: BoardShowdown, number: int, place: int) -> Iterator[_SeenCard]:
    """The situations of a street with each of its boards, the lowest rank first."""
    worth = _worth(shape, number)
    reached = shape.reached(number, place)
    rows, deck = shape.boards[number].rows, np.array(shape.course.game.deck.cards, dtype=np.uint8)
    values = shape.grids.values(shape.setting.showdown.hand, rows).astype(np.int64) - 1
    edges = shape.setting.streets[number].places[place]
    for at in range(len(rows)):
        hands = np.flatnonzero(reached[at])
        own = deck[shape.grids.own[hands].astype(np.int64)]
        board = np.repeat(deck[rows[at].astype(np.int64)][None, :], len(hands), axis=0)
        weights = reached[at, hands] * int(shape.boards[number].weights[at])
        losses = np.stack([worth[place, at, hands] - worth[edge.to, at, hands] for edge in edges])
        yield _SeenCard(own, board, weights, values[at, hands], losses)


def _worth(shape: BoardShowdown, number: int) -> Whole:
    """The value of every place of a street, by board and hand."""
    memory = Memory()
    known = shape.remembering(memory).worth(min(number, max(len(shape.setting.streets) - 2, 0)))
    memory.save()
    if number < len(shape.setting.streets) - 1:
        assert known is not None, "so few situations are always kept"
        return known
    many = len(shape.boards[-1])
    parts = [shape._showdown(low, min(low + shape.part, many))[2] for low in range(0, many, shape.part)]
    return np.concatenate(parts, axis=1).reshape(len(parts[0]), many, -1)


def _list(shape: BoardShowdown, number: int, place: int, seen: _SeenCard) -> StrategyList:
    edges = shape.setting.streets[number].places[place]
    texts = [edge.option.text for edge in edges]
    up = [1 << bit(int(card)) for card in seen.board[0]]
    words = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)[seen.own].sum(axis=1)
    unit, continued = shape.deals * shape.pay.scale, shape.continued(number)
    ranking = shape.course.game.hands[shape.setting.showdown.hand].ranking
    said, plain = tuple(conditions(bool(up))), features(sum(up), words)
    if not up:
        said, plain = (
            (*_draws(ranking.cards), *said[2:], _either(ranking.cards)),
            plain | _drawing(words, ranking.cards),
        )
    cells = ValueCells.summed(seen.values, plain, seen.weights, seen.losses)
    present, ways = np.unique(cells.values), int(seen.weights.sum())
    lines = tuple(
        StrategyLine(
            when(each.condition, said, ranking, present),
            texts[each.option],
            Fraction(each.weight, ways),
            Fraction(each.loss, unit),
        )
        for each in decision_list(cells, [bool(feature) for feature in said], MOST, unit)
    )
    near, same = _borders(seen, texts, continued * shape.pay.scale)
    equals = int(seen.weights[_margins(seen)[1] == 0].sum()) * continued
    shows = "".join(SIGNS[int(card) >> 2] for card in seen.board[0])
    return StrategyList(shows, lines, near, same, equals, edges[0].option.decision)


def _draws(many: int) -> tuple[str, str]:
    """The words of draws, for hands of ``many`` cards."""
    number = NUMBERS[many - 1]
    return f"{number} cards of one suit", f"{number} cards of a straight"


def _either(many: int) -> str:
    return f"{NUMBERS[many - 1]} cards of one suit or of a straight"


def _drawing(words: Whole, many: int) -> Whole:
    """Bits for the draws: of one suit, of a straight, and behind the thirteen ranks one for either."""
    suits = [words >> 13 * suit & SUIT for suit in range(4)]
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    flush = np.max([np.bitwise_count(suit) for suit in suits], axis=0) >= many - 1
    windows = [1 << 12 | (1 << many - 1) - 1, *((1 << many) - 1 << low for low in range(14 - many))]
    straight = np.any([np.bitwise_count(ranks & window) >= many - 1 for window in windows], axis=0)
    return np.asarray(
        flush.astype(np.int64) | straight.astype(np.int64) << 1 | (flush | straight).astype(np.int64) << 15
    )


def _margins(seen: _SeenCard) -> tuple[Whole, Whole]:
    """The options of every hand in the order of what they lose, and by how much the best is better than the next."""
    order = np.argsort(seen.losses, axis=0, kind="stable")
    return order, seen.losses[order[1], np.arange(seen.losses.shape[1])]


def _borders(seen: _SeenCard, texts: list[str], scale: int) -> tuple[tuple[Border, ...], tuple[Border, ...]]:
    """Hands whose two best options are closest, and some for which they are equal."""
    order, margin = _margins(seen)

    def border(at: int) -> Border:
        hand = show(sorted(map(int, seen.own[at]), reverse=True))
        return Border(hand, texts[order[0, at]], texts[order[1, at]], Fraction(int(margin[at]), scale))

    apart = np.flatnonzero(margin > 0)
    near = apart[np.argsort(margin[apart], kind="stable")[:LISTED]]
    return tuple(border(int(at)) for at in near), tuple(border(int(at)) for at in np.flatnonzero(margin == 0)[:LISTED])
