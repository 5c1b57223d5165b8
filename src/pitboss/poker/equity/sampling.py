"""Sampled equity: random deals from a seed, reproducible on every machine, with confidence intervals."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import lcm, sqrt
from typing import Any

import numpy as np

from pitboss.poker.equity.counting import Progress
from pitboss.poker.equity.problem import Equity, EquityProblem, Share
from pitboss.shuffle import stream

CHUNK = 1 << 16
SURE = 1.959964  # standard errors of a 95% confidence interval


def sampled(problem: EquityProblem, samples: int, seed: int, progress: Progress | None = None) -> Equity:
    """Estimate equities from random deals; hands that clash are redrawn together."""
    kernels: Any = import_module("pitboss.poker.equity.kernels")

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
    return Equity(
        False,
        done,
        tuple(_share(problem.words[i], done, whole, shares[i], squares[i], wins[i], parts[i]) for i in range(players)),
    )


def _share(words: str, deals: int, whole: int, total: int, squares: int, wins: int, parts: int) -> Share:
    mean = total / (whole * deals)
    spread = sqrt(max(squares / (whole * whole * deals) - mean * mean, 0.0) / deals)
    return Share(
        words,
        Fraction(total, whole * deals),
        Fraction(wins, deals),
        Fraction(parts, deals),
        max(0.0, mean - SURE * spread),
        min(1.0, mean + SURE * spread),
        spread,
    )
