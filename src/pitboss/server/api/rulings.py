"""Rulings for the floor's panel: those possible now with their procedures, the others with the reason."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from pitboss.room.people import FLOOR
from pitboss.server.access.people import signed_in
from pitboss.server.api.tables import TableId, row_of
from pitboss.server.context import context_of
from pitboss.spread.procedures import walked_through


@get("/api/tables/{table:str}/rulings", tags=["tables"])
async def rulings(request: Request[Any, Any, Any], table: TableId) -> dict[str, Any]:
    """Every ruling of this moment, for the floor; a table dealt by machine has none on dealing errors."""
    person = await signed_in(request, FLOOR)
    live = context_of(request).live
    row_of(live.room, table, person)
    if live.room.table(table).config.dealer == "machine":
        return {"rulings": [], "why": "This table is dealt by machine, which makes no dealing errors."}

    def see(hosted: Any) -> list[dict[str, Any]]:
        return [walked_through(hosted.session, option) for option in hosted.session.rulings()]

    listed = await live.look(table, see)
    return {"rulings": listed, "why": "" if listed else "No deal is running."}


ROUTES = [rulings]
