"""What every house posts, in plain data: limits, forced bets, buy-ins and fees by head count, all in cents."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from pitboss import datafile
from pitboss.errors import PitbossError
from pitboss.poker import house_book, library
from pitboss.poker.definition import HouseBook
from pitboss.poker.game import Game
from pitboss.suggest import suggestion

ANY = "any"
"""The limit of a house that takes any stakes."""


def listing(games: Collection[str] = (), house: str = "", limit: str = "", seats: int = 0) -> list[dict[str, Any]]:
    """Every house with what it posts for each of its games; with arguments, only what fits all of them."""
    for name in games:
        if name not in library.games():
            raise PitbossError(f"there is no poker game {name!r}; {suggestion(name, library.games())}")
    books = {house: _book(house)} if house else library.houses()
    listed = [_house(name, book, games, limit, seats) for name, book in books.items()]
    fitting = [each for each in listed if each["games"]]
    if not fitting:
        raise PitbossError(_nothing(books.values(), games, limit, seats))
    return fitting


def _book(name: str) -> HouseBook:
    shipped = library.houses()
    if name in shipped:
        return shipped[name]
    if "/" in name or name.endswith(".toml"):
        return house_book.book(datafile.read(name), library.games())
    raise PitbossError(f"{name!r} is not a house; {suggestion(name, shipped, 'the path of a file')}")


def _house(name: str, book: HouseBook, games: Collection[str], limit: str, seats: int) -> dict[str, Any]:
    house: str | Path = name if name in library.houses() else Path(name)
    rows = [
        row
        for game in book.games
        if not games or game in games
        for row in _rows(game, book, house)
        if limit in ("", row["limit"]) and (not seats or row["seats"][0] <= seats <= row["seats"][1])
    ]
    for row in rows:
        if seats and "fees" in row:
            row["fees"] = {str(seats): row["fees"][str(seats)]}
    fee = book.fee
    return {
        "id": book.id,
        "name": book.name,
        "rule": book.rule,
        "dealers_choice": book.button.names_game,
        "unit": "cents",
        "fee": {
            "payer": fee.payer,
            "heads": list(fee.heads),
            "moment": dict(fee.moment),
            "count": dict(fee.count),
            "rule": fee.rule,
        },
        "games": rows,
    }


def _rows(game: str, book: HouseBook, house: str | Path) -> list[dict[str, Any]]:
    """One game of a house at each of its limits."""
    definition, spread = library.games()[game], book.games[game]
    head = {
        "game": game,
        "name": definition.name,
        "stakes": definition.stakes,
        "play": list(spread.play or definition.play),
    }
    if book.any_stakes:
        seats = list(spread.seats or definition.seats)
        return [{**head, "limit": ANY, "seats": seats}]
    return [{**head, **_row(library.load(game, house, limit))} for limit in spread.limits]


def _row(game: Game) -> dict[str, Any]:
    least, most = game.seats
    return {
        "limit": game.limit.name,
        "seats": [least, most],
        "lower": game.lower,
        "higher": game.higher,
        "blinds": list(game.blinds),
        "ante": game.ante,
        "bring_in": game.bring_in,
        "buy_in": game.limit.buy_in,
        "fees": {str(heads): game.fee(heads) for heads in range(least, most + 1)},
        "fee_moment": game.fee_moment,
        "fee_count": game.book.fee.count.get(game.stakes, ""),
        "rule": game.limit.rule,
    }


def _nothing(books: Collection[HouseBook], games: Collection[str], limit: str, seats: int) -> str:
    """Why nothing fits: the first of game, limit and seats that no house has."""
    spread = [(book, name) for book in books for name in book.games if not games or name in games]
    what = " or ".join(library.games()[name].name for name in games) if games else "a game"
    who = next(iter(books)).name if len(books) == 1 else ""
    does = f"the {who} does not spread {what}" if who else f"no house spreads {what}"
    if not spread:
        known = ", ".join(dict.fromkeys(name for book in books for name in book.games))
        return f"{does}; {f'it spreads {known}' if who else 'see pitboss houses'}."
    limits = list(dict.fromkeys(one for book, name in spread for one in book.games[name].limits or (ANY,)))
    if limit and limit not in limits:
        return f"{does} at {limit!r}; choose one of {', '.join(limits)}."
    return f"{does}{f' at {limit}' if limit else ''} for {seats} seats; leave --seats out to see how many there are."
