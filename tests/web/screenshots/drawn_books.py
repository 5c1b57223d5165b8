"""The books as they are drawn: a month of house-banked tables, of which one is outside its band."""

from __future__ import annotations

from typing import Any

WAGERS = (  # game, table, wagers, count, handle in dollars, win, hold, edge, the ends of the 95% band, all in per cent
    ("Top 5 Poker", "1", ("ante", "bet"), 4210, 52204, 2662, 5.10, 3.02, -2.1, 8.2),
    ("Top 5 Poker", "3", ("tens or better",), 3865, 29374, -382, -1.30, 2.17, -4.7, 9.0),
    ("Top 5 Poker", "3", ("ace-or-face",), 2940, 22344, 871, 3.90, 1.54, -4.2, 7.3),
    ("6-5-4 Poker", "2", ("ante", "play"), 6120, 75888, -2960, -3.90, 3.63, -0.8, 8.1),
    ("6-5-4 Poker", "2", ("queens-up",), 5075, 38570, 2391, 6.20, 4.43, -2.1, 10.9),
    ("HoldOut", "5", ("final",), 4480, 55552, 222, 0.40, 1.46, -4.3, 7.3),
    ("HoldOut", "5", ("first",), 2210, 16796, 1982, 11.80, 3.90, -6.9, 14.7),
    ("HoldOut", "5", ("community",), 1390, 10564, -1500, -14.20, 7.10, -27.4, 41.6),
)
HONEST, TURNED = 13, 25
"""Days of the month: the last honest one, and the first outside the band."""
PATH = (
    -1,
    0,
    3,
    3,
    2,
    2,
    4,
    7,
    6,
    4,
    6,
    8,
    12,
    11,
    8,
    5,
    7,
    3,
    -1,
    -6,
    -9,
    -11,
    -15,
    -18,
    -20,
    -22,
    -23,
    -25,
    -31,
    -33,
)
"""The win so far, day by day, in units of 90 dollars."""


def _band(base: float, win: float, edge: float, low: float, high: float) -> dict[str, Any]:
    """The band in cents; the ends of 95% are 1.96 standard deviations from the middle."""
    expected, sd = base * edge, base * (high - low) / 2 / 1.96
    off = (win * 100 - expected) / sd
    cents = {"expected": expected, "sd": sd, "low95": base * low, "high95": base * high}
    wider = {"low99": expected - 2.576 * sd, "high99": expected + 2.576 * sd}
    where = "outside 99%" if abs(off) > 2.576 else "inside 95%"
    return {name: round(value) for name, value in (cents | wider).items()} | {"off": round(off, 2), "where": where}


def _wager(row: tuple[Any, ...]) -> dict[str, Any]:
    game, table, wagers, count, handle, win, hold, edge, low, high = row
    base = handle * 1.0  # in cents, per cent by per cent
    return {
        "table": table,
        "game": game,
        "wager": wagers[0],
        "wagers": wagers,
        "count": count,
        "base": handle * 100,
        "handle": handle * 100,
        "win": win * 100,
        "hold": hold / 100,
        "edge": edge / 100,
        "band": _band(base, win, edge, low, high),
    }


NOTHING = {"opener": 0, "fills": 0, "closer": 0, "credits": 0, "drop": 0, "win": 0, "hold": None, "band": None}


def _table(id: str) -> dict[str, Any]:
    rows = [_wager(row) for row in WAGERS if row[1] == id]
    win, rounds = sum(row["win"] for row in rows), max(row["count"] for row in rows)
    period = {**NOTHING, "rounds": rounds, "win": win, "opener": 500_000, "closer": 500_000 + win, "handle": 0}
    names = {"table": id, "name": f"Table {id}", "game": rows[0]["game"], "closed": False}
    return {**names, "period": period, "month": period, "year": period, "wagers": rows}


def report() -> dict[str, Any]:
    """The answer of ``/api/books``."""
    house = [_table(id) for id in ("1", "2", "3", "5")]
    totals = {**NOTHING, "rounds": 20_000, "handle": 30129200, "win": 328800, "band": {"expected": 923200}}
    period = {"first": "2026-11-01", "last": "2026-11-30"}
    findings = ["6-5-4 Poker, table 2, ante and play: −3.3 standard deviations"]
    master = {**period, "house": house, "poker": [], "totals": totals, "findings": findings, "payout_limits": []}
    return {"report": master, "fees": {"cents": 418200, "hands": 2041, "rows": []}}


def timeline() -> dict[str, Any]:
    """The answer of ``/api/books/timeline``: table 2 day by day."""
    points = []
    for day, units in enumerate(PATH, start=1):
        middle, spread = 9300 * day, 62_000 * day**0.5
        ends = {"low95": -1.96, "high95": 1.96, "low99": -2.576, "high99": 2.576}
        band = {name: round(middle + times * spread) for name, times in ends.items()}
        where = "outside 99%" if day >= TURNED else "inside 95%"
        points.append({"day": f"2026-11-{day:02}", "win": units * 9000, "expected": middle, "where": where, **band})
    line = {"game": "6-5-4 Poker", "table": "2", "wager": "ante", "since": f"2026-11-{TURNED}", "points": points}
    return {"timeline": line}


def audit() -> dict[str, Any]:
    """The answer of ``/api/audit``."""
    text = "431 losing Plays were left on the layout; the dealer's hand was higher, and Ante and Play both lose (S4-6)"
    finding = {"kind": "replay", "text": text, "table": "2", "hand": "2-3611"}
    counts = {"lines": 88_421, "deals": 30_290, "movements": 121_160, "found": 1}
    return {
        "state": "done",
        "done": 1,
        "began": 1796083141,
        "at": 1796083200,
        "why": "",
        **counts,
        "findings": [finding],
    }


ANSWERS = {
    "**/api/session": {"me": {"name": "R. Salas", "kind": "registered", "roles": ["player", "floor"], "cents": 50000}},
    "**/api/books?*": report(),
    "**/api/books/timeline?*": timeline(),
    "**/api/ledger*": {"accounts": {}, "sum": 0},
    "**/api/slips*": {"slips": []},
    "**/api/audit": audit(),
}
