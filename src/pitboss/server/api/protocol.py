"""The schemas: of the socket's messages, and of this HTTP interface with a page to read it on."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, get

from pitboss.room.messages import protocol as messages_schema
from pitboss.server import openapi, pages
from pitboss.server.api.games import CACHED


@get("/api/protocol", tags=["schemas"])
async def protocol() -> Response[dict[str, Any]]:
    """The JSON Schema of every message of the socket, in both directions."""
    return Response(messages_schema(), headers=CACHED)


@get("/api/openapi.json", tags=["schemas"])
async def openapi_document() -> Response[dict[str, Any]]:
    """This interface as an OpenAPI document."""
    return Response(openapi.document(), headers=CACHED)


@get("/docs", media_type=MediaType.HTML, include_in_schema=False)
async def docs() -> Response[str]:
    """This interface as a page."""
    return pages.page("docs.html", operations=openapi.operations(openapi.document()))


ROUTES = [protocol, openapi_document, docs]
