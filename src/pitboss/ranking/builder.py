"""Compute the value of every hand from a definition: slow, and meant to be obviously right.

A hand is its ranks and whether it is all of one suit; no category needs more. The strength of every hand the deck can
deal comes from trying the categories in order, with every substitution of the joker. The strengths that occur are
sorted and numbered 1, 2, 3 … A larger hand (best of n) has the best value of the hands with one card removed. The value
of a hand is ``max(by ranks, by the ranks of each suit)``.
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
from pitboss.ranking.definition import RankingDefinition
from pitboss.ranking.lines import Strength, read_line, strength

MAX_CARDS = 7  # cards a best-of hand may be chosen from
JOKER_RANK = JOKER >> 2  # the joker's place among the ranks of a hand

Ranks: TypeAlias = tuple[int, ...]  # ascending, the joker last


@dataclass
class Values:
    """The value of every hand by its ranks and, where it may be a flush, by the ranks of one suit."""

    by_ranks: dict[Ranks, int] = field(default_factory=dict)
    by_suit: dict[Ranks, int] = field(default_factory=dict)
    about: list[tuple[int, Ranks]] = field(default_factory=list)  # per value from 1: index of the category, ranks


def build(definition: RankingDefinition) -> Values:
    """Number the hands by strength, then value the larger hands by the best hand in them."""
    mixed = {ranks: best_strength(definition, ranks, suited=False) for ranks in hands(definition)}
    suited = {ranks: best_strength(definition, ranks, suited=True) for ranks in mixed if one_suit(ranks)}
    occurring = set(suited.values()) | {mixed[ranks] for ranks in mixed if can_mix_suits(definition, ranks)}
    minimum: Strength = read_line(definition, definition.qualifier) if definition.qualifier else (0, ())
    ladder = sorted(s for s in occurring if s is not None and s >= minimum)

    def value(s: Strength | None) -> int:
        return bisect_right(ladder, s) if s is not None else 0

    values = Values(about=[_about(definition, s) for s in ladder])
    values.by_ranks = {ranks: value(s) for ranks, s in mixed.items()}
    if definition.flushes:
        values.by_suit = {ranks: value(s) for ranks, s in suited.items()}
    for count in range(definition.cards + 1, MAX_CARDS + 1):
        _choose_from(definition, values.by_ranks, count, multisets(definition, count))
        if definition.flushes:
            _choose_from(definition, values.by_suit, count, (r for r in multisets(definition, count) if one_suit(r)))
    return values


def multisets(definition: RankingDefinition, count: int) -> Iterator[Ranks]:
    """The ranks of every hand of ``count`` cards that the deck can deal."""
    ranks, suits = definition.deck.ranks, len(definition.deck.suits)
    for jokers in range(2 if definition.deck.joker else 1):
        for held in combinations_with_replacement(ranks, count - jokers):
            if all(held.count(r) <= suits for r in set(held)):
                yield held + (JOKER_RANK,) * jokers


def hands(definition: RankingDefinition) -> Iterator[Ranks]:
    """The ranks of every hand of exactly the ranking's number of cards."""
    return multisets(definition, definition.cards)


def one_suit(ranks: Ranks) -> bool:
    """True if cards of these ranks can all be of one suit."""
    return len(set(ranks)) == len(ranks)


def can_mix_suits(definition: RankingDefinition, ranks: Ranks) -> bool:
    """True if cards of these ranks can be of more than one suit; True for hands of one card."""
    naturals = [r for r in ranks if r != JOKER_RANK]
    return definition.cards == 1 or (len(naturals) > 1 and len(definition.deck.suits) > 1)


def best_strength(definition: RankingDefinition, ranks: Ranks, suited: bool) -> Strength | None:
    """The strength of a hand of exactly the ranking's number of cards, with the best substitution of the joker."""
    if JOKER_RANK not in ranks:
        return plain_strength(definition, ranks, suited)
    naturals = tuple(r for r in ranks if r != JOKER_RANK)
    strengths = [joker_strength(definition, naturals, r, s) for r in definition.deck.ranks for s in {suited, False}]
    return max((s for s in strengths if s is not None), default=None)


def joker_strength(definition: RankingDefinition, naturals: Ranks, stands_for: int, suited: bool) -> Strength | None:
    """The strength with the joker as this rank (of the other cards' suit if ``suited``), or None if not allowed.

    The joker is a card that the hand lacks, so in a suited hand it cannot repeat a rank; only a fifth of a kind goes
    beyond the deck (H5-10, PK-4), and five cards cannot exceed a rank any further.
    """
    if suited and stands_for in naturals:
        return None
    result = plain_strength(definition, tuple(sorted((*naturals, stands_for))), suited)
    if result is None or definition.wild == "any" or stands_for == ACE:
        return result
    category = CATEGORIES[definition.order[len(definition.order) - 1 - result[0]]]
    return result if category.straight or category.flush else None


@lru_cache(maxsize=1 << 15)
def plain_strength(definition: RankingDefinition, ranks: Ranks, suited: bool) -> Strength | None:
    """The strength of a hand without a joker, by the first category it satisfies, or None."""
    for name in definition.order:
        counting = satisfies(CATEGORIES[name], ranks, suited, definition.low)
        if counting is not None:
            return strength(definition, name, counting)
    return None


def _choose_from(definition: RankingDefinition, values: dict[Ranks, int], count: int, larger: Iterator[Ranks]) -> None:
    """Add the values of hands of ``count`` cards: the best with one card removed."""
    for ranks in larger:
        values[ranks] = max(values[left] for left in combinations(ranks, count - 1))


def _about(definition: RankingDefinition, strength: Strength) -> tuple[int, Ranks]:
    place, ranks = strength
    if definition.low:  # the strength of a low hand holds negated ranks, the ace as 1
        ranks = tuple(ACE if r > 0 else -r for r in ranks)
    return len(definition.order) - 1 - place, ranks
