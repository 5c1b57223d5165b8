"""What every option is worth in every situation of a round with one decision: for books of strategy and advice in words.

The counts are those of the proof itself; here they are kept apart by option instead of being added up.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.makings import candidates, held
from pitboss.exact.showdown import Showdown, Situation

NEVER = -(1 << 62)
"""The worth of an option that is not open."""

Whole = npt.NDArray[np.int64]


class Worths(NamedTuple):
    """One public state: the player's canonical hands with their weights, and for each option its worth.

    ``worth[option, hand]`` is the sum over all hidden hands in units times the scale of the payoffs; ``query`` says
    which way of holding cards that takes, as a place of :func:`~pitboss.exact.makings.held`. ``total`` is the number of
    hidden hands.
    """

    words: Whole
    weights: npt.NDArray[np.uint32]
    worth: Whole
    query: npt.NDArray[np.int16]
    total: int

    @property
    def best(self) -> npt.NDArray[np.int64]:
        """The best option of every hand; of equal ones the first of the file."""
        return np.asarray(self.worth.argmax(axis=0))


def worths(shape: Showdown, job: int, pool: Executor | None = None) -> Worths:
    """The worth of every option for every hand of one public state."""
    situation = Situation(shape, shape.outline.publics[job])
    pay = shape.payoffs
    found, asks = situation.queries
    of_values = pay.segments.of_values()
    many = len(situation.hands.words)
    order: Any = np.arange(many)
    below = low = upto = np.zeros((0, 0), dtype=np.uint32)
    high = np.zeros(len(pay.segments.leasts), dtype=np.bool_)
    if shape.against:
        other = situation._other()
        high = np.array([least >= other.hand.qualifies for least in pay.segments.leasts])
        order, at, below, low, upto = situation._counted(other, found, of_values, pool)
    else:
        at = np.stack([of_values[one] for one in found]) if found else np.zeros((0, many), dtype=np.uint8)
    cases, allowed = situation.cases[order], situation.allowed[order]
    worth = np.full((len(shape.acts), many), NEVER, dtype=np.int64)
    query = np.zeros((len(shape.acts), many), dtype=np.int16)
    for option, act in enumerate(shape.acts):
        if act.fold:
            worth[option] = pay.pay[cases, option, 0, situation.fold_segments[order]] * situation.total
        for number, q in enumerate(range(*asks[option])):
            if shape.against:
                lows = low if len(low) else np.zeros(many, dtype=np.uint32)
                gained = _compared(pay.pay[:, option], cases, at[q], below[q], upto[q], lows, high, situation.total)
            else:
                gained = pay.pay[cases, option, 0, at[q]] * situation.total
            better = gained > worth[option]
            worth[option][better] = gained[better]
            query[option][better] = number
        worth[option][allowed >> option & 1 == 0] = NEVER
    if shape.single:
        _highest(shape, situation, order, query)
    return Worths(situation.hands.words[order], situation.hands.weights[order], worth, query, situation.total)


def _compared(pay: Whole, cases: Any, at: Any, below: Any, upto: Any, low: Any, high: Any, total: int) -> Whole:
    """The worth of hands against all hidden ones, from three counts each (as in the kernel that tallies them)."""
    under, lows = below.astype(np.int64), low.astype(np.int64)
    ties = upto.astype(np.int64) - under

    def paid(fact: int) -> Any:
        return pay[cases, fact, at]

    qualified = paid(2) * (under - lows) + paid(1) * ties + paid(0) * (total - under - ties) + paid(5) * lows
    short = paid(0) * (total - lows) + paid(5) * under + paid(4) * ties + paid(3) * (lows - under - ties)
    return np.asarray(np.where(high[at], qualified, short))


def _highest(shape: Showdown, situation: Situation, order: Any, query: npt.NDArray[np.int16]) -> None:
    """Where the highest hand is the best one, the proof asks for it alone; which cards make it is found here."""
    from pitboss.exact.hands import values

    for option, act in enumerate(shape.acts):
        if not act.hold or act.fold:
            continue
        best: Any = None
        words = situation.hands.words[order]
        for number, ways in enumerate(candidates(situation.view, situation.own, act.hold)):
            value = values(situation.ranking, words, situation.own, ways)
            if best is None:
                best = value
                continue
            better = value > best
            query[option][better] = number
            best = np.maximum(best, value)


def held_words(words: Whole, own: int, hold: tuple[int, ...], query: npt.NDArray[np.int16]) -> Whole:
    """The cards held of every hand, given which way of holding it takes."""
    ways = np.array(held(own, hold), dtype=np.int64)[query]
    found = np.zeros(len(words), dtype=np.int64)
    left = words.copy()
    for place in range(own):
        card = left & -left
        found |= np.where(ways >> place & 1, card, 0)
        left ^= card
    return found
