"""Shape "count": nothing to decide and nobody to beat; one hand counted over all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.exact.shape import Reading, Shape


def recognise(reading: Reading) -> Shape:
    from pitboss.exact.shapes.histogram.histogram import recognise

    return recognise(reading.outline)
