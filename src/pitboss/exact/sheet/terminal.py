"""A sheet for the terminal, in its width.

Words are folded, numbers are not, and a table that is still too wide is split into several, each with its leading
columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.exact.sheet.model import Sheet, SheetSection

BAR = 32
NARROW = 14
"""Width down to which words are folded before a table is split."""


def terminal(sheet: Sheet, width: int = 200) -> RenderableType:
    """The sheet as one renderable, ``width`` columns wide."""
    return Group(*_parts(sheet, width))


def _parts(sheet: Sheet, width: int) -> Iterator[RenderableType]:
    yield Text(sheet.title, style="bold")
    facts = Table(box=None, show_header=False, padding=(0, 1))
    for label, value in sheet.facts:
        facts.add_row(Text(label, style="dim"), value)
    yield facts
    for section in sheet.sections:
        yield Text()
        yield Text(section.title, style="bold" if section.level == 1 else "bold dim")
        if section.rows:
            yield from _tables(section, width)
        for note in section.notes:
            yield Padding(Text(note, style="dim"), (0, 0, 0, 1), expand=False)


def _tables(section: SheetSection, width: int) -> Iterator[RenderableType]:
    wide = [max(len(column), *(len(row[at]) for row in section.rows)) for at, column in enumerate(section.columns)]
    least = [_folded(section, at) for at in range(len(wide))]
    every = list(range(len(wide)))
    bars = BAR if section.bars and _total([*wide, BAR]) <= width else 0
    if _total(least) <= width:
        yield _table(section, every, bars)
        return
    leading = every[: next((at for at in every if section.align[at] != "l"), 1) or 1]
    rest, number = [at for at in every if at not in leading], 0
    while rest:
        number += 1
        taken = rest[:1]
        while len(taken) < len(rest) and _total([least[at] for at in (*leading, *rest[: len(taken) + 1])]) <= width:
            taken = rest[: len(taken) + 1]
        rest = rest[len(taken) :]
        if number > 1:
            yield Text()
        yield _table(section, [*leading, *taken], 0)


def _folded(section: SheetSection, at: int) -> int:
    """The least width of a column: no number is broken, and no word of its heading or of its other texts."""
    cells = [row[at] for row in section.rows]
    texts = [section.columns[at], *(cells if section.align[at] == "l" else ())]
    longest = max((len(word) for text in texts for word in text.split()), default=0)
    most = max(map(len, cells))
    return max(longest, most if section.align[at] == "r" else min(NARROW, most))


def _total(widths: list[int]) -> int:
    """Columns of a whole table: a space either side of every cell, and one between two."""
    return sum(widths) + 3 * len(widths) - 1


def _table(section: SheetSection, columns: list[int], bars: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    for at in columns:
        side: Literal["left", "right"] = "right" if section.align[at] == "r" else "left"
        least = _folded(section, at) if side == "right" else None
        table.add_column(section.columns[at], justify=side, overflow="fold", min_width=least)
    if bars:
        table.add_column("")
    most = max((abs(size) for _, size in section.bars), default=0.0) or 1.0
    for number, row in enumerate(section.rows):
        bar = ["█" * round(bars * abs(section.bars[number][1]) / most)] if bars else []
        table.add_row(*map(Text, (*(row[at] for at in columns), *bar)))
    return table
