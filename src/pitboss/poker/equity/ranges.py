"""What a player may hold, as people write it.

Cards known for certain stand for themselves (``AsKd``; in stud or draw fewer than the hand will have: the rest comes
from the deck). ``random`` is a hand nobody has seen. Where a hand is two cards, the shorthand of hold'em works too:

>>> [len(holdings(words, 2)) for words in ("AA", "AKs", "AKo", "AK", "QQ+", "ATs+", "22-55", "KQs-KTs", "AA,AKs")]
[6, 4, 12, 16, 18, 16, 24, 12, 10]
>>> holdings("random", 7)
((),)
"""

from __future__ import annotations

import re
from itertools import combinations

from pitboss import cards
from pitboss.cards import RANKS, SUITS, Card, CardError
from pitboss.errors import PitbossError


class RangeError(PitbossError):
    """A hand or range that cannot be read or does not fit the game."""


_SHORT = re.compile(r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)
_SPAN = re.compile(
    r"(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)-(10|[2-9TJQKA])(10|[2-9TJQKA])([so]?)",
    re.IGNORECASE,
)


def holdings(written: str, own: int) -> tuple[tuple[Card, ...], ...]:
    """Every set of known cards the words allow, each equally likely; ``own`` is how many cards the game gives."""
    words = written.strip()
    if words.lower() in ("random", "any", "*", ""):
        return ((),)
    parts = [part for part in re.split(r"[,;]", words) if part.strip()] if own == 2 else [words]
    found: dict[tuple[Card, ...], None] = {}
    for part in parts:
        for one in _part(part.strip(), own):
            found[one] = None
    if not found:
        raise RangeError(f"{written!r} holds no hand; write cards like AsKd, a range like QQ+, or random.")
    return tuple(found)


def _part(words: str, own: int) -> list[tuple[Card, ...]]:
    short = "".join(words.split())
    if own == 2 and (match := _SPAN.fullmatch(short)):
        return _span(words, match)
    if own == 2 and (match := _SHORT.fullmatch(short)):
        high, low = sorted((cards.rank_of(match[1]), cards.rank_of(match[2])), reverse=True)
        return _shorthand(words, high, low, match[3].lower(), bool(match[4]))
    if own != 2 and (_SPAN.fullmatch(short) or _SHORT.fullmatch(short)):
        raise RangeError(
            f"{words!r} is shorthand for two cards, but this game deals {own}; write the known cards, or random."
        )
    try:
        known = tuple(card for card in cards.parse(words) if card != cards.UNKNOWN)
    except CardError:
        raise RangeError(
            f"{words!r} is no hand; write cards like AsKd, random, or for two cards a range like QQ+, ATs+ or 22-55."
        ) from None
    if len(known) > own:
        raise RangeError(f"{words!r} holds {len(known)} cards, but a hand of this game has {own}.")
    return [tuple(sorted(known))]


def _span(words: str, match: re.Match[str]) -> list[tuple[Card, ...]]:
    first = sorted((cards.rank_of(match[1]), cards.rank_of(match[2])), reverse=True)
    last = sorted((cards.rank_of(match[4]), cards.rank_of(match[5])), reverse=True)
    kind = match[3].lower()
    if kind != match[6].lower():
        raise RangeError(f"{words!r} mixes suited and offsuit; write both ends alike, as in ATs-A7s.")
    pairs = first[0] == first[1]
    if pairs != (last[0] == last[1]) or (not pairs and first[0] != last[0]):
        raise RangeError(
            f"{words!r} is no range; its ends should be two pairs (22-55) or share the top card (ATs-A7s)."
        )
    low, high = sorted((first[1], last[1]))
    found = []
    for rank in range(low, high + 1):
        found += _shorthand(words, rank if pairs else first[0], rank, kind, False)
    return found


def _shorthand(words: str, high: int, low: int, kind: str, up: bool) -> list[tuple[Card, ...]]:
    """A pair, or two ranks suited, offsuit or both; with ``up`` every better pair or kicker as well."""
    if high == low and kind:
        raise RangeError(f"{words!r} cannot be: a pair is never suited; write {RANKS[high] * 2}.")
    found: list[tuple[Card, ...]] = []
    if high == low:
        for rank in range(low, 13 if up else low + 1):
            found += combinations(range(rank * 4, rank * 4 + 4), 2)
        return found
    for rank in range(low, high if up else low + 1):
        for one in range(len(SUITS)):
            for other in range(len(SUITS)):
                if kind == "" or (kind == "s") == (one == other):
                    found.append((rank * 4 + one, high * 4 + other))
    return found
