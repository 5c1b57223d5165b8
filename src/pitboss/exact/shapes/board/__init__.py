"""Shape "reveal": a board is revealed between or after decisions, and a hidden hand met at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import Reading, Shape


def recognise(reading: Reading) -> Shape:
    from pitboss.exact.shapes.board.board import Reveal

    return Reveal(reading.course)
