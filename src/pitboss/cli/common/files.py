"""The kind of a data file, known by its contents and not by its name, and the module that checks it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from pitboss import datafile
from pitboss.datafile import FileError, Problem

# Each kind of file: its name, a key that only it has ("" for none), and the module that checks it, which has the
# functions ``recognises(data)`` and ``problems(text, name)``.
KINDS = (
    ("jurisdiction", "ceiling", "pitboss.rules.jurisdiction"),
    ("published figures", "document", "pitboss.house.listing"),
    ("house game", "", "pitboss.house.listing"),
    ("house book", "games", "pitboss.poker"),
    ("poker game", "", "pitboss.poker"),
)


def kind(data: dict[str, Any]) -> tuple[str, Any] | None:
    """The kind of a file and the module that checks it; None for a file of no kind we know."""
    for name, key, module in KINDS:
        if not key or key in data:
            checker = import_module(module)
            if checker.recognises(data):
                return name, checker
    return None


def problems(path: str, others: Sequence[str] = ()) -> tuple[str, tuple[Problem, ...]]:
    """The kind of a file and every mistake in it, in the order of its lines; a file that cannot be read raises.

    ``others`` are files checked with it: a house book may spread the poker games among them.
    """
    try:
        file = datafile.read(path)
    except FileError as error:
        if not error.problems:
            raise
        return "TOML", error.problems
    match = kind(file.data)
    if match is None:
        known = ", ".join(name for name, _, _ in KINDS)
        sentence = f"this is not a file of a card room; it should be one of these: {known}."
        return "file", (Problem(path, 1, "", sentence),)
    name, checker = match
    if name == "house book":
        return name, tuple(checker.book_problems(file.text, path, [other for other in others if other != path]))
    return name, tuple(checker.problems(file.text, path))
