"""``pitboss play``: play any game in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from pitboss.cli.common.usage import WholeNumber
from pitboss.errors import PitbossError
from pitboss.kinds import CHOICE, KINDS, Kind
from pitboss.library import kind_of
from pitboss.wager_text import parse_options


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command line; a table reads those of its kind of game."""

    game: str
    seed: int | None = None
    spots: int = 1
    bankroll: str = "500"
    wagers: str = ""
    options: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    jurisdiction: str = ""
    on: date | None = None
    rounds: int = 0
    house: str = ""
    limit: str = ""
    seats: int = 0
    slowly: bool = False


class _Help(click.Command):
    """A command whose help shows the options for the kind of game named, or for both kinds under headings."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["kinds"] = self._kinds(args)
        return super().parse_args(ctx, args)

    @staticmethod
    def _kinds(args: list[str]) -> Iterable[Kind]:
        """The kind of the first game named, or every kind."""
        for word in args:
            if not word.startswith("-"):
                with suppress(PitbossError):
                    return [kind_of(word)]
        return [CHOICE] if "--house" in args else KINDS.values()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        owned = {name for kind in KINDS.values() for name in kind.options}
        sections = {"Options": [one for one in options if one.name not in owned]}
        for kind in ctx.meta.get("kinds", KINDS.values()):
            sections[kind.title] = [one for one in options if one.name in kind.options]
        for heading, listed in sections.items():
            with formatter.section(heading):
                formatter.write_dl([record for one in listed if (record := one.get_help_record(ctx)) is not None])


@click.command(cls=_Help, short_help="Play a game in the terminal.")
@click.argument("game", required=False, default="")
@click.option("--seed", type=int, metavar="N", help="Shuffle from this seed, so that the session can be repeated.")
@click.option("--bankroll", default="500", show_default=True, metavar="DOLLARS", help="Money you bring to the table.")
@click.option(
    "--option",
    "--table",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice of the house: a pay table (tens=1), a layout (spots=6), play=no-limit; may be repeated.",
)
@click.option(
    "--jurisdiction",
    default="",
    metavar="NAME",
    help="Play under the legal ceilings of this jurisdiction, by name or file; none lifts the game's own.",
)
@click.option(
    "--date",
    "on",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DAY",
    help="The day of play, such as 2024-01-31 (default: today).",
)
@click.option("--rounds", type=WholeNumber(min=1), default=None, metavar="N", help="Leave after N rounds.")
@click.option(
    "--script",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Type the lines of this file instead of asking.",
)
@click.option("--plain", is_flag=True, help="No colours or control codes, even at a terminal.")
@click.option("--spots", type=int, default=1, show_default=True, metavar="N", help="Number of spots you play.")
@click.option("--wagers", default="", metavar="W=DOLLARS,…", help="Wagers of each round: ante=5,tens=5.")
@click.option("--limits", default="", metavar="LIMITS", help="Table limits: ante=5-300/5,tens=1-25; none lifts them.")
@click.option("--house", default="", metavar="NAME", help="The house book, by name or file.")
@click.option("--limit", default="", metavar="LIMIT", help="The limit, such as 2-4.")
@click.option("--seats", type=int, default=0, metavar="N", help="Players at the table, you among them.")
@click.option("--slowly", is_flag=True, help="Pause before every act, so that you can call the floor at any moment.")
def command(
    game: str,
    options: tuple[str, ...],
    on: datetime | None,
    rounds: int | None,
    house: str,
    script: Path | None,
    plain: bool,
    **given: Any,
) -> None:
    """Play GAME against the house, or poker against bots.

    GAME is a game's name (pitboss games lists them) or the path of a game file. Without it you choose from a menu; with
    --house button alone you play dealer's choice. Type ? at any prompt for help, q to leave.

    Without a terminal, lines are read from standard input and plain text is written. With --script the exit code is 1
    if a line was refused.

    \b
    pitboss play GAME --help          only the options for that kind of game
    """
    from pitboss.cli.terminal.game_menu import choose
    from pitboss.cli.terminal.screen import Screen

    screen = Screen(script, plain)
    if not game and not house:
        entry = choose(screen)
        if entry is None:
            return
        game, house = entry.game, entry.house
    kind = kind_of(game) if game else CHOICE
    day, chosen = on.date() if on else date.today(), parse_options(options)
    kind.terminal(screen, PlayOptions(game, options=chosen, on=day, rounds=rounds or 0, house=house, **given)).run()
    if script is not None and screen.refused:
        many = "1 line" if screen.refused == 1 else f"{screen.refused} lines"
        click.echo(f"pitboss: {many} of the script {'was' if screen.refused == 1 else 'were'} refused.", err=True)
        click.get_current_context().exit(1)
