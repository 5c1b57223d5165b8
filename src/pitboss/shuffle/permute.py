"""Turn random words into an order of cards: unbiased Fisher-Yates from the top of the deck.

The card for each place, from the top down, is chosen among those not yet placed. Several choices are read from one
64-bit word: the numbers of possibilities of neighbouring places are multiplied as long as the product stays below
2**30, one number below that product is drawn, and its digits in the mixed base are the choices. The draw is exact:
``word * product`` is split into a high and a low half, the high half is the number, and a word whose low half is below
``2**64 % product`` is rejected, because these words would favour some numbers (Lemire 2019).

Since it works from the top, the first cards of an order do not depend on how many more are asked for.

The seeded shuffle draws its words from SplitMix64 (Steele, Lea and Flood 2014): equal seeds give equal orders, on every
machine and with any number of workers. The generator's state is a 64-bit counter that grows by ``GAMMA``; a word is the
counter with its bits mixed by :func:`stir`. ``kernels.py`` is the version for Numba; tests compare the two. A
simulation is split into chunks, and chunk ``c`` of a seed starts ``c * 2**40`` words further along the sequence, so
chunks never overlap and any worker may compute any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias, final

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


GAMMA = 0x9E3779B97F4A7C15  # the odd number nearest to 2**64 divided by the golden ratio
STRIDE = 40  # a chunk may use 2**40 words, some 10**11 decks
CHUNKS = 1 << (64 - STRIDE)


def stir(state: int) -> int:
    """Mix the bits: every bit of the result depends on every bit of the state."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def stream(seed: int, chunk: int = 0) -> int:
    """The state in which a chunk of a seed starts, for Python and kernels alike."""
    for what, number, end in (("seed", seed, 1 << 64), ("chunk", chunk, CHUNKS)):
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < end:
            raise ShuffleError(f"{number!r} is not a {what}; give a whole number from 0 to {end - 1}.")
    return (stir(seed) + GAMMA * (chunk << STRIDE)) & MASK


@final
class Seeded:
    """A shuffle that anyone who knows its seed can predict: for simulation, tests and training, never for a live table.

    Unrelated to :class:`pitboss.shuffle.live.Live` by type, so that neither Python nor mypy accepts one for the other.
    """

    __slots__ = ("_state", "chunk", "seed")

    def __init__(self, seed: int, chunk: int = 0) -> None:
        self._state = stream(seed, chunk)
        self.seed, self.chunk = seed, chunk

    def word(self) -> int:
        """The next 64-bit word (:func:`stir` is inlined, since a shuffle of 52 cards draws ten)."""
        self._state = mixed = (self._state + GAMMA) & MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def mix(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Shuffle the cards; each call gives another order."""
        return permute(cards, self.word)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to but not including ``bound``."""
        return below(bound, self.word)

    def __repr__(self) -> str:
        return f"seeded({self.seed}{f', chunk={self.chunk}' if self.chunk else ''})"


def seeded(seed: int, chunk: int = 0) -> Seeded:
    """A repeatable shuffle: equal seeds and chunks give equal orders."""
    return Seeded(seed, chunk)
