"""Optimal play of a round with one decision: the worth of every option, pages for the simulation, lists in words.

The counts are those of the proof, by option instead of summed. A list is read from the top: the first line whose
condition a hand meets says what to do, and the last line is for all other hands. A condition is a threshold on the
value of the hand, alone or with one plain feature (a card of the rank or suit shown, a certain rank). Lines are chosen
greedily, the one that saves most first; the cost of the list against optimal play is then computed exactly. Borderline
hands and hands with exactly equal options are listed too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import cards_of, values
from pitboss.exact.pages import Forks, Grades, Pages, Part, StrategyPage, card_sets, offers_of, set_names
from pitboss.exact.payoff import COMPARED
from pitboss.exact.script.views import candidates, held
from pitboss.exact.shape import OutlinedShape
from pitboss.exact.shapes.showdown.situation import ShowdownSituation
from pitboss.exact.stakes import ProofOption
from pitboss.exact.strategy.lists import (
    FAR,
    LISTED,
    Border,
    Margins,
    Strategy,
    StrategyLine,
    StrategyList,
    Tell,
    ValueCells,
    conditions,
    features,
    shown,
    untold,
    value_lines,
)
from pitboss.ranking.numba_cache import Kernels

sweep_kernels = Kernels("pitboss.exact.kernels.sweep")

Whole = npt.NDArray[np.int64]

NEVER = -(1 << 62)
"""Stands for the worth of an option that is not open."""


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
        """The best option of every hand; ties go to the first one, and folding loses every tie."""
        return np.asarray(self.worth.argmax(axis=0))


def worths(shape: OutlinedShape, job: int, pool: Executor | None = None) -> Worths:
    """The worth of every option for every hand of one public state."""
    situation = ShowdownSituation(shape, shape.outline.publics[job])
    pay = shape.payoffs
    queries, asks = situation.queries
    folds = np.array([act.fold for act in shape.acts])
    of_values = pay.segments.of_values()
    many = len(situation.hands.words)
    order: Any = np.arange(many)
    paid, high = pay.pay, np.ones(len(pay.segments.leasts), dtype=np.bool_)
    if shape.against:
        other = situation._other()
        high = np.array([least >= other.hand.qualifies for least in pay.segments.leasts])
        order, at, below, low, upto = situation._counted(other, queries, of_values, pool)
    else:  # as if every hidden hand were above
        paid = np.repeat(paid, len(COMPARED), axis=2)
        at = np.stack([of_values[one] for one in queries]) if queries else np.zeros((0, many), dtype=np.uint8)
        below, low, upto = np.zeros_like(at), np.zeros(0, dtype=np.uint8), np.zeros_like(at)
    worth = np.full((len(shape.acts), many), NEVER, dtype=np.int64)
    query = np.zeros((len(shape.acts), many), dtype=np.int16)
    hands = situation.cases[order], situation.fold_segments[order], situation.allowed[order]
    sweep_kernels.worths(at, below, low, upto, *hands, folds, asks, high, situation.total, paid, worth, query)
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
        sweep_kernels.agree(situations.values, best, grid[job])
        mixed = grid[job][situations.values] < 0
        own = situations.words[mixed]
        pages.append(StrategyPage(card_sets(names, public, own), best[mixed], np.zeros(len(own), dtype=np.int64), 0))
    shown = [[dict(public.lying)[name] for public in outline.publics] for name in names[:-1]]
    publics = np.array(shown, dtype=np.int64).reshape(len(names) - 1, len(outline.publics))
    return Pages(outline.step, names, pages, Grades(hand, publics, grid))


# Lists ---------------------------------------------------------------------------------------------------------------

_SHOWN = "23456789TJQKA*"
"""The ranks the table can show, in the order in which lists are printed."""


def strategy(shape: OutlinedShape, tell: Tell) -> Strategy:
    """The lists, or a note that the cards to keep are not chosen by value alone."""
    return Strategy(
        lists(shape, tell), unlisted="which cards to keep depends on more than the value of the hand they make"
    )


def lists(shape: OutlinedShape, tell: Tell = untold) -> tuple[StrategyList, ...]:
    """The lists of a round with one decision; empty if the cards to hold are not chosen by value alone."""
    if not shape.outline.decides:
        return ()
    shown: dict[str, list[int]] = {}
    for job, public in enumerate(shape.outline.publics):
        shown.setdefault(public.shows, []).append(job)
    if len(shape.acts) == 1:  # only the cards to keep are chosen, and the highest hand is the best
        everything = (StrategyLine("", said(shape.acts[0]), Fraction(1), Fraction(0)),) if shape.single else ()
        return (StrategyList("", everything, (), (), 0),) if everything else ()
    order = sorted(shown, key=lambda shows: [_SHOWN.find(sign) for sign in shows])
    made: list[StrategyList | None] = []
    for shows in order:
        tell(len(made), len(order))
        made.append(_listed(shape, shows, shown[shows]))
    return tuple(each for each in made if each is not None)


def _listed(shape: OutlinedShape, shows: str, jobs: Sequence[int]) -> StrategyList | None:
    parts, borders, indifferent = [], [], []
    equals = 0
    texts, scale = [said(act) for act in shape.acts], shape.payoffs.scale
    for job in jobs:
        public, state = shape.outline.publics[job], worths(shape, job)
        if not len(state.values):
            return None
        weights, plain = state.weights.astype(np.int64) * public.weight, features(public.up, state.words)
        parts.append(ValueCells.summed(state.values.astype(np.int64), plain, weights, _losses(state)))
        near, same, many = _borders(shape, state, texts)
        borders += near
        indifferent += same
        equals += many * public.weight
    said_of = tuple(conditions(bool(shape.outline.publics[jobs[0]].up)))
    ranking = shape.outline.game.hands[shape.main].ranking
    lines = value_lines(
        ValueCells.joined(parts), said_of, ranking, texts, Fraction(shape.deals, state.total), shape.deals * scale
    )
    borders.sort(key=lambda border: border.margin)
    return StrategyList(shows, lines, tuple(borders[:LISTED]), tuple(indifferent[:LISTED]), equals)


def said(act: ProofOption) -> str:
    """The name of an option; ways to keep cards share one if the highest hand is always best."""
    words = [
        " ".join(choice.say.format(times=times, held="", out="").split())
        for choice, times in act.choices
        if choice.fold == act.fold
    ]
    unique = list(dict.fromkeys(words))
    return unique[0] if len(unique) == 1 else f"{' or '.join(unique)} for the highest hand"


def _losses(state: Worths) -> npt.NDArray[np.int64]:
    """The loss of each option against the best for each hand; -1 where it is not open."""
    return np.where(state.worth == NEVER, -1, state.worth.max(axis=0) - state.worth)


# Borders -----------------------------------------------------------------------------------------------------------


def _borders(shape: OutlinedShape, state: Worths, texts: Sequence[str]) -> tuple[list[Border], list[Border], int]:
    """The closest hands, the hands with equal options, and the number of deals in which options are equal."""
    if len(texts) < 2:
        return [], [], 0
    margins = Margins.of(_losses(state))

    def border(at: int) -> Border:
        hand = shown(cards_of(int(state.words[at])))
        return margins.border(at, hand, texts, state.total * shape.payoffs.scale)

    equal, apart = margins.equal, np.where(margins.margin == 0, FAR, margins.margin)
    many = min(LISTED, len(apart))
    near: Any = np.argpartition(apart, many - 1)[:many] if many else []
    count = int(state.weights[equal].astype(np.int64).sum()) * state.total
    return [border(at) for at in near if apart[at] < FAR], [border(at) for at in equal[:LISTED]], count
