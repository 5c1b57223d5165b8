"""Tables as pages draw them: what is printed on the felt, the rules of the games, and what buys a seat."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from pitboss.rules.catalogue import catalogue
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import context_of
from pitboss.server.people import person_of


@get("/api/tables/{table:str}/layout", tags=["tables"])
async def layout(request: Request[Any, Any, Any], table: TableId) -> dict[str, Any]:
    """Everything a page needs to draw this table, from the definition of its games."""
    room = context_of(request).live.room
    row = row_of(room, table, await person_of(request))
    hosted = room.table(table)
    printed = hosted.session.printed()
    house = f" · {row.house}" if row.house else ""
    rules = _rules(printed)
    return {
        **printed,
        "title": row.title,
        "subtitle": f"{row.name}{house} · {row.limit}",
        "buyIn": row.stakes,
        "coach": hosted.config.coach and printed["kind"] == "house",
        "chat": hosted.config.chat,
        "spectators": hosted.config.spectators,
        "rules": [{"id": rule.id, "text": rule.text} for rule in catalogue().values() if rule.id in rules],
    }


def _rules(printed: dict[str, Any]) -> frozenset[str]:
    """The numbers of the rules that a table's games cite."""
    cited = printed.get("rules", ())
    return frozenset(cited)


ROUTES = [layout]
