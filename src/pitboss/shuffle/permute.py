"""Turn random words into an order of cards: unbiased Fisher-Yates from the top of the deck.

The card for each place, from the top down, is chosen among those not yet placed. Several choices are read from one
64-bit word: the numbers of possibilities of neighbouring places are multiplied as long as the product stays below
2**30, one number below that product is drawn, and its digits in the mixed base are the choices. The draw is exact:
``word * product`` is split into a high and a low half, the high half is the number, and a word whose low half is below
``2**64 % product`` is rejected, because these words would favour some numbers (Lemire 2019).

Since it works from the top, the first cards of an order do not depend on how many more are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from pitboss.errors import PitbossError

Word: TypeAlias = Callable[[], int]
"""A function that returns the next uniform 64-bit number."""

MASK = (1 << 64) - 1
LIMIT = 1 << 30  # one digit of a Python integer, and its product with half a word fits 64 bits in a kernel


class ShuffleError(PitbossError):
    """A shuffle that is impossible, or not allowed here."""


class Words:
    """64-bit words from a source of bytes (little-endian), read sixteen at a time.

    The source of the live shuffle is the operating system; tests run the same code with a fixed source.
    """

    __slots__ = ("_ready", "_source")

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._source = source
        self._ready: list[int] = []

    def __call__(self) -> int:
        if not self._ready:
            data = self._source(128)
            self._ready = [int.from_bytes(data[at : at + 8], "little") for at in range(0, 128, 8)][::-1]
        return self._ready.pop()


@lru_cache(maxsize=128)
def groups(count: int) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """Per word of a shuffle: the product, the bound for rejected words, and the (place, possibilities) pairs."""
    words = []
    place = 0
    while place < count - 1:
        product, places = 1, []
        while place < count - 1 and product * (count - place) < LIMIT:
            product *= count - place
            places.append((place, count - place))
            place += 1
        words.append((product, (1 << 64) % product, tuple(places)))
    return tuple(words)


def permute(cards: Iterable[int], word: Word) -> tuple[int, ...]:
    """Shuffle the cards; every order is equally likely if the words are uniform."""
    order = list(cards)
    for product, reject, places in groups(len(order)):
        scaled = word() * product
        while scaled & MASK < reject:
            scaled = word() * product
        digits = scaled >> 64
        for place, possibilities in places:
            chosen = place + digits % possibilities
            digits //= possibilities
            order[place], order[chosen] = order[chosen], order[place]
    return tuple(order)


def below(bound: int, word: Word) -> int:
    """A whole number from 0 up to but not including ``bound``, each equally likely."""
    if not 0 < bound <= LIMIT:
        raise ShuffleError(f"a number below {bound} cannot be drawn; the bound goes from 1 to {LIMIT}.")
    reject = (1 << 64) % bound
    scaled = word() * bound
    while scaled & MASK < reject:
        scaled = word() * bound
    return scaled >> 64
