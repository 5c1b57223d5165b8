"""Games and houses: what may be spread, as ``pitboss games --json`` and ``pitboss houses --json`` print it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from pitboss import spread
from pitboss.room.people import FLOOR
from pitboss.server.access.people import signed_in
from pitboss.server.game_files import file_of
from pitboss.server.live.wire import GameFile, GameList, HouseList
from pitboss.spread.checking import CheckedGame, check_game

GameId = Annotated[
    str, PathParameter(max_length=100, description="the id of a shipped game, such as those of /api/games")
]
CACHED = {"Cache-Control": "public, max-age=300"}


@lru_cache(1)
def _games() -> list[dict[str, Any]]:
    return spread.games()


@lru_cache(1)
def _houses() -> list[dict[str, Any]]:
    return spread.houses()


def warm() -> None:
    """Read every game and house, so that the first request does not have to."""
    _games()
    _houses()


@get("/api/games", tags=["games"])
async def games() -> Response[GameList]:
    """Every game that ships: wagers and pay tables, or streets and limits."""
    return Response(GameList(games=await asyncio.to_thread(_games)), headers=CACHED)


@get("/api/games/{game:str}", tags=["games"])
async def game(game: GameId) -> Response[dict[str, Any]]:
    """One game that ships."""
    for each in await asyncio.to_thread(_games):
        if each["id"] == game:
            return Response(each, headers=CACHED)
    raise NotFoundException(f"there is no game {game!r}; /api/games lists them.")


@get("/api/houses", tags=["games"])
async def houses() -> Response[HouseList]:
    """Every house book: games, limits, forced bets, buy-ins, fees by head count."""
    return Response(HouseList(houses=await asyncio.to_thread(_houses)), headers=CACHED)


@post("/api/games/check", status_code=200, tags=["games"])
async def check(request: Request[Any, Any, Any], data: JSONBody[GameFile]) -> CheckedGame:
    """Check the text of a game's file, for the floor: every mistake with its line, or the game as plain data."""
    await signed_in(request, FLOOR)
    with file_of(data.file, data.definition) as path:
        return await asyncio.to_thread(check_game, path)


ROUTES = [games, game, houses, check]
