"""Strategy in words for the decisions of a round with a board and a hidden hand to beat: before the board, and with its
first three cards.

Decisions with the whole board depend on what a hand is worth against everything that may be hidden, which no short rule
can say; the sheet notes it. Costs are exact: what a list loses against perfect play if all other decisions are perfect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import RANKS as SIGNS
from pitboss.exact.cards.hands import SUIT, bit
from pitboss.exact.counts import Memory
from pitboss.exact.script.course import CourseStreet
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.strategy.lists import (
    ENOUGH,
    LISTED,
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
    apart,
    conditions,
    features,
    shown,
    spoken,
    untold,
    value_lines,
)
from pitboss.exact.strategy.search import Rules, Thing, both, codes, distinct, made, summed, things

Whole = npt.NDArray[np.int64]
Rows = npt.NDArray[np.uint8]
SITUATIONS = 1 << 23
"""Most hands times boards that are searched."""


class _SeenHands(NamedTuple):
    """The situations at one decision: the numbers of board and hand, their cards as rows, the deals that lead there,
    and what each option loses."""

    at: Whole
    hand: Whole
    own: Rows
    board: Rows
    weights: Whole
    losses: Whole

    def on(self, number: int) -> _SeenHands:
        """The situations with one board."""
        here = self.at == number
        at, hand, own, board, weights = (column[here] for column in self[:-1])
        return _SeenHands(at, hand, own, board, weights, self.losses[:, here])


def _reached(shape: BoardShowdown, number: int, place: int) -> _SeenHands | None:
    """The situations that reach a place of a street; None if the worth of its places is too much to keep."""
    last, memory = len(shape.setting.streets) - 1, Memory()
    worth = shape.remembering(memory).worth(min(number, max(last - 1, 0)))
    memory.save()
    if number == last:
        worth = shape.last_street()[0]
    if worth is None:
        return None
    boards, reached = shape.boards[number], shape.reached(number, place)
    at, hand = np.nonzero(reached)
    deck = np.array(shape.course.game.deck.cards, dtype=np.uint8)
    losses = worth[place] - np.stack([worth[edge.to] for edge in shape.setting.streets[number].places[place]])
    weights = reached[at, hand] * boards.weights[at]
    return _SeenHands(at, hand, deck[shape.grids.own[hand]], deck[boards.rows[at]], weights, losses[:, at, hand])


def _only_decision(street: CourseStreet) -> int | None:
    """The place of the one decision of a street; None if there are several, or none."""
    deciding = [at for at in range(len(street.leaving), len(street.places)) if len(street.places[at]) > 1]
    if len(deciding) != 1 or any(edge.to >= len(street.leaving) for edge in street.places[deciding[0]]):
        return None
    return deciding[0]


def by_value(shape: BoardShowdown, number: int) -> tuple[StrategyList, ...]:
    """The lists of a street with one decision and at most one card on the board, the lowest card first; empty if the
    cards in sight do not make a hand yet."""
    street, cards = shape.setting.streets[number], shape.setting.boards[number]
    name = shape.setting.showdown.hand
    ranking = shape.course.game.hands[name].ranking
    if cards > 1 or shape.course.own + cards < ranking.cards or street.needs:
        return ()
    if len(shape.boards[number]) * len(shape.grids.own) > SITUATIONS or shape.course.game.deck.joker:
        return ()
    place = _only_decision(street)
    if place is None:
        return ()
    every = _reached(shape, number, place)
    assert every is not None, "so few situations are always kept"
    values = shape.grids.values(name, shape.boards[number].rows).astype(np.int64) - 1
    texts, unit = [edge.option.text for edge in street.places[place]], shape.deals * shape.pay.scale
    lists = []
    for at in range(len(values)):
        seen = every.on(at)
        words, plain = _features(seen, ranking.cards)
        cells = ValueCells.summed(values[at, seen.hand], plain, seen.weights, seen.losses)
        lines = value_lines(cells, words, ranking, texts, int(seen.weights.sum()), unit)
        shows = "".join(SIGNS[int(card) >> 2] for card in seen.board[0])
        lists.append(_list(shape, number, place, seen, lines, shows))
    return tuple(lists)


def _features(seen: _SeenHands, many: int) -> tuple[tuple[str, ...], Whole]:
    """The words of the features of hands of ``many`` cards with one board, and a bit for each; with no card on the
    board, draws take the place of what the board shows, and one more bit after the thirteen ranks means either draw."""
    up = sum(1 << bit(int(card)) for card in seen.board[0])
    words = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)[seen.own].sum(axis=1)
    said, plain = tuple(conditions(bool(up))), features(up, words)
    if up:
        return said, plain
    suits = [words >> 13 * suit & SUIT for suit in range(4)]
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    flush = np.max([np.bitwise_count(suit) for suit in suits], axis=0) >= many - 1
    windows = [1 << 12 | (1 << many - 1) - 1, *((1 << many) - 1 << low for low in range(14 - many))]
    straight = np.any([np.bitwise_count(ranks & window) >= many - 1 for window in windows], axis=0)
    for place, has in ((0, flush), (1, straight), (15, flush | straight)):
        plain = plain | has.astype(np.int64) << place
    cards = f"{NUMBERS[many - 1]} cards"
    draws = f"{cards} of one suit", f"{cards} of a straight", f"{cards} of one suit or of a straight"
    return (*draws[:2], *said[2:], draws[2]), plain


def _list(
    shape: BoardShowdown,
    number: int,
    place: int,
    seen: _SeenHands,
    lines: tuple[StrategyLine, ...],
    shows: str | None = None,
) -> StrategyList:
    """A list with its borders for what the board ``shows``; if that is None, for all boards, and the borders name them.
    Borders that differ only in suits are named once."""
    edges, each = shape.setting.streets[number].places[place], shape.continued(number)
    margins, texts = Margins.of(seen.losses), [edge.option.text for edge in edges]

    def border(at: Any) -> Border:
        board = f" with {shown(seen.board[at])} on the board" if shows is None and seen.board.shape[1] else ""
        return margins.border(at, shown(seen.own[at]) + board, texts, each * shape.pay.scale)

    closest = margins.closest
    near = apart(map(border, closest[: 40 * LISTED])) if shows is None else tuple(map(border, closest[:LISTED]))
    equals = int(seen.weights[margins.equal].sum()) * each
    same = tuple(map(border, margins.equal[:LISTED]))
    return StrategyList(shows or "", lines, near, same, equals, edges[0].option.decision)


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
    """The list of one street and how it is followed; None unless the street has exactly one decision, on two own cards,
    alone or with three of the board."""
    street, cards = shape.setting.streets[number], shape.setting.boards[number]
    if shape.course.own != 2 or cards not in (0, 3) or street.needs or shape.course.game.deck.joker:
        return None
    place = _only_decision(street)
    if place is None:
        return None
    seen = _reached(shape, number, place)
    if seen is None:
        return None
    cells = summed(code_of(seen.own, seen.board), seen.weights, seen.losses * seen.weights)
    unit, texts = shape.deals * shape.pay.scale, [edge.option.text for edge in street.places[place]]
    written = made(cells, _things(cells.codes) if cards else things(cells.codes, 2), ENOUGH * unit)
    lines = spoken(written.lines, texts, int(seen.weights.sum()), unit)
    return _list(shape, number, place, seen, lines), written.rules


def code_of(own: Rows, board: Rows) -> Whole:
    """One number that encodes all features of two cards, alone or with a board."""
    return _codes(own, board) if board.shape[1] else codes(own)


# Features of two cards and a board ---------------------------------------------------------------------------------


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
    """One number per hand that encodes its features."""
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
    """All things to look for, alone and in pairs."""
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
