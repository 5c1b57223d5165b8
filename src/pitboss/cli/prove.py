"""``pitboss prove``: exact house edge and optimal play, as a PAR sheet."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.common.progress import Watcher
from pitboss.cli.common.usage import WholeNumber, write_file
from pitboss.errors import PitbossError
from pitboss.library import game, kind_of

if TYPE_CHECKING:
    from pitboss.exact.request import Report

# A sheet's file has the suffix of its format, so no game file is ever overwritten.
SUFFIXES = {"html": (".html", ".htm"), "pdf": (".pdf",), "csv": (".csv",)}

WIDE = 132
"""Columns of a sheet that is not printed at a terminal; at a terminal, its width is used."""


@click.command(short_help="Prove a house game: exact edge, optimal play, PAR sheet.")
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--all", "every", is_flag=True, help="Prove every shipped house game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--html", metavar="FILE", help="Write the sheet as an HTML page.")
@click.option("--pdf", metavar="FILE", help="Write the sheet as PDF.")
@click.option("--csv", metavar="FILE", help="Write the sheet as CSV.")
@click.option("--pay", multiple=True, metavar="CELL=ODDS", help="Change a pay cell: 'tens/1:flush=6'; may be repeated.")
@click.option("--wagers", metavar="W=UNITS,…", help="Prove wagers placed together: ante=1,tens=5.")
@click.option("--option", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as tens=2.")
@click.option("--only", metavar="GROUP", default="", help="Prove one stake group: tens/1.")
@click.option(
    "--readings/--no-readings", default=True, help="Also prove the other readings of open rules (default: yes)."
)
@click.option(
    "--strategy/--no-strategy", default=None, help="Put the strategy in words (default: when a file is written)."
)
@click.option("--fresh", is_flag=True, help="Do not use the results of earlier runs.")
@click.option(
    "--threads", type=WholeNumber(0, 256), default=0, metavar="N", help="Number of threads (default: all cores)."
)
@click.option("--scheduler", metavar="ADDRESS", default="", help="Count on a dask cluster: tcp://host:8786.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(
    games: tuple[str, ...], every: bool, as_json: bool, html: str, pdf: str, csv: str, quiet: bool, **how: Any
) -> None:
    """Prove house games: exact house edge, optimal play, and every printed figure compared with the exact one.

    GAME is a game's name (pitboss games lists them) or the path of a game file. The PAR sheet goes to the terminal
    unless it is written to a file.

    \b
    pitboss prove top5
    pitboss prove top5 --pay 'tens/1:flush=6' --only tens/1
    pitboss prove my-game.toml --pdf sheet.pdf
    """
    from pitboss.house import library

    names = [*games, *(name for name in library.names() if every and name not in games)]
    if not names:
        raise PitbossError("no game is named; name one or more, such as 'pitboss prove top5', or write --all.")
    if how["only"] and how["wagers"]:
        raise PitbossError("--only names a stake group and --wagers a combination; give one of them.")
    files = {option: file for option, file in (("html", html), ("pdf", pdf), ("csv", csv)) if file}
    _check_files(files, len(names))
    if how["strategy"] is None:
        how["strategy"] = bool(files)
    reports = [_prove(name, quiet, how) for name in names]
    for option, file in files.items():
        render = getattr(import_module("pitboss.exact.sheet.documents"), option)
        write_file(file, render(reports[0].sheet()))
    if as_json:
        data = [report.data() for report in reports]
        click.echo(json.dumps(data[0] if len(data) == 1 else {"games": data}, ensure_ascii=False))
    elif not files:
        from pitboss.cli.terminal.screen import Screen
        from pitboss.exact.sheet.terminal import terminal

        screen = Screen()
        if not sys.stdout.isatty():
            screen.console.width = WIDE
        for report in reports:
            screen.say(terminal(report.sheet(), screen.console.width))


def _check_files(files: dict[str, str], games: int) -> None:
    """Refuse files that a sheet cannot be written to, before anything is proved."""
    for option, file in files.items():
        if games > 1:
            raise PitbossError(f"--{option} writes one sheet and {games} games are named; prove them one by one.")
        if Path(file).suffix.lower() not in SUFFIXES[option]:
            raise PitbossError(f"--{option} writes a {SUFFIXES[option][0]} file; {file!r} is not one.")
        folder = Path(file).absolute().parent
        if not folder.is_dir():
            raise PitbossError(f"there is no folder {str(folder)!r} to write {file!r} into; make it first.")


def _prove(name: str, quiet: bool, how: dict[str, Any]) -> Report:
    from pitboss.house import library

    if not kind_of(name).banked:
        raise PitbossError(f"{name} is played between seats, so it has no house edge to prove; use 'pitboss equity'.")
    posted = game(name)
    watch = Watcher(posted.definition.name, quiet)
    try:
        watch.begin()
        return posted.report(**{**how, "wagers": how["wagers"] or None}, progress=watch, published=library.path(name))
    finally:
        watch.done()
