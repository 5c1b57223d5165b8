"""The collection fee report: fees of poker tables by table, game, head count and hour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pitboss.books.sums import TableDay


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
            place = (day.table, fee.game, fee.heads, fee.hour)
            hands, cents = sums.get(place, (0, 0))
            sums[place] = hands + fee.hands, cents + fee.cents
    rows = tuple(
        FeeRow(table=table, name=names.get(table, table), game=game, heads=heads, hour=hour, hands=hands, cents=cents)
        for (table, game, heads, hour), (hands, cents) in sorted(sums.items())
    )
    total = sum(row.cents for row in rows)
    return FeeReport(
        first=first, last=last, rows=rows, hands=sum(row.hands for row in rows), cents=total, breakage=breakage
    )
