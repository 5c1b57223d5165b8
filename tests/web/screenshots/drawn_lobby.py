"""The lobby as it is drawn: the tables of a real room, with the seats, pots and lists of the drawing."""

from __future__ import annotations

from typing import Any

Row = dict[str, Any]

HOUSE = {  # the game: its table, limits, seats and how many are taken
    "top5": ("Table 3", "$5 to $100", 6, 4),
    "six54": ("Table 2", "$5 to $200", 7, 5),
    "holdout": ("Table 5", "$5 to $100", 6, 4),
    "high5": ("Table 4", "$5 to $100", 6, 2),
    "three-card": ("Table 6", "$5 to $50", 7, 0),
}
POKER = (  # the row of the room it is like, its limit and blinds, seats, taken, waiting, average pot
    ("holdem", {}, 6, 6, 2, 1900),
    ("holdem", {"lower": 100, "higher": 200, "blinds": [100, 100]}, 10, 4, 0, 1100),
    ("seven-stud", {}, 8, 8, 1, 2300),
    ("omaha-hi-lo", {}, 10, 7, 0, 3400),
    ("", {}, 8, 5, 0, 1600),
)


def listed(tables: list[Row]) -> list[Row]:
    """The rows of the drawing, made from those of a new room."""
    rows = [_house(tables, game, *drawn) for game, drawn in HOUSE.items()]
    for number, (game, stakes, seats, taken, waiting, pot) in enumerate(POKER, start=7):
        like = next(row for row in tables if row["game"] == game or (not game and " " in row["game"]))
        changed = {"id": f"p{number}", "name": f"Table {number}", "seats": seats, "taken": taken, "waiting": waiting}
        rows.append({**like, **changed, "bots": 0, "pot": pot, "stakes": {**like["stakes"], **stakes}})
    return rows


def _house(tables: list[Row], game: str, name: str, limit: str, seats: int, taken: int) -> Row:
    like = next(row for row in tables if row["game"] == game)
    return {**like, "name": name, "limit": limit, "seats": seats, "taken": taken, "bots": 0}
