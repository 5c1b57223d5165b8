"""Strategy in words for the decisions of a round with a board and a hidden hand to beat: before the board, and with its
first three cards.

Decisions with the whole board depend on what a hand is worth against everything that may be hidden, which has no short
words; the sheet says so. Costs are exact: what a list loses against perfect play if all other decisions are perfect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import RANKS as SIGNS
from pitboss.cards import show
from pitboss.exact.cards.hands import SUIT, bit
from pitboss.exact.counts import Memory
from pitboss.exact.script.course import CourseStreet
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.strategy.lists import (
    ENOUGH,
    LISTED,
    MOST,
    NUMBERS,
    RANKS,
    WINDOWS,
    Border,
    Margins,
    Strategy,
    StrategyLine,
    StrategyList,
    Tell,
    ValueCells,
    conditions,
    decision_list,
    features,
    untold,
    when,
)
from pitboss.exact.strategy.search import Rules, Thing, both, codes, distinct, made, summed, things

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
    place = _only_decision(street)
    return () if place is None else tuple(_list(shape, number, place, seen) for seen in _boards(shape, number, place))


def _only_decision(street: CourseStreet) -> int | None:
    """The place of the one decision of a street; None if there are several, or none."""
    deciding = [at for at in range(len(street.leaving), len(street.places)) if len(street.places[at]) > 1]
    if len(deciding) != 1 or any(edge.to >= len(street.leaving) for edge in street.places[deciding[0]]):
        return None
    return deciding[0]


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
    return shape.last_street()[0]


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
    margins = Margins.of(seen.losses)
    near, same = (
        tuple(margins.border(at, _shown(seen.own[at]), texts, continued * shape.pay.scale) for at in which[:LISTED])
        for which in (margins.closest, margins.equal)
    )
    equals = int(seen.weights[margins.equal].sum()) * continued
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


LATER = (
    "There is no list for {}: more kinds of boards are possible there than a list can name. The costs of the lists "
    "assume that it is played perfectly, as 'pitboss advise' shows."
)


def strategy(shape: BoardShowdown, tell: Tell) -> Strategy:
    """The lists, a note on decisions without one, and why there may be none at all."""
    lists = revealed(shape, tell)
    why = "more kinds of boards are possible at its decision than a list can name"
    if max(shape.setting.boards) < 2:
        why = "its decisions depend on what was staked before, or are taken with too many cards to go through"
    return Strategy(lists, unlisted(shape, lists), why)


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
    place = _only_decision(street)
    if place is None:
        return None
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
    margins = Margins.of(losses)
    near, same = _borders(own, board, margins, texts, each * shape.pay.scale)
    equals, name = int(weights[margins.equal].sum()) * each, edges[0].option.decision
    return StrategyList("", lines, near, same, equals, name), written.rules


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
    of_ranks = [both(one, other) for one, other in combinations(ranks, 2)]
    two = [both(one, other) for one, other in combinations(drawn, 2)]
    mixed = [both(one, other) for one in drawn for other in ranks]
    return distinct([*drawn, *ranks, *two, *mixed, *of_ranks])


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


def _shown(cards: Rows) -> str:
    return show(sorted(map(int, cards), reverse=True))


def _borders(
    own: Rows, board: Rows, margins: Margins, texts: list[str], unit: int
) -> tuple[tuple[Border, ...], tuple[Border, ...]]:
    """The closest situations, none like another but for its suits, and those with equal options."""

    def border(at: Any) -> Border:
        seen = f" with {_shown(board[at])} on the board" if board.shape[1] else ""
        return margins.border(at, _shown(own[at]) + seen, texts, unit)

    near: dict[tuple[str, Fraction], Border] = {}
    for closest in map(border, margins.closest[: 40 * LISTED]):
        near.setdefault(("".join(word[0] for word in closest.hand.split()), closest.margin), closest)
    return tuple(list(near.values())[:LISTED]), tuple(map(border, margins.equal[:LISTED]))
