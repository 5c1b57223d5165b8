"""Shape "stages": cards are revealed street by street, wagers added or taken back, nobody to beat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import Reading, Shape


def recognise(reading: Reading) -> Shape:
    from pitboss.exact.shapes.streets.streets import Stages

    return Stages(reading.course)
