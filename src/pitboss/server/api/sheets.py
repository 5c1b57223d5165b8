"""PAR sheets: the exact figures of house games, as ``pitboss prove --json`` prints them."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec

from pitboss import library
from pitboss.errors import PitbossError
from pitboss.server.api.games import CACHED, GameId
from pitboss.server.context import context_of
from pitboss.server.live.wire import BeingProved

PATIENCE = 3.0
"""Seconds a request waits for a sheet before it is told that it is being proved: fewer than clients usually wait."""


@get(
    "/api/sheets/{game:str}",
    tags=["games"],
    responses={
        200: ResponseSpec(dict[str, Any], generate_examples=False, description="the sheet"),
        202: ResponseSpec(BeingProved, generate_examples=False, description="not ready yet"),
    },
)
async def sheet(request: Request[Any, Any, Any], game: GameId) -> Response[bytes] | Response[BeingProved]:
    """The exact house edge, every pay line and every finding of a house game that ships."""
    kinds = {each.id: each.kind for each in await asyncio.to_thread(library.games)}
    if game not in kinds:
        raise NotFoundException(f"there is no game {game!r}; /api/games lists them.")
    if kinds[game] != "house":
        raise PitbossError(f"{game} is played between seats; only games against the house are proved.")
    data = await context_of(request).proofs.sheet(game, PATIENCE)
    if data is None:
        return Response(BeingProved(game=game), status_code=202, headers={"Retry-After": "5"})
    return Response(data, media_type=MediaType.JSON, headers=CACHED)


ROUTES = [sheet]
