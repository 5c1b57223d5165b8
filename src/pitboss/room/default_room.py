"""The tables of a new room, read from a file; no game is named in code."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.datafile import DataFile, Section
from pitboss.money import MoneyError, parse_dollars


class OpeningTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table to be opened: what is dealt as in :func:`pitboss.game`, and how many seats and bots it has.

    A ``house`` without a ``game`` is the dealer's choice of that house. ``payout_limits`` are in cents by wager.
    """

    game: str = ""
    house: str = ""
    limit: str = ""
    options: dict[str, str | int | bool] = {}
    name: str = ""
    seats: int = 0
    bots: int = 0
    payout_limits: dict[str, int] = {}


class DefaultRoom(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a new room, the names of its bots, and what each bot brings from the cage, in cents."""

    tables: tuple[OpeningTable, ...]
    bot_names: tuple[str, ...]
    bankroll: int


def read_room(file: DataFile) -> DefaultRoom:
    """Read a file of tables, such as the one the server ships; every mistake is named with its line."""
    top = file.top
    each = _opening(top.table("each"), {})
    rows = top.rows("table")
    tables = [_opening(row, each) for row in rows]
    bots = top.table("bots")
    names, bankroll = bots.texts("names"), _dollars(bots, "bankroll")
    bots.done()
    top.done()
    for row, table in zip(rows, tables, strict=True):
        if not table["game"] and not table["house"] and not row.broken():
            row.problem(None, "the table deals nothing; name a game, or a house for its dealer's choice.")
    file.refuse()
    return DefaultRoom(tables=tuple(OpeningTable(**table) for table in tables), bot_names=names, bankroll=bankroll)


def _opening(section: Section, each: dict[str, Any]) -> dict[str, Any]:
    """The keys of a table; those it does not set are taken from ``each``."""
    posted = section.table("payout_limits")
    values = {
        **{key: section.text(key, each.get(key, "")) for key in ("game", "house", "limit", "name")},
        **{key: section.whole(key, each.get(key, 0)) for key in ("seats", "bots")},
        "options": {**each.get("options", {}), **section.table("options").data},
        "payout_limits": {key: _dollars(posted, key) for key in posted.data} or each.get("payout_limits", {}),
    }
    section.done()
    return values


def _dollars(section: Section, key: str) -> int:
    try:
        return parse_dollars(section.text(key))
    except MoneyError as error:
        section.problem(key, str(error))
        return 0
