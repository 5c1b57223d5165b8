"""Strategy in words: a short list of rules for each thing the table can show, and exactly what following it costs.

A list is read from the top: the first line whose condition a hand meets says what to do, and the last line is for all
other hands. A condition is a threshold on the value of the hand, alone or with one plain feature (a card of the rank or
suit shown, a certain rank). Lines are chosen greedily, the one that saves most first; the cost of the list against
optimal play is then computed exactly. Borderline hands and hands with exactly equal options are listed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.cards.hands import cards_of
from pitboss.exact.script.views import Public
from pitboss.exact.shapes.showdown.showdown import DealerShowdown
from pitboss.exact.shapes.showdown.worths import NEVER, Worths, worths
from pitboss.exact.stakes import ProofOption
from pitboss.exact.strategy.lists import (
    FAR,
    LISTED,
    MOST,
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

_SHOWN = "23456789TJQKA*"
"""The ranks the table can show, in the order in which lists are printed."""


def strategy(shape: DealerShowdown, tell: Tell) -> Strategy:
    """The lists, or that the cards to keep are not chosen by value alone."""
    return Strategy(
        lists(shape, tell), unlisted="which cards to keep depends on more than the value of the hand they make"
    )


def lists(shape: DealerShowdown, tell: Tell = untold) -> tuple[StrategyList, ...]:
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


def _listed(shape: DealerShowdown, shows: str, jobs: Sequence[int]) -> StrategyList | None:
    parts, borders, indifferent = [], [], []
    equals = 0
    texts = [said(act) for act in shape.acts]
    for job in jobs:
        public, state = shape.outline.publics[job], worths(shape, job)
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
    weights = state.weights.astype(np.int64) * public.weight
    features_of = features(public.up, state.words)
    return ValueCells.summed(state.values.astype(np.int64), features_of, weights, _losses(state))


def _losses(state: Worths) -> npt.NDArray[np.int64]:
    """The loss of each option against the best for each hand; -1 where it is not open."""
    return np.where(state.worth == NEVER, -1, state.worth.max(axis=0) - state.worth)


# Borders -----------------------------------------------------------------------------------------------------------


def _borders(shape: DealerShowdown, state: Worths, texts: Sequence[str]) -> tuple[list[Border], list[Border], int]:
    """The closest hands, the hands with equal options, and the number of deals in which options are equal."""
    if len(texts) < 2:
        return [], [], 0
    margins = Margins.of(_losses(state))

    def border(at: int) -> Border:
        hand = show(sorted(cards_of(int(state.words[at])), reverse=True))
        return margins.border(at, hand, texts, state.total * shape.payoffs.scale)

    equal, apart = margins.equal, np.where(margins.margin == 0, FAR, margins.margin)
    many = min(LISTED, len(apart))
    near: Any = np.argpartition(apart, many - 1)[:many] if many else []
    count = int(state.weights[equal].astype(np.int64).sum()) * state.total
    return [border(at) for at in near if apart[at] < FAR], [border(at) for at in equal[:LISTED]], count
