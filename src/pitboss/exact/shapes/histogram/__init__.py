"""Shape "count": nothing to decide and nobody to beat; one hand counted over all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import ScriptReading, Shape


def recognise(reading: ScriptReading) -> Shape:
    from pitboss.exact.shapes.histogram.histogram import recognise

    return recognise(reading.outline)
