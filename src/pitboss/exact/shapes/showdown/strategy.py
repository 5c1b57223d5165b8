"""Strategy in words: a short list of rules for each thing the table can show, and exactly what following it costs.

A list is read from the top: the first line whose condition a hand meets says what to do, and the last line is for all
other hands. A condition is a threshold on the value of the hand, alone or with one plain feature (a card of the rank or
suit shown, a certain rank). Lines are chosen greedily, the one that saves most first; the cost of the list against
optimal play is then computed exactly. Borderline hands and hands with exactly equal options are listed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.cards import show
from pitboss.exact.cards.suits import cards_of
from pitboss.exact.options import ProofOption
from pitboss.exact.script.views import Public
from pitboss.exact.shapes.showdown.showdown import DealerShowdown
from pitboss.exact.shapes.showdown.worths import NEVER, Worths, worths
from pitboss.exact.strategy.decision_list import ValueCells, decision_list
from pitboss.exact.strategy.lists import LISTED, MOST, Border, StrategyLine, StrategyList, Tell, untold
from pitboss.exact.strategy.thresholds import conditions, features, when

_SHOWN = "23456789TJQKA*"
"""The ranks the table can show, in the order in which lists are printed."""


def strategy(shape: DealerShowdown, pool: Executor | None = None, tell: Tell = untold) -> tuple[StrategyList, ...]:
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
    lists: list[StrategyList | None] = []
    for shows in order:
        tell(len(lists), len(order))
        lists.append(_listed(shape, shows, shown[shows], pool))
    return tuple(each for each in lists if each is not None)


def _listed(shape: DealerShowdown, shows: str, jobs: Sequence[int], pool: Executor | None) -> StrategyList | None:
    parts, borders, indifferent = [], [], []
    equals = 0
    texts = [said(act) for act in shape.acts]
    for job in jobs:
        public, state = shape.outline.publics[job], worths(shape, job, pool)
        if not len(state.values):
            return None
        parts.append(_cells(public, state))
        near, same, many = _borders(shape, state, texts)
        borders += near
        indifferent += same
        equals += many * public.weight
    cells = ValueCells.joined(parts)
    unit = shape.deals * shape.payoffs.scale
    said_of = tuple(conditions(bool(shape.outline.publics[jobs[0]].up)))
    ranking = shape.outline.game.hands[shape.main].ranking
    lines = []
    present = np.unique(cells.values)
    for each in decision_list(cells, [bool(words) for words in said_of], MOST, unit):
        met = when(each.condition, said_of, ranking, present)
        share = Fraction(each.weight * worths_total(shape, jobs[0]), shape.deals)
        lines.append(StrategyLine(met, texts[each.option], share, Fraction(each.loss, unit)))
    borders.sort(key=lambda border: border.margin)
    return StrategyList(shows, tuple(lines), tuple(borders[:LISTED]), tuple(indifferent[:LISTED]), equals)


def worths_total(shape: DealerShowdown, job: int) -> int:
    """The number of hidden hands for each hand of the player."""
    from math import comb

    public = shape.outline.publics[job]
    return comb(public.free.bit_count() - shape.outline.own, public.down)


def said(act: ProofOption) -> str:
    """The name of an option; ways to keep cards share one if the highest hand is always best."""
    words = [
        " ".join(choice.say.format(times=times, held="", out="").split())
        for choice, times in act.choices
        if choice.fold == act.fold
    ]
    unique = list(dict.fromkeys(words))
    return unique[0] if len(unique) == 1 else f"{' or '.join(unique)} for the highest hand"


def _cells(public: Public, state: Worths) -> ValueCells:
    best = state.worth.max(axis=0)
    loss = np.where(state.worth == NEVER, -1, best - state.worth)
    weights = state.weights.astype(np.int64) * public.weight
    return ValueCells.summed(state.values.astype(np.int64), features(public.up, state.words), weights, loss)


# Borders -----------------------------------------------------------------------------------------------------------


def _borders(shape: DealerShowdown, state: Worths, texts: Sequence[str]) -> tuple[list[Border], list[Border], int]:
    """The closest hands, the hands with equal options, and the number of deals in which options are equal."""
    if len(texts) < 2:
        return [], [], 0
    order = np.argsort(-state.worth, axis=0, kind="stable")
    columns = np.arange(state.worth.shape[1])
    first, second = state.worth[order[0], columns], state.worth[order[1], columns]
    margin = np.where(second == NEVER, np.iinfo(np.int64).max, first - second)
    unit = state.total * shape.payoffs.scale

    def border(at: int) -> Border:
        hand = show(sorted(cards_of(int(state.words[at])), reverse=True))
        return Border(hand, texts[order[0, at]], texts[order[1, at]], Fraction(int(margin[at]), unit))

    equal = np.flatnonzero(margin == 0)
    apart = np.where(margin == 0, np.iinfo(np.int64).max, margin)
    many = min(LISTED, len(apart))
    near: Any = np.argpartition(apart, many - 1)[:many] if many else []
    count = int(state.weights[equal].astype(np.int64).sum()) * state.total
    close = [border(int(at)) for at in near if apart[at] < np.iinfo(np.int64).max]
    return close, [border(int(at)) for at in equal[:LISTED]], count
