"""The house edge of every open table against the house: shipped figures, or proved in the background."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from pitboss.server.access.people import person_of
from pitboss.server.context import context_of
from pitboss.spread.figures import edge


@get("/api/edges", tags=["games"])
async def edges(request: Request[Any, Any, Any]) -> dict[str, float | None]:
    """By table: the house edge in per cent on the base wager; null while it is not known."""
    context = context_of(request)
    rows = context.live.room.listing(await person_of(request))
    return {row.id: edge(row.felt["version"]) for row in rows if "version" in row.felt}


ROUTES = [edges]
