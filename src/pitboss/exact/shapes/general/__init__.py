"""Shape "general": any script on a small deck, by plain recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.general.general import recognise

    return recognise(reading)
