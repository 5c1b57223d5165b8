"""The decisions of a street as arrays for the kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.script.course import CourseStreet

Whole = npt.NDArray[np.int64]


class Edges(NamedTuple):
    """The places of a street for the kernels: edges of place p are ``first[p]`` to ``first[p + 1]``."""

    first: Whole
    to: Whole
    needs: Whole
    entry: Whole


def edges(street: CourseStreet) -> Edges:
    """The edges of all places, one after the other."""
    flat = [edge for place in street.places for edge in place]
    return Edges(
        np.cumsum([0, *(len(place) for place in street.places)], dtype=np.int64),
        np.array([edge.to for edge in flat], dtype=np.int64),
        np.array([edge.option.choice.needs for edge in flat], dtype=np.int64),
        np.array(street.entry, dtype=np.int64),
    )
