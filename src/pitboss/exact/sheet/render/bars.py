"""What HTML and PDF sheets share: how long the bars of a plot are, which columns hold words, which rows go together."""

from __future__ import annotations

from pitboss.exact.sheet.model import SheetSection

LONG = 34
"""Letters from which on a text is folded rather than kept on one line."""


def bars(section: SheetSection) -> tuple[str, ...]:
    """The length of the bar of every row, in percent of the longest; nothing where a section has no plot."""
    most = max((abs(size) for _, size in section.bars), default=0.0) or 1.0
    return tuple(f"{100 * abs(size) / most:.1f}" for _, size in section.bars)


def words(section: SheetSection) -> tuple[bool, ...]:
    """For every column whether it holds long texts."""
    return tuple(
        side == "l" and any(len(row[at]) > LONG and " " in row[at] for row in section.rows)
        for at, side in enumerate(section.align)
    )


def parted(section: SheetSection) -> bool:
    """Whether rows belong together in groups, of which only the first row says in its first column which it is."""
    return any(not row[0] for row in section.rows)
