"""Card patterns, the alternatives of a range, and all hands that match them.

A pattern is a tuple of places, each a set of cards of the deck (one ace, any ace, any heart, any card), and an optional
condition on suits. A hand matches if its cards can be assigned to the places; each hand counts once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss import cards
from pitboss.cards import JOKER, RANKS, SUITS, Card
from pitboss.errors import PitbossError

Array: TypeAlias = NDArray[Any]

MOST = 6_000_000  # most hands searched for one alternative
TOP = len(RANKS) - 1


class RangeError(PitbossError):
    """A hand or range that cannot be read or does not fit the game."""


@dataclass(frozen=True)
class Pattern:
    """Places for cards, those dealt down in stud separately, and a condition on suits (a key of ``SUITED``)."""

    places: tuple[frozenset[Card], ...]
    down: tuple[frozenset[Card], ...] = ()
    suited: str = ""

    @property
    def size(self) -> int:
        return len(self.places) + len(self.down)

    @property
    def certain(self) -> bool:
        """True if the pattern names every card."""
        return not self.suited and all(len(place) == 1 for place in (*self.places, *self.down))

    def filled_up(self, size: int, deck: frozenset[Card]) -> Pattern:
        """The pattern extended to ``size`` places that take any card."""
        return replace(self, places=(*self.places, *[deck] * (size - self.size)))


_RANK = r"(?:10|[2-9TJQKA])"
_PIECE = re.compile(
    rf"""(?P<least>{_RANK})(?P=least)\+                                    # QQ+
       | (?P<low>{_RANK})(?P=low)-(?P<high>{_RANK})(?P=high)               # 22-55
       | (?P<joker>(?-i:Jk)|joker)                                          # JK is a jack and a king
       | (?P<rank>{_RANK})(?P<suit>[cdhs])?                                # A, As
       | \[(?P<some>[^\]]*)\](?P<some_suit>[cdhs])?                        # [TJQ], [2-7], [2-7]h
       | (?P<any>\?\?|[x*?])(?P<any_suit>[cdhs])?                          # x, xh
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SPAN = re.compile(rf"({_RANK})-({_RANK})|({_RANK})", re.IGNORECASE)
_PARENTHESES = re.compile(r"\(([^()]*)\)")
SUITED = {
    "s": "all of one suit",
    "o": "not all of one suit",
    "r": "no two of one suit",
    "ds": "two of one suit and two of another",
    "ss": "two of one suit, the others of different ones",
}


def read(written: str, deck: Sequence[Card]) -> list[Pattern]:
    """Parse one alternative of a range; several patterns where it spans pairs (``QQ+``)."""
    text = "".join(written.split())
    text, suited = _ending(written, text)
    hidden = _PARENTHESES.findall(text)
    rest = _PARENTHESES.sub("", text)
    if len(hidden) > 1 or set("()") & set(rest):
        raise RangeError(f"{written!r} has parentheses that do not match; write the cards dealt down as in (AA)K.")
    patterns = []
    for down in _places(written, "".join(hidden), tuple(deck)):
        patterns += [Pattern(places, down, suited) for places in _places(written, rest, tuple(deck))]
    return patterns


def _ending(written: str, text: str) -> tuple[str, str]:
    """Split the cards from the condition on suits that follows them."""
    if ":" in text:
        text, _, suited = text.partition(":")
    else:
        suited = next(
            (word for word in ("ds", "ss", "r", "o") if text.lower().endswith(word) and text.lower() != word), ""
        )
        text = text[: len(text) - len(suited)]
        if not suited and re.fullmatch(rf"{_RANK}{{2,}}s", written.strip(), re.IGNORECASE):  # written as one word
            raise RangeError(
                f"{written!r} is ambiguous here; write {text[:-1]}:s for one suit, "
                f"or {text[:-2]} {text[-2:]} for the card."
            )
    if suited and suited.lower() not in SUITED:
        conditions = ", ".join(f"{word} ({means})" for word, means in SUITED.items())
        raise RangeError(f"{suited!r} in {written!r} is not a condition on suits; it may be {conditions}.")
    return text, suited.lower()


def _places(written: str, text: str, deck: tuple[Card, ...]) -> list[tuple[frozenset[Card], ...]]:
    at, pieces = 0, []
    while at < len(text):
        match = _PIECE.match(text, at)
        if not match:
            raise RangeError(
                f"{written!r} is not a hand: {text[at:]!r} cannot be read; write cards (As), ranks (A), x for any "
                "card, [TJQ] for some ranks."
            )
        pieces.append(_piece(written, match, deck))
        at = match.end()
    return [tuple(place for piece in chosen for place in piece) for chosen in product(*pieces)]


