"""``pitboss play``: any game in the terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from importlib import import_module
from pathlib import Path

import click

from pitboss.cli.common.numbers import WholeNumber
from pitboss.errors import PitbossError
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
    """A command whose help shows the options of the kind of game named, or of both kinds under headings."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["kind"] = self._kind(args)
        return super().parse_args(ctx, args)

    @staticmethod
    def _kind(args: list[str]) -> str:
        from pitboss.cli.common import games as _games

        for word in args:
            if not word.startswith("-"):
                try:
                    return _games.kind_of(word)
                except PitbossError:
                    continue
        return "poker" if "--house" in args else ""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        kind: str = ctx.meta.get("kind", "")
        headings = {"": "Options", "house": "Games against the house", "poker": "Poker"}
        for belongs, heading in headings.items():
            if belongs and kind not in ("", belongs):
                continue
            rows = [
                record
                for one in self.get_params(ctx)
                if isinstance(one, click.Option) and _KINDS.get(str(one.name), "") == belongs
                if (record := one.get_help_record(ctx)) is not None
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)


_KINDS = dict.fromkeys(("spots", "wagers", "limits"), "house") | dict.fromkeys(
    ("house", "limit", "seats", "slowly"), "poker"
)


@click.command(cls=_Help, short_help="Play a game in the terminal.")
@click.argument("game", required=False, default="")
@click.option("--seed", type=int, metavar="N", help="Shuffle from this seed, so that the session can be repeated.")
@click.option("--bankroll", default="500", show_default=True, metavar="DOLLARS", help="What you bring to the table.")
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
@click.option("--spots", type=int, default=1, show_default=True, metavar="N", help="How many spots you play.")
@click.option("--wagers", default="", metavar="W=DOLLARS,…", help="What you wager each round: ante=5,tens=5.")
@click.option("--limits", default="", metavar="LIMITS", help="Table limits: ante=5-300/5,tens=1-25; none lifts them.")
@click.option("--house", default="", metavar="NAME", help="The house book, by name or file.")
@click.option("--limit", default="", metavar="LIMIT", help="The limit, such as 2-4.")
@click.option("--seats", type=int, default=0, metavar="N", help="Players at the table, you among them.")
@click.option("--slowly", is_flag=True, help="Pause before every act, so that you can call the floor at any moment.")
def command(
    game: str,
    seed: int | None,
    spots: int,
    bankroll: str,
    wagers: str,
    options: tuple[str, ...],
    limits: str,
    jurisdiction: str,
    on: datetime | None,
    rounds: int | None,
    house: str,
    limit: str,
    seats: int,
    slowly: bool,
    script: Path | None,
    plain: bool,
) -> None:
    """Play GAME against the house, or poker against bots.

    GAME is a game's name (pitboss games lists them) or the path of a game file. Without it you choose from a menu; with
    --house button alone you play dealer's choice. Type ? at any prompt for help, q to leave.

    Without a terminal, lines are read from standard input and plain text is written. With --script the exit code is 1
    if a line was refused.

    \b
    pitboss play GAME --help          only the options for that kind of game
    """
    from pitboss.cli.common import games as _games
    from pitboss.cli.terminal.screen import Screen

    screen = Screen(script, plain)
    if not game and not house:
        from pitboss.cli.terminal.game_menu import choose

        entry = choose(screen)
        if entry is None:
            return
        game, house = entry.game, entry.house
    kind = _games.kind_of(game) if game else "poker"
    day = on.date() if on else date.today()
    asked = PlayOptions(
        game,
        seed,
        spots,
        bankroll,
        wagers,
        parse_options(options),
        limits,
        jurisdiction,
        day,
        rounds or 0,
        house,
        limit,
        seats,
        slowly,
    )
    try:
        module = import_module(f"pitboss.cli.terminal.{kind}_table")
    except ModuleNotFoundError:
        raise PitbossError(f"{game} is a {kind} game, and those cannot be played in the terminal yet.") from None
    module.sit_down(screen, asked)
    if script is not None and screen.refused:
        many = "1 line" if screen.refused == 1 else f"{screen.refused} lines"
        click.echo(f"pitboss: {many} of the script {'was' if screen.refused == 1 else 'were'} refused.", err=True)
        click.get_current_context().exit(1)
