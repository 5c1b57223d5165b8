"""The tables and players of a card room that is killed, shared by the server and its clients."""

from __future__ import annotations

from pitboss.room.default_room import OpeningTable

OPENINGS = (
    OpeningTable(game="holdem", house="pot", limit="2-4", seats=6, bots=1),
    OpeningTable(game="seven-stud", house="pot", limit="2-4", seats=6),
    OpeningTable(game="top5"),
)
HOUSE = "t3"
"""The table where wagers are placed before the deal."""
SEATED = 2
"""Players at each table, beside its bots."""
PLAYERS = tuple(f"P{table} {at}" for table in range(1, len(OPENINGS) + 1) for at in range(SEATED))
CHIPS = 10**9


def token(name: str) -> str:
    """The token of a player's session."""
    return f"token-of-{name.replace(' ', '-')}"


def table_of(name: str) -> str:
    """The table a player plays at."""
    return f"t{name[1:].split()[0]}"
