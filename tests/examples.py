"""How much the tests try: number of examples, seeds of random play, and the parameter rows that run every time.

The profile sets how many examples hypothesis tries (``tests/conftest.py``); a test asks for a multiple of that. So
``HYPOTHESIS_PROFILE=explore`` tries more of everything, with different ones each time.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import Phase, settings

REPEATED = 100
"""Examples of the profile ``repeat``, the usual one."""
EXPLORED = 2000
SEED = "PITBOSS_SEED"
"""The variable with the seed of ``explore``; ``tests/conftest.py`` draws one unless it is given."""


def scale() -> float:
    """How many times as much as usual the profile tries."""
    return settings.default.max_examples / REPEATED  # type: ignore[union-attr]


def examples(times: float, *, shrink: bool = True, **how: Any) -> settings:
    """Settings for ``times`` as many examples as the profile has; without ``shrink`` for play that takes long."""
    if not shrink:
        how["phases"] = (Phase.explicit, Phase.reuse, Phase.generate)
    return settings(max_examples=max(1, round(times * REPEATED * scale())), **how)


def seeds(many: int, more: int = 0) -> pytest.MarkDecorator:
    """Parametrize ``seed`` for play that hypothesis cannot shrink: ``many`` seeds, and ``more`` with ``make long``.

    They are the same each time, unless the profile explores.
    """
    times = max(1, round(scale()))
    source = random.Random(int(os.environ.get(SEED, "0")))
    drawn = [source.randrange(2**32) for _ in range((many + more) * times)]
    return pytest.mark.parametrize("seed", [*drawn[: many * times], *map(_long, drawn[many * times :])])


def rest_long(rows: Iterable[Any], *kept: Any) -> list[Any]:
    """All rows as parameters, where only those ``kept`` run with ``make test``; the others are marked long."""
    every = list(rows)
    assert all(row in every for row in kept), "a row that is kept is there"
    return [row if row in kept else _long(row) for row in every]


def _long(row: Any) -> Any:
    values = row if isinstance(row, tuple) else (row,)
    return pytest.param(*values, marks=pytest.mark.long)
