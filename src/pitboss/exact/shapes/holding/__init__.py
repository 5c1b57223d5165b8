"""Shape "holding": cards are held, then a hidden board completes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.holding.holding import recognise

    return recognise(reading.outline)
