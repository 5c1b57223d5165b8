"""Opening a table of any game: a house game, a poker game of a house, or dealer's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec

from pitboss import library
from pitboss.deal.deal import Mixer
from pitboss.deal.session import Session
from pitboss.deal.table_sheet import TableSheet
from pitboss.errors import PitbossError
from pitboss.spread.payout_limits import least_payout_limits, payout_points

NO_LAW = "none"


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
    chosen = dict(options or {})
    if not game and not house:
        raise PitbossError("no game is named; name one, or a house for dealer's choice.")
    kind = library.kind_of(game) if game else "poker"
    if kind == "house" and not limit and house_limit:
        limit = _default_limit(game, house_limit)
    return _OPENERS[kind](_WantedTable(game, house, limit, chosen, seats, shuffle, jurisdiction, on, practice))


def _default_limit(game: str, limit: str) -> str:
    """A limit for every opening wager to which the game's file posts none."""
    from pitboss.house import library as house

    definition = house.definition(game)
    return ",".join(f"{wager.key}={limit}" for wager in definition.initial if wager.key not in definition.limits)


def table_sheet(game: str = "", *, payout_limits: Mapping[str, int] | None = None, **how: Any) -> TableSheet:
    """Return the sheet a table would have, with its findings, before it is opened.

    The arguments are those of a session, and the payout limits that the table would post, in cents by wager.
    """
    session = open_session(game, **how, shuffle=_NoCards())
    sheet, points = session.sheet(), payout_points(session, payout_limits or {})
    return msgspec.structs.replace(
        sheet, points=(*sheet.points, *points), least_payout_limits=least_payout_limits(session)
    )


class _WantedTable(NamedTuple):
    """A checked request to :func:`open_session`."""

    game: str
    house: str
    limit: str
    options: dict[str, Any]
    seats: int
    shuffle: Mixer
    jurisdiction: str
    on: date | None
    practice: bool


class _NoCards:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise PitbossError("this table was only looked at; open it to deal.")


def _open_house(wanted: _WantedTable) -> Session:
    from pitboss.house.session import HouseSession

    options = wanted.options
    if wanted.house:
        raise PitbossError(
            f"{wanted.game} is played against the house; leave out house={wanted.house!r}, which belongs to poker."
        )
    if wanted.seats and "spots" in options:
        raise PitbossError("seats and the option spots both say how many spots there are; give one of them.")
    if wanted.seats:
        options["spots"] = wanted.seats
    spots = options.get("spots")
    if isinstance(spots, str) and spots.isdecimal():
        options["spots"] = int(spots)
    elif spots is not None and type(spots) is not int:
        raise PitbossError(f"spots={spots!r} is not a number of spots; write a whole number, such as 6.")
    return HouseSession.open(
        wanted.game,
        shuffle=wanted.shuffle,
        limits=wanted.limit or None,
        jurisdiction=wanted.jurisdiction or None,
        on=wanted.on,
        practice=wanted.practice,
        **options,
    )


def _open_poker(wanted: _WantedTable) -> Session:
    from pitboss.poker import library as poker
    from pitboss.poker.agreed_stakes import agreed_stakes
    from pitboss.poker.posted import book_of
    from pitboss.poker.session.session import PokerSession

    game, limit = wanted.game, wanted.limit
    where = wanted.house or poker.DEFAULT_HOUSE
    book = book_of(where)
    stakes = _poker_options(wanted.options)
    if not game and not book.button.names_game:
        raise PitbossError(f"the {book.name} spreads one game at a table; name one of {', '.join(book.games)}.")
    if book.any_stakes and "lower" not in stakes:
        stakes |= agreed_stakes(game, limit)
        limit = ""
    loaded = [poker.load(name, where, limit or None, **stakes) for name in ([game] if game else book.games)]
    return PokerSession.of(
        loaded,
        shuffle=wanted.shuffle,
        seats=wanted.seats or min(each.seats[1] for each in loaded),
        practice=wanted.practice,
        jurisdiction="" if wanted.jurisdiction == NO_LAW else wanted.jurisdiction,
        on=wanted.on,
    )


def _poker_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a poker table, checked: the structure of betting, wild cards, agreed stakes in cents."""
    for name, value in options.items():
        if name not in _POKER_OPTIONS:
            known = ", ".join(_POKER_OPTIONS)
            raise PitbossError(f"{name!r} is not an option of a poker table; its options are {known}.")
        fits, written = _POKER_OPTIONS[name]
        if not fits(value):
            raise PitbossError(f"{name}={value!r} is not possible at a poker table; write it like {name}={written}.")
    return dict(options)


def _is_amount(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 10**9


def _are_blinds(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(_is_amount(cents) and cents for cents in value)


# Each option of a poker table: whether a value fits, and how one is written.
_POKER_OPTIONS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "play": (lambda value: isinstance(value, str), "'no-limit'"),
    "wild": (lambda value: isinstance(value, bool), "True"),
    "blinds": (_are_blinds, "[100, 200], in cents"),
} | dict.fromkeys(("lower", "higher", "ante", "bring_in"), (_is_amount, "200, in cents"))
_EXAMPLES = {"game": "holdem", "house": "pot", "limit": "2-4", "jurisdiction": "washington"}
_OPENERS = {"house": _open_house, "poker": _open_poker}
