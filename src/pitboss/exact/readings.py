"""What other readings of an open rule would give."""

from __future__ import annotations

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
            words = "; ".join(f"{path} = {_text(value)}" for path, value in changes.items())
            found.append(Reading(reading.name, words, edges))
    return tuple(found)


def _touched(group: Group, changes: Mapping[str, object]) -> bool:
    """Whether a change of the file can matter to a stake group: it is no wager's, or one of the group's wagers'."""
    playing = in_play(group.game, group.stakes)
    places = [path.replace('"', "").split(".") for path in changes]
    return any(place[0] != "wager" or place[1] in playing for place in places)


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {paid}" for key, paid in value.items())
    return " or ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
