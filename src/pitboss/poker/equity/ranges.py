"""Parses hands and ranges: one hand, or a list of alternatives separated by commas.

Known cards are written as such (``AsKd``); ``random`` is an unknown hand. In every game a hand may be a pattern: ranks
without suits, ``x`` for any card, ``[TJQ]`` or ``[2-7]`` for some ranks, ``xh`` for any heart, ``QQ+`` and ``22-55``
for pairs; followed by ``:s`` (one suit), ``:o`` (not one suit), ``:r`` (rainbow), ``ds`` or ``ss`` (double- and
single-suited). Where a hand has two cards, hold'em shorthand works too (``AKs``, ``ATs+``).

>>> [len(holdings(words, 2)) for words in ("AA", "AKs", "AKo", "AK", "QQ+", "ATs+", "22-55", "KQs-KTs", "AA,AKs", "Ax")]
[6, 4, 12, 16, 18, 16, 24, 12, 10, 198]
>>> [len(holdings(words, 4)) for words in ("AAxx", "AAxxds", "AA", "A2xx,AAxx", "JT98:r")]
[6961, 864, 6961, 23169, 24]
>>> holdings("random", 7)
((),)

All hands of a range are equally likely. If fewer cards are given than the game deals, the rest comes from the deck;
where all are dealt at once, as in Omaha, ``AA`` means ``AAxx``. In stud the cards dealt down may be put in parentheses,
and then each way to hold them counts: ``(AA)x`` holds three aces in three ways, ``AAx`` in one.

>>> len(holdings("(AA)x", 7, down=3)), len(holdings("AAx", 7, down=3))
(300, 292)

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

DECK = tuple(range(52))
RANDOM = ("random", "any")
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
_SHORT = re.compile(rf"({_RANK})({_RANK})([so]?)(?:(\+)|-({_RANK})({_RANK})([so]?))?", re.IGNORECASE)
_PARENTHESES = re.compile(r"\(([^()]*)\)")
SUITED = {
    "s": "all of one suit",
    "o": "not all of one suit",
    "r": "no two of one suit",
    "ds": "two of one suit and two of another",
    "ss": "two of one suit, the others of different ones",
}


def holdings(written: str, own: int, *, down: int = 0, deck: Sequence[Card] = DECK) -> tuple[tuple[Card, ...], ...]:
    """Every set of known cards in a range, all equally likely.

    ``own`` is the number of cards a player gets, ``down`` how many of them are dealt down where others are dealt up
    (0: all are dealt at once).
    """
    return tuple(tuple(map(int, row)) for row in rows(written, own, own if not down else 0, down, deck))


def rows(written: str, own: int, at_once: int, down: int, deck: Sequence[Card]) -> Array:
    """Every holding of a range as one row of an array.

    ``at_once`` is the number of cards dealt at once; 0 if they come street by street and fewer may be known.
    """
    if written.strip().lower() in RANDOM:
        return np.zeros((1, 0), np.uint8)
    patterns: list[Pattern] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", written))):
        short = _SHORT.fullmatch("".join(part.split())) if own == 2 else None
        for text in _shorthand(part, short) if short else [part]:
            patterns += read(text, deck)
    if not patterns:
        raise RangeError(f"{written!r} names no hand; write cards like AsKd, a range like QQ+, or random.")
    if at_once and not (len(patterns) == 1 and patterns[0].certain):
        missing = [[frozenset(deck)] * (at_once - pattern.size) for pattern in patterns]
        patterns = [replace(each, places=(*each.places, *more)) for each, more in zip(patterns, missing, strict=True)]
    _check(written, patterns, own, down)
    if all(pattern == Pattern((frozenset(deck),) * pattern.size) for pattern in patterns):
        return np.zeros((1, 0), np.uint8)  # any cards at all: the hand is unknown
    bits = np.concatenate([matching(pattern, written) for pattern in patterns])
    if not len(bits):
        raise RangeError(f"{written!r} matches no cards of the deck; write a hand that can be dealt.")
    bits = np.unique(bits, axis=0) if bits[:, 0].any() else np.unique(bits[:, 1])[:, None]
    return np.hstack([unpacked(column) for column in bits.T])


def _check(written: str, patterns: Sequence[Pattern], own: int, down: int) -> None:
    sizes = {pattern.size for pattern in patterns}
    if max(sizes) > own:
        raise RangeError(f"{written!r} holds {max(sizes)} cards, but a hand of this game has {own}.")
    if len(sizes) > 1:
        most = max(sizes)
        raise RangeError(
            f"{written!r} mixes hands of {min(sizes)} and of {most} known cards; write x for unknown cards."
        )
    hidden = {len(pattern.down) for pattern in patterns}
    if hidden == {0}:
        return
    if not down:
        raise RangeError(f"{written!r} has cards in parentheses, but this game deals no cards up; leave them out.")
    if len(hidden) > 1:
        raise RangeError(f"{written!r} should have the same number of cards in parentheses in each hand of the list.")
    count = hidden.pop()
    if count > down or max(sizes) - count > own - down:
        raise RangeError(
            f"{written!r} has {count} cards down and {max(sizes) - count} up; this game deals {down} and {own - down}."
        )


def _shorthand(written: str, match: re.Match[str]) -> list[str]:
    """Hold'em shorthand as patterns: one hand, with ``+`` every better pair or kicker too, or a span of hands."""
    high, low = sorted((cards.rank_of(match[1]), cards.rank_of(match[2])), reverse=True)
    kind, pair = match[3].lower(), high == low
    last = (TOP if pair else high - 1) if match[4] else low
    if match[5]:
        other, last = sorted((cards.rank_of(match[5]), cards.rank_of(match[6])), reverse=True)
        if kind != match[7].lower():
            raise RangeError(f"{written!r} mixes suited and offsuit; write both ends alike, as in ATs-A7s.")
        if pair != (other == last) or (not pair and high != other):
            raise RangeError(
                f"{written!r} is not a range; its ends should be two pairs (22-55) or share the top card (ATs-A7s)."
            )
    low, last = sorted((low, last))
    if pair and kind:
        raise RangeError(f"{written!r} is impossible, since a pair is never suited; write {RANKS[low] * 2}.")
    ending = f":{kind}" if kind else ""
    return [f"{RANKS[rank if pair else high]}{RANKS[rank]}{ending}" for rank in range(low, last + 1)]


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
    sets: Array = np.bitwise_or.reduce(bits[choose(len(pool), count)], axis=1)
    return sets


def choose(count: int, size: int) -> Array:
    """All combinations of ``size`` numbers below ``count``, ascending; one empty row for size 0."""
    rows = np.zeros((1, 0), np.uint8)
    last = np.full(1, -1, np.int64)
    for _ in range(size):
        room = count - 1 - last  # larger numbers that may follow each row
        rows, last = np.repeat(rows, room, axis=0), np.repeat(last, room)
        last = last + 1 + np.arange(len(last)) - np.repeat(np.cumsum(room) - room, room)
        rows = np.hstack([rows, last[:, None].astype(np.uint8)])
    return rows


def masks_of(rows: Array) -> Array:
    """Rows of cards as bit masks."""
    bits: Array = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return bits


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
