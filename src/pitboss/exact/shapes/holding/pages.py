"""Optimal play as pages where cards are held: every hand with the best cards to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.pages import Forks, Pages, Part, StrategyPage
from pitboss.exact.script.situations import card_sets, offers_of, set_names
from pitboss.exact.shapes.holding.holds import Holds

if TYPE_CHECKING:
    from pitboss.exact.shapes.holding.holding import Holding


def pages(shape: Holding, forks: Forks, tell: Part) -> Pages:
    """The one decision of a round."""
    names = set_names(shape.outline)
    return Pages(shape.outline.step, names, _pages(shape, forks, names, tell))


def _further(tell: Part, job: int, jobs: int, part: float) -> None:
    tell((job + part) / jobs)


def _pages(shape: Holding, forks: Forks, names: Sequence[str], tell: Part) -> Iterator[StrategyPage]:
    outline = shape.outline
    many = len(outline.publics)
    for job, public in enumerate(outline.publics):
        _, acts, kept, own, _ = Holds(shape, public).best(tell=partial(_further, tell, job, many))
        offers = np.zeros(len(own), dtype=np.int64)
        for number, act in enumerate(shape.acts):
            here = acts == number
            offers[here] = offers_of(forks[outline.step], act, np.bitwise_count(kept[here]), outline.own)
        # The canonical hand may have its suits in another order than the cards on the table.
        yield StrategyPage(card_sets(names, public, own), offers, np.where(kept == own, 0, kept), 0)
