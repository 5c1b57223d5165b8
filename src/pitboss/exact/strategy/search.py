"""Lists of things to look for, found over cells (hands with the same code, and what each option loses)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.strategy.features import Thing
from pitboss.exact.strategy.lists import MOST

Whole = npt.NDArray[np.int64]
CLOSED = -1


class CodeCells(NamedTuple):
    """Situations of one place with the same code: how many deals reach them and what each option loses there, -1 where
    it is not open to all of them."""

    codes: Whole
    weights: Whole
    losses: Whole


class Rules(NamedTuple):
    """A list as it is followed: the option of every code."""

    codes: Whole
    options: Whole


class WrittenList(NamedTuple):
    """A list as it is written: what to look for and which option, the last for all others."""

    rules: Rules
    lines: list[tuple[str, int, int, int]]

    @property
    def loss(self) -> int:
        return sum(line[3] for line in self.lines)


def summed(code: Whole, weights: Whole, losses: Whole) -> CodeCells:
    """Situations merged by code; losses are multiplied by the deals of each."""
    order = np.argsort(code, kind="stable")
    code = code[order]
    starts = np.flatnonzero(np.concatenate([[True], code[1:] != code[:-1]]))
    sums = [
        np.where(
            np.bitwise_or.reduceat(one[order] < 0, starts),
            CLOSED,
            np.add.reduceat(np.maximum(one, 0)[order], starts),
        )
        for one in losses
    ]
    return CodeCells(code[starts], np.add.reduceat(weights[order], starts), np.stack(sums))


def joined(parts: Sequence[CodeCells]) -> CodeCells:
    code, weights = (np.concatenate([getattr(part, name) for part in parts]) for name in ("codes", "weights"))
    return summed(code, weights, np.concatenate([part.losses for part in parts], axis=1))


def made(cells: CodeCells, looked_for: Sequence[Thing], enough: float) -> WrittenList:
    """The list of some cells, its losses in whole numbers."""
    search = _ListSearch(cells, looked_for)
    lines = search.best_lines(enough)
    taken = search.taken(lines)
    written = []
    for place, (thing, option) in enumerate(lines):
        here = taken == place
        if here.any():
            loss = sum(cells.losses[option, here].tolist())
            written.append((search.things[thing].words, option, sum(cells.weights[here].tolist()), loss))
    # The last line that decides anything needs no condition: it takes everything left.
    written[-1] = ("every hand" if len(written) == 1 else "", *written[-1][1:])
    return WrittenList(Rules(cells.codes, np.array([option for _, option in lines])[taken]), written)


class _ListSearch:
    """A list over cells, found greedily and then mended line by line."""

    def __init__(self, cells: CodeCells, looked_for: Sequence[Thing]) -> None:
        self.cells = cells
        self.things = [Thing("", np.ones(len(cells.codes), dtype=np.bool_)), *looked_for]
        self.has = np.stack([thing.has for thing in self.things])
        self.weighing = self.has.astype(np.float64)
        self.shut = cells.losses < 0
        self.losses = np.where(self.shut, np.inf, cells.losses.astype(np.float64))

    def best_lines(self, enough: float) -> list[tuple[int, int]]:
        """At most :data:`MOST` lines: the best of the lists that end with each of the options open to all."""
        ends = [option for option, shut in enumerate(self.shut) if not shut.any()]
        return min((self._mended(self._greedy(option, enough), enough) for option in ends), key=self._rank)

    def _rank(self, lines: Sequence[tuple[int, int]]) -> tuple[float, int]:
        return self.loss(lines), len(lines)

    def _greedy(self, last: int, enough: float) -> list[tuple[int, int]]:
        """As long as a line saves enough, the one that saves most goes in where it saves most."""
        lines = [(0, last)]
        while len(lines) < MOST and (longer := self._longer(lines, enough)) is not None:
            lines = longer
        return lines

    def _mended(self, lines: list[tuple[int, int]], enough: float) -> list[tuple[int, int]]:
        """Remove or replace lines as long as that saves enough."""
        better = True
        while better:
            better = False
            for at in range(len(lines) - 1):
                fewer = [*lines[:at], *lines[at + 1 :]]
                now, without = self.loss(lines), self.loss(fewer)
                other = fewer if without <= now else self._longer(fewer, without - now + enough)
                if other is not None:
                    lines, better = other, True
                    break
        return lines

    def taken(self, lines: Sequence[tuple[int, int]]) -> Whole:
        """The line that decides each cell."""
        return np.asarray(np.argmax(self.has[[thing for thing, _ in lines]], axis=0), dtype=np.int64)

    def loss(self, lines: Sequence[tuple[int, int]]) -> float:
        options = np.array([option for _, option in lines])[self.taken(lines)]
        return float(self.losses[options, np.arange(len(options))].sum())

    def _longer(self, lines: Sequence[tuple[int, int]], enough: float) -> list[tuple[int, int]] | None:
        """The list with the one line more that saves most; None if none saves enough."""
        taken = self.taken(lines)
        now = self.losses[np.array([option for _, option in lines])[taken], np.arange(len(taken))]
        gains = np.where(self.shut, 0.0, now - np.where(self.shut, 0.0, self.losses))
        # A line inserted here takes its hands from this line and the lines after it.
        reach = taken >= np.arange(len(lines))[:, None]
        saved = self.weighing @ _columns(gains * reach[:, None])
        if self.shut.any():
            saved[self.weighing @ _columns((self.shut & reach[:, None]).astype(np.float64)) > 0] = -1.0
        ordered = saved.reshape(len(self.has), len(lines), -1).transpose(1, 0, 2)  # of equals the one furthest up
        place, thing, option = (int(at) for at in np.unravel_index(np.argmax(ordered), ordered.shape))
        if ordered[place, thing, option] <= enough:
            return None
        return [*lines[:place], (thing, option), *lines[place:]]


def _columns(by_place: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Places, options and cells as one column of cells for each place and option."""
    return by_place.reshape(-1, by_place.shape[-1]).T
