"""Games and houses, as ``pitboss games --json`` and ``pitboss houses --json`` print them."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter

from pitboss import library, spread
from pitboss.errors import PitbossError
from pitboss.kinds import KINDS
from pitboss.room.people import FLOOR
from pitboss.room.room import TableRow
from pitboss.server.access.people import person_of, signed_in
from pitboss.server.api.tables import file_of
from pitboss.server.context import AnyRequest, Context, context_of
from pitboss.server.live.wire import BeingProved, GameFile, GameList, HouseList, ProofList
from pitboss.spread.game_files import CheckedGame, check_game, text_of

GameId = Annotated[str, PathParameter(max_length=100, description="the id of a shipped game, as listed by /api/games")]
CACHED = {"Cache-Control": "public, max-age=300"}


_games, _houses = lru_cache(1)(spread.games), lru_cache(1)(spread.houses)


@get("/api/games", tags=["games"])
async def games() -> Response[GameList]:
    """Every shipped game: wagers and pay tables, or streets and limits."""
    return Response(GameList(games=await asyncio.to_thread(_games)), headers=CACHED)


@get("/api/games/{game:str}", tags=["games"])
async def game(game: GameId) -> Response[dict[str, Any]]:
    """One shipped game."""
    for each in await asyncio.to_thread(_games):
        if each["id"] == game:
            return Response(each, headers=CACHED)
    raise NotFoundException(f"there is no game {game!r}; /api/games lists them.")


@get("/api/houses", tags=["games"])
async def houses() -> Response[HouseList]:
    """Every house book: games, limits, forced bets, buy-ins, fees by head count."""
    return Response(HouseList(houses=await asyncio.to_thread(_houses)), headers=CACHED)


@post("/api/games/check", status_code=200, tags=["games"])
async def check(request: AnyRequest, data: JSONBody[GameFile]) -> CheckedGame:
    """Check the text of a game's file, for the floor: every mistake with its line, or the game as plain data."""
    await signed_in(request, FLOOR)
    with file_of(data.file, data.definition) as path:
        return await asyncio.to_thread(check_game, path)


@get("/api/edges", tags=["games"])
async def edges(request: AnyRequest) -> dict[str, float | None]:
    """The house edge of each table in per cent of the base wager; null while unknown."""
    context = context_of(request)
    return {row.id: context.proofs.edge(row.felt["version"]) for row in await _against_house(request, context)}


@get("/api/proofs", tags=["games"])
async def proofs(request: AnyRequest) -> ProofList:
    """The progress of each table's figures, for games that did not ship; a request starts their proofs."""
    context = context_of(request)
    states = {}
    for row in await _against_house(request, context):
        game = text_of(context.live.room.table(row.id).session)
        if game is not None and context.proofs.edge(game.version) is None:
            states[row.id] = context.proofs.want(game)
    return ProofList(proofs=states)


async def _against_house(request: AnyRequest, context: Context) -> list[TableRow]:
    return [row for row in context.live.room.listing(await person_of(request)) if "version" in row.felt]


PATIENCE = 3.0
"""Seconds a request waits for a sheet before the answer is that it is being proved: less than clients usually wait."""


@get(
    "/api/sheets/{game:str}",
    tags=["games"],
    responses={
        200: ResponseSpec(dict[str, Any], generate_examples=False, description="the sheet"),
        202: ResponseSpec(BeingProved, generate_examples=False, description="not ready yet"),
    },
)
async def sheet(request: AnyRequest, game: GameId) -> Response[bytes] | Response[BeingProved]:
    """The exact house edge, every pay line and every finding of a shipped house game."""
    kinds = {each.id: each.kind for each in await asyncio.to_thread(library.games)}
    if game not in kinds:
        raise NotFoundException(f"there is no game {game!r}; /api/games lists them.")
    if not KINDS[kinds[game]].banked:
        raise PitbossError(f"{game} is played between seats; only games against the house are proved.")
    data = await context_of(request).proofs.sheet(game, PATIENCE)
    if data is None:
        return Response(BeingProved(game=game), status_code=202, headers={"Retry-After": "5"})
    return Response(data, media_type=MediaType.JSON, headers=CACHED)
