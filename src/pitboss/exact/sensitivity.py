"""How much the house edge depends on each cell of the pay tables."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.exact.result import Figures
from pitboss.house.definition import Definition


@dataclass(frozen=True)
class Cell:
    """One cell of a pay table and what one more unit on it takes from the house edge, play unchanged.

    The stake on a wager may differ from deal to deal, so the slope is taken from what the row returns per odds paid;
    a cell that pays nothing (a push) counts its deals at the smallest stake of the group.
    """

    name: str
    pays: Fraction
    slope: Fraction


def sensitivity(game: Definition, figures: Figures) -> tuple[Cell, ...]:
    """Every pay cell of the wagers of a stake group, the most telling first."""
    cells: dict[tuple[str, str, Fraction], Fraction] = {}
    for line in figures.lines:
        if not line.hand:
            continue
        slope = line.returned / line.pays if line.pays > 0 else line.probability
        key = (f"{line.wager}{' bonus' if line.outcome == 'bonus' else ''}: {line.hand}", line.hand, line.pays)
        cells[key] = cells.get(key, Fraction(0)) + slope
    found = [Cell(name, pays, slope) for (name, _, pays), slope in cells.items()]
    return tuple(sorted(found, key=lambda cell: (-cell.slope, cell.name)))
