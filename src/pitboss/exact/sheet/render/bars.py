"""Parts shared by HTML and PDF sheets: lengths of bars, columns of words, groups of rows."""

from __future__ import annotations

from pitboss.exact.sheet.model import SheetSection

LONG = 34
"""Longer texts are folded."""


def bars(section: SheetSection) -> tuple[str, ...]:
    """The length of every row's bar in percent of the longest; empty if the section has no plot."""
    most = max((abs(size) for _, size in section.bars), default=0.0) or 1.0
    return tuple(f"{100 * abs(size) / most:.1f}" for _, size in section.bars)


def words(section: SheetSection) -> tuple[bool, ...]:
    """For every column whether it holds long texts."""
    return tuple(
        side == "l" and any(len(row[at]) > LONG and " " in row[at] for row in section.rows)
        for at, side in enumerate(section.align)
    )


def grouped(section: SheetSection) -> bool:
    """True if rows come in groups, named in the first column of their first row only."""
    return any(not row[0] for row in section.rows)
