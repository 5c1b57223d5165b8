"""The band of honest results: what a table may win by chance with the wagers that were placed.

The house's win is the sum of many wagers, each with the exact distribution of its game. Its expectation is exact, and
its variance includes the covariance of wagers of one round. The ends of the band come from the distribution of the sum,
with the wagers taken as independent and the result then stretched to the true variance. A nearly normal sum is
corrected for its skewness; rare high payouts make others far from normal, and their characteristic function is
inverted (a cosine series).

A time line is a table day by day against its band: the win so far, what is expected so far, and where honest results
lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from math import gcd, sqrt
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.books.sums import TableDay, WagerSums, together
from pitboss.errors import PitbossError

ENDS = (0.005, 0.025, 0.975, 0.995)
REACHES = (-2.5758293035489, -1.9599639845401, 1.9599639845401, 2.5758293035489)
"""The ends of a normal distribution in standard deviations."""
NEARLY_NORMAL = 0.2
"""The largest skewness of a sum whose ends are computed as for a normal sum, corrected for skewness."""
OUTSIDE = "outside 99%"
TERMS = 2048
"""Terms of the cosine series."""
REACH = 12.0
"""Standard deviations on either side of the expectation that the series covers, before the largest payout is added."""
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 260, 56, 12, 12, 24
"""The picture of a time line and its margins."""


# Figures of a game ----------------------------------------------------------------------------------------------------


class WagerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A wager and those tied to it or added by decisions, played by the best strategy, for one unit of ``base``.

    ``nets`` are the player's net results in units with their probabilities; edge and variance follow from them.
    """

    key: str
    base: str
    wagers: tuple[str, ...]
    edge: Fraction
    variance: Fraction
    nets: tuple[tuple[float, float], ...]


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A game under its posted pay tables.

    ``same`` and ``across`` are covariances per unit by two base wagers in alphabetical order (``"ante|tens"``): of two
    wagers on one spot, and of wagers on two spots of one round, which share the dealer's hand and the deck. They
    belong to the approved game; ``differs`` says that the table deals by other rules or pays under the same name.
    """

    name: str
    groups: tuple[WagerFigures, ...]
    same: dict[str, float] = {}
    across: dict[str, float] = {}
    differs: bool = False

    def pair(self, one: str, other: str) -> tuple[float, float]:
        """The covariance of two base wagers on one spot, and on two spots."""
        key = "|".join(sorted((one, other)))
        if one == other:
            own = next(float(group.variance) for group in self.groups if group.base == one)
            return own, self.across.get(key, 0.0)
        return self.same.get(key, 0.0), self.across.get(key, 0.0)


FigureBook: TypeAlias = Callable[[str], GameFigures | None]
"""The figures of what a table deals, by the table's id; None if they are not known."""


# The band -------------------------------------------------------------------------------------------------------------


class Band(NamedTuple):
    """In cents: the expected win, its standard deviation, and the ends of the 95% and the 99% band."""

    expected: float
    sd: float
    low99: float
    low95: float
    high95: float
    high99: float

    def off(self, win: int) -> float:
        """How many standard deviations a win lies above the expectation."""
        return (win - self.expected) / self.sd if self.sd else 0.0

    def where(self, win: int) -> str:
        """``inside``, ``outside 95%`` or ``outside 99%``."""
        if win < self.low99 or win > self.high99:
            return OUTSIDE
        return "inside" if self.low95 <= win <= self.high95 else "outside 95%"


def of_group(day: TableDay, figures: GameFigures, group: WagerFigures) -> Band | None:
    """The band of one wager with the wagers that belong to it; None if it was never placed."""
    sums = day.wagers.get(group.base)
    if sums is None or not sums.sizes:
        return None
    return _band([(group, _independent(sums, figures, group))], variance(day, figures, (group.base,)))


def of_table(day: TableDay, figures: GameFigures) -> Band | None:
    """The band of a table's whole win."""
    placed = [(group, day.wagers[group.base]) for group in figures.groups if group.base in day.wagers]
    played = [(group, _independent(sums, figures, group)) for group, sums in placed if sums.sizes]
    if not played:
        return None
    return _band(played, variance(day, figures, tuple(group.base for group, _ in played)))


