"""The house edge under other readings of an open rule."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence

from pitboss.exact.result import ProofResult
from pitboss.exact.sheet.model import OtherReading
from pitboss.exact.stakes import Group, groups, in_play
from pitboss.house.definition import Definition
from pitboss.house.vocabulary.game_file import changed


def readings(
    game: Definition, result: ProofResult, prove: Callable[[Definition, str], ProofResult]
) -> tuple[OtherReading, ...]:
    """Every alternative the file names, solved where it can matter; only wagers whose edge differs are listed."""
    other_readings = []
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
            other_readings.append(OtherReading(reading.name, _words(game, changes), edges, _sentence(game, changes)))
    return tuple(other_readings)


def _touched(group: Group, changes: Mapping[str, object]) -> bool:
    """Return whether a change of the file can matter to a stake group: it concerns the group's wagers, or no wager."""
    playing = in_play(group.game, group.stakes)
    places = [path.replace('"', "").split(".") for path in changes]
    return any(place[0] != "wager" or place[1] in playing for place in places)


MOST = 4
"""The most lines of a changed pay table that a sheet writes out."""


def _words(game: Definition, changes: Mapping[str, object]) -> str:
    """The changes as key paths; of a pay table only the lines that changed."""
    file = tomllib.loads(game.source)
    return "; ".join(f"{path} = {_text(value, _at(file, path))}" for path, value in changes.items())


def _sentence(game: Definition, changes: Mapping[str, object]) -> str:
    """The changes in words; a change of several wagers or pay tables is said once."""
    file = tomllib.loads(game.source)
    places: dict[str, list[str]] = {}
    for path, value in changes.items():
        what, where = _spoken(_keys(path), value, _at(file, path))
        places.setdefault(what, []).append(where)
    return "; ".join(f"{_listed(where)}: {what}" if all(where) else what for what, where in places.items())


def _spoken(keys: Sequence[str], value: object, before: object) -> tuple[str, str]:
    """A change and its place: ``tie loses``, ``ante``."""
    if keys[0] != "wager" or len(keys) < 3:
        return f"{' '.join(keys)} {_text(value, before)}", ""
    wager, part, rest = keys[1], keys[2], list(keys[3:])
    if part == "bonus":
        where = f"{wager} bonus"
    elif part == "tables":
        where = f"{wager} table {rest.pop(0)}"
    else:
        where = wager
    if part in OUTCOMES and not rest:
        return f"{OUTCOMES[part]} {_fate(value)}", where
    if isinstance(value, dict):
        return _lines(value, before if isinstance(before, dict) else {}), where
    return (f"{rest[0]} {_fate(value)}" if rest else _text(value, before)), where


def _lines(table: Mapping[str, object], known: Mapping[str, object]) -> str:
    """The lines of a pay table that pay their hands something else than before, those that pay alike together."""
    alike: dict[object, list[str]] = {}
    below: object = None  # what the next lower line of the original table pays
    for line, paid in reversed(list(table.items())):
        before = known.get(line, below)
        below = before
        if paid != before:
            alike.setdefault(paid, []).insert(0, line)
    said = [f"{', '.join(lines[:MOST])}{' …' * (len(lines) > MOST)} {_fate(paid)}" for paid, lines in alike.items()]
    return ", ".join(reversed(said)) or "as it was"


OUTCOMES = {"tie": "a tie", "win": "a win", "lose": "a loss", "unqualified": "against a hand that does not qualify it"}
OUTCOMES |= {"fold": "after a fold it", "shown": "it"}
FATES = {"lose": "loses", "push": "pushes", "stands": "stands", "table": "is paid by the table"}


def _fate(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", failing that ".join(map(_fate, value))
    if isinstance(value, str) and value in FATES:
        return FATES[value]
    return f"pays {value} to 1" if isinstance(value, int) else f"pays {value}"


def _listed(names: Sequence[str]) -> str:
    """``ante and bet``; ``queens-up table 1, 2 and 3``."""
    head = names[0].rsplit(" ", 1)[0]
    if len(names) > 1 and " table " in names[0] and all(name.rsplit(" ", 1)[0] == head for name in names):
        names = [names[0], *(name.rsplit(" ", 1)[1] for name in names[1:])]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _keys(path: str) -> list[str]:
    """The keys of a path, quotes undone."""
    place: object = tomllib.loads(f"{path} = 0")
    keys: list[str] = []
    while isinstance(place, dict):
        ((key, place),) = place.items()
        keys.append(str(key))
    return keys


def _at(file: object, path: str) -> object:
    for key in _keys(path):
        file = file.get(key) if isinstance(file, dict) else None
    return file


def _text(value: object, before: object) -> str:
    if isinstance(value, dict):
        known = before if isinstance(before, dict) else {}
        lines = [f"{key} {paid}" for key, paid in value.items() if known.get(key) != paid]
        return ", ".join(lines[:MOST]) + (" …" if len(lines) > MOST else "")
    return " or ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
