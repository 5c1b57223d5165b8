"""The reports of a period: the master games report, with every table by its inventory and every wager compared with the
exact sheet; and the collection fee report, with fees of poker tables by table, game, head count and hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

import msgspec

from pitboss.books.band import OUTSIDE, REACHES, Band, FigureBook, GameFigures, of_group, of_table
from pitboss.books.payout_limit import PayoutLimitRow, findings, limit_rows
from pitboss.books.sums import Period, TableDay, add_two, together

ADDED = ("rounds", "opener", "fills", "closer", "credits", "drop", "win", "handle")
"""The columns of a report that are sums of days."""
BOXES = ("fees", "breakage", "tokes", "counted")


class BandRow(msgspec.Struct, frozen=True, kw_only=True):
    """The band as a report shows it, in whole cents; ``off`` in standard deviations, ``where`` in words."""

    expected: int
    sd: int
    low99: int
    low95: int
    high95: int
    high99: int
    off: float
    where: str

    @classmethod
    def of(cls, band: Band | None, win: int) -> BandRow | None:
        if band is None:
            return None
        ends = {name: round(cents) for name, cents in band._asdict().items()}
        return cls(**ends, off=round(band.off(win), 2), where=band.where(win))


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """One column of the master games report: a day, the month to date or the year to date."""

    rounds: int
    opener: int
    fills: int
    closer: int
    credits: int
    drop: int
    win: int
    hold: float | None
    handle: int
    band: BandRow | None


class WagerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stake group of a game at a table: handle counts all its chips, ``hold`` is the win per opening wager."""

    table: str
    game: str
    wager: str
    wagers: tuple[str, ...]
    count: int
    base: int
    handle: int
    win: int
    hold: float | None
    edge: float
    band: BandRow | None


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the master games report: the period asked for, its month and its year to date.

    ``differs`` says that it deals by other rules or pays than the approved game whose figures it is judged by.
    """

    table: str
    name: str
    game: str
    closed: bool
    period: Totals
    month: Totals
    year: Totals
    wagers: tuple[WagerRow, ...]
    fees: int
    breakage: int
    tokes: int
    counted: dict[str, int]
    differs: bool = False


class MasterReport(msgspec.Struct, frozen=True, kw_only=True):
    """The master games report of a period.

    ``house`` are tables with a rack; ``poker`` the others, with their fees. ``findings`` are tables and wagers outside
    their 99% band, tables that deal by another definition than the approved one, and deals above a limit of
    ``payout_limits``, which are those that tables post.
    """

    first: str
    last: str
    house: tuple[ReportRow, ...]
    poker: tuple[PokerRow, ...]
    totals: Totals
    findings: tuple[str, ...]
    payout_limits: tuple[PayoutLimitRow, ...] = ()


class PokerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table whose players play for each other's chips: hands, fees and what was bought and cashed."""

    table: str
    name: str
    game: str
    closed: bool
    hands: int
    fees: int
    breakage: int
    tokes: int
    bought: int
    cashed: int
    counted: dict[str, int]


class Periods(msgspec.Struct, frozen=True):
    """The three periods that a report needs: what was asked for, the month and the year to its last day."""

    period: Period
    month: Period
    year: Period

    @classmethod
    def of(cls, period: Period) -> Periods:
        last = date.fromisoformat(period.last)
        month, year = last.replace(day=1).isoformat(), last.replace(month=1, day=1).isoformat()
        return cls(period, Period(month, period.last), Period(year, period.last))

    @property
    def whole(self) -> Period:
        """All the days that are needed."""
        return Period(min(self.period.first, self.year.first), self.period.last)


def master(
    days: Iterable[TableDay],
    columns: Periods,
    figures: FigureBook,
    names: Mapping[str, str],
    posted: Mapping[str, Mapping[str, int]] | None = None,
) -> MasterReport:
    """The report of the days of all tables, which must begin with the first of the year.

    ``posted`` are the payout limits of the tables, in cents by wager.
    """
    by_table: dict[str, list[TableDay]] = {}
    for day in days:
        by_table.setdefault(day.table, []).append(day)
    house: list[ReportRow] = []
    poker: list[PokerRow] = []
    bands: list[tuple[TableDay, Band | None]] = []
    for table, listed in by_table.items():
        inside = [day for day in listed if day.day in columns.period]
        if not inside:
            continue
        asked = together(inside)
        if not asked.rack:
            poker.append(
                PokerRow(
                    table=table,
                    name=names.get(table, table),
                    game=asked.game,
                    closed=asked.closed,
                    hands=asked.rounds,
                    bought=asked.bought,
                    cashed=asked.cashed,
                    **{name: getattr(asked, name) for name in BOXES},
                )
            )
            continue
        known = figures(table)
        bands.append((asked, of_table(asked, known) if known else None))
        house.append(_row(table, listed, asked, columns, known, names))
    limits = limit_rows((day for day, _ in bands), posted or {}, names)
    return MasterReport(
        first=columns.period.first,
        last=columns.period.last,
        house=tuple(house),
        poker=tuple(poker),
        totals=_all(bands),
        findings=(*_findings(house), *findings(limits)),
        payout_limits=limits,
    )


