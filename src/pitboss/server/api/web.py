"""The pages of the card room: lobby, tables and rules, drawn in the browser from the JSON interface and the socket."""

from __future__ import annotations

from functools import cache

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.kinds import KINDS
from pitboss.rules import catalogue, families
from pitboss.server import web_files
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.web_files import TEMPLATES, WebFile, icon, made, parts, rendered, web_file

PACKED = {"packed": True}
KEPT = "public, max-age=31536000, immutable"


@get(["/", "/open", "/people", "/rules", "/books"], include_in_schema=False, opt=PACKED)
async def page(request: AnyRequest) -> Response[bytes]:
    """The lobby, or the page to open a table, to grant roles, to read the rules or the books."""
    return _page(request, request.url.path.strip("/") or "lobby")


@get("/table/{table:str}", include_in_schema=False, opt=PACKED)
async def table_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The page of a table; its script reads which one from the address."""
    room = context_of(request).live.room
    kind = room.row(table).kind if table in room.tables else next(iter(KINDS))
    return _page(request, f"{kind}-table")


@get("/hand/{hand:str}", include_in_schema=False, opt=PACKED)
async def replay_page(request: AnyRequest, hand: FromPath[str]) -> Response[bytes]:
    """A finished hand, step by step."""
    return _page(request, "replay")


@get("/web/{path:path}", include_in_schema=False, opt=PACKED)
async def file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the pages."""
    wanted = web_file(path.lstrip("/"), context_of(request).config.web_sources)
    if wanted is None:
        raise NotFoundException(f"there is no file {path!r}.")
    return _send(request, wanted)


def _page(request: AnyRequest, name: str) -> Response[bytes]:
    return _send(request, _document(name, context_of(request).config.web_sources))


@cache
def _document(name: str, sources: bool) -> WebFile:
    """A page; it is the same for everyone, and its script loads the contents."""
    if name == "rules":
        listed = catalogue().values()
        groups = [(family, [rule for rule in listed if rule.family == family.name]) for family in families().values()]
        text = rendered("rules.html", parts=parts(name, sources), icon=icon(), groups=groups)
    else:
        text = rendered("shell.html", parts=parts(name, sources), icon=icon(), element=name.rpartition("-")[2])
    return made(text.encode(), "text/html")


def _send(request: AnyRequest, file: WebFile) -> Response[bytes]:
    headers = {"ETag": file.tag, "Cache-Control": KEPT if file.kept else "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, media_type=file.type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(file.content, media_type=file.type, headers=headers)


@get("/owner", media_type=MediaType.HTML, include_in_schema=False)
async def owner() -> Response[str]:
    """The target of the one-time owner link."""
    return web_files.page("owner.html")


@get("/static/owner.js", include_in_schema=False)
async def owner_script() -> Response[bytes]:
    """The script of that page."""
    content = (TEMPLATES / "owner.js").read_bytes()
    return Response(content, media_type="text/javascript", headers={"Cache-Control": "public, max-age=300"})
