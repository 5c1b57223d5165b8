"""The plain pages and their files."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.server import pages
from pitboss.server.context import context_of
from pitboss.server.people import person_of


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def home(request: Request[Any, Any, Any]) -> Response[str]:
    """What this is, and the open tables."""
    context = context_of(request)
    tables = context.live.room.listing(await person_of(request))
    return pages.page("home.html", room=context.config.name, tables=tables)


@get("/owner", media_type=MediaType.HTML, include_in_schema=False)
async def owner() -> Response[str]:
    """Where the one-time owner link leads."""
    return pages.page("owner.html")


@get("/static/{name:str}", include_in_schema=False)
async def static(name: FromPath[str]) -> Response[bytes]:
    """A file of the pages."""
    if name not in pages.FILES:
        raise NotFoundException(f"there is no file {name!r}.")
    return pages.file(name)


ROUTES = [home, owner, static]
