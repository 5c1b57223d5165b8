"""Shape "reveal": a board is revealed between or after decisions, and a hidden hand met at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.board.board import BoardShowdown

    return BoardShowdown(reading.course)
