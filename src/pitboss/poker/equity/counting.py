"""Equity, exact or sampled: every deal the ranges allow counted in whole numbers, or random deals from a seed.

To count, every possible hand of every player is evaluated once for each board. Then all choices of one hand per player
without a shared card are counted (:func:`kernels.tuples`); two long lists are swept in order of value
(:func:`kernels.sweep`). Boards that are equal up to a permutation of suits are counted once, weighted by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, lcm, prod, sqrt
from pathlib import Path
from typing import TypeAlias

import numpy as np

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.poker.equity.problem import Equity, EquityProblem, Share, question
from pitboss.poker.equity.ranges import Array, choose, masks_of
from pitboss.poker.equity.showdown import cost, kernels, looked_up, tabled, way_of
from pitboss.shuffle import stream

Progress: TypeAlias = Callable[[float], object]

ROWS = 1 << 20  # hands evaluated at a time
SWEPT = 5  # most varying cards of a swept hand: the tally has a slot for every set of up to this many
ROOM = 100_000_000  # most tally slots stored for the hands of two swept lists
SPELL = 500_000_000  # work of one kernel call in nanoseconds; progress is reported between calls
HELD = 170  # bytes per hand while the lists are built and evaluated
PAIR, CHOICE, TALLIED = 1, 20, 3  # nanoseconds for one of each
EXACT_WORK = 30_000_000_000
"""Most work in nanoseconds that is counted exactly by default: half a minute at worst."""
SAMPLES = 200_000
"""Deals sampled by default where an exact count would take longer."""
CHUNK = 1 << 16  # deals sampled at a time
SURE = 1.959964  # standard errors of a 95% confidence interval


def equity(
    game: str | Path,
    *hands: str,
    board: str = "",
    dead: str = "",
    house: str | Path = "",
    samples: int | None = None,
    seed: int = 1,
    exact: bool = False,
    progress: Progress | None = None,
) -> Equity:
    """The equity of each hand; :func:`pitboss.equity` explains the arguments."""
    if exact and samples is not None:
        raise PitbossError("exact=True counts every deal and samples= only some of them; give one of the two.")
    asked = question(game, hands, board, dead, house)
    if samples is None and (exact or plan(asked).work <= EXACT_WORK):
        return _Counting(asked).answer(progress)
    return sampled(asked, SAMPLES if samples is None else samples, seed, progress)


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
    return _Counting(problem).answer(progress)


class _Counting:
    def __init__(self, problem: EquityProblem) -> None:
        self.problem, self.halves = problem, problem.showdown.halves
        self.boards, self.weights = _boards(problem)
        self.board_masks = masks_of(self.boards)
        self.lists = [self._complete(hand) for hand in problem.hands]
        self.sizes = [len(rows) for rows in self.lists]
        self.everyone = np.vstack(self.lists)
        self.masks = masks_of(self.everyone)
        self.chunk = max(1, ROWS // max(1, len(self.everyone) * len(self.halves)))
        known = np.array([list(problem.board)] * len(self.boards), np.uint8).reshape(len(self.boards), -1)
        self.full = np.hstack([known, self.boards]) if len(self.boards) else self.boards
        makers = {"tabled": tabled, "looked up": looked_up}
        ways = [makers.get(way_of(half, len(self.everyone), len(self.boards))) for half in self.halves]
        self.fixed = [way(half, self.everyone) if way else None for way, half in zip(ways, self.halves, strict=True)]

    def answer(self, progress: Progress | None) -> Equity:
        how = {"every choice": self.choices, "every pair": self.pairs, "swept in order": self.sweep}
        return how[plan(self.problem).method](progress or (lambda part: None))

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
        width, own = self.everyone.shape
        rows = np.zeros((self.chunk * width, own + self.full.shape[1]), np.uint8)
        where = np.zeros(self.chunk * width, np.int64)
        for start in range(0, len(self.boards), self.chunk):
            part = slice(start, min(start + self.chunk, len(self.boards)))
            boards, seen = self.full[part], self.board_masks[part]
            values = np.zeros((len(self.halves), len(boards), width), np.int32)
            count = 0
            if not all(self.fixed):
                count = int(kernels.lay_out(self.everyone, self.masks, boards, seen, rows, where))
            for number, (half, fixed) in enumerate(zip(self.halves, self.fixed, strict=True)):
                if fixed is not None:
                    values[number] = fixed(boards)
                    values[number][(self.masks[None, :] & seen[:, None]) != 0] = 0
                else:
                    values[number].reshape(-1)[where[:count]] = half.values(rows[:count], own)
            yield part, values
            report(part.stop / len(self.boards))

    def spells(self, cost: int, report: Progress) -> Iterator[tuple[slice, Array, Array, Array]]:
        """Slices of the boards with values, list starts and masks, at most ``SPELL`` work each.

        Where all hands of the longest list would take longer, they are split.
        """
        most = max(self.sizes)
        longest = self.sizes.index(most)
        before, after = sum(self.sizes[:longest]), sum(self.sizes[: longest + 1])
        for part, values in self.chunks(report):
            boards = part.stop - part.start
            step = max(1, SPELL // (cost * boards * prod(self.sizes) // most))
            if step >= most:
                yield part, values, np.cumsum([0, *self.sizes]), self.masks
                continue
            for first in range(0, most, step):
                last = min(first + step, most)
                starts = np.cumsum([0, *self.sizes[:longest], last - first, *self.sizes[longest + 1 :]])
                columns = np.r_[0:before, before + first : before + last, after : len(self.masks)]
                yield part, np.ascontiguousarray(values[:, :, columns]), starts, self.masks[columns]
                report((part.start + boards * last / most) / len(self.boards))

    def choices(self, report: Progress) -> Equity:
        """Count every choice of one hand per player without a shared card."""
        players, halves = len(self.lists), len(self.halves)
        whole = lcm(*range(1, players + 1)) * lcm(*range(1, halves + 1))
        shares, wins, parts = ([0] * players for _ in range(3))
        deals = 0
        for part, values, starts, masks in self.spells(CHOICE, report):
            tallies = [np.zeros(players, np.int64) for _ in range(3)]
            boards, weights = self.board_masks[part], self.weights[part]
            deals += int(kernels.tuples(values, starts, masks, weights, boards, halves, whole, *tallies))
            for total, tally in zip((shares, wins, parts), tallies, strict=True):
                for player in range(players):
                    total[player] += int(tally[player])
        return Equity(True, deals, _shares(self.problem, deals, whole, shares, wins, parts))

    def pairs(self, report: Progress) -> Equity:
        """Compare every pair of two lists."""
        totals = [0, 0, 0]
        for part, values, starts, masks in self.spells(PAIR, report):
            counts = kernels.pairs(values[0], int(starts[1]), masks, self.weights[part], self.board_masks[part])
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
            kernels.numbered(rows, binomial, offset, most, numbers)
        tallies = [np.zeros(len(signs), np.int64) for _ in range(2)]
        hands = np.concatenate([np.arange(len(rows)) for rows in self.lists])
        totals = [0, 0, 0]
        for part, values in self.chunks(report):
            packed = (values[0].astype(np.int64) << 32) | hands
            mine, theirs = (np.sort(side, axis=1) for side in (packed[:, :first], packed[:, first:]))
            counts = kernels.sweep(mine, slots[0], theirs, slots[1], self.weights[part], signs, *tallies)
            totals = [total + int(count) for total, count in zip(totals, counts, strict=True)]
        return self._heads_up(*totals)

    def _heads_up(self, above: int, equal: int, deals: int) -> Equity:
        wins = above, deals - above - equal
        shares = [2 * won + equal for won in wins]
        return Equity(True, deals, _shares(self.problem, deals, 2, shares, wins, (equal, equal)))

    def _varying(self, player: int) -> Array:
        """The cards of each hand that the other player might hold too, ascending."""
        hand = self.problem.hands[player]
        skip = len(hand[0]) if len(hand) == 1 else 0  # the cards of a known hand occur in no other list
        return np.sort(self.lists[player][:, skip:], axis=1).astype(np.int64)


def sampled(problem: EquityProblem, samples: int, seed: int, progress: Progress | None = None) -> Equity:
    """Estimate equities from random deals; hands that clash are redrawn together."""
    showdown, players = problem.showdown, len(problem.hands)
    whole = lcm(*range(1, players + 1)) * lcm(*range(1, len(showdown.halves) + 1))
    starts = np.cumsum([0, *map(len, problem.hands)])
    known = np.full((int(starts[-1]), showdown.own), -1, np.int64)
    for start, hand in zip(starts, problem.hands, strict=False):
        known[start : start + len(hand), : hand.shape[1]] = hand
    deck = np.array(problem.live, np.int64)
    board = np.array(problem.board, np.int64)
    width = players * showdown.own
    shares, squares, wins, parts = ([0] * players for _ in range(4))
    done = 0
    while done < samples:
        count = min(CHUNK, samples - done)
        rows = np.zeros((count, width + showdown.board), np.uint8)
        state = np.uint64(stream(seed, done // CHUNK))
        kernels.deal(state, deck, known, starts, board, showdown.own, showdown.board, rows)
        own = [rows[:, i * showdown.own : (i + 1) * showdown.own] for i in range(players)]
        took = np.zeros((players, count), np.int64)
        sides = [np.hstack([hole, rows[:, width:]]) for hole in own]
        halves = [np.stack([half.values(side, showdown.own) for side in sides]) for half in showdown.halves]
        best = [half.max(axis=0) for half in halves]
        won = sum((top > 0).astype(np.int64) for top in best)
        for half, top in zip(halves, best, strict=True):
            winners = (half == top) & (top > 0)
            took += np.where(winners, whole // np.maximum(won * winners.sum(axis=0), 1), 0)
        for i in range(players):
            shares[i] += int(took[i].sum())
            squares[i] += int((took[i] * took[i]).sum())
            wins[i] += int((took[i] == whole).sum())
            parts[i] += int(((took[i] > 0) & (took[i] < whole)).sum())
        done += count
        if progress is not None:
            progress(done / samples)
    sure = []
    for share, total in zip(_shares(problem, done, whole, shares, wins, parts), squares, strict=True):
        mean = float(share.equity)
        error = sqrt(max(total / (whole * whole * done) - mean * mean, 0.0) / done)
        sure.append(share._replace(low=max(0.0, mean - SURE * error), high=min(1.0, mean + SURE * error), error=error))
    return Equity(False, done, tuple(sure))


def _shares(
    problem: EquityProblem, deals: int, whole: int, shares: Sequence[int], wins: Sequence[int], parts: Sequence[int]
) -> tuple[Share, ...]:
    """The result of each hand, from its shares in units of ``1 / whole`` pot and the deals it won whole or in part."""
    return tuple(
        Share(words, Fraction(share, whole * deals), Fraction(won, deals), Fraction(part, deals))
        for words, share, won, part in zip(problem.words, shares, wins, parts, strict=True)
    )


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
    count = int(kernels.kinds(rows, bits, keep, weights))
    return rows[keep[:count]], weights[:count]
