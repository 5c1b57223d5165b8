"""``pitboss advise``: every option of a decision with its exact expected value."""

from __future__ import annotations

import json
import sys

import click

from pitboss.errors import PitbossError


@click.command(short_help="Every option for a hand with its exact expected value, best first.")
@click.argument("game")
@click.argument("cards", nargs=-1, required=True)
@click.option("--board", multiple=True, metavar="CARDS", help="The board's cards that are up: --board '2c 9s Kd'.")
@click.option("--up", multiple=True, metavar="CARDS", help="The house's cards that are up, in the order of turning.")
@click.option("--wagers", metavar="W,…", help="What is placed: ante,tens or ante=1,tens=5 (default: the unit wager).")
@click.option("--did", multiple=True, metavar="ACTION", help="An earlier decision: --did check, --did 'bet 1x'.")
@click.option("--option", "chosen", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as tens=2.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    cards: tuple[str, ...],
    board: tuple[str, ...],
    up: tuple[str, ...],
    wagers: str | None,
    did: tuple[str, ...],
    chosen: tuple[str, ...],
    as_json: bool,
) -> None:
    """Advise on a hand of a house game; values are in units of one base wager.

    CARDS are the player's, like Qs 6d 4c; cards after --board and --up stand in quotes.
    """
    from pitboss.cards import parse, pretty
    from pitboss.exact.asking import ask, piles
    from pitboss.house import library
    from pitboss.library import kind_of
    from pitboss.written import house_options, stakes

    if kind_of(game) != "house":
        raise PitbossError(f"{game} is played between seats; advice is for games against the house.")
    definition = library.load(game, **house_options(chosen)).definition
    hand = parse(" ".join(cards))
    shown = piles(definition, parse(" ".join(board)), parse(" ".join(up)))
    found = ask(definition, hand, shown, stakes(wagers) if wagers else None, did, _Telling(game))
    if as_json:
        click.echo(json.dumps(found.data(), ensure_ascii=False))
        return
    width = max(len(each.action) for each in found.options)
    click.echo(f"{definition.name}: {pretty(hand)}")
    best = found.options[0].ev
    for each in found.options:
        mark = "best" if each.ev == best else f"{float(each.ev - best):+.6f}"
        click.echo(f"  {each.action:<{width}}  {float(each.ev):+.6f}  {mark:>10}  {each.ev}")


class _Telling:
    """Says on standard error why an answer takes its time, and how far it has come where a line can be rewritten."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.live = sys.stderr.isatty()

    def __call__(self, done: int, whole: int) -> None:
        if not done:
            click.echo(
                f"{self.game} has not been proved, so this is worked out like a proof; "
                f"after 'pitboss prove {self.game}' every answer is there at once.",
                err=True,
            )
        elif self.live:
            click.echo(
                f"\r{100 * done // whole} of 100" if done < whole else "\r" + " " * 12 + "\r", nl=False, err=True
            )
