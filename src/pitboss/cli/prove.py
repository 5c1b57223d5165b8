"""``pitboss prove``: exact house edge and optimal play, as a sheet."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.exact.sheet.report import Report
    from pitboss.exact.sheet.whatif import WhatIf

# By the name of a file one sees what is in it, and no game file is ever written over.
SUFFIXES = {"html": (".html", ".htm"), "pdf": (".pdf",), "csv": (".csv",)}

WIDE = 132
"""Columns of a sheet that is not written to a terminal; at a terminal it is as wide as that."""


@click.command(short_help="Prove a house game: exact edge, optimal play, every printed figure compared.")
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--all", "every", is_flag=True, help="Every house game that ships.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--html", metavar="FILE", help="Write the sheet as an HTML page.")
@click.option("--pdf", metavar="FILE", help="Write the sheet as PDF.")
@click.option("--csv", metavar="FILE", help="Write the sheet as CSV.")
@click.option("--pay", multiple=True, metavar="CELL=ODDS", help="Change a pay cell: 'tens/1:flush=6'.")
@click.option("--wagers", metavar="W=UNITS,…", help="Solve a combination: ante=1,tens=5.")
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as tens=2.")
@click.option("--only", metavar="GROUP", default="", help="Solve one stake group alone: tens/1.")
@click.option("--readings/--no-readings", default=True, help="Also solve the other readings of open rules.")
@click.option("--strategy/--no-strategy", default=None, help="Strategy in words (default: on sheets for a file).")
@click.option("--fresh", is_flag=True, help="Leave results of earlier runs unused.")
@click.option("--threads", type=click.IntRange(0, 256), default=0, metavar="N", help="Threads (default: all cores).")
@click.option("--scheduler", metavar="ADDRESS", default="", help="Use a dask cluster: tcp://host:8786.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(games: tuple[str, ...], every: bool, as_json: bool, **options: Any) -> None:
    """Prove house games exactly, by name or by the path of a file."""
    from pitboss import house

    names = [*games, *(name for name in house.names() if every and name not in games)]
    if not names:
        raise PitbossError("no game is named; give one or more, such as 'pitboss prove top5', or --all.")
    if options["only"] and options["wagers"]:
        raise PitbossError("--only names a stake group and --wagers a combination; give one of them.")
    files = [option for option in ("html", "pdf", "csv") if options[option]]
    if files and len(names) > 1:
        raise PitbossError(f"--{files[0]} writes one sheet and {len(names)} games are named; prove them one by one.")
    for option in files:
        if Path(options[option]).suffix.lower() not in SUFFIXES[option]:
            raise PitbossError(
                f"--{option} writes a {SUFFIXES[option][0]} file; {options[option]!r} is named otherwise."
            )
        folder = Path(options[option]).absolute().parent
        if not folder.is_dir():
            raise PitbossError(f"there is no folder {str(folder)!r} to write {options[option]!r} into; make it first.")
    reports = [_prove(name, options) for name in names]
    for option in files:
        _write(reports[0], option, options[option])
    if as_json:
        data = [each.data() for each in reports]
        click.echo(json.dumps(data[0] if len(data) == 1 else {"games": data}, ensure_ascii=False))
    elif not files:
        from pitboss.cli.terminal.screen import Screen
        from pitboss.exact.sheet.render.terminal import terminal

        screen = Screen()
        if not sys.stdout.isatty():
            screen.console.width = WIDE
        for each in reports:
            screen.say(terminal(each.sheet(), screen.console.width))


def _prove(name: str, options: dict[str, Any]) -> Report:
    from pitboss.cli._progress import Watcher
    from pitboss.exact.sheet.whatif import with_pay
    from pitboss.house import library
    from pitboss.library import kind_of
    from pitboss.wager_text import parse_house_options, parse_stakes

    if kind_of(name) != "house":
        raise PitbossError(
            f"{name} is played between seats, so no house edge can be proved; 'pitboss equity' counts it."
        )
    posted = library.load(name, **parse_house_options(options["chosen"])).definition
    game = with_pay(posted, *options["pay"])
    placed = parse_stakes(options["wagers"]) if options["wagers"] else None
    watch = Watcher(game.name, options["quiet"])

    def solve(which: Any, group: str = options["only"], of: str = "") -> Any:
        with watch.other(of):
            return prove(
                which,
                placed,
                only=group,
                threads=options["threads"],
                scheduler=options["scheduler"],
                fresh=options["fresh"],
                progress=watch,
            )

    try:
        watch.begin()
        from pitboss.exact.sheet.report import report  # only now: these take their time
        from pitboss.exact.solver import prove

        result = solve(game)
        if options["chosen"] and not options["only"] and not placed:  # of pay tables side by side those that are posted
            keys = {wager.sheet_key for wager in posted.wagers.values()}
            kept = {key: each for key, each in result.groups.items() if "/" not in key or key in keys}
            result = replace(result, groups=kept)
        return report(
            game,
            result,
            partial(solve, of="other reading") if options["readings"] and not placed and not options["pay"] else None,
            None if options["pay"] else library.path(name),
            _worded(game, result, placed, options),
            _whatif(posted, game, result, placed, partial(solve, of="as it is"), options["pay"])
            if options["pay"]
            else None,
            watch,
        )
    finally:
        watch.done()


def _groups(game: Any, result: Any, placed: Any) -> list[Any]:
    """The stake groups of a result."""
    from pitboss.exact.stakes import combination, groups

    every = [combination(game, placed)] if placed else groups(game)
    return [group for group in every if group.key in result.groups]


def _whatif(posted: Any, game: Any, result: Any, placed: Any, solve: Any, cells: tuple[str, ...]) -> WhatIf:
    """What the game is without the changed cells: the proof of an earlier run, or one made now."""
    from pitboss.exact.sheet.whatif import WhatIf, pay_changes, touched

    pairs = zip(_groups(posted, result, placed), _groups(game, result, placed), strict=True)
    keys = [after.key for before, after in pairs if touched(before, after)]
    before = {key: solve(posted, "" if placed else key).groups[key] for key in keys}
    return WhatIf(pay_changes(posted, *cells), before)


def _worded(game: Any, result: Any, placed: Any, options: dict[str, Any]) -> list[Any]:
    """The stake groups whose strategy is put in words: those of the result, if that is wanted or a sheet is written."""
    wanted = options["strategy"]
    if wanted is None:
        wanted = bool(options["html"] or options["pdf"] or options["csv"])
    return _groups(game, result, placed) if wanted else []


def _write(found: Report, kind: str, path: str) -> None:
    from importlib import import_module

    made = getattr(import_module(f"pitboss.exact.sheet.render.{kind}"), kind)(found.sheet())
    file = Path(path)
    try:
        file.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8"))
    except OSError as error:
        raise PitbossError(f"{path!r} cannot be written: {error.strerror}.") from None
    click.echo(f"wrote {path}", err=True)
