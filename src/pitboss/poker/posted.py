"""The posted terms of every house in plain data: limits, forced bets, buy-ins and fees, all in cents."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from pitboss import datafile
from pitboss.errors import PitbossError, suggestion
from pitboss.poker import house_book, library
from pitboss.poker.definition import HouseBook, PokerDefinition
from pitboss.poker.spread_game import SpreadGame

ANY = "any"
"""The limit of a house that takes any stakes."""


def listing(games: Collection[str] = (), house: str = "", limit: str = "", seats: int = 0) -> list[dict[str, Any]]:
    """Every house with the terms of each of its games; arguments filter the list."""
    books = {house: book_of(house)} if house else library.houses()
    known = {*library.games(), *(game for book in books.values() for game in book.games)}
    for name in games:
        if name in library.houses():
            raise PitbossError(f"{name} is a house, not a game; write --house {name}.")
        if name not in known:
            raise PitbossError(f"there is no poker game {name!r}; {suggestion(name, sorted(known))}")
    rows = [_house(name, book, games, limit, seats) for name, book in books.items()]
    matches = [row for row in rows if row["games"]]
    if not matches:
        raise PitbossError(_no_match(books.values(), games, limit, seats))
    return matches


def book_of(name: str, *games: PokerDefinition) -> HouseBook:
    """A house book by its id or the path of its file, which may also spread these games."""
    shipped = library.houses()
    if name in shipped:
        return shipped[name]
    if "/" in name or name.endswith(".toml"):
        file = datafile.read(name)
        return house_book.book(file, {**library.games_beside(file), **{game.id: game for game in games}})
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
    file = game if game in library.games() else Path(house).with_name(f"{game}.toml")
    definition, spread = library.definition(file), book.games[game]
    head = {
        "game": game,
        "name": definition.name,
        "stakes": definition.stakes,
        "play": list(spread.play or definition.play),
    }
    if book.any_stakes:
        seats = list(spread.seats or definition.seats)
        return [{**head, "limit": ANY, "seats": seats}]
    return [{**head, **_row(library.load(file, house, limit))} for limit in spread.limits]


def _row(game: SpreadGame) -> dict[str, Any]:
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


def _no_match(books: Collection[HouseBook], games: Collection[str], limit: str, seats: int) -> str:
    """Why nothing matches: the first of game, limit and seats that no house has."""
    spread = [(book, name) for book in books for name in book.games if not games or name in games]
    what = " or ".join(library.games()[name].name for name in games) if games else "a game"
    who = next(iter(books)).name if len(books) == 1 else ""
    refusal = f"the {who} does not spread {what}" if who else f"no house spreads {what}"
    if not spread:
        known = ", ".join(dict.fromkeys(name for book in books for name in book.games))
        return f"{refusal}; {f'it spreads {known}' if who else 'see pitboss houses'}."
    limits = list(dict.fromkeys(row for book, name in spread for row in book.games[name].limits or (ANY,)))
    if limit and limit not in limits:
        return f"{refusal} at {limit!r}; choose one of {', '.join(limits)}."
    return f"{refusal}{f' at {limit}' if limit else ''} for {seats} seats; leave out --seats to see all of them."
