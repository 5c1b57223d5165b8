"""A table day by day against its band: the win so far, what is expected so far, and where honest results lie."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from pitboss.books.band import OUTSIDE, Band, GameFigures, of_group, of_table
from pitboss.books.sums import TableDay, together
from pitboss.errors import PitbossError

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 260, 56, 12, 12, 24


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a gambling day: everything won since the first, and the band of it, in cents."""

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
