"""The roots of many decks, computed side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Any

import numpy as np

from pitboss import cards
from pitboss.shuffle.seal import HEADING, SALT, root_of

FEWEST = 32
"""Decks below which nothing is compiled for them."""
MOST_CARDS = 100
"""Cards of a deck whose leaves fit into one block each."""


def roots(decks: Sequence[tuple[Sequence[int], bytes]]) -> list[str]:
    """The root of each deck, given as its order and its salts."""
    by_size: dict[int, list[int]] = {}
    for at, (order, salts) in enumerate(decks):
        by_size.setdefault(len(order) if len(salts) == SALT * len(order) else 0, []).append(at)
    result = [""] * len(decks)
    for size, places in by_size.items():
        if len(places) < FEWEST or not 0 < size <= MOST_CARDS:
            for at in places:
                result[at] = root_of(*decks[at])
        else:
            chosen = [decks[at] for at in places]
            for at, root in zip(places, _many(chosen, size), strict=True):
                result[at] = root
    return result


def _many(decks: Sequence[tuple[Sequence[int], bytes]], size: int) -> list[str]:
    from pitboss.audit.kernels import seals as compiled

    kernels: Any = compiled
    wide = -(-len(decks) // kernels.LANES) * kernels.LANES
    orders = np.zeros((wide, size), dtype=np.uint8)
    salts = np.zeros((wide, size * SALT), dtype=np.uint8)
    orders[: len(decks)] = np.frombuffer(b"".join([bytes(order) for order, _ in decks]), dtype=np.uint8).reshape(
        -1, size
    )
    salts[: len(decks)] = np.frombuffer(b"".join(each for _, each in decks), dtype=np.uint8).reshape(len(decks), -1)
    out = np.empty((wide, 8), dtype=np.uint32)
    head, digits, ends, start, constants = _tables()
    kernels.roots(
        np.ascontiguousarray(orders.T), np.ascontiguousarray(salts.T), head, ends, digits, start, constants, out
    )
    text = out[: len(decks)].astype(">u4").tobytes().hex()
    return [text[at : at + 64] for at in range(0, len(text), 64)]


@lru_cache(maxsize=1)
def _tables() -> tuple[Any, ...]:
    head = _words(f"\0{HEADING}\n".encode())
    digits = np.frombuffer(bytes(range(256)).hex().encode(), dtype=">u2").astype(np.uint32)
    ends = np.zeros((MOST_CARDS, len(cards.TEXT), 4), dtype=np.uint32)
    for position in range(MOST_CARDS):
        for card, name in enumerate(cards.TEXT):
            text = f"\n{position}\n{name}\n".encode()
            length = (48 + len(text)) * 8
            block = text + b"\x80" + bytes(14 - len(text) - 1) + length.to_bytes(2, "big")
            ends[position, card] = _words(block)
    primes = [each for each in range(2, 312) if all(each % by for by in range(2, isqrt(each) + 1))]
    constants = np.array([_fraction(each, 3) for each in primes[:64]], dtype=np.uint32)
    start = np.array([_fraction(each, 2) for each in primes[:8]], dtype=np.uint32)
    return head, digits, ends, start, constants


def _words(text: bytes) -> Any:
    return np.frombuffer(text, dtype=">u4").astype(np.uint32)


def _fraction(prime: int, root: int) -> int:
    """The first 32 bits after the point of a prime's square or cube root (FIPS 180-4)."""
    wanted = prime << (32 * root)
    low, high = 0, 1 << 40
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**root <= wanted else (low, middle - 1)
    return low & 0xFFFFFFFF
