"""Rankings as data: the categories of hands, definitions (``{cards, order, deck, wild, low, qualifier}``), pay lines.

A game file may use a named ranking or write its own in the same form. A pay line (``pair of T``, ``full house of A``,
``high card of A K``, ``four of a kind``; in one-card rankings ``K``) is a threshold: it pays the hands of its category
whose leading ranks are at least as good as those named, and every better hand.

A category says how many cards share a rank (``groups``, all others different), whether the ranks must be consecutive
(``straight``), whether the suits must be equal (``flush``), and sometimes the highest rank (``leads``). A straight
flush counts as a straight or a flush if a game's order has no straight flush.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from pitboss import store
from pitboss.cards import FULL, JOKER, RANK_PLURALS, RANK_WORDS, RANKS, WITH_JOKER, CardError, Deck, deck, rank_of
from pitboss.errors import PitbossError, closest

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


_HIGH = ["royal flush", "straight flush", "four of a kind", "full house"]
_REST = ["three of a kind", "two pair", "pair", "high card"]
_STANDARD = [*_HIGH, "flush", "straight", *_REST]

NAMED: dict[str, dict[str, Any]] = {
    # PK-3
    "standard": {"cards": 5, "order": _STANDARD},
    # H5-1, H5-2, H5-10
    "joker": {"cards": 5, "order": ["five aces", *_STANDARD], "deck": 53, "wild": "bug"},
    # S4-1
    "four-card": {
        "cards": 4,
        "order": [
            *("four of a kind", "straight flush", "three of a kind", "flush", "straight"),
            *("two pair", "pair", "high card"),
        ],
    },
    "three-card": {
        "cards": 3,
        "order": ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"],
    },
    # T5-11
    "one-card": {"cards": 1, "order": ["high card"]},
    # LB-1, LB-6
    "ace-to-five": {
        "cards": 5,
        "order": ["low", "pair", "two pair", "three of a kind", "full house", "four of a kind"],
        "low": True,
    },
    # OH-1: a pair disqualifies.
    "eight-or-better": {"cards": 5, "order": ["low"], "low": True, "qualifier": "low of 8"},
    # PK-4: with a wild card five of a kind is the best hand and a straight beats a flush.
    "wild": {
        "cards": 5,
        "order": ["five of a kind", *_HIGH, "straight", "flush", *_REST],
        "deck": 53,
        "wild": "any",
    },
}


# Increased whenever the builder or the layout of the tables changes, so that no outdated table is used.
BUILDER = 5

# The joker's rules: as the bug it is an ace, or completes a straight or a flush (H5-1); as "any" it is any card the
# hand lacks, or a fifth of a kind (PK-4).
WILD = ("bug", "any")
KEYS = ("cards", "order", "deck", "wild", "low", "qualifier")


class RankingError(PitbossError):
    """A ranking that does not exist or contradicts itself; the message says what would work."""


@dataclass(frozen=True)
class RankingDefinition:
    """The definition of a ranking, without its tables."""

    cards: int
    order: tuple[str, ...]
    deck: Deck = FULL
    wild: str | None = None
    low: bool = False
    qualifier: str | None = None

    @property
    def key(self) -> str:
        """The cache key of its tables: a hash of everything they depend on."""
        return store.key_of(BUILDER, self.cards, self.order, self.deck.cards, self.wild, self.low, self.qualifier)

    @property
    def flushes(self) -> bool:
        return any(CATEGORIES[name].flush for name in self.order)

    def on(self, other: Deck) -> RankingDefinition:
        """This ranking with another deck; the joker's rule is dropped if the deck has no joker."""
        return checked(replace(self, deck=other, wild=self.wild if other.joker else None))


