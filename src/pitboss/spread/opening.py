"""Opening a table of any game: a house game, a poker game of a house, or dealer's choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec

from pitboss import library
from pitboss.deal.deal import Mixer
from pitboss.deal.session import Session
from pitboss.deal.table_sheet import TableSheet
from pitboss.errors import PitbossError
from pitboss.kinds import CHOICE
from pitboss.spread.payout_limits import least_payout_limits, payout_points

_EXAMPLES = {"game": "holdem", "house": "pot", "limit": "2-4", "jurisdiction": "washington"}


class TableRequest(NamedTuple):
    """A checked request to :func:`open_session`."""

    game: str
    house: str
    limit: str
    options: Mapping[str, Any]
    seats: int
    shuffle: Mixer
    jurisdiction: str
    on: date | None
    practice: bool
    house_limit: str


def open_session(
    game: str = "",
    *,
    house: str = "",
    limit: str = "",
    options: Mapping[str, Any] | None = None,
    seats: int = 0,
    shuffle: Mixer,
    jurisdiction: str = "",
    on: date | None = None,
    practice: bool = False,
    house_limit: str = "",
) -> Session:
    """Open a table.

    ``game`` is a game's id or the path of its file; without one, the table is dealer's choice in ``house``. For poker
    ``limit`` is a limit of the house (``"2-4"``), for a house game the table's limits (``"ante=5-300/5"``). ``options``
    are the house's choices: pay tables (``tens=1``), ``play="no-limit"``. ``seats`` is the number of seats, 0 for the
    usual one. With a ``jurisdiction`` its ceilings on the day ``on`` are checked (PK-28, HB-2); ``"none"`` lifts those
    that the file of a house game names. Without a ``limit``, opening wagers for which the file posts none have
    ``house_limit``.
    """
    for name, text in {"game": game, "house": house, "limit": limit, "jurisdiction": jurisdiction}.items():
        if not isinstance(text, str):
            raise PitbossError(f"{name}={text!r} is not a text; write it like {name}='{_EXAMPLES[name]}'.")
    if type(seats) is not int or seats < 0:
        raise PitbossError(
            f"a table with {seats!r} seats is not possible; give a whole number, or 0 for the usual one."
        )
    if not game and not house:
        raise PitbossError("no game is named; name one, or a house for dealer's choice.")
    kind = library.kind_of(game) if game else CHOICE
    session: Session = kind.tables.open_table(
        TableRequest(game, house, limit, options or {}, seats, shuffle, jurisdiction, on, practice, house_limit)
    )
    return session


def table_sheet(game: str = "", *, payout_limits: Mapping[str, int] | None = None, **how: Any) -> TableSheet:
    """Return the sheet a table would have, with its findings, before it is opened.

    The arguments are those of a session, and the payout limits that the table would post, in cents by wager.
    """
    session = open_session(game, **how, shuffle=_NoCards())
    sheet, points = session.sheet(), payout_points(session, payout_limits or {})
    return msgspec.structs.replace(
        sheet, points=(*sheet.points, *points), least_payout_limits=least_payout_limits(session)
    )


class _NoCards:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise PitbossError("this table was only looked at; open it to deal.")
