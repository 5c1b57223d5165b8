"""The categories of hands as data: what a hand must be, which ranks break a tie, and how it is announced.

A category says how many cards share a rank (``groups``, all others different), whether the ranks must be consecutive
(``straight``), whether the suits must be equal (``flush``), and sometimes the highest rank (``leads``). A straight
flush counts as a straight or a flush if a game's order has no straight flush.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import RANK_PLURALS, RANK_WORDS, RANKS

ACE = RANKS.index("A")


class Category(NamedTuple):
    """One category of hands; ``words`` is the announcement, with ``{0}`` for a rank and ``{0s}`` for its plural."""

    groups: tuple[int, ...] = ()
    straight: bool = False
    flush: bool = False
    leads: int | None = None
    low: bool = False
    words: str = ""


CATEGORIES: dict[str, Category] = {
    "five aces": Category(groups=(5,), leads=ACE, words="five aces"),
    "five of a kind": Category(groups=(5,), words="five of a kind, {0s}"),
    "royal flush": Category(straight=True, flush=True, leads=ACE, words="royal flush"),
    "straight flush": Category(straight=True, flush=True, words="straight flush, {0} high"),
    "four of a kind": Category(groups=(4,), words="four of a kind, {0s}"),
    "full house": Category(groups=(3, 2), words="full house, {0s} full of {1s}"),
    "flush": Category(flush=True, words="flush, {0} high"),
    "straight": Category(straight=True, words="straight, {0} high"),
    "three of a kind": Category(groups=(3,), words="three of a kind, {0s}"),
    "two pair": Category(groups=(2, 2), words="two pair, {0s} and {1s}"),
    "pair": Category(groups=(2,), words="pair of {0s}"),
    "high card": Category(words="{0} high"),
    "low": Category(low=True, words="{all} low"),
}


def straight_high(ranks: frozenset[int], cards: int) -> int | None:
    """The high rank of the straight of ``cards`` cards that exactly these ranks make, or ``None``.

    The ace is low only in the lowest straight (PK-3, S4-1, H5-10), below the deuce.
    """
    if len(ranks) != cards or cards < 2:
        return None
    if ranks == frozenset({ACE, *range(cards - 1)}):
        return cards - 2
    return max(ranks) if max(ranks) - min(ranks) == cards - 1 else None


def low_rank(rank: int) -> int:
    """The place of a rank when the ace is low (LB-1)."""
    return -1 if rank == ACE else rank


def in_order(ranks: Sequence[int], low: bool = False) -> tuple[int, ...]:
    """The distinct ranks of a hand in the order they count: larger groups first, then higher ranks (PK-3)."""
    count = Counter(ranks)
    place = low_rank if low else int
    return tuple(sorted(count, key=lambda r: (count[r], place(r)), reverse=True))


def satisfies(category: Category, ranks: Sequence[int], suited: bool, low: bool = False) -> tuple[int, ...] | None:
    """The ranks that break a tie, in the order they count, if the hand is of this category; otherwise ``None``."""
    if category.flush and not suited:
        return None
    counting: tuple[int, ...] | None
    if category.straight:
        high = straight_high(frozenset(ranks), len(ranks))
        counting = None if high is None else (high,)
    elif category.flush:
        counting = in_order(ranks) if len(set(ranks)) == len(ranks) else None
    else:
        shape = tuple(n for n in sorted(Counter(ranks).values(), reverse=True) if n > 1)
        counting = in_order(ranks, low) if shape == category.groups else None
    if counting is None or category.leads not in (None, counting[0]):
        return None
    return counting


def spread(category: Category, ranks: Sequence[int], cards: int) -> tuple[int, ...]:
    """The rank of every card, in the order they count, from the ranks that break a tie; a wheel leads with the five."""
    if category.straight:
        return tuple(r if r >= 0 else ACE for r in range(ranks[0], ranks[0] - cards, -1))
    sizes = (*category.groups, *[1] * (len(ranks) - len(category.groups)))
    return tuple(r for r, n in zip(ranks, sizes, strict=True) for _ in range(n))


def words(category: Category, ranks: Sequence[int], cards: int) -> str:
    """The dealer's announcement of a hand."""
    if cards == 1:
        return RANK_WORDS[ranks[0]]
    text = category.words.replace("{all}", "-".join(RANK_WORDS[r] for r in ranks))
    for place, rank in enumerate(ranks):
        text = text.replace(f"{{{place}s}}", RANK_PLURALS[rank]).replace(f"{{{place}}}", RANK_WORDS[rank])
    return text
