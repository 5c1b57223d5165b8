"""``pitboss check``: whether data files are right, and for each mistake where it stands and how to fix it."""

from __future__ import annotations

import json

import click

from pitboss.cli import _files
from pitboss.errors import visible


@click.command(short_help="Check a game, house or jurisdiction file; every mistake with its line and the fix.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Check game, house, published-figures and jurisdiction files.

    A house book may spread own poker games: those of the files checked with it, and NAME.toml beside it.

    Prints one line per mistake with file, line, key path and the fix, and "ok" for a file without any. Exit code 1 if
    there is a mistake, 2 if a file cannot be read.
    """
    checked = [(name, *_files.problems(name, files)) for name in files]
    if as_json:
        found = [
            {
                "file": name,
                "kind": kind,
                "ok": not problems,
                "problems": [{"line": one.line, "key": one.key, "problem": one.sentence} for one in problems],
            }
            for name, kind, problems in checked
        ]
        click.echo(json.dumps({"files": found}, ensure_ascii=False))
    else:
        for name, kind, problems in checked:
            for problem in problems:
                click.echo(str(problem))
            if not problems:
                click.echo(visible(f"{name}: ok ({kind})"))
    if any(problems for _, _, problems in checked):
        click.get_current_context().exit(1)
