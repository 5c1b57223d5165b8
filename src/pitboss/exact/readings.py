"""What other readings of an open rule would give."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

from pitboss.exact.result import Result
from pitboss.exact.sheet import Reading
from pitboss.exact.stakes import Group, groups, in_play
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import changed


def readings(game: Definition, result: Result, prove: Callable[[Definition, str], Result]) -> tuple[Reading, ...]:
    """Every alternative the file names, solved where it can matter; only wagers whose edge differs are listed."""
    found = []
    for reading in game.readings:
        for changes in reading.alternatives:
            other = changed(game, **dict(changes))
            edges = {}
            for group in groups(other):
                if group.key not in result.groups or not _touched(group, changes):
                    continue
                edge = prove(other, group.key).groups[group.key].edge
                if edge != result.groups[group.key].edge:
                    edges[group.key] = edge
            found.append(Reading(reading.name, _words(game, changes), edges))
    return tuple(found)


def _touched(group: Group, changes: Mapping[str, object]) -> bool:
    """Whether a change of the file can matter to a stake group: it is no wager's, or one of the group's wagers'."""
    playing = in_play(group.game, group.stakes)
    places = [path.replace('"', "").split(".") for path in changes]
    return any(place[0] != "wager" or place[1] in playing for place in places)


MOST = 4
"""How many lines of a changed pay table a sheet writes out."""


def _words(game: Definition, changes: Mapping[str, object]) -> str:
    """What is read otherwise; of a pay table only the lines that are not as they were."""
    file = tomllib.loads(game.source)
    return "; ".join(f"{path} = {_text(value, _at(file, path))}" for path, value in changes.items())


def _at(file: object, path: str) -> object:
    place: object = tomllib.loads(f"{path} = 0")
    while isinstance(place, dict):
        ((key, place),) = place.items()
        file = file.get(key) if isinstance(file, dict) else None
    return file


def _text(value: object, before: object) -> str:
    if isinstance(value, dict):
        known = before if isinstance(before, dict) else {}
        lines = [f"{key} {paid}" for key, paid in value.items() if known.get(key) != paid]
        return ", ".join(lines[:MOST]) + (" …" if len(lines) > MOST else "")
    return " or ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
