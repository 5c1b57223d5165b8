"""Commit and reveal: the hash of a deck's order is published before the deal, the order itself after it.

The hashed text is a heading, the nonce (32 random bytes in hexadecimal) and the cards from the top down. The nonce
keeps players from guessing the order; the hash keeps the house from changing it once it has been published.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import NamedTuple

from pitboss import cards
from pitboss.shuffle.permute import ShuffleError

HEADING = "pitboss shuffle 1"
_HEX = re.compile(r"[0-9a-f]{64}")


class Commitment(NamedTuple):
    """Published before the deal: the number of cards, and the hash that fixes their order."""

    hash: str
    cards: int


class ShuffleReveal(NamedTuple):
    """Published after the deal: the order, and the nonce that was hashed with it."""

    hash: str
    nonce: str
    order: tuple[int, ...]

    def data(self) -> dict[str, str]:
        """Plain data; ``pitboss verify-shuffle`` reads it from a JSON file."""
        return {"hash": self.hash, "nonce": self.nonce, "order": cards.show(self.order)}


def canonical(nonce: str, order: Sequence[int]) -> str:
    """The text that is hashed for a nonce and an order."""
    return f"{HEADING}\n{nonce}\n{cards.show(order)}\n"


def digest(nonce: str, order: Sequence[int]) -> str:
    """SHA-256 of the canonical text, in hexadecimal."""
    return hashlib.sha256(canonical(nonce, order).encode()).hexdigest()


def verify(hash: str, nonce: str, order: str | Sequence[int]) -> bool:
    """True if the hash published before the deal matches this nonce and order."""
    dealt = cards.parse(order) if isinstance(order, str) else tuple(order)
    if not dealt:
        raise ShuffleError("the order holds no cards; give the whole deck from the top down.")
    if cards.UNKNOWN in dealt:
        raise ShuffleError("the order holds an unknown card (??); every card must be known to verify a shuffle.")
    return hmac.compare_digest(_hex("hash", hash), digest(_hex("nonce", nonce), dealt))


def _hex(what: str, text: str) -> str:
    plain = text.strip().lower().removeprefix("sha256:")
    if not _HEX.fullmatch(plain):
        shown = plain if len(plain) <= 20 else plain[:16] + "…"
        raise ShuffleError(f"{shown!r} is not a {what}; it should be 64 hexadecimal digits (it has {len(plain)}).")
    return plain
