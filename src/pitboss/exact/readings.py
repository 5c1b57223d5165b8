"""What other readings of an open rule would give."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.exact.result import Result
from pitboss.exact.sheet import Reading
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import changed


def readings(game: Definition, result: Result, prove: Callable[[Definition], Result]) -> tuple[Reading, ...]:
    """Every alternative the file names, solved; only wagers whose edge differs are listed."""
    found = []
    for reading in game.readings:
        for changes in reading.alternatives:
            other = prove(changed(game, **dict(changes)))
            edges = {
                key: figures.edge
                for key, figures in other.groups.items()
                if key not in result.groups or figures.edge != result.groups[key].edge
            }
            words = "; ".join(f"{path} = {_text(value)}" for path, value in changes.items())
            found.append(Reading(reading.name, words, edges))
    return tuple(found)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {paid}" for key, paid in value.items())
    return " or ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
