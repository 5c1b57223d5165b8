"""Shapes "showdown" and "choice": one decision, then a hidden hand to beat, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.showdown.showdown import recognise

    return recognise(reading.outline)
