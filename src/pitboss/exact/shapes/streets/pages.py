"""Optimal play as pages where cards are revealed street by street and nobody is to be beaten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pitboss.exact.cards.suits import bit
from pitboss.exact.induction.street_pages import StreetPages
from pitboss.exact.pages import Forks, Pages, Part
from pitboss.house.definition import PLAYER

if TYPE_CHECKING:
    from pitboss.exact.shapes.streets.streets import OpenStreets


def pages(shape: OpenStreets, forks: Forks, tell: Part) -> Iterator[Pages]:
    """Every decision on everything the player can have seen and done by then."""
    course = shape.course
    written = StreetPages(course.game, forks, course.streets[: shape.closes + 1], course.piles)
    bits = np.array([1 << bit(card) for card in range(53)], dtype=np.int64)
    piles = [name.partition(" ")[2] or PLAYER for name in written.names]
    for job in range(shape.jobs):
        tell(job / shape.jobs)
        own = shape.first.cards[job * shape.size : (job + 1) * shape.size]
        solved, free = shape.solve(own), shape._free(own)
        for number in range(shape.closes + 1):
            if written.asked[number]:
                seen = bits[shape._seen(own, free, number)]
                columns = course.columns(number)
                sets = np.stack([seen[:, columns.get(pile, [])].sum(axis=1) for pile in piles])
                written.add(number, sets, solved.choices[number], shape.edges[number].first.tolist())
    yield from written.pages()