def _independent(sums: WagerSums, figures: GameFigures, group: WagerFigures) -> Mapping[int, int]:
    """Wagers by size; where every spot of a round has the same result, rounds by their total instead."""
    own, shared = figures.pair(group.base, group.base)
    return sums.totals if shared >= own * 0.999 else sums.sizes


def variance(day: TableDay, figures: GameFigures, bases: Sequence[str]) -> float:
    """The variance of the win on these base wagers, in square cents.

    With covariances ``c`` on one spot and ``d`` on two, the products of all wagers of a round sum to
    ``(c - d) * (sum over spots) + d * (product of totals)``.
    """
    total = 0.0
    for at, one in enumerate(bases):
        for other in bases[at:]:
            spots, rounds = day.pairs.get("|".join(sorted((one, other))), (0, 0))
            own, shared = figures.pair(one, other)
            both = (own - shared) * spots + shared * rounds
            total += both if one == other else 2 * both
    return total


def _band(played: Sequence[tuple[WagerFigures, Mapping[int, int]]], true_variance: float) -> Band:
    expected = float(sum(group.edge * sum(size * many for size, many in sizes.items()) for group, sizes in played))
    alone = float(
        sum(group.variance * sum(size * size * many for size, many in sizes.items()) for group, sizes in played)
    )
    sd = sqrt(max(true_variance, 0.0))
    if not alone or not sd:
        return Band(expected, sd, expected, expected, expected, expected)
    stretch = sd / sqrt(alone)
    ends = [expected + stretch * (end - expected) for end in _quantiles(played, expected, sqrt(alone))]
    return Band(expected, sd, *ends)


