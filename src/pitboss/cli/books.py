"""``pitboss books``: the master games report, fees and slips of a card room."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from calendar import monthrange
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.common.usage import opened_room, room_options, write_file
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.books.sums import Period
    from pitboss.storage.storage import Storage

MOST_SLIPS = 1000


@click.command(short_help="Print the books: wins, fees and slips, compared with the exact sheet.")
@click.option("--day", metavar="DATE", default="", help="One gambling day, 2026-11-16 (default: today's).")
@click.option("--month", metavar="MONTH", default="", help="A whole month, 2026-11.")
@click.option("--from", "first", metavar="DATE", default="", help="From this gambling day; with --to.")
@click.option("--to", "last", metavar="DATE", default="", help="To this gambling day.")
@click.option("--table", metavar="ID", default="", help="One table, t7.")
@click.option("--slips", "with_slips", is_flag=True, help="Also list the slips of the period.")
@click.option(
    "--prove", is_flag=True, help="Prove games that did not ship, so that they have a band; it may take minutes."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON, amounts in cents.")
@click.option("--pdf", "pdf_file", metavar="FILE", help="Write a PDF.")
@click.option("--svg", "svg_file", metavar="FILE", help="Draw the table of --table day by day against its band.")
@room_options()
def command(settings: str | None, **given: Any) -> None:
    """Print the master games report of a gambling day, a month or a period.

    For every table: opener, fills, closer, credits, drop, win and hold, with the month and the year to date; for every
    wager: handle, win, the win expected from the exact edge, and the band of honest results.
    """
    with opened_room(settings, {"db": given["db"], "data": given["data"]}) as (_, storage):
        asyncio.run(storage.use_noted_calendar())
        today = storage.calendar.day(time.time())
        period = asked_period(today, given["day"], given["month"], given["first"], given["last"])
        asyncio.run(_print(storage, period, given))


def asked_period(today: date, day: str, month: str, first: str, last: str) -> Period:
    """The gambling days that the options name."""
    from pitboss.books.sums import Period

    if sum(map(bool, (day, month, first or last))) > 1:
        raise PitbossError("give one of --day, --month, or --from with --to.")
    if month:
        if not re.fullmatch(r"\d{4}-\d{2}", month) or not 1 <= int(month[5:]) <= 12:
            raise PitbossError(f"{month!r} is not a month; write it as 2026-11.")
        end = f"{month}-{monthrange(int(month[:4]), int(month[5:]))[1]:02d}"
        return Period(f"{month}-01", today.isoformat() if today.isoformat()[:7] == month else end)
    if first or last:
        start, end = _date(first or last), _date(last or today.isoformat())
        if start > end:
            raise PitbossError(f"--from {start} is after --to {end}; exchange them.")
        return Period(start, end)
    one = _date(day or today.isoformat())
    return Period(one, one)


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise PitbossError(f"{text!r} is not a date; write it as 2026-11-16.") from None


async def _print(storage: Storage, period: Period, given: dict[str, Any]) -> None:
    import msgspec

    from pitboss.spread.books import books_of, plain, report_sheet, timeline_of

    now, table = time.time(), given["table"]
    books = await books_of(storage.books, period, now, table, prove=given["prove"])
    slips = await _slips(storage, period, table) if given["with_slips"] else []
    sheet = report_sheet(books.master, books.fees, slips)
    if given["svg_file"]:
        if not table:
            raise PitbossError("--svg draws one table; name it with --table.")
        from pitboss.books.band import svg

        line = await timeline_of(storage.books, table, period, now, prove=given["prove"])
        write_file(given["svg_file"], svg(line))
    if given["pdf_file"]:
        from pitboss.exact.sheet.documents import pdf

        write_file(given["pdf_file"], pdf(sheet))
    if given["as_json"]:
        data = {"report": books.master, "fees": books.fees, **({"slips": slips} if given["with_slips"] else {})}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=1).decode())
    elif given["as_csv"]:
        from pitboss.exact.sheet.documents import csv

        click.echo(csv(plain(sheet)), nl=False)
    elif not given["pdf_file"] and not given["svg_file"]:
        from rich.console import Console

        from pitboss.exact.sheet.terminal import terminal

        console = Console(file=sys.stdout, highlight=False)
        width = console.width if console.is_terminal else max(console.width, 140)
        Console(file=sys.stdout, width=width, highlight=False).print(terminal(sheet, width))


async def _slips(storage: Storage, period: Period, table: str) -> list[Any]:
    from pitboss.storage.books import days
    from pitboss.storage.slips import SlipQuery

    listed: list[Any] = []
    for day in days(period.first, period.last):
        listed += reversed(await storage.slips.search(SlipQuery(day=day, table=table, most=MOST_SLIPS)))
    return listed
