"""Readings: alternative values of the file's keys where a rule leaves a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pitboss.datafile import DataFile, FileError, KeyPath, Section
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition, Reading

Change: TypeAlias = tuple[str, Any]
"""A key path and the value that replaces the one there."""

MAX_ALTERNATIVES = 20
"""Alternatives a file may have; each is checked and proved as a separate game."""


def read_readings(top: Section) -> tuple[Reading, ...]:
    """Read readings: ``at`` a key path and ``also`` other values, or ``instead`` a list of tables by key path."""
    readings = []
    for name, table in top.tables("reading").items():
        alternatives: list[Mapping[str, Any]] = []
        at, also = table.text("at", ""), table.raw("also")
        if at:
            if not isinstance(also, list) or not also:
                table.problem("also" if "also" in table else None, "also should list the other readings, one or more.")
            else:
                alternatives += [{at: value} for value in also]
        for row in table.rows("instead"):
            alternatives.append(dict(row.data))
        if not alternatives:
            table.problem(None, 'a reading says at = "key path" and also = [ … ], or instead = [ { "key path" = … } ].')
        table.done()
        readings.append(Reading(name, tuple(alternatives)))
    if sum(len(reading.alternatives) for reading in readings) > MAX_ALTERNATIVES:
        top.problem("reading", f"more than {MAX_ALTERNATIVES} alternatives are named; keep those that matter.")
    return tuple(readings)


def check_readings(
    file: DataFile, readings: Sequence[Reading], parse: Callable[[Sequence[Change]], Definition]
) -> None:
    """Check that every alternative changes the game and is valid; ``parse`` parses the file with changes."""
    version = parse(()).version
    for reading in readings:
        for index, changes in enumerate(reading.alternatives):
            path: KeyPath = ("reading", reading.name)
            also = len(file.data["reading"][reading.name].get("also", ()))
            path = (*path, "also", index) if index < also else (*path, "instead", index - also)
            try:
                if parse(tuple(changes.items())).version == version:
                    file.problem(path, "this reading changes nothing; write another value or drop it.")
            except FileError as error:
                first = error.problems[0] if error.problems else None
                why = f"{first.key}: {first.sentence}" if first else str(error)
                file.problem(path, f"with this reading the game is not sound: {why}")
            except PitbossError as error:
                file.problem(path, str(error))