def _row(
    table: str,
    listed: list[TableDay],
    asked: TableDay,
    columns: Periods,
    known: GameFigures | None,
    names: Mapping[str, str],
) -> ReportRow:
    month = together([day for day in listed if day.day in columns.month] or [asked])
    year = together([day for day in listed if day.day in columns.year] or [asked])
    return ReportRow(
        table=table,
        name=names.get(table, table),
        game=known.name if known else asked.game or names.get(table, table),
        closed=asked.closed,
        period=totals(asked, known),
        month=totals(month, known),
        year=totals(year, known),
        wagers=tuple(wager_rows(asked, known)) if known else (),
        differs=known is not None and known.differs,
        **{name: getattr(asked, name) for name in BOXES},
    )


def totals(day: TableDay, figures: GameFigures | None) -> Totals:
    """The figures of some days added; the band is judged by what the wagers won."""
    band = of_table(day, figures) if figures is not None else None
    return _added([day], BandRow.of(band, day.wager_win))


def _added(days: Sequence[TableDay], band: BandRow | None) -> Totals:
    sums = {name: sum(getattr(day, name) for day in days) for name in ADDED}
    return Totals(**sums, hold=sums["win"] / sums["drop"] if sums["drop"] else None, band=band)


def wager_rows(day: TableDay, figures: GameFigures) -> list[WagerRow]:
    """Every stake group that was played, in the order of the game's file."""
    rows = []
    for group in figures.groups:
        sums = day.wagers.get(group.base)
        if sums is None or not sums.sizes:
            continue
        members = [day.wagers[key] for key in group.wagers if key in day.wagers]
        base, win = sum(size * many for size, many in sums.sizes.items()), sum(each.win for each in members)
        rows.append(
            WagerRow(
                table=day.table,
                game=figures.name,
                wager=group.key,
                wagers=group.wagers,
                count=sum(sums.sizes.values()),
                base=base,
                handle=sum(each.handle for each in members),
                win=win,
                hold=win / base if base else None,
                edge=float(group.edge),
                band=BandRow.of(of_group(day, figures, group), win),
            )
        )
    return rows


def _all(bands: list[tuple[TableDay, Band | None]]) -> Totals:
    """All tables together; they are independent, so their variances add. The ends are those of a normal sum."""
    known = [(day, band) for day, band in bands if band is not None]
    row = None
    if known:
        expected = sum(band.expected for _, band in known)
        sd = sum(band.sd**2 for _, band in known) ** 0.5
        band = Band(expected, sd, *(expected + reach * sd for reach in REACHES))
        row = BandRow.of(band, sum(day.wager_win for day, _ in known))
    return _added([day for day, _ in bands], row)


def _findings(house: list[ReportRow]) -> Iterator[str]:
    for row in house:
        if row.differs:
            yield f"{row.table}, {row.game}: dealt by other rules or pays than the approved game, whose band is shown"
        bands = [(wager.game, wager.wager, wager.band) for wager in row.wagers]
        for game, what, band in (*bands, (row.game, "all wagers", row.period.band)):
            if band is not None and band.where == OUTSIDE:
                yield f"{row.table}, {game}, {what}: {band.off:+.1f} standard deviations, outside its 99% band"


# Fees -----------------------------------------------------------------------------------------------------------------


class FeeRow(msgspec.Struct, frozen=True, kw_only=True):
    """Fees of one table, game and number of players in one hour of the wall clock, in cents."""

    table: str
    name: str
    game: str
    heads: int
    hour: int
    hands: int
    cents: int


class FeeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The fees of a period; ``hands`` and ``cents`` are the sums of its rows."""

    first: str
    last: str
    rows: tuple[FeeRow, ...]
    hands: int
    cents: int
    breakage: int


def fee_report(days: Iterable[TableDay], first: str, last: str, names: Mapping[str, str]) -> FeeReport:
    """The collection fee report of these days; tables with a rack collect none."""
    sums: dict[tuple[str, str, int, int], tuple[int, int]] = {}
    breakage = 0
    for day in days:
        if day.rack or not first <= day.day <= last:
            continue
        breakage += day.breakage
        for fee in day.fee_hours:
            add_two(sums, (day.table, fee.game, fee.heads, fee.hour), fee.hands, fee.cents)
    rows = tuple(
        FeeRow(table=table, name=names.get(table, table), game=game, heads=heads, hour=hour, hands=hands, cents=cents)
        for (table, game, heads, hour), (hands, cents) in sorted(sums.items())
    )
    total = sum(row.cents for row in rows)
    return FeeReport(
        first=first, last=last, rows=rows, hands=sum(row.hands for row in rows), cents=total, breakage=breakage
    )
