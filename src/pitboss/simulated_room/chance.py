"""Random choices in a simulated room: decks, visitors, salts and a thief's moments, all from one seed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256, shake_256
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pitboss.shuffle import seeded

Thing = TypeVar("Thing")


class Chance:
    """Draws that anyone who knows the name of the stream can repeat."""

    def __init__(self, name: str) -> None:
        self._seeded = seeded(int.from_bytes(sha256(name.encode()).digest()[:8], "big"))
        self.mix = self._seeded.mix
        self.below = self._seeded.below

    def share(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self._seeded.word() >> 11) / (1 << 53)

    def sample(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """So many of the things, each set of them as likely as any other."""
        return [things[at] for at in self.mix(range(len(things)))[:count]] if count else []

    def salts(self, size: int) -> bytes:
        return shake_256(self._seeded.word().to_bytes(8, "big")).digest(size)

    def decks(self, cards: Sequence[int], many: int) -> npt.NDArray[np.uint8]:
        """Shuffled decks, one a row."""
        from pitboss.simulated_room.kernels import mix_rows

        rows = np.tile(np.array(cards, dtype=np.uint8), (many, 1))
        mix_rows(np.uint64(self._seeded.word()), rows)
        return rows
