"""The value of every option in every situation of a round with one decision, for pages and strategy in words.

The counts are those of the proof, by option instead of summed.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hand_makers import candidates, held
from pitboss.exact.shapes.showdown.showdown import DealerShowdown
from pitboss.exact.shapes.showdown.situation import ShowdownSituation

NEVER = -(1 << 62)
"""Stands for the worth of an option that is not open."""

Whole = npt.NDArray[np.int64]


class Worths(NamedTuple):
    """One public state: the player's canonical hands with their weights, and for each option its worth.

    ``values`` are the values of the hands played, empty if there are several to choose from. ``worth[option, hand]`` is
    the sum over all ``total`` hidden hands, in units times the scale of the payoffs. ``query`` is the way of holding
    cards that gives it, an index into :func:`~pitboss.exact.cards.hand_makers.held`.
    """

    words: Whole
    weights: npt.NDArray[np.uint32]
    values: npt.NDArray[np.uint16]
    worth: Whole
    query: npt.NDArray[np.int16]
    total: int

    @property
    def best(self) -> npt.NDArray[np.int64]:
        """The best option of every hand; of equal ones the first, folding last."""
        return np.asarray(self.worth.argmax(axis=0))


def worths(shape: DealerShowdown, job: int, pool: Executor | None = None) -> Worths:
    """The worth of every option for every hand of one public state."""
    from pitboss.exact.kernels import worths as compiled

    kernels: Any = compiled
    situation = ShowdownSituation(shape, shape.outline.publics[job])
    pay = shape.payoffs
    queries, asks = situation.queries
    folds = np.array([act.fold for act in shape.acts])
    of_values = pay.segments.of_values()
    many = len(situation.hands.words)
    worth = np.full((len(shape.acts), many), NEVER, dtype=np.int64)
    query = np.zeros((len(shape.acts), many), dtype=np.int16)
    order: Any = np.arange(many)
    if shape.against:
        other = situation._other()
        high = np.array([least >= other.hand.qualifies for least in pay.segments.leasts])
        order, at, below, low, upto = situation._counted(other, queries, of_values, pool)
        counted: tuple[Any, ...] = (at, below, low, upto)
        rest: tuple[Any, ...] = (high, situation.total)
    else:
        counted = (np.stack([of_values[one] for one in queries]) if queries else np.zeros((0, many), dtype=np.uint8),)
        rest = (situation.total,)
    hands = situation.cases[order], situation.fold_segments[order], situation.allowed[order]
    run = kernels.compared if shape.against else kernels.known
    run(*counted, *hands, folds, asks, *rest, pay.pay, worth, query)
    if shape.single:
        _highest(shape, situation, order, query)
    first = next((at for at, act in enumerate(shape.acts) if not act.fold), None)
    alike = len({tuple(asks[at]) for at, act in enumerate(shape.acts) if not act.fold}) == 1
    values = np.zeros(0, dtype=np.uint16)
    if first is not None and alike and asks[first, 1] - asks[first, 0] == 1:
        values = queries[asks[first, 0]][order]
    return Worths(situation.hands.words[order], situation.hands.weights[order], values, worth, query, situation.total)


def _highest(shape: DealerShowdown, situation: ShowdownSituation, order: Any, query: npt.NDArray[np.int16]) -> None:
    """Find which cards make the highest hand, for proofs that compare only its value."""
    from pitboss.exact.cards.hands import values

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
    """The cards that every hand holds, given its way of holding."""
    ways = np.array(held(own, hold), dtype=np.int64)[query]
    held_cards = np.zeros(len(words), dtype=np.int64)
    left = words.copy()
    for place in range(own):
        card = left & -left
        held_cards |= np.where(ways >> place & 1, card, 0)
        left ^= card
    return held_cards
