"""The plain pages and their files."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.server import pages


@get("/owner", media_type=MediaType.HTML, include_in_schema=False)
async def owner() -> Response[str]:
    """The target of the one-time owner link."""
    return pages.page("owner.html")


@get("/static/{name:str}", include_in_schema=False)
async def static(name: FromPath[str]) -> Response[bytes]:
    """A file of the pages."""
    if name not in pages.FILES:
        raise NotFoundException(f"there is no file {name!r}.")
    return pages.file(name)


ROUTES = [owner, static]
