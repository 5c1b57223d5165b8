"""``pitboss advise``: every option of a decision with its exact expected value."""

from __future__ import annotations

import json
import shlex
from functools import partial
from typing import Any

import click

from pitboss.cards import parse, pretty
from pitboss.cli.common.progress import Working
from pitboss.errors import PitbossError
from pitboss.exact.question import AdviceError
from pitboss.house.options import choose
from pitboss.library import kind_of
from pitboss.wager_text import parse_house_options, parse_stakes


@click.command(short_help="Rank the options for a hand of a house game by exact value.")
@click.argument("game")
@click.argument("cards", nargs=-1, required=True)
@click.option("--board", multiple=True, metavar="CARDS", help="Face-up cards of the board: --board '2c 9s Kd'.")
@click.option("--up", multiple=True, metavar="CARDS", help="Face-up cards of the house, in the order they were turned.")
@click.option(
    "--wagers",
    metavar="W,…",
    help="Wagers placed: ante,tens or ante=1,tens=5 (default: the base wager).",
)
@click.option(
    "--did", multiple=True, metavar="ACTION", help="An earlier decision of the round: --did 'bet 1x'; may be repeated."
)
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as tens=2.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, and no progress.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
def command(game: str, cards: tuple[str, ...], as_json: bool, quiet: bool, **asked: Any) -> None:
    """Show every option for a hand of a house game with its exact expected value, best first.

    CARDS are the player's, such as Qs 6d 4c. Values are in units of one base wager. Quote the cards of
    --board and --up.
    """
    with Working(f"{game}: working out every option", quiet or as_json) as tell:
        from pitboss.exact.advice import ask, piles
        from pitboss.house import library

        if not kind_of(game).banked:
            raise PitbossError(f"{game} is played between seats; advice is for games against the house.")
        definition = choose(library.definition(game), **parse_house_options(asked["chosen"]))
        hand = parse(" ".join(cards))
        placed = parse_stakes(asked["wagers"]) if asked["wagers"] else None
        try:
            shown = piles(definition, *(parse(" ".join(asked[pile])) for pile in ("board", "up")))
            answer = ask(definition, hand, shown, placed, asked["did"], partial(_slow, tell, game))
        except AdviceError as error:
            raise PitbossError(error.worded(_option)) from None
    if as_json:
        click.echo(json.dumps(answer.data(), ensure_ascii=False))
        return
    width = max(len(each.action) for each in answer.options)
    click.echo(f"{definition.name}: {pretty(hand)}")
    best = answer.options[0].ev
    for each in answer.options:
        mark = "best" if each.ev == best else f"{float(each.ev - best):+.6f}"
        click.echo(f"  {each.action:<{width}}  {float(each.ev):+.6f}  {mark:>10}  {each.ev}")


def _option(name: str, value: str) -> str:
    """An argument named in an error, as it is typed on the command line."""
    return f"--{name} {shlex.quote(value)}" if value else f"--{name}"


def _slow(tell: Working, game: str, done: int, boards: int) -> None:
    """Say why an answer takes long, and how many boards have been counted."""
    if not done:
        tell.say(
            f"{game} has not been proved, so this takes as long as a proof; "
            f"after 'pitboss prove {game}' every answer is quick."
        )
    tell.what = f"{game}: counting {boards:,} boards"
    tell(done / boards)
