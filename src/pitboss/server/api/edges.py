"""The house edge of every open table against the house: shipped figures, or proved in the background."""

from __future__ import annotations

from typing import Any

from litestar import Request, get

from pitboss.room.room import TableRow
from pitboss.server.access.people import person_of
from pitboss.server.context import Context, context_of
from pitboss.server.live.wire import ProofList
from pitboss.spread.proving import text_of


@get("/api/edges", tags=["games"])
async def edges(request: Request[Any, Any, Any]) -> dict[str, float | None]:
    """By table: the house edge in per cent on the base wager; null while it is not known."""
    context = context_of(request)
    return {row.id: context.proofs.edge(row.felt["version"]) for row in await _against_house(request, context)}


@get("/api/proofs", tags=["games"])
async def proofs(request: Request[Any, Any, Any]) -> ProofList:
    """By table: how far the figures of its game are, where they did not ship. Asking for them has them proved."""
    context = context_of(request)
    states = {}
    for row in await _against_house(request, context):
        game = text_of(context.live.room.table(row.id).session)
        if game is not None and context.proofs.edge(game.version) is None:
            states[row.id] = context.proofs.want(game)
    return ProofList(proofs=states)


async def _against_house(request: Request[Any, Any, Any], context: Context) -> list[TableRow]:
    return [row for row in context.live.room.listing(await person_of(request)) if "version" in row.felt]


ROUTES = [edges, proofs]
