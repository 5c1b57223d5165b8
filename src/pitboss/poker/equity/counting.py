"""Exact equity: counts every board and every hand the ranges allow in whole numbers.

For each board every possible hand of every player is evaluated once. Then all choices of one hand per player without a
shared card are counted (:func:`kernels.tuples`); two long lists are swept in order of value (:func:`kernels.sweep`).
Boards that are equal up to a permutation of suits are counted once, weighted by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import permutations
from math import comb, lcm, prod
from typing import Any, TypeAlias

import numpy as np

from pitboss.cards import Card
from pitboss.poker.equity.hand_values import ByBoard, Fixed, choose, cost, way_of
from pitboss.poker.equity.patterns import Array
from pitboss.poker.equity.problem import Equity, EquityProblem, Share, masks_of

Progress: TypeAlias = Callable[[float], object]

ROWS = 1 << 20  # hands evaluated at a time
SWEPT = 5  # most varying cards of a swept hand: the tally has a slot for every set of up to this many
ROOM = 100_000_000  # most tally slots stored for the hands of two swept lists
SPELL = 500_000_000  # work of one kernel call in nanoseconds; progress is reported between calls
HELD = 170  # bytes per hand while the lists are built and evaluated


@dataclass(frozen=True)
class CountingPlan:
    """The way a problem would be counted, and the work in nanoseconds of one core, very roughly."""

    method: str
    boards: int
    lists: tuple[int, ...]
    work: int

    def __str__(self) -> str:
        boards = f"{self.boards:,} boards × " if self.boards > 1 else ""
        return f"{boards}{' × '.join(f'{count:,}' for count in self.lists)} hands ({self.method})"

    @property
    def memory(self) -> int:
        """Approximate size of the lists of hands in bytes."""
        return HELD * sum(self.lists)


PAIR, CHOICE, TALLIED = 1, 20, 3  # nanoseconds for one of each


def plan(problem: EquityProblem) -> CountingPlan:
    """The cheapest way to count the problem, and its cost."""
    own = problem.showdown.own
    certain = set(problem.certain)
    lists = []
    for hand in problem.hands:
        taken = certain if len(hand) > 1 else certain - set(hand[0].tolist())
        free = len(problem.live) - len(hand[0]) - len(taken)
        lists.append(len(hand) * comb(free, own - len(hand[0])))
    boards = comb(len(problem.live) - len(certain), problem.missing)
    boards = max(1, boards // len(_symmetries(problem)))
    evaluating = sum(cost(half, sum(lists), boards) for half in problem.showdown.halves)
    ways = {"every choice": prod(lists) * CHOICE}
    if len(lists) == 2 and len(problem.showdown.halves) == 1:
        ways["every pair"] = prod(lists) * PAIR
        varying = own - min(len(hand[0]) if len(hand) == 1 else 0 for hand in problem.hands)
        if varying <= SWEPT and sum(lists) << varying <= ROOM:
            tally = sum(comb(52, size) for size in range(varying + 1))
            ways["swept in order"] = TALLIED * (sum(lists) << varying) + 2 * tally
    method = min(ways, key=lambda way: ways[way])
    return CountingPlan(method, boards, tuple(lists), boards * (evaluating + ways[method]))


def exact(problem: EquityProblem, progress: Progress | None = None) -> Equity:
    """Count every deal."""
    counting = _Counting(problem)
    report = progress or (lambda part: None)
    how = {"every choice": counting.choices, "every pair": counting.pairs, "swept in order": counting.sweep}
    return how[plan(problem).method](report)


class _Counting:
    def __init__(self, problem: EquityProblem) -> None:
        self.problem = problem
        self.kernels: Any = import_module("pitboss.poker.equity.kernels")
        self.boards, self.weights = _boards(problem)
        self.lists = [self._complete(hand) for hand in problem.hands]
        self.masks = [masks_of(rows) for rows in self.lists]
        self.board_masks = masks_of(self.boards)
        per_board = sum(map(len, self.lists)) * len(problem.showdown.halves)
        self.chunk = max(1, ROWS // max(1, per_board))
        self.known = np.array([list(problem.board)] * len(self.boards), np.uint8).reshape(len(self.boards), -1)
        self.full = np.hstack([self.known, self.boards]) if len(self.boards) else self.boards
        hands = sum(map(len, self.lists))
        ways = [way_of(half, hands, len(self.boards)) for half in problem.showdown.halves]
        makers: dict[str, Any] = {"tabled": ByBoard, "looked up": Fixed}
        self.fixed = [
            makers[way](half, self.lists) if way in makers else None
            for way, half in zip(ways, problem.showdown.halves, strict=True)
        ]

    def _complete(self, hand: Array) -> Array:
        """Every complete set of own cards in a range, one row each."""
        if hand.shape[1] == self.problem.showdown.own:
            return hand
        certain = set(self.problem.certain)
        complete: list[Array] = []
        for known in hand:
            taken = {*known.tolist(), *certain}
            free = np.array([card for card in self.problem.live if card not in taken], np.uint8)
            filled = choose(len(free), self.problem.showdown.own - len(known))
            start = np.broadcast_to(known, (len(filled), len(known)))
            complete.append(np.hstack([start, free[filled]]) if len(free) else start)
        return np.vstack(complete).astype(np.uint8)

    def chunks(self, report: Progress) -> Iterator[tuple[slice, Array]]:
        """Slices of the boards with ``values[half, board, hand]``; zero where hand and board share a card."""
        width, halves = sum(map(len, self.lists)), self.problem.showdown.halves
        everyone, masks = np.vstack(self.lists), np.concatenate(self.masks)
        own = everyone.shape[1]
        rows = np.zeros((self.chunk * width, own + self.full.shape[1]), np.uint8)
        where = np.zeros(self.chunk * width, np.int64)
        for start in range(0, len(self.boards), self.chunk):
            part = slice(start, min(start + self.chunk, len(self.boards)))
            boards, seen = self.full[part], self.board_masks[part]
            values = np.zeros((len(halves), len(boards), width), np.int32)
            count = 0 if all(self.fixed) else int(self.kernels.lay_out(everyone, masks, boards, seen, rows, where))
            for number, half in enumerate(halves):
                fixed = self.fixed[number]
                if fixed is not None:
                    values[number] = fixed.values(boards)
                    values[number][(masks[None, :] & seen[:, None]) != 0] = 0
                else:
                    values[number].reshape(-1)[where[:count]] = half.values(rows[:count], own)
            yield part, values
            report(part.stop / len(self.boards))

    def spells(self, cost: int, report: Progress) -> Iterator[tuple[slice, Array, Array, Array]]:
        """Slices of the boards with values, list starts and masks, at most ``SPELL`` work each.

        Where all hands of the longest list would take longer, they are split.
        """
        sizes = [len(rows) for rows in self.lists]
        longest = sizes.index(max(sizes))
        before, after = sum(sizes[:longest]), sum(sizes[: longest + 1])
        masks = np.concatenate(self.masks)
        for part, values in self.chunks(report):
            boards = part.stop - part.start
            step = max(1, SPELL // (cost * boards * prod(sizes) // sizes[longest]))
            for first in range(0, sizes[longest], step):
                sizes_now = [*sizes]
                last = min(first + step, sizes[longest])
                sizes_now[longest] = last - first
                starts = np.cumsum([0, *sizes_now])
                if last - first == sizes[longest]:
                    yield part, values, starts, masks
                    break
                columns = np.r_[0:before, before + first : before + last, after : len(masks)]
                yield part, np.ascontiguousarray(values[:, :, columns]), starts, masks[columns]
                report((part.start + boards * last / sizes[longest]) / len(self.boards))

    def choices(self, report: Progress) -> Equity:
        """Count every choice of one hand per player without a shared card."""
        players, halves = len(self.lists), len(self.fixed)
        whole = lcm(*range(1, players + 1)) * lcm(*range(1, halves + 1))
        shares, wins, parts = ([0] * players for _ in range(3))
        deals = 0
        for part, values, starts, masks in self.spells(CHOICE, report):
            tallies = [np.zeros(players, np.int64) for _ in range(3)]
            boards, weights = self.board_masks[part], self.weights[part]
            deals += int(self.kernels.tuples(values, starts, masks, weights, boards, halves, whole, *tallies))
            for total, tally in zip((shares, wins, parts), tallies, strict=True):
                for player in range(players):
                    total[player] += int(tally[player])
        return Equity(
            True,
            deals,
            tuple(
                Share(words, Fraction(shares[i], whole * deals), Fraction(wins[i], deals), Fraction(parts[i], deals))
                for i, words in enumerate(self.problem.words)
            ),
        )

    def pairs(self, report: Progress) -> Equity:
        """Compare every pair of two lists."""
        totals = [0, 0, 0]
        for part, values, starts, masks in self.spells(PAIR, report):
            counts = self.kernels.pairs(values[0], int(starts[1]), masks, self.weights[part], self.board_masks[part])
            totals = [total + int(count) for total, count in zip(totals, counts, strict=True)]
        return self._heads_up(*totals)

    def sweep(self, report: Progress) -> Equity:
        """Sweep two long lists once in order of value."""
        first = len(self.lists[0])
        varying = [self._varying(player) for player in range(2)]
        most = min(rows.shape[1] for rows in varying)
        binomial = np.array([[comb(n, k) for k in range(SWEPT + 2)] for n in range(53)], np.int64)
        sizes = [comb(52, k) for k in range(most + 1)]
        offset = np.cumsum([0, *sizes])
        signs = np.repeat([(-1) ** k for k in range(most + 1)], sizes)
        slots = [np.zeros((len(rows), 1 << rows.shape[1]), np.int32) for rows in varying]
        for rows, numbers in zip(varying, slots, strict=True):
            self.kernels.numbered(rows, binomial, offset, most, numbers)
        tallies = [np.zeros(len(signs), np.int64) for _ in range(2)]
        hands = np.concatenate([np.arange(len(rows)) for rows in self.lists])
        totals = [0, 0, 0]
        for part, values in self.chunks(report):
            packed = (values[0].astype(np.int64) << 32) | hands
            mine, theirs = (np.sort(side, axis=1) for side in (packed[:, :first], packed[:, first:]))
            counts = self.kernels.sweep(mine, slots[0], theirs, slots[1], self.weights[part], signs, *tallies)
            totals = [total + int(count) for total, count in zip(totals, counts, strict=True)]
        return self._heads_up(*totals)

    def _heads_up(self, above: int, equal: int, deals: int) -> Equity:
        return Equity(
            True,
            deals,
            tuple(
                Share(words, Fraction(2 * wins + equal, 2 * deals), Fraction(wins, deals), Fraction(equal, deals))
                for words, wins in zip(self.problem.words, (above, deals - above - equal), strict=True)
            ),
        )

    def _varying(self, player: int) -> Array:
        """The cards of each hand that the other player might hold too, ascending."""
        hand = self.problem.hands[player]
        skip = len(hand[0]) if len(hand) == 1 else 0  # the cards of a known hand occur in no other list
        return np.sort(self.lists[player][:, skip:], axis=1).astype(np.int64)


def _moved(card: Card, swap: tuple[int, ...]) -> Card:
    return card if card >= 52 else card // 4 * 4 + swap[card % 4]


def _symmetries(problem: EquityProblem) -> list[tuple[int, ...]]:
    """The permutations of suits that leave the problem unchanged, the identity first."""
    swaps = list(permutations(range(4)))
    if not problem.missing or problem.showdown.by_suit:
        return swaps[:1]
    fixed = (problem.board, problem.dead, problem.showdown.deck)
    sets = [*problem.hands, *(np.array([rows], np.uint8).reshape(1, -1) for rows in fixed)]
    unchanged = []
    for swap in swaps:
        moved = np.array([_moved(card, swap) for card in range(53)], np.uint8)
        if all(np.array_equal(np.sort(masks_of(moved[rows])), np.sort(masks_of(rows))) for rows in sets):
            unchanged.append(swap)
    return unchanged


def _boards(problem: EquityProblem) -> tuple[Array, Array]:
    """One board of each class under the permutations of suits, and the size of the class."""
    certain = set(problem.certain)
    free = np.array([card for card in problem.live if card not in certain], np.uint8)
    rows = free[choose(len(free), problem.missing)]
    swaps = _symmetries(problem)
    keep, weights = np.arange(len(rows)), np.ones(len(rows), np.int64)
    if len(swaps) == 1 or not problem.missing:
        return rows, weights
    bits = np.array([[1 << _moved(card, swap) for card in range(53)] for swap in swaps], np.uint64)
    kernels: Any = import_module("pitboss.poker.equity.kernels")
    count = int(kernels.kinds(rows, bits, keep, weights))
    return rows[keep[:count]], weights[:count]
