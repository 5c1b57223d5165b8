"""The value of every option in every situation of a round with one decision, for pages and strategy in words.

The counts are those of the proof, by option instead of summed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import values
from pitboss.exact.pages import Forks, Grades, Pages, Part, StrategyPage, card_sets, offers_of, set_names
from pitboss.exact.script.outlined import OutlinedShape
from pitboss.exact.script.views import candidates, held
from pitboss.exact.shapes.showdown.situation import ShowdownSituation
from pitboss.ranking.numba_cache import Kernels

decide_kernels = Kernels("pitboss.exact.kernels.decide")

NEVER = -(1 << 62)
"""Stands for the worth of an option that is not open."""

Whole = npt.NDArray[np.int64]


class Worths(NamedTuple):
    """One public state: the player's canonical hands with their weights, and for each option its worth.

    ``values`` are the values of the hands played, empty if there are several to choose from. ``worth[option, hand]`` is
    the sum over all ``total`` hidden hands, in units times the scale of the payoffs. ``query`` is the way of holding
    cards that gives it, an index into :func:`~pitboss.exact.script.views.held`.
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


def worths(shape: OutlinedShape, job: int, pool: Executor | None = None) -> Worths:
    """The worth of every option for every hand of one public state."""
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
    run = decide_kernels.worths_compared if shape.against else decide_kernels.worths_known
    run(*counted, *hands, folds, asks, *rest, pay.pay, worth, query)
    if shape.single:
        _highest(shape, situation, order, query)
    first = next((at for at, act in enumerate(shape.acts) if not act.fold), None)
    alike = len({tuple(asks[at]) for at, act in enumerate(shape.acts) if not act.fold}) == 1
    played = np.zeros(0, dtype=np.uint16)
    if first is not None and alike and asks[first, 1] - asks[first, 0] == 1:
        played = queries[asks[first, 0]][order]
    return Worths(situation.hands.words[order], situation.hands.weights[order], played, worth, query, situation.total)


def _highest(shape: OutlinedShape, situation: ShowdownSituation, order: Any, query: npt.NDArray[np.int16]) -> None:
    """Find which cards make the highest hand, for proofs that compare only its value."""
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


def pages(shape: OutlinedShape, forks: Forks, tell: Part) -> Pages:
    """The one decision of a round."""
    if not any(act.hold for act in shape.acts):
        return _graded(shape, forks, tell)
    names = set_names(shape.outline)
    return Pages(shape.outline.step, names, _held(shape, forks, names, tell))


def _held(shape: OutlinedShape, forks: Forks, names: Sequence[str], tell: Part) -> Iterator[StrategyPage]:
    outline = shape.outline
    fork = forks[outline.step]
    for job, public in enumerate(outline.publics):
        tell(job / len(outline.publics))
        situations = worths(shape, job)
        best = situations.best
        offers = np.zeros(len(best), dtype=np.int64)
        held = np.zeros(len(best), dtype=np.int64)
        for number, act in enumerate(shape.acts):
            here = best == number
            words = situations.words[here]
            kept = held_words(words, outline.own, act.hold, situations.query[number][here]) if act.hold else words
            offers[here] = offers_of(fork, act, np.bitwise_count(kept), outline.own)
            held[here] = np.where(kept == words, 0, kept)
        yield StrategyPage(card_sets(names, public, situations.words), offers, held, 0)


def _graded(shape: OutlinedShape, forks: Forks, tell: Part) -> Pages:
    """Pages by value: hands of one value are mostly played alike, so only the exceptions get separate entries."""
    outline, hand = shape.outline, shape.outline.game.hands[shape.main]
    names = set_names(outline)
    grid = np.full((len(outline.publics), hand.ranking.top + 1), -1, dtype=np.int16)
    whole = np.full(1, outline.own, dtype=np.int64)
    offers = np.array([offers_of(forks[outline.step], act, whole, outline.own)[0] for act in shape.acts])
    pages = []
    for job, public in enumerate(outline.publics):
        tell(job / len(outline.publics))
        situations = worths(shape, job)
        best = offers[situations.best]
        decide_kernels.agree(situations.values, best, grid[job])
        mixed = grid[job][situations.values] < 0
        own = situations.words[mixed]
        pages.append(StrategyPage(card_sets(names, public, own), best[mixed], np.zeros(len(own), dtype=np.int64), 0))
    shown = [[dict(public.lying)[name] for public in outline.publics] for name in names[:-1]]
    publics = np.array(shown, dtype=np.int64).reshape(len(names) - 1, len(outline.publics))
    return Pages(outline.step, names, pages, Grades(hand, publics, grid))
