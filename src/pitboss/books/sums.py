"""The sums of a gambling day at one table, from which every report is made; days are added to months and years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

import msgspec

KeyT = TypeVar("KeyT")


class WagerSums(msgspec.Struct, omit_defaults=True):
    """A wager of a house game over many rounds, in cents.

    ``wagers`` counts them, ``handle`` is what was wagered, ``win`` what the rack won less what it paid. ``sizes``
    counts the opening wagers by their size, ``totals`` the rounds by their total on all spots.
    """

    wagers: int = 0
    handle: int = 0
    win: int = 0
    sizes: dict[int, int] = {}
    totals: dict[int, int] = {}

    def add(self, other: WagerSums) -> None:
        self.wagers += other.wagers
        self.handle += other.handle
        self.win += other.win
        self.sizes = dict(Counter(self.sizes) + Counter(other.sizes))
        self.totals = dict(Counter(self.totals) + Counter(other.totals))


class FeeSums(msgspec.Struct, frozen=True):
    """Fees taken in one hour of the wall clock, in hands of one game with the same number of players."""

    game: str
    heads: int
    hour: int
    hands: int
    cents: int


class PaidAbove(msgspec.Struct, frozen=True):
    """A deal whose payments on a wager, to all players together, were above the limit that its table posts."""

    deal: int
    wager: str
    cents: int


class TableDay(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The sums of one table over one gambling day, or over several days added; amounts in cents.

    ``opener`` is what the rack held at the start of the day or was opened with, ``closer`` what it held at the end or
    when it closed. ``drop`` is the money taken for chips; ``fees``, ``breakage`` and ``tokes`` went into their own
    boxes, ``bought`` and ``cashed`` are the chips that players brought and took home. ``pairs`` has for every two
    opening wagers the sum over spots and the sum over rounds of their products, from which variances are made.
    ``above`` are the deals that paid more than the table's posted payout limits.
    """

    table: str
    day: str
    game: str = ""
    rounds: int = 0
    opener: int = 0
    fills: int = 0
    credits: int = 0
    closer: int = 0
    drop: int = 0
    fees: int = 0
    breakage: int = 0
    tokes: int = 0
    bought: int = 0
    cashed: int = 0
    counted: dict[str, int] = {}
    wagers: dict[str, WagerSums] = {}
    pairs: dict[str, tuple[int, int]] = {}
    fee_hours: tuple[FeeSums, ...] = ()
    above: tuple[PaidAbove, ...] = ()
    rack: bool = False
    closed: bool = False

    @property
    def win(self) -> int:
        """The table's win by its inventory."""
        return self.closer + self.credits + self.drop - self.opener - self.fills

    @property
    def handle(self) -> int:
        return sum(each.handle for each in self.wagers.values())

    @property
    def wager_win(self) -> int:
        """The win on the wagers settled in these rounds; a round over the closing hour counts on the day it ends."""
        return sum(each.win for each in self.wagers.values())


class TableOnFile(msgspec.Struct, frozen=True):
    """A table of the books: its id and name, the head of its session's record, and when it opened and closed.

    ``payout_limits`` are those it posts, in cents by wager.
    """

    id: str
    name: str
    record: bytes
    opened: int
    closed: int | None
    payout_limits: dict[str, int] = {}


class Period(NamedTuple):
    """Gambling days from the first to the last, both included."""

    first: str
    last: str

    def __contains__(self, day: object) -> bool:
        return isinstance(day, str) and self.first <= day <= self.last


def add_two(sums: dict[KeyT, tuple[int, int]], key: KeyT, one: int, other: int) -> None:
    """Add two numbers to the two sums of a key."""
    before = sums.get(key, (0, 0))
    sums[key] = before[0] + one, before[1] + other


SUMMED = ("rounds", "fills", "credits", "drop", "fees", "breakage", "tokes", "bought", "cashed")


def together(days: Iterable[TableDay], day: str = "") -> TableDay:
    """The days of one table in order as one: the first opener, the last closer, everything else added."""
    listed = list(days)
    first, last = listed[0], listed[-1]
    result = TableDay(
        table=first.table,
        day=day or f"{first.day}/{last.day}",
        game=last.game,
        opener=first.opener,
        closer=last.closer,
        rack=last.rack,
        closed=last.closed,
        above=tuple(above for each in listed for above in each.above),
        **{name: sum(getattr(each, name) for each in listed) for name in SUMMED},
    )
    fees: dict[tuple[str, int, int], tuple[int, int]] = {}
    counted = Counter[str]()
    for each in listed:
        for key, sums in each.wagers.items():
            result.wagers.setdefault(key, WagerSums()).add(sums)
        for key, (spots, rounds) in each.pairs.items():
            add_two(result.pairs, key, spots, rounds)
        counted.update(each.counted)
        for fee in each.fee_hours:
            add_two(fees, (fee.game, fee.heads, fee.hour), fee.hands, fee.cents)
    result.counted = dict(counted)
    result.fee_hours = tuple(FeeSums(*place, *sums) for place, sums in sorted(fees.items()))
    return result


def idle(before: TableDay, day: str) -> TableDay:
    """A day without activity: the closer of the day before is its opener and its closer."""
    return TableDay(
        table=before.table, day=day, game=before.game, opener=before.closer, closer=before.closer, rack=before.rack
    )
