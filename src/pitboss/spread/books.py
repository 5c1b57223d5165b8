"""Reports of a card room's books from its storage, with the figures of what its tables deal."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pitboss.books.fees import FeeReport, fee_report
from pitboss.books.figures import GameFigures
from pitboss.books.report import MasterReport, Periods, master
from pitboss.books.sums import Period, TableDay, TableOnFile
from pitboss.books.timeline import Timeline, timeline
from pitboss.errors import PitbossError
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
    tables = {table.id: table for table in await store.tables()}
    if only and only not in tables:
        raise PitbossError(f"there is no table {only!r} in these books; they have {_listed(tables)}.")
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
    known = {each.id: each for each in await store.tables()}
    if table not in known:
        raise PitbossError(f"there is no table {table!r} in these books; they have {_listed(known)}.")
    figures = figures_of(known[table].record, prove=prove)
    if figures is None:
        raise PitbossError(f"table {table} has no band: only proved games against the house have one.")
    return timeline(await store.days(period, now=now, only=table), figures, wager)


def _listed(tables: object) -> str:
    ids = list(tables)  # type: ignore[call-overload]
    return ", ".join(ids[:8]) + (" …" if len(ids) > 8 else "") if ids else "none yet"
