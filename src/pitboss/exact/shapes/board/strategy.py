"""Strategy in words for the decisions of a round with a board and a hidden hand to beat: before the board, and beside
its first three cards.

Decisions beside the whole board are taken by what a hand is worth against everything that may be hidden, which has no
short words; the sheet says so. Costs are exact: what a list loses against perfect play, all other decisions being taken
perfectly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.cache.counts import Memory
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.shapes.board.one_card import by_value
from pitboss.exact.strategy.decision_list import ENOUGH
from pitboss.exact.strategy.features import Thing, codes, distinct, things
from pitboss.exact.strategy.lists import LISTED, RANKS, WINDOWS, Border, StrategyLine, StrategyList, Tell, untold
from pitboss.exact.strategy.search import Rules, made, summed

Whole = npt.NDArray[np.int64]
Rows = npt.NDArray[np.uint8]


LATER = (
    "There is no list for {}: there are more kinds of boards at it than a list can name. What the lists cost "
    "holds for that being played perfectly, as 'pitboss advise' tells."
)


def revealed(shape: BoardShowdown, tell: Tell = untold) -> tuple[StrategyList, ...]:
    """The lists of the decisions that have one, in the order they are taken."""
    streets = len(shape.setting.streets)
    lists: list[StrategyList] = []
    for number in range(streets):
        tell(number, streets)
        by_things = listed(shape, number) if number < streets - 1 else None
        lists += (by_things[0],) if by_things is not None else by_value(shape, number)
    return tuple(lists)


def unlisted(shape: BoardShowdown, lists: Sequence[StrategyList]) -> tuple[str, ...]:
    """A note on decisions without a list, where others have one."""
    places = [place for street in shape.course.streets for place in street.places]
    asked = {edge.option.decision for place in places if len(place) > 1 for edge in place}
    without = sorted(asked - {each.asked for each in lists})
    return (LATER.format(" and ".join(f"'{name}'" for name in without)),) if without else ()


def listed(shape: BoardShowdown, number: int = 0) -> tuple[StrategyList, Rules] | None:
    """The list of one street and how it is followed; none unless the street has exactly one decision, on two own cards,
    alone or with three of the board."""
    street, cards = shape.setting.streets[number], shape.setting.boards[number]
    if shape.course.own != 2 or cards not in (0, 3) or street.needs or shape.course.game.deck.joker:
        return None
    deciding = [at for at in range(len(street.leaving), len(street.places)) if len(street.places[at]) > 1]
    if len(deciding) != 1 or any(edge.to >= len(street.leaving) for edge in street.places[deciding[0]]):
        return None
    (place,) = deciding
    edges = street.places[place]
    memory = Memory()
    worth = shape.remembering(memory).worth(number)
    memory.save()
    if worth is None:
        return None
    boards, reached = shape.boards[number], shape.reached(number, place)
    at, hand = np.nonzero(reached)
    deck = np.array(shape.course.game.deck.cards, dtype=np.uint8)
    own, board = deck[shape.grids.own[hand].astype(np.int64)], deck[boards.rows[at].astype(np.int64)]
    weights = boards.weights.astype(np.int64)[at] * reached[at, hand]
    losses = np.stack([worth[place] - worth[edge.to] for edge in edges])[:, at, hand]
    texts = [edge.option.text for edge in edges]
    cells = summed(code_of(own, board), weights, losses * weights)
    unit, ways, each = shape.deals * shape.pay.scale, int(weights.sum()), shape.continued(number)
    written = made(cells, _things(cells.codes) if cards else things(cells.codes, 2), ENOUGH * unit)
    lines = tuple(
        StrategyLine(when, texts[option], Fraction(weight, ways), Fraction(loss, unit))
        for when, option, weight, loss in written.lines
    )
    near, same, equal = _borders(own, board, weights, losses, texts, each * shape.pay.scale)
    name = edges[0].option.decision
    return StrategyList("", lines, near, same, equal * each, name), written.rules


def code_of(own: Rows, board: Rows) -> Whole:
    """One number that encodes all features of two cards, alone or with a board."""
    return _codes(own, board) if board.shape[1] else codes(own)


# What two cards and a board are ------------------------------------------------------------------------------------


class _SeenBoard(NamedTuple):
    """The features of two cards with three on the board, each a small number."""

    high: Whole
    low: Whole
    made: Whole
    over: Whole
    flush: Whole
    straight: Whole
    both: Whole
    paired: Whole
    second: Whole
    suits: Whole


SIZES = (13, 13, 3, 3, 3, 3, 2, 2, 3, 4)


def _codes(own: Rows, board: Rows) -> Whole:
    """One number for each thing that is said of a hand."""
    seen = _seen(own, board)
    code = np.zeros(len(own), dtype=np.int64)
    for size, column in zip(SIZES, seen, strict=True):
        code = code * size + column
    return code


def _seen(own: Rows, board: Rows) -> _SeenBoard:
    ranks, shown = own >> 2, board >> 2
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    pocket = high == low
    matches = [(shown == rank[:, None]).sum(axis=1) for rank in (high, low)]
    pair = pocket | (matches[0] > 0) | (matches[1] > 0)
    more = ((matches[0] > 0) & (matches[1] > 0)) | (matches[0] > 1) | (matches[1] > 1)
    suits = [(board & 3 == (own[:, column] & 3)[:, None]).sum(axis=1) + 1 for column in (0, 1)]
    alike = own[:, 0] & 3 == own[:, 1] & 3
    suited = np.where(alike, suits[0] + 1, np.maximum(*suits))
    flush = np.where(suited > 3, 2, np.where(alike & (suited == 3), 1, 0))
    mine = np.bitwise_or.reduce(np.int64(1) << ranks.astype(np.int64), axis=1)
    theirs = np.bitwise_or.reduce(np.int64(1) << shown.astype(np.int64), axis=1)
    ways, both = np.zeros(len(own), dtype=np.int64), np.zeros(len(own), dtype=np.bool_)
    more |= suited == 5  # a straight and a flush are better than two pair
    for window in WINDOWS:
        fill = np.bitwise_count((mine | theirs) & window)
        fresh = np.bitwise_count(mine & ~theirs & window)
        ways += (fill > 3) & (fresh > 0)
        both |= (fill > 2) & (fresh > 1)
        more |= fill == 5
    paired = np.zeros(len(own), dtype=np.bool_)
    for one, other in combinations(range(board.shape[1]), 2):
        paired |= shown[:, one] == shown[:, other]
    order = np.sort(shown, axis=1)
    over, second = ((ranks > order[:, at][:, None]).sum(axis=1) for at in (-1, -2))
    of_one = np.max([(board & 3 == suit).sum(axis=1) for suit in range(4)], axis=0)
    columns = (high, low, np.where(more, 2, pair), over, flush, np.minimum(ways, 2), both, paired, second, of_one)
    return _SeenBoard(*(np.asarray(column, dtype=np.int64) for column in columns))


def _read(code: Whole) -> _SeenBoard:
    columns: list[Whole] = []
    for size in reversed(SIZES):
        columns.insert(0, code % size)
        code = code // size
    return _SeenBoard(*columns)


def _things(code: Whole) -> list[Thing]:
    """Everything that may be looked for, alone and two together."""
    drawn, ranks = list(_drawn(_read(code))), list(_ranks(_read(code)))
    of_ranks = [_both(one, other) for one, other in combinations(ranks, 2)]
    two = [_both(one, other) for one, other in combinations(drawn, 2)]
    mixed = [_both(one, other) for one in drawn for other in ranks]
    return distinct([*drawn, *ranks, *two, *mixed, *of_ranks])


def _both(one: Thing, other: Thing) -> Thing:
    return Thing(f"{one.words} and {other.words}", one.has & other.has)


def _drawn(seen: _SeenBoard) -> Iterator[Thing]:
    yield Thing("a pair with an own card or better", seen.made > 0)
    yield Thing("two pair or better with own cards", seen.made > 1)
    yield Thing("no pair or better with own cards", seen.made == 0)
    yield Thing("four to a flush", seen.flush > 1)
    yield Thing("three to a flush with both own cards", seen.flush > 0)
    yield Thing("four to a straight in two ways", seen.straight > 1)
    yield Thing("four to a straight", seen.straight > 0)
    yield Thing("three to a straight with both own cards", seen.both > 0)
    yield Thing("a card higher than the board", seen.over > 0)
    yield Thing("two cards higher than the board", seen.over > 1)
    yield Thing("no card higher than the board", seen.over == 0)
    yield Thing("a card higher than the board's second", seen.second > 0)
    yield Thing("two cards higher than the board's second", seen.second > 1)
    yield Thing("no card higher than the board's second", seen.second == 0)
    yield Thing("a board of one suit", seen.suits == 3)
    yield Thing("a board of three suits", seen.suits == 1)
    yield Thing("a board of two suits or three", seen.suits < 3)
    yield Thing("a pair on the board", seen.paired > 0)
    yield Thing("no pair on the board", seen.paired == 0)


def _ranks(seen: _SeenBoard) -> Iterator[Thing]:
    for rank in range(12, 0, -1):
        better = "" if rank == 12 else " or higher"
        article = "an" if RANKS[rank][0] in "ae" else "a"
        yield Thing(f"{article} {RANKS[rank]}{better} in hand", seen.high >= rank)
        yield Thing(f"no {RANKS[rank]}{better} in hand", seen.high < rank)
        if rank < 12:
            yield Thing(f"both own cards {RANKS[rank]} or higher", seen.low >= rank)
            yield Thing(f"an own card below {RANKS[rank]}", seen.low < rank)


# Borders -----------------------------------------------------------------------------------------------------------


def _borders(
    own: Rows, board: Rows, weights: Whole, losses: Whole, texts: list[str], each: int
) -> tuple[tuple[Border, ...], tuple[Border, ...], int]:
    """The closest situations, those with equal options, and how many ways lead to the latter."""
    order = np.argsort(losses, axis=0, kind="stable")
    margin = losses[order[1], np.arange(losses.shape[1])]

    def border(at: Any) -> Border:
        hand = show(sorted(map(int, own[at]), reverse=True))
        seen = f" with {show(sorted(map(int, board[at]), reverse=True))} on the board" if board.shape[1] else ""
        return Border(hand + seen, texts[order[0, at]], texts[order[1, at]], Fraction(int(margin[at]), each))

    equal = np.flatnonzero(margin == 0)
    close = np.argsort(np.where(margin == 0, np.iinfo(np.int64).max, margin), kind="stable")[: 40 * LISTED]
    near: dict[tuple[str, Fraction], Border] = {}
    for at in close:
        closest = border(at)
        near.setdefault(("".join(word[0] for word in closest.hand.split()), closest.margin), closest)
    return (
        tuple(list(near.values())[:LISTED]),
        tuple(border(at) for at in equal[:LISTED]),
        int(weights[equal].sum()),
    )
