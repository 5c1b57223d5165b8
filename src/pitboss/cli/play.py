"""``pitboss play``: any game in the terminal; which kind it is, its file tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from importlib import import_module
from pathlib import Path

import click

from pitboss.errors import PitbossError


@dataclass(frozen=True)
class Asked:
    """What the person asked for on the command line; a table takes what concerns its kind of game."""

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


@click.command(short_help="Play a game in the terminal.")
@click.argument("game", required=False, default="")
@click.option("--seed", type=int, help="Shuffle by this seed, so that the session can be repeated.")
@click.option("--spots", type=int, default=1, show_default=True, help="House games: how many spots you play.")
@click.option("--bankroll", default="500", show_default=True, help="Your chips, in dollars.")
@click.option("--wagers", default="", help="House games: what you wager each round, such as ante=5,tens=5.")
@click.option(
    "--option",
    "--table",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice of the house, such as tens=1 for a pay table or spots=6 for the layout; may be repeated.",
)
@click.option("--limits", default="", help="House games: table limits, such as ante=5-300/5,tens=1-25.")
@click.option("--jurisdiction", default="", help="Play under the ceilings of this jurisdiction, by name or file.")
@click.option("--date", "on", type=click.DateTime(["%Y-%m-%d"]), help="The day of play; today unless given.")
@click.option("--rounds", type=click.IntRange(min=1), default=None, help="Leave after so many rounds.")
@click.option("--house", default="", help="Poker: the house book.")
@click.option("--limit", default="", help="Poker: the limit, such as 2-4.")
@click.option("--seats", type=int, default=0, help="Poker: how many seats are taken.")
@click.option(
    "--script", type=click.Path(path_type=Path), help="Play unattended: the lines you would type, from a file."
)
@click.option("--plain", is_flag=True, help="No colours and no control codes, even at a terminal.")
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
    script: Path | None,
    plain: bool,
) -> None:
    """Play GAME, a game's name or the path of its file.

    Type ? at any prompt for help, q to leave. Without a terminal lines are read from standard input; nothing but text
    is written then. With --script, exit code 1 if a line of it was refused.
    """
    from pitboss.cli import _games
    from pitboss.cli._screen import Screen

    if not game and not house:
        raise PitbossError("say which game to play, such as pitboss play NAME; 'pitboss games' lists them all.")
    kind = _games.kind_of(game) if game else "poker"
    day = on.date() if on else date.today()
    asked = Asked(
        game,
        seed,
        spots,
        bankroll,
        wagers,
        _pairs(options),
        limits,
        jurisdiction,
        day,
        rounds or 0,
        house,
        limit,
        seats,
    )
    try:
        module = import_module(f"pitboss.cli._table_{kind}")
    except ModuleNotFoundError:
        raise PitbossError(f"{game} is a {kind} game, and those cannot be played in the terminal yet.") from None
    screen = Screen(script, plain)
    module.sit_down(screen, asked)
    if script is not None and screen.refused:
        many = "1 line" if screen.refused == 1 else f"{screen.refused} lines"
        click.echo(f"pitboss: {many} of the script {'was' if screen.refused == 1 else 'were'} refused.", err=True)
        click.get_current_context().exit(1)


def _pairs(written: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for each in (part for text in written for part in text.split(",")):
        key, equals, value = each.partition("=")
        if not (key.strip() and equals and value.strip()):
            raise PitbossError(f"{each!r} is not an option; write NAME=VALUE, such as tens=1.")
        found[key.strip()] = value.strip()
    return found
