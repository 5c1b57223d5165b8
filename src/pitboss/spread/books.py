"""Reports of a card room's books from its storage, and the sheets in which they are printed.

The figures of what the tables deal are added here. The renderers of PAR sheets set the sheets for the terminal, CSV and
PDF.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from pitboss.books.band import GameFigures, Timeline, timeline
from pitboss.books.report import BandRow, FeeReport, MasterReport, Periods, ReportRow, Totals, fee_report, master
from pitboss.books.sums import Period, TableDay, TableOnFile
from pitboss.errors import PitbossError
from pitboss.exact.sheet.model import Sheet, SheetSection
from pitboss.room.slips import Slip
from pitboss.spread.bands import figures_of


class BookStore(Protocol):
    """The source of the sums of gambling days."""

    async def days(self, period: Period, *, now: float, only: str = "") -> list[TableDay]: ...

    async def tables(self) -> list[TableOnFile]: ...


class Reports(NamedTuple):
    """The reports of a period."""

    master: MasterReport
    fees: FeeReport


async def books_of(store: BookStore, period: Period, now: float, only: str = "", *, prove: bool = False) -> Reports:
    """The reports of a period, of every table or of one."""
    tables = await _tables(store, only or None)
    columns = Periods.of(period)
    days = await store.days(columns.whole, now=now, only=only)
    names = {id: table.name for id, table in tables.items()}

    def figures(table: str) -> GameFigures | None:
        return figures_of(tables[table].record, prove=prove)

    posted = {id: table.payout_limits for id, table in tables.items()}
    return Reports(master(days, columns, figures, names, posted), fee_report(days, period.first, period.last, names))


async def timeline_of(
    store: BookStore, table: str, period: Period, now: float, wager: str = "", *, prove: bool = False
) -> Timeline:
    """A table day by day against its band."""
    figures = figures_of((await _tables(store, table))[table].record, prove=prove)
    if figures is None:
        raise PitbossError(f"table {table} has no band: only proved games against the house have one.")
    return timeline(await store.days(period, now=now, only=table), figures, wager)


async def _tables(store: BookStore, needed: str | None) -> dict[str, TableOnFile]:
    """The tables on file by id; refuses a needed table that is not among them."""
    tables = {table.id: table for table in await store.tables()}
    if needed is not None and needed not in tables:
        listed = ", ".join(list(tables)[:8]) + " …" * (len(tables) > 8)
        raise PitbossError(f"there is no table {needed!r} in these books; they have {listed or 'none yet'}.")
    return tables


# Sheets --------------------------------------------------------------------------------------------------------------

NOTHING = "–"
GROUPED = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")


def money(cents: int) -> str:
    """Cents as the books write them: two decimals, always."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def plain(sheet: Sheet) -> Sheet:
    """A sheet for other programs: numbers without commas."""
    sections = tuple(
        replace(section, rows=tuple(tuple(_plain(cell) for cell in row) for row in section.rows))
        for section in sheet.sections
    )
    return replace(sheet, facts=tuple((label, _plain(value)) for label, value in sheet.facts), sections=sections)


def _plain(cell: str) -> str:
    return cell.replace(",", "") if GROUPED.fullmatch(cell) else cell


def _share(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2%}"