def define(what: str | Mapping[str, Any]) -> RankingDefinition:
    """The definition of a named ranking, or of a mapping as in a game file."""
    if isinstance(what, str):
        if what not in NAMED:
            meant = closest(what, NAMED)
            hint = f"did you mean {meant!r}?" if meant else f"the rankings are {', '.join(NAMED)}."
            raise RankingError(f"{what!r} is not a ranking; {hint}")
        what = NAMED[what]
    if not isinstance(what, Mapping):
        raise RankingError(f"{what!r} is not a ranking; write a name or {{ cards = 3, order = [...] }}.")
    unknown = sorted(set(what) - set(KEYS))
    if unknown:
        raise RankingError(f"{unknown[0]!r} is not a key of a ranking; the keys are {', '.join(KEYS)}.")
    for needed in ("cards", "order"):
        if needed not in what:
            raise RankingError(f"a ranking needs {needed!r}, as in {{ cards = 3, order = [...] }}.")
    order = what["order"]
    if not isinstance(order, list | tuple):
        raise RankingError(f"order = {order!r} is not a list of categories, best first.")
    dealt = deck(what["deck"]) if "deck" in what else WITH_JOKER if what.get("wild") else FULL
    return checked(RankingDefinition(**{**what, "order": tuple(order), "deck": dealt}))


def checked(definition: RankingDefinition) -> RankingDefinition:
    """Return the definition if it is consistent."""
    cards = definition.cards
    if isinstance(cards, bool) or not isinstance(cards, int) or not 1 <= cards <= 5:
        raise RankingError(f"cards = {cards!r} is not a hand of 1 to 5 cards.")
    if not isinstance(definition.low, bool):
        raise RankingError(f"low = {definition.low!r} should be true or false.")
    if definition.wild is not None and definition.wild not in WILD:
        raise RankingError(f"wild = {definition.wild!r} is unknown; the joker's rules are {' and '.join(WILD)}.")
    if definition.deck.joker != (definition.wild is not None):
        have, lack = ("a joker", "wild rule") if definition.deck.joker else ("a wild rule", "joker in its deck")
        raise RankingError(f"this ranking has {have} but no {lack}; give both (wild = {' or '.join(WILD)}) or neither.")
    if definition.wild == "bug" and ACE not in definition.deck.ranks:
        raise RankingError("wild = 'bug' makes the joker an ace, but this deck has no aces; write wild = 'any'.")
    if len(definition.deck) < cards:
        raise RankingError(f"a deck of {len(definition.deck)} cards cannot deal hands of {cards} cards.")
    if definition.qualifier is not None and not isinstance(definition.qualifier, str):
        raise RankingError(f"qualifier = {definition.qualifier!r} is not a line such as 'pair of T'.")
    _check_order(definition)
    return definition


def _check_order(definition: RankingDefinition) -> None:
    if not definition.order:
        raise RankingError("order = [] names no category; list them best first.")
    for name in definition.order:
        category = CATEGORIES.get(name) if isinstance(name, str) else None
        if category is None:
            raise RankingError(f"{name!r} is not a category; the categories are {', '.join(CATEGORIES)}.")
        if definition.order.count(name) > 1:
            raise RankingError(f"{name!r} appears twice in the order; name each category once.")
        needed = 5 if name == "royal flush" else 2 if category.straight or category.flush else 1
        if max(needed, sum(category.groups)) > definition.cards:
            raise RankingError(f"{name!r} needs more than {definition.cards} cards; remove it from the order.")
        if definition.low and (category.straight or category.flush or name == "high card"):
            raise RankingError(f"{name!r} does not count in a low ranking; start with 'low', then the pairs.")
        if category.low and not definition.low:
            raise RankingError(
                "'low' belongs to a ranking with low = true; the unpaired hand of this one is 'high card'."
            )
    for shape in _shapes(definition) if not definition.low else ():
        names = [
            name for name, c in CATEGORIES.items() if c.groups == shape and not c.low and not c.straight and not c.flush
        ]
        if not any(name in definition.order for name in names) and any(
            CATEGORIES[n].groups < shape for n in definition.order
        ):
            raise RankingError(f"the order lacks {names[-1]!r}, which this deck can deal; put it where it ranks.")


def _shapes(definition: RankingDefinition) -> list[tuple[int, ...]]:
    """Every grouping of cards by rank that this deck can deal, such as ``(3, 2)``."""
    most = len(definition.deck.suits) + (JOKER in definition.deck)
    groupings = dict.fromkeys(category.groups for category in CATEGORIES.values() if category.groups)
    return [groups for groups in groupings if sum(groups) <= definition.cards and groups[0] <= most]


# The strength of a hand, compared by ``<``: the place of its category from the worst up, and the ranks that break ties.
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
