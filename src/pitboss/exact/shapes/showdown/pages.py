"""Optimal play of a showdown as pages: every hand with everything the table can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.exact.pages import Forks, Grades, Pages, Part, StrategyPage
from pitboss.exact.script.situations import card_sets, offers_of, set_names
from pitboss.exact.shapes.showdown.worths import held_words, worths

if TYPE_CHECKING:
    from pitboss.exact.shapes.showdown.showdown import DealerShowdown


def pages(shape: DealerShowdown, forks: Forks, tell: Part) -> Pages:
    """The one decision of a round."""
    if not any(act.hold for act in shape.acts):
        return _graded(shape, forks, tell)
    names = set_names(shape.outline)
    return Pages(shape.outline.step, names, _held(shape, forks, names, tell))


def _held(shape: DealerShowdown, forks: Forks, names: Sequence[str], tell: Part) -> Iterator[StrategyPage]:
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


def _graded(shape: DealerShowdown, forks: Forks, tell: Part) -> Pages:
    """Pages by value: hands of one value are mostly played alike, so only the exceptions get separate entries."""
    from pitboss.exact.kernels import worths as compiled

    kernels: Any = compiled
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
        kernels.agree(situations.values, best, grid[job])
        mixed = grid[job][situations.values] < 0
        own = situations.words[mixed]
        pages.append(StrategyPage(card_sets(names, public, own), best[mixed], np.zeros(len(own), dtype=np.int64), 0))
    shown = [[dict(public.lying)[name] for public in outline.publics] for name in names[:-1]]
    publics = np.array(shown, dtype=np.int64).reshape(len(names) - 1, len(outline.publics))
    return Pages(outline.step, names, pages, Grades(hand, publics, grid))
