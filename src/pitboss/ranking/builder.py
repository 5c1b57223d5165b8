"""From a definition to the value of every hand: slow, and meant to be obviously right.

A hand is seen as its ranks and whether it is all of one suit, for no category asks for more. Every hand the deck can
deal gets its strength by trying the categories of the order one after the other, and every substitution of the joker;
the strengths that occur, sorted, are numbered 1, 2, 3 … Larger hands (best of n) are worth the best of the hands left
by taking one card away. The two halves meet in ``value = max(by ranks, by the ranks of each suit)``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from pitboss.cards import JOKER
from pitboss.ranking.categories import ACE, CATEGORIES, satisfies
from pitboss.ranking.definition import Definition
from pitboss.ranking.lines import Strength, read_line, strength

MOST = 7  # cards a best-of hand may be chosen from
JOKER_RANK = JOKER >> 2  # where a hand's joker stands among its ranks

Ranks: TypeAlias = tuple[int, ...]  # ascending, the joker last


@dataclass
class Values:
    """The value of every hand by its ranks and, where it may be a flush, by the ranks of one suit."""

    by_ranks: dict[Ranks, int] = field(default_factory=dict)
    by_suit: dict[Ranks, int] = field(default_factory=dict)
    about: list[tuple[int, Ranks]] = field(default_factory=list)  # of value 1, 2, …: category's place, ranks


def build(made: Definition) -> Values:
    """Number the hands, then spread the numbers over all the larger hands they can be chosen from."""
    told = {ranks: best_strength(made, ranks, suited=False) for ranks in hands(made)}
    suited = {ranks: best_strength(made, ranks, suited=True) for ranks in told if one_suit(ranks)}
    occurring = set(suited.values()) | {told[ranks] for ranks in told if can_mix_suits(made, ranks)}
    least: Strength = read_line(made, made.qualifier) if made.qualifier else (0, ())
    ladder = sorted(s for s in occurring if s is not None and s >= least)

    def value(found: Strength | None) -> int:
        return bisect_right(ladder, found) if found is not None else 0

    values = Values(about=[_about(made, s) for s in ladder])
    values.by_ranks = {ranks: value(found) for ranks, found in told.items()}
    if made.flushes:
        values.by_suit = {ranks: value(found) for ranks, found in suited.items()}
    for count in range(made.cards + 1, MOST + 1):
        _choose_from(made, values.by_ranks, count, multisets(made, count))
        if made.flushes:
            _choose_from(made, values.by_suit, count, (r for r in multisets(made, count) if one_suit(r)))
    return values


def multisets(made: Definition, count: int) -> Iterator[Ranks]:
    """The ranks of every hand of that many cards that the deck can deal."""
    ranks, suits = made.deck.ranks, len(made.deck.suits)
    for jokers in range(2 if made.deck.joker else 1):
        for held in combinations_with_replacement(ranks, count - jokers):
            if all(held.count(r) <= suits for r in set(held)):
                yield held + (JOKER_RANK,) * jokers


def hands(made: Definition) -> Iterator[Ranks]:
    return multisets(made, made.cards)


def one_suit(ranks: Ranks) -> bool:
    """Could these ranks all be of one suit?"""
    return len(set(ranks)) == len(ranks)


def can_mix_suits(made: Definition, ranks: Ranks) -> bool:
    """Could these ranks be of more than one suit (or is the hand too small for that to matter)?"""
    naturals = [r for r in ranks if r != JOKER_RANK]
    return made.cards == 1 or (len(naturals) > 1 and len(made.deck.suits) > 1)


def best_strength(made: Definition, ranks: Ranks, suited: bool) -> Strength | None:
    """The strength of a hand of exactly the game's number of cards, the joker standing for whatever is best."""
    if JOKER_RANK not in ranks:
        return plain_strength(made, ranks, suited)
    naturals = tuple(r for r in ranks if r != JOKER_RANK)
    found = [joker_strength(made, naturals, r, one) for r in made.deck.ranks for one in {suited, False}]
    return max((s for s in found if s is not None), default=None)


def joker_strength(made: Definition, naturals: Ranks, stands_for: int, suited: bool) -> Strength | None:
    """The strength with the joker standing for that rank, of the suit of the others where ``suited``; if it may.

    It is a card the hand lacks: of a suit already complete in that rank it would be a second one; only a fifth of a
    kind is allowed beyond that (H5-10, PK-4), and with five cards no rank can be exceeded any further.
    """
    if suited and stands_for in naturals:
        return None
    found = plain_strength(made, tuple(sorted((*naturals, stands_for))), suited)
    if found is None or made.wild == "any" or stands_for == ACE:
        return found
    category = CATEGORIES[made.order[len(made.order) - 1 - found[0]]]
    return found if category.straight or category.flush else None


@lru_cache(maxsize=1 << 15)
def plain_strength(made: Definition, ranks: Ranks, suited: bool) -> Strength | None:
    """The best category of the order that these cards satisfy, without a joker; ``None`` if there is none."""
    for name in made.order:
        counting = satisfies(CATEGORIES[name], ranks, suited, made.low)
        if counting is not None:
            return strength(made, name, counting)
    return None


def _choose_from(made: Definition, values: dict[Ranks, int], count: int, larger: Iterator[Ranks]) -> None:
    """Best of ``count`` cards: the best of what taking one card away leaves."""
    for ranks in larger:
        values[ranks] = max(values[left] for left in combinations(ranks, count - 1))


def _about(made: Definition, found: Strength) -> tuple[int, Ranks]:
    place, ranks = found
    if made.low:  # the strength of a low hand holds its ranks negated, the ace as 1
        ranks = tuple(ACE if r > 0 else -r for r in ranks)
    return len(made.order) - 1 - place, ranks
