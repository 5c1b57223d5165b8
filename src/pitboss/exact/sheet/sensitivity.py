"""The sensitivity of the house edge to each cell of the pay tables."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.exact.result import Figures
from pitboss.house.definition import Definition


@dataclass(frozen=True)
class Cell:
    """One cell of a pay table and what one more to 1 on it takes from the house edge, play unchanged.

    Wagers that share a pay table share its cells.
    """

    name: str
    pays: Fraction
    slope: Fraction


def sensitivity(game: Definition, figures: Figures) -> tuple[Cell, ...]:
    """Every pay cell of the wagers of a stake group, the most telling first."""
    cells: dict[tuple[str, Fraction], Fraction] = {}
    for line in figures.lines:
        if line.hand:
            bonus = line.outcome == "bonus"
            owner = line.wager if bonus else game.wagers[line.wager].shares or line.wager
            key = (f"{owner}{' bonus' if bonus else ''}: {line.hand}", line.pays)
            cells[key] = cells.get(key, Fraction(0)) + line.staked
    rated = [Cell(name, pays, slope) for (name, pays), slope in cells.items()]
    return tuple(sorted(rated, key=lambda cell: -cell.slope))  # of equal ones the better hand first
