"""The pages of the card room: lobby, tables and rules, drawn in the browser from the JSON interface and the socket."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.rules.catalogue import catalogue, families
from pitboss.server import pages
from pitboss.server.web_files import WebFile, page, web_file

AnyRequest = Request[Any, Any, Any]


@get("/", include_in_schema=False)
async def lobby(request: AnyRequest) -> Response[bytes]:
    """The lobby."""
    return _send(request, page("lobby"))


@get("/table/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """A table; the page itself asks which one it is."""
    return _send(request, page("table"))


@get("/open", include_in_schema=False)
async def open_page(request: AnyRequest) -> Response[bytes]:
    """Where a table is opened."""
    return _send(request, page("open"))


@get("/hand/{hand:str}", include_in_schema=False)
async def replay_page(request: AnyRequest, hand: FromPath[str]) -> Response[bytes]:
    """A finished hand, step by step."""
    return _send(request, page("replay"))


@get("/rules", media_type=MediaType.HTML, include_in_schema=False)
async def rules_page() -> Response[str]:
    """Every rule in our own words, by its number."""
    listed = catalogue().values()
    groups = [(family, [rule for rule in listed if rule.family == family.name]) for family in families().values()]
    return pages.page("rules.html", groups=groups)


@get("/web/{path:path}", include_in_schema=False)
async def file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the pages."""
    found = web_file(path.lstrip("/"))
    if found is None:
        raise NotFoundException(f"there is no file {path!r}.")
    return _send(request, found)


def _send(request: AnyRequest, file: WebFile) -> Response[bytes]:
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.type, headers=headers)


ROUTES = [lobby, table_page, open_page, replay_page, rules_page, file]
