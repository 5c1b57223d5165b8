"""``pitboss check``: the mistakes of data files, each with its place and the fix."""

from __future__ import annotations

import json

import click

from pitboss.cli.common import files as _files
from pitboss.errors import visible


@click.command(short_help="Check a game, house or jurisdiction file; every mistake with its line and the fix.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Check game, house, published-figures and jurisdiction files.

    Prints one line per mistake with file, line, key path and the fix, or "ok". Exit code 1 if there is a mistake, 2 if
    a file cannot be read.

    A house book may spread poker games you wrote: those checked with it, and NAME.toml in its folder.
    """
    checked = [(name, *_files.problems(name, files)) for name in files]
    if as_json:
        listed = [
            {
                "file": name,
                "kind": kind,
                "ok": not problems,
                "problems": [{"line": one.line, "key": one.key, "problem": one.sentence} for one in problems],
            }
            for name, kind, problems in checked
        ]
        click.echo(json.dumps({"files": listed}, ensure_ascii=False))
    else:
        for name, kind, problems in checked:
            for problem in problems:
                click.echo(str(problem))
            if not problems:
                click.echo(visible(f"{name}: ok ({kind})"))
    if any(problems for _, _, problems in checked):
        click.get_current_context().exit(1)