def _quantiles(played: Sequence[tuple[WagerFigures, Mapping[int, int]]], mean: float, sd: float) -> list[float]:
    """The ends of the bands of a sum of independent wagers, as the house's win."""
    import numpy as np

    skew = _skew(played, sd)
    if abs(skew) <= NEARLY_NORMAL:
        return [mean + sd * (reach + skew * (reach * reach - 1) / 6) for reach in REACHES]
    most = max(max(sizes) * max(net for net, _ in group.nets) for group, sizes in played)
    least = max(max(sizes) * max(-net for net, _ in group.nets) for group, sizes in played)
    low, high = mean - REACH * sd - most, mean + REACH * sd + least
    terms = np.arange(TERMS)
    frequency = terms * np.pi / (high - low)
    log = np.zeros(TERMS, dtype=complex)
    for group, sizes in played:
        step = gcd(*sizes)
        turned = [np.exp(-1j * frequency * (step * net)) for net, _ in group.nets]
        for size, many in sizes.items():
            value = sum(chance * turn ** (size // step) for (_, chance), turn in zip(group.nets, turned, strict=True))
            log += many * np.log(np.where(value == 0, 1e-300, value))
    coefficients = np.real(np.exp(log - 1j * frequency * low)) * 2 / (high - low)
    coefficients *= np.sinc(terms / TERMS)  # damps the ripples next to the steps of a lumpy distribution

    def chance_below(at: Any) -> float:
        angle = frequency[1:] * (at - low)
        tail = float((coefficients[1:] * np.sin(angle) / frequency[1:]).sum())
        return float(coefficients[0] / 2 * (at - low)) + tail

    return [_solve(chance_below, end, low, high) for end in ENDS]


def _skew(played: Sequence[tuple[WagerFigures, Mapping[int, int]]], sd: float) -> float:
    """The skewness of the house's win on independent wagers."""
    third = 0.0
    for group, sizes in played:
        mean = -float(group.edge)
        own = sum(chance * (net - mean) ** 3 for net, chance in group.nets)
        third -= own * sum(size**3 * many for size, many in sizes.items())
    return third / sd**3


def _solve(chance_below: Any, end: float, low: float, high: float) -> float:
    for _ in range(48):
        middle = (low + high) / 2
        if chance_below(middle) < end:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# A table day by day ---------------------------------------------------------------------------------------------------


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a gambling day: the win since the first day, and its band, in cents."""

    day: str
    rounds: int
    win: int
    expected: int
    low99: int
    low95: int
    high95: int
    high99: int
    where: str


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """``since`` is the day from which the table has stayed outside its 99% band; empty if it is inside."""

    table: str
    game: str
    wager: str
    points: tuple[Point, ...]
    since: str


def timeline(days: Sequence[TableDay], figures: GameFigures, wager: str = "") -> Timeline:
    """The days of one table in order; of all wagers, or of one stake group by its key or base wager."""
    group = next((each for each in figures.groups if wager in (each.key, each.base)), None)
    if wager and group is None:
        known = ", ".join(each.key for each in figures.groups)
        raise PitbossError(f"{wager!r} is not a wager of {figures.name}; its wagers are {known}.")
    points: list[Point] = []
    so_far: TableDay | None = None
    since = ""
    for day in days:
        so_far = day if so_far is None else together([so_far, day], day.day)
        band = of_table(so_far, figures) if group is None else of_group(so_far, figures, group)
        members = group.wagers if group is not None else tuple(so_far.wagers)
        win = sum(so_far.wagers[key].win for key in members if key in so_far.wagers)
        points.append(_point(day.day, so_far.rounds, win, band))
        since = "" if points[-1].where != OUTSIDE else since or day.day
    return Timeline(
        table=days[0].table if days else "",
        game=figures.name,
        wager=group.key if group is not None else "",
        points=tuple(points),
        since=since,
    )


def _point(day: str, rounds: int, win: int, band: Band | None) -> Point:
    band = band or Band(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    ends = {name: round(getattr(band, name)) for name in ("expected", "low99", "low95", "high95", "high99")}
    return Point(day=day, rounds=rounds, win=win, where=band.where(win) if rounds else "inside", **ends)


def svg(line: Timeline) -> str:
    """The time line as a picture: light and dark band, dashed expectation, the win as a line with a dot at its end."""
    points = line.points
    if not points:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}"></svg>'
    values = [value for point in points for value in (point.low99, point.high99, point.win, 0)]
    low, high = min(values), max(max(values), min(values) + 1)

    def across(at: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (at + 1) / len(points)

    def down(cents: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (high - cents) / (high - low)

    def path(values: Sequence[int]) -> str:
        places = [f"{across(at):.1f},{down(cents):.1f}" for at, cents in enumerate(values)]
        return " ".join([f"{LEFT},{down(0):.1f}", *places])

    def area(lows: Sequence[int], highs: Sequence[int], opacity: str) -> str:
        back = " ".join(reversed(path(lows).split(" ")))
        return f'<polygon points="{path(highs)} {back}" fill="#c9b48f" fill-opacity="{opacity}"/>'

    outside = points[-1].where == OUTSIDE
    ink = "#a32d20" if outside else "#1c1a17"
    labels = "".join(
        f'<text x="{LEFT - 6}" y="{down(cents) + 4:.1f}" text-anchor="end">{_short(cents)}</text>'
        f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{down(cents):.1f}" y2="{down(cents):.1f}" stroke="#b9ad98" '
        'stroke-dasharray="2 4"/>'
        for cents in sorted({low, 0, high})
    )
    ends = (
        f'<text x="{LEFT}" y="{HIGH - 6}">{points[0].day}</text>'
        f'<text x="{WIDE - RIGHT}" y="{HIGH - 6}" text-anchor="end">{points[-1].day}</text>'
    )
    words = escape(f"{line.game}, table {line.table}: win {_short(points[-1].win)}, {points[-1].where} of its band")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{words}" '
        'font-family="sans-serif" font-size="12" fill="#5c5446">'
        + area([p.low99 for p in points], [p.high99 for p in points], ".35")
        + area([p.low95 for p in points], [p.high95 for p in points], ".6")
        + labels
        + f'<polyline points="{path([p.expected for p in points])}" fill="none" stroke="#3b362d" '
        + 'stroke-dasharray="5 4"/>'
        + f'<polyline points="{path([p.win for p in points])}" fill="none" stroke="{ink}" stroke-width="2.5"/>'
        + f'<circle cx="{across(len(points) - 1):.1f}" cy="{down(points[-1].win):.1f}" r="5" fill="{ink}"/>'
        + ends
        + "</svg>"
    )


def _short(cents: int) -> str:
    sign, dollars = "−" if cents < 0 else "", abs(cents) / 100
    return f"{sign}${dollars / 1000:.1f}k" if dollars >= 10_000 else f"{sign}${dollars:,.0f}"
