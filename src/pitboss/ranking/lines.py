"""Pay lines: ``pair of T``, ``full house of A``, ``high card of A K``, ``four of a kind``; in one-card rankings ``K``.

A line is a threshold: the hands of its category whose leading ranks are at least as good as those named, and every
hand above them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from pitboss.cards import CardError, rank_of
from pitboss.ranking.categories import CATEGORIES, low_rank
from pitboss.ranking.definition import Definition, RankingError

# How good a hand is, comparable by ``<``: its category's place, counted from the worst, and the ranks that break ties.
Strength: TypeAlias = tuple[int, tuple[int, ...]]


def strength(made: Definition, name: str, ranks: Sequence[int]) -> Strength:
    """How good a hand of this category with these ranks is; in a low ranking the lower rank is the better one."""
    place = len(made.order) - 1 - made.order.index(name)
    return place, tuple(-low_rank(r) for r in ranks) if made.low else tuple(ranks)


def read_line(made: Definition, line: str) -> Strength:
    """The strength a hand must reach to be paid on this line."""
    asked = " ".join(line.split()).lower()
    for name in sorted(made.order, key=len, reverse=True):
        if asked == name:
            return strength(made, name, ())
        if asked.startswith(f"{name} of "):
            return strength(made, name, _ranks(made, name, line, asked[len(name) + 4 :]))
    if made.cards == 1 and len(made.order) == 1:
        return strength(made, made.order[0], _ranks(made, made.order[0], line, asked))
    raise RankingError(f"{line!r} is not a line of this ranking; its categories are {', '.join(made.order)}.")


def _ranks(made: Definition, name: str, line: str, written: str) -> tuple[int, ...]:
    try:
        ranks = tuple(rank_of(word) for word in re.split(r"[\s,]+", written.strip()))
    except CardError as error:
        raise RankingError(f"the line {line!r} names no hand: {error}") from None
    category = CATEGORIES[name]
    singles = made.cards - sum(category.groups)
    sizes = (1,) if category.straight else (*category.groups, *[1] * singles)
    if len(ranks) > len(sizes):
        raise RankingError(f"the line {line!r} names {len(ranks)} ranks, but a {name} is told by {len(sizes)}.")
    stands = low_rank if made.low else int
    for place in range(1, len(ranks)):
        above, below = ranks[place - 1], ranks[place]
        if above == below or (sizes[place - 1] == sizes[place] and stands(above) < stands(below)):
            raise RankingError(f"the line {line!r} names no hand; write its ranks in the order they count, best first.")
    return ranks
