"""``pitboss houses``: the limits, blinds, antes, buy-ins and fees that every house posts."""

from __future__ import annotations

import json
from typing import Any

import click

from pitboss.cli.common.usage import WholeNumber
from pitboss.money import dollars

MOMENTS = {
    "before antes": "before the antes",
    "after antes": "after the antes",
    "before blinds": "before the blinds",
    "first board": "once the flop is up",
}
COUNTS = {"posted": "players who posted an ante", "live": "live hands", "dealt in": "players dealt in"}
PAYERS = {"pot": "taken out of the pot", "button": "paid by the button from the stack"}


@click.command(short_help="List what every house posts: limits, blinds, buy-ins, fees.")
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option("--house", default="", metavar="NAME", help="Only this house book, by name or file.")
@click.option("--limit", default="", metavar="LIMIT", help="Only this limit, such as 2-4.")
@click.option("--seats", type=WholeNumber(2, 23), default=None, metavar="N", help="Only the fee for N players.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; amounts are in cents.")
def command(games: tuple[str, ...], house: str, limit: str, seats: int | None, as_json: bool) -> None:
    """List every house book: its games, limits, forced bets, minimum buy-ins, and fees by the number of players.

    \b
    pitboss houses                                              everything
    pitboss houses lowball --house pot --limit 2-4 --seats 6    one fee
    """
    from pitboss.poker.posted import listing

    houses = listing([name.lower() for name in games], house, limit, seats or 0)
    if as_json:
        click.echo(json.dumps({"houses": houses}, ensure_ascii=False))
        return
    from pitboss.cli.terminal.screen import Screen

    screen = Screen()
    for number, each in enumerate(houses):
        if number:
            screen.say()
        show_house(screen, each, seats or 0)


def show_house(screen: Any, house: dict[str, Any], seats: int) -> None:
    """Show the terms of one house; with ``seats``, only the fee for that many players."""
    from rich.measure import Measurement

    rows = house["games"]
    columns = _columns(house["fee"]["heads"], seats)
    table = _table(rows, columns)
    unbounded = screen.console.options.update(max_width=1000)
    narrow = Measurement.get(screen.console, unbounded, table).maximum > screen.console.width
    choice = ", the button names the game" if house["dealers_choice"] else ""
    screen.say(f"{house['name']} ({house['id']}){choice}", style="bold")
    screen.say(_table(rows, columns, narrow))
    if narrow and len(columns) > 1:
        screen.say(f"Fees for {' / '.join(heading for heading, _ in columns)} players.")
    for line in _fee_words(house, rows):
        screen.say(line)


def _table(rows: list[dict[str, Any]], columns: list[tuple[str, range]], narrow: bool = False) -> Any:
    """The terms of every game; ``narrow`` puts its fees into one column and closes the gaps."""
    from rich import box
    from rich.table import Table

    gap = (0, 1, 0, 0) if narrow else (0, 1)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=gap)
    table.add_column("game", style="bold", no_wrap=True)
    for heading in ("limit", "blinds\nor ante", "buy-in", "seats"):
        table.add_column(heading, justify="right", no_wrap=True)
    # Words after a number of players go on the line below it: "fee, 7", "or more".
    fees = ["fees"] * bool(columns) if narrow else ["fee, " + "\n".join(heads.split(" ", 1)) for heads, _ in columns]
    for heading in fees:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        least, most = row["seats"]
        amounts = [_fee(row, heads) for _, heads in columns]
        cells = [" / ".join(amounts)] * bool(columns) if narrow else amounts
        terms = (row["limit"], _forced(row), _dollars(row.get("buy_in", 0)), f"{least}–{most}")
        table.add_row(row["game"], *terms, *cells)
    return table


def _columns(heads: list[int], seats: int) -> list[tuple[str, range]]:
    """The fee columns, each with its range of head counts: 7 or more, 5 or 6, 4 or fewer."""
    if not heads:
        return []
    if seats:
        return [(f"{seats} players", range(seats, seats + 1))]
    columns = []
    for above, least in zip([None, *heads], heads, strict=False):
        last = above - 1 if above else None
        if last is None:
            words = f"{least} or more"
        elif least == 1:
            words = f"{last} or fewer"
        else:
            words = f"{least}" if last == least else f"{least} or {last}" if last == least + 1 else f"{least} to {last}"
        columns.append((words, range(least, (last or 99) + 1)))
    return columns


def _fee(row: dict[str, Any], heads: range) -> str:
    """The fee for these head counts; a dash where the game never has that many players."""
    return next((_dollars(cents) for count, cents in row.get("fees", {}).items() if int(count) in heads), "–")


def _dollars(cents: int) -> str:
    return dollars(cents) if cents else "–"


def _forced(row: dict[str, Any]) -> str:
    if row.get("blinds"):
        return " and ".join(map(_dollars, row["blinds"]))
    return f"ante {_dollars(row['ante'])}" if row.get("ante") else "as agreed"


def _fee_words(house: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    """Sentences on who pays the fee, when, and how players are counted, by kind of forced bet."""
    fee = house["fee"]
    if fee["payer"] == "nobody":
        return ["No fee; stakes are agreed when the table is opened."]
    says = {}
    for kind in dict.fromkeys(row["stakes"] for row in rows):
        moment, count = MOMENTS[fee["moment"][kind]], COUNTS[fee["count"][kind]]
        says[f"The fee is {PAYERS[fee['payer']]}, {moment}, counted by {count}"] = kind
    names = {"ante": "ante games", "blinds": "blind games"}
    several = len(says) > 1
    rule = f" ({fee['rule']})" if fee["rule"] else ""
    return [f"{words}{f' ({names[kind]})' if several else ''}{rule}." for words, kind in says.items()]