def _piece(written: str, match: re.Match[str], deck: tuple[Card, ...]) -> list[tuple[frozenset[Card], ...]]:
    """The alternatives of one piece, each as the places it takes."""
    if match["least"] or match["low"]:
        low = cards.rank_of(match["least"] or match["low"])
        high = cards.rank_of(match["high"]) if match["high"] else TOP
        return [(_of(deck, [rank]),) * 2 for rank in range(min(low, high), max(low, high) + 1)]
    if match["joker"]:
        return [(frozenset({JOKER}),)]
    if match["any"]:
        return [(_of(deck, range(len(RANKS)), match["any_suit"]) if match["any_suit"] else frozenset(deck),)]
    ranks = [cards.rank_of(match["rank"])] if match["rank"] else _ranks(written, match["some"])
    return [(_of(deck, ranks, match["suit"] or match["some_suit"]),)]


def _ranks(written: str, listed: str) -> list[int]:
    at, ranks = 0, list[int]()
    while at < len(listed):
        match = _SPAN.match(listed, at)
        if not match:
            raise RangeError(f"{written!r} is not a hand: [{listed}] should list ranks, as in [TJQ], [T-K] or [A2-5].")
        first, last = (cards.rank_of(match[k] or match[3]) for k in (1, 2))
        ranks += range(min(first, last), max(first, last) + 1)
        at = match.end()
    return ranks


def _of(deck: Sequence[Card], ranks: Sequence[int], suit: str | None = None) -> frozenset[Card]:
    """The cards of the deck with these ranks and this suit, if given.

    A single card is returned even if the deck lacks it, so that the error can name it.
    """
    suits = [SUITS.index(suit.lower())] if suit else range(len(SUITS))
    wanted = frozenset(rank * len(SUITS) + number for rank in ranks for number in suits)
    return wanted if len(wanted) == 1 else wanted & frozenset(deck)


# Matching hands -------------------------------------------------------------------------------------------------------


def matching(pattern: Pattern, written: str) -> Array:
    """Every matching hand, one row each: the bits of the cards dealt down, and of the others."""
    down, up = (_fill(written, places) for places in (pattern.down, pattern.places))
    if len(down) * len(up) > MOST:
        raise _too_many(written)
    first, second = np.repeat(down, len(up)), np.tile(up, len(down))
    apart = (first & second) == 0
    hands = np.stack([first[apart], second[apart]], axis=1)
    return hands[_suits_fit(hands[:, 0] | hands[:, 1], pattern)] if pattern.suited else hands


def _fill(written: str, places: Sequence[frozenset[Card]]) -> Array:
    """The bits of every set of cards that can be assigned to the places."""
    sets = np.zeros(1, np.uint64)
    kinds = sorted(Counter(places).items(), key=lambda kind: comb(len(kind[0]), kind[1]))
    if prod(comb(len(choices), count) for choices, count in kinds) > MOST:
        raise _too_many(written)
    for choices, count in kinds:
        more = _choices(tuple(sorted(choices)), count)
        both = sets[:, None] | more[None, :]
        sets = np.unique(both[(sets[:, None] & more[None, :]) == 0])
    return sets


@lru_cache(maxsize=32)
def _choices(pool: tuple[Card, ...], count: int) -> Array:
    """The bits of all combinations of ``count`` of these cards."""
    bits = np.uint64(1) << np.array(pool, np.uint64)
    sets, last = np.zeros(1, np.uint64), np.full(1, -1, np.int64)
    for _ in range(count):
        room = len(pool) - 1 - last
        sets, last = np.repeat(sets, room), np.repeat(last, room)
        last = last + 1 + np.arange(len(last)) - np.repeat(np.cumsum(room) - room, room)
        sets = sets | bits[last]
    return sets


def unpacked(bits: Array) -> Array:
    """Bit masks as rows of cards, ascending; all masks must have the same number of bits."""
    left = bits.astype(np.uint64)
    columns = []
    while len(left) and left[0]:
        lowest = left & (~left + np.uint64(1))
        columns.append(np.frexp(lowest.astype(np.float64))[1] - 1)
        left = left ^ lowest
    return np.stack(columns, axis=1).astype(np.uint8) if columns else np.zeros((len(bits), 0), np.uint8)


def _suits_fit(bits: Array, pattern: Pattern) -> Array:
    rows = unpacked(bits)
    natural = rows != JOKER
    counts = np.stack([(((rows & 3) == suit) & natural).sum(axis=1) for suit in range(len(SUITS))])
    pairs, most = (counts == 2).sum(axis=0), counts.max(axis=0)
    fits: dict[str, Array] = {
        "s": most == pattern.size,
        "o": most < pattern.size,
        "r": most == 1,
        "ds": (pairs == 2) & (most == 2),
        "ss": (pairs == 1) & (most == 2),
    }
    return fits[pattern.suited]


def _too_many(written: str) -> RangeError:
    return RangeError(
        f"{written!r} allows millions of hands; name more cards, or leave out the x where the rest comes from the deck."
    )
