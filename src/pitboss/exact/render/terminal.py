"""A sheet in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.exact.sheet import Section, Sheet

BAR = 32


def terminal(sheet: Sheet) -> RenderableType:
    """Everything the sheet shows, as one renderable."""
    return Group(*_parts(sheet))


def _parts(sheet: Sheet) -> Iterator[RenderableType]:
    yield Text(sheet.title, style="bold")
    facts = Table(box=None, show_header=False, padding=(0, 1))
    for label, value in sheet.facts:
        facts.add_row(Text(label, style="dim"), value)
    yield facts
    for section in sheet.sections:
        yield Text()
        yield Text(section.title, style="bold" if section.level == 1 else "bold dim")
        if section.rows:
            yield _table(section)
        for note in section.notes:
            yield Text(f" {note}", style="dim")


def _table(section: Section) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    for column, side in zip(section.columns, section.align, strict=True):
        table.add_column(column, justify="right" if side == "r" else "left", overflow="fold")
    if section.bars:
        table.add_column("")
    most = max((abs(size) for _, size in section.bars), default=0.0)
    for number, row in enumerate(section.rows):
        bar = ["█" * round(BAR * abs(section.bars[number][1]) / most)] if most else [""] * bool(section.bars)
        table.add_row(*map(Text, (*row, *bar)))
    return table
