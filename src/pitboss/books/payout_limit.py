"""The aggregate payout limit a table may post: the most it pays on one deal for a wager paid by odds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.books.sums import PaidAbove, TableDay
from pitboss.errors import PitbossError
from pitboss.money import dollars

FILE = Path(__file__).with_name("payout_limits.toml")


class PayoutRule(NamedTuple):
    """The rule of a jurisdiction on payout limits; odds above ``odds`` to 1 count as that many."""

    odds: int
    since: str
    citation: str

    def least(self, maximum: int, highest_odds: int | Fraction) -> int | None:
        """The lowest limit in cents for a wager of at most ``maximum`` cents; None if none may be posted.

        >>> rule("washington").least(30_000, 5_000)          # $300 at up to 5,000 to 1: $15,000
        1500000
        >>> rule("washington").least(30_000, 40) is None
        True
        """
        return maximum * self.odds if highest_odds >= self.odds else None


@cache
def _rules() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def rule(jurisdiction: str) -> PayoutRule:
    """The rule of a jurisdiction."""
    data = _rules().get(jurisdiction)
    if data is None:
        raise PitbossError(f"no payout limits of {jurisdiction!r} are known; choose one of {', '.join(_rules())}.")
    return PayoutRule(data["odds"], data["from"], data["citation"])


class PayoutLimitRow(msgspec.Struct, frozen=True, kw_only=True):
    """A limit that a table posts, in cents, and the deals of the period that paid more on its wager."""

    table: str
    name: str
    wager: str
    limit: int
    deals: tuple[PaidAbove, ...] = ()


def limit_rows(
    days: Iterable[TableDay], posted: Mapping[str, Mapping[str, int]], names: Mapping[str, str]
) -> tuple[PayoutLimitRow, ...]:
    """Every limit that the tables of these days post, with the deals above it; one day of each table."""
    return tuple(
        PayoutLimitRow(
            table=day.table,
            name=names.get(day.table, day.table),
            wager=wager,
            limit=limit,
            deals=tuple(each for each in day.above if each.wager == wager),
        )
        for day in days
        for wager, limit in posted.get(day.table, {}).items()
    )


def findings(rows: Iterable[PayoutLimitRow]) -> Iterator[str]:
    """The deals above a limit, one sentence each."""
    for row in rows:
        for each in row.deals:
            yield (
                f"{row.table}, {row.wager}: deal {each.deal} paid {dollars(each.cents)}, above the posted limit of "
                f"{dollars(row.limit)}"
            )
