"""``pitboss games``: every game with its wagers and pay tables, or its streets and limits."""

from __future__ import annotations

import json
from typing import Any

import click

from pitboss.library import entry, listing

PLACED = {"required": "required", "alone": "may be the only wager", "beside": "only with another wager"}


@click.command(short_help="List every game, or show one with its pay tables or limits.")
@click.argument("names", nargs=-1, metavar="[GAME]…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List every game; with names, show those games with their pay tables or limits in full."""
    games = [entry(name) for name in names] or listing()
    if as_json:
        click.echo(json.dumps({"games": games}, ensure_ascii=False))
        return
    from pitboss.cli.terminal.screen import Screen

    screen = Screen()
    if not names:
        _overview(screen, games)
        return
    for game in games:
        _in_full(screen, game)


def _overview(screen: Any, games: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

    narrow = screen.console.width < 100
    headings = ["game", "name", "seats"] if narrow else ["game", "name", "kind", "deck", "seats"]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, no_wrap=True, style="bold" if heading == "game" else "")
    table.add_column("wagers or streets", overflow="fold")
    for game in games:
        parts = [wager["key"] for wager in game["wagers"]] if "wagers" in game else game["streets"]
        low, high = game["seats"]
        row = {**game, "game": game["id"], "deck": str(game["deck"]), "seats": f"{low}–{high}"}
        table.add_row(*(row[heading] for heading in headings), ", ".join(parts))
    screen.say(table)
    screen.say()
    screen.say("pitboss games GAME shows pay tables or limits; pitboss play GAME deals it.")


def _in_full(screen: Any, game: dict[str, Any]) -> None:
    low, high = game["seats"]
    screen.say(f"{game['name']} ({game['id']}): {game['deck']} cards, {low} to {high} seats", style="bold")
    if "wagers" in game:
        from pitboss.cli.terminal.house_layout import pay_tables

        for wager in game["wagers"]:
            placed = (
                f"placed by a decision, in multiples of {wager['of']}" if "of" in wager else PLACED[wager["initial"]]
            )
            against = f", against the {wager['against']}" if "against" in wager else ""
            equal = f", equal to {wager['equals']}" if "equals" in wager else ""
            screen.say(f"  {wager['key']}: {placed}{equal}{against}")
        for table in pay_tables(game):
            screen.say()
            screen.say(table)
        screen.say()
        return
    hands = " and ".join(f"the best {name} hand" for name in game["wins"])
    screen.say(f"  streets: {' · '.join(game['streets'])}; won by {hands}")
    for house, limits in game["houses"].items():
        screen.say(f"  {house}: {', '.join(limits)}")