def days_text(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"


def report_sheet(report: MasterReport, fees: FeeReport, slips: Sequence[Slip] = ()) -> Sheet:
    """The master games report with the collection fees and, if given, the slips of the period."""
    total = report.totals
    facts = [
        ("gambling days", days_text(report.first, report.last)),
        ("drop", money(total.drop)),
        ("win", money(total.win)),
        ("hold", _share(total.hold)),
        ("handle", money(total.handle)),
        ("fees", money(fees.cents)),
        ("to look at", "; ".join(report.findings) or "nothing is outside its 99% band"),
    ]
    more = (_wagers(report), _bands(report), _payout_limits(report), _poker(report), _fees(fees), _slips(slips))
    sections = (_inventory(report), *(section for section in more if section.rows))
    return Sheet("Master games report", days_text(report.first, report.last), tuple(facts), sections)


def _inventory(report: MasterReport) -> SheetSection:
    columns = ("table", "game", "", "rounds", "opener", "fills", "closer", "credits", "drop", "win", "hold")
    rows = []
    for row in report.house:
        for span, each in (("period", row.period), ("month", row.month), ("year", row.year)):
            first = (row.table, row.game) if span == "period" else ("", "")
            rows.append((*first, span, *_amounts(each)))
    if report.house:
        rows.append(("all", "", "period", *_amounts(report.totals)))
    notes = ("win = closer + credits + drop - opener - fills; hold = win / drop; month and year to the last day.",)
    return SheetSection("Tables", columns, "lllrrrrrrrr", tuple(rows), notes)


def _amounts(each: Totals) -> tuple[str, ...]:
    amounts = (each.opener, each.fills, each.closer, each.credits, each.drop, each.win)
    return (f"{each.rounds:,}", *map(money, amounts), _share(each.hold))


def _wagers(report: MasterReport) -> SheetSection:
    columns = ("table", "wager", "wagers", "handle", "win", "hold", "edge", "expected", "95% from", "to", "off by")
    rows = [
        (
            wager.table,
            wager.wager,
            f"{wager.count:,}",
            money(wager.handle),
            money(wager.win),
            _share(wager.hold),
            f"{wager.edge:.4%}",
            *_band(wager.band),
        )
        for row in report.house
        for wager in row.wagers
    ]
    notes = ("handle has the chips of all wagers of a group; hold and edge are shares of its opening wagers.",)
    return SheetSection("Wagers compared with the exact sheet", columns, "llrrrrrrrrr", tuple(rows), notes)


def _band(band: BandRow | None) -> tuple[str, ...]:
    if band is None:
        return (NOTHING,) * 4
    return money(band.expected), money(band.low95), money(band.high95), f"{band.off:+.1f}"


def _bands(report: MasterReport) -> SheetSection:
    columns = ("table", "", "expected", "99% from", "95% from", "win", "95% to", "99% to", "off by", "the win is")
    rows = [
        _band_row(row, words, each)
        for row in report.house
        for words, each in (("period", row.period), ("year", row.year))
    ]
    notes = ("The band holds 95% or 99% of honest periods in which players play optimally.",)
    return SheetSection("Hold against its band", columns, "llrrrrrrrl", tuple(rows), notes)


def _band_row(row: ReportRow, words: str, each: Totals) -> tuple[str, ...]:
    band = each.band
    if band is None:
        return (row.table, words, *(NOTHING,) * 7, "not judged" if each.rounds else "no round")
    ends = (band.expected, band.low99, band.low95, each.win, band.high95, band.high99)
    return (row.table, words, *map(money, ends), f"{band.off:+.1f}", band.where)


def _payout_limits(report: MasterReport) -> SheetSection:
    columns = ("table", "wager", "limit", "deal", "paid", "above by")
    rows: list[tuple[str, ...]] = []
    for row in report.payout_limits:
        first = (row.table, row.wager, money(row.limit))
        above = [(f"{row.table}-{each.deal}", money(each.cents), money(each.cents - row.limit)) for each in row.deals]
        rows += [(*first, *deal) for deal in above or [(NOTHING,) * 3]]
    notes = (
        "The limit is for all players of a deal together; every deal that paid more is listed. No payment is cut off.",
    )
    return SheetSection("Posted payout limits", columns, "llrlrr", tuple(rows), notes)


def _poker(report: MasterReport) -> SheetSection:
    columns = ("table", "game", "hands", "fees", "breakage", "tokes", "bought", "cashed")
    rows = tuple(
        (
            row.table,
            row.game,
            f"{row.hands:,}",
            *map(money, (row.fees, row.breakage, row.tokes, row.bought, row.cashed)),
        )
        for row in report.poker
    )
    return SheetSection("Poker tables", columns, "llrrrrrr", rows)


def _fees(fees: FeeReport) -> SheetSection:
    columns = ("table", "game", "players", "hour", "hands", "fees")
    rows = [
        (row.table, row.game, f"{row.heads}", f"{row.hour:02d}:00", f"{row.hands:,}", money(row.cents))
        for row in fees.rows
    ]
    if rows:
        rows.append(("all", "", "", "", f"{fees.hands:,}", money(fees.cents)))
    return SheetSection("Collection fees", columns, "llrrrr", tuple(rows))


def _slips(slips: Sequence[Slip]) -> SheetSection:
    columns = ("slip", "kind", "table", "amount", "state", "signed")
    rows = tuple(
        (
            slip.id,
            slip.kind,
            slip.table,
            money(slip.cents),
            slip.state,
            ", ".join(f"{each.role} {each.name}" for each in slip.signed),
        )
        for slip in slips
    )
    return SheetSection("Slips", columns, "lllrll", rows)
