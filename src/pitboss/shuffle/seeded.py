"""The seeded shuffle: equal seeds give equal orders, on every machine and with any number of workers.

The generator is SplitMix64 (Steele, Lea and Flood 2014). Its state is a 64-bit counter that grows by ``GAMMA``; a word
is the counter with its bits mixed by :func:`stir`. ``kernels.py`` is the version for Numba; tests compare the two.
A simulation is split into chunks, and chunk ``c`` of a seed starts ``c * 2**40`` words further along the sequence, so
chunks never overlap and any worker may compute any of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from pitboss.shuffle.permute import MASK, ShuffleError, below, permute

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
