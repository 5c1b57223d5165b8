"""Shape "stages": cards are revealed street by street, wagers added or taken back, nobody to beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.streets.streets import OpenStreets

    return OpenStreets(reading.course)
