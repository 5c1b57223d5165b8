"""``pitboss check``: the mistakes in data files, each with its line and the fix."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module

import click

from pitboss import datafile
from pitboss.datafile import FileError, Problem
from pitboss.errors import visible

# Each kind of file: its name, a key that only it has ("" for none), and the module that checks it, which has the
# functions ``recognises(data)`` and ``problems(text, name)``.
FILES = (
    ("jurisdiction", "ceiling", "pitboss.rules.jurisdiction"),
    ("published figures", "document", "pitboss.house.listing"),
    ("house game", "", "pitboss.house.listing"),
    ("house book", "games", "pitboss.poker"),
    ("poker game", "", "pitboss.poker"),
)


@click.command(short_help="Check a game, house or jurisdiction file; every mistake with its line and the fix.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Check game, house, published-figures and jurisdiction files.

    Prints one line per mistake with file, line, key path and the fix, or "ok". Exit code 1 if there is a mistake, 2 if
    a file cannot be read.

    A house book may spread poker games you wrote: those checked with it, and NAME.toml in its folder.
    """
    checked = [(name, *problems(name, files)) for name in files]
    if as_json:
        listed = []
        for name, kind, found in checked:
            mistakes = [{"line": one.line, "key": one.key, "problem": one.sentence} for one in found]
            listed.append({"file": name, "kind": kind, "ok": not found, "problems": mistakes})
        click.echo(json.dumps({"files": listed}, ensure_ascii=False))
    else:
        for name, kind, found in checked:
            for problem in found:
                click.echo(str(problem))
            if not found:
                click.echo(visible(f"{name}: ok ({kind})"))
    if any(found for _, _, found in checked):
        click.get_current_context().exit(1)


def problems(path: str, others: Sequence[str] = ()) -> tuple[str, tuple[Problem, ...]]:
    """The kind of a file and every mistake in it, sorted by line; raises if the file cannot be read.

    ``others`` are files checked with it: a house book may spread the poker games among them.
    """
    try:
        file = datafile.read(path)
    except FileError as error:
        if not error.problems:
            raise
        return "TOML", error.problems
    for name, key, module in FILES:
        if not key or key in file.data:
            checker = import_module(module)
            if checker.recognises(file.data):
                if name == "house book":
                    games = [other for other in others if other != path]
                    return name, tuple(checker.book_problems(file.text, path, games))
                return name, tuple(checker.problems(file.text, path))
    known = ", ".join(name for name, _, _ in FILES)
    sentence = f"this is not a file of a card room; it should be one of these: {known}."
    return "file", (Problem(path, 1, "", sentence),)
