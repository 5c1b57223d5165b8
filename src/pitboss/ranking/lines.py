"""Pay lines: ``pair of T``, ``full house of A``, ``high card of A K``, ``four of a kind``; in one-card rankings ``K``.

A line is a threshold: it pays the hands of its category whose leading ranks are at least as good as those named, and
every better hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from pitboss.cards import CardError, rank_of
from pitboss.ranking.categories import CATEGORIES, low_rank
from pitboss.ranking.definition import RankingDefinition, RankingError

# How good a hand is, compared by ``<``: the place of its category from the worst up, and the ranks that break ties.
Strength: TypeAlias = tuple[int, tuple[int, ...]]


def strength(definition: RankingDefinition, name: str, ranks: Sequence[int]) -> Strength:
    """The strength of a hand of this category with these ranks; in a low ranking the lower rank is better."""
    place = len(definition.order) - 1 - definition.order.index(name)
    return place, tuple(-low_rank(r) for r in ranks) if definition.low else tuple(ranks)


def read_line(definition: RankingDefinition, line: str) -> Strength:
    """The strength a hand needs to be paid on this line."""
    words = " ".join(line.split()).lower()
    for name in sorted(definition.order, key=len, reverse=True):
        if words == name:
            return strength(definition, name, ())
        if words.startswith(f"{name} of "):
            return strength(definition, name, _ranks(definition, name, line, words[len(name) + 4 :]))
    if definition.cards == 1 and len(definition.order) == 1:
        return strength(definition, definition.order[0], _ranks(definition, definition.order[0], line, words))
    raise RankingError(f"{line!r} is not a line of this ranking; its categories are {', '.join(definition.order)}.")


def _ranks(definition: RankingDefinition, name: str, line: str, text: str) -> tuple[int, ...]:
    try:
        ranks = tuple(rank_of(word) for word in re.split(r"[\s,]+", text.strip()))
    except CardError as error:
        raise RankingError(f"the line {line!r} names no hand: {error}") from None
    category = CATEGORIES[name]
    singles = definition.cards - sum(category.groups)
    sizes = (1,) if category.straight else (*category.groups, *[1] * singles)
    if len(ranks) > len(sizes):
        raise RankingError(
            f"the line {line!r} names {len(ranks)} ranks, but a {name} has {len(sizes)} that count; name fewer."
        )
    place_of = low_rank if definition.low else int
    for place in range(1, len(ranks)):
        above, below = ranks[place - 1], ranks[place]
        if above == below or (sizes[place - 1] == sizes[place] and place_of(above) < place_of(below)):
            raise RankingError(f"the line {line!r} names no hand; write its ranks in the order they count, best first.")
    return ranks
