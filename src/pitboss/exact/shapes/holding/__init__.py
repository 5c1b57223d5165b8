"""Shape "holding": cards are held, then a hidden board completes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import Reading, Shape


def recognise(reading: Reading) -> Shape:
    from pitboss.exact.shapes.holding.holding import recognise

    return recognise(reading.outline)
