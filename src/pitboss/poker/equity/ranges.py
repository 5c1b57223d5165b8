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
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from pitboss import cards
from pitboss.cards import RANKS, Card
from pitboss.poker.equity.patterns import Array, Pattern, RangeError, matching, read, unpacked

__all__ = ["RangeError", "holdings", "rows"]

DECK = tuple(range(52))
RANDOM = ("random", "any")

_SHORT = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)
_SPAN = re.compile(
    r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)-(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)",
    re.IGNORECASE,
)


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
        patterns += _part(part, own, deck)
    if not patterns:
        raise RangeError(f"{written!r} names no hand; write cards like AsKd, a range like QQ+, or random.")
    if at_once and not (len(patterns) == 1 and patterns[0].certain):
        patterns = [pattern.filled_up(at_once, frozenset(deck)) for pattern in patterns]
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


def _part(written: str, own: int, deck: Sequence[Card]) -> list[Pattern]:
    short = "".join(written.split())
    if own == 2 and (match := _SPAN.fullmatch(short)):
        texts = _span(written, match)
    elif own == 2 and (match := _SHORT.fullmatch(short)):
        high, low = sorted((cards.rank_of(match[1]), cards.rank_of(match[2])), reverse=True)
        texts = _shorthand(written, high, low, match[3].lower(), bool(match[4]))
    else:
        texts = [written]
    return [pattern for text in texts for pattern in read(text, deck)]


def _span(words: str, match: re.Match[str]) -> list[str]:
    first = sorted((cards.rank_of(match[1]), cards.rank_of(match[2])), reverse=True)
    last = sorted((cards.rank_of(match[4]), cards.rank_of(match[5])), reverse=True)
    kind = match[3].lower()
    if kind != match[6].lower():
        raise RangeError(f"{words!r} mixes suited and offsuit; write both ends alike, as in ATs-A7s.")
    pairs = first[0] == first[1]
    if pairs != (last[0] == last[1]) or (not pairs and first[0] != last[0]):
        raise RangeError(
            f"{words!r} is not a range; its ends should be two pairs (22-55) or share the top card (ATs-A7s)."
        )
    low, high = sorted((first[1], last[1]))
    return [
        text
        for rank in range(low, high + 1)
        for text in _shorthand(words, rank if pairs else first[0], rank, kind, False)
    ]


def _shorthand(words: str, high: int, low: int, kind: str, up: bool) -> list[str]:
    """Hold'em shorthand as patterns; with ``up``, every better pair or kicker as well."""
    if high == low and kind:
        raise RangeError(f"{words!r} is impossible, since a pair is never suited; write {RANKS[high] * 2}.")
    if high == low:
        return [RANKS[rank] * 2 for rank in range(low, len(RANKS) if up else low + 1)]
    ending = f":{kind}" if kind else ""
    return [f"{RANKS[high]}{RANKS[rank]}{ending}" for rank in range(low, high if up else low + 1)]
