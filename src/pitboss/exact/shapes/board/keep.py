"""The cache of a board's proof: solved streets for advice, and partial sums of a proof that was stopped."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cache import proofs
from pitboss.exact.cache.counts import Memory, decode, encode
from pitboss.exact.script.course import Course

KIND = "sums"
EVERY = 43_000_000
"""Private hands times boards after which partial sums are saved."""

MOST = 160 << 20
"""Most bytes of solved streets, or of partial sums, that are cached."""


class Keep:
    """The cache of one course. A fresh proof reads no earlier one and leaves no partial sums."""

    def __init__(self, course: Course, memory: Memory) -> None:
        self.memory = memory
        self.key = proofs.key_of(course.game, dict(course.stakes))
        self.every = max(1, EVERY // comb(len(course.game.deck), course.own))
        self.at = 0

    @property
    def streets(self) -> str:
        return store.key_of("streets", self.key)

    def solved(self) -> tuple[npt.NDArray[np.int64], list[npt.NDArray[np.int16]]] | None:
        """The cached worth of the first street's places and choices of all streets but the last; None if missing."""
        kept = self.memory.recall(self.streets)
        return (kept[0], list(kept[1:])) if kept is not None else None

    def solve(self, worths: dict[int, npt.NDArray[np.int64]], choices: list[npt.NDArray[np.int16]]) -> None:
        """Cache the worth of the first street's places with all choices, and that of each later street by itself."""
        first = worths[0]
        if first.nbytes + sum(each.nbytes for each in choices) <= MOST:
            self.memory.keep(self.streets, (first, *choices))
            for number in worths.keys() - {0}:
                self.memory.keep(store.key_of(number, self.streets), (worths[number],))

    def worth(self, number: int) -> npt.NDArray[np.int64] | None:
        """The worth of the places of a street after the first."""
        kept = self.memory.recall(store.key_of(number, self.streets))
        return kept[0] if kept is not None else None

    def resume(self, half: int, sums: npt.NDArray[Any]) -> int:
        """Load partial sums; returns where to go on, 0 if there are none."""
        self.at = 0
        data = store.load(KIND, store.key_of(half, self.key)) if not self.memory.fresh else None
        if data:
            at, kept = decode(data)
            if kept.shape == sums.shape:
                sums[...] = kept
                self.at = int(at)
        return self.at

    def sums(self, half: int, done: int, sums: npt.NDArray[Any]) -> None:
        """Save partial sums now and then; finished ones (``done`` is 0) are dropped."""
        if self.memory.fresh or sums.nbytes > MOST:
            return
        if done and done - self.at >= self.every:
            self.at = done
            store.save(KIND, store.key_of(half, self.key), encode((np.array(done), sums)))
        elif not done and self.at:
            store.save(KIND, store.key_of(half, self.key), b"")
