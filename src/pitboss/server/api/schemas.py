"""The schemas of the socket's messages and of this HTTP interface, which also has a page."""

from __future__ import annotations

import inspect
from functools import lru_cache
from operator import itemgetter
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.room.messages import protocol as messages_schema
from pitboss.server.api.games import CACHED
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live import wire
from pitboss.server.metrics import CONTENT_TYPE
from pitboss.server.web_files import page


@get("/api/protocol", tags=["schemas"])
async def protocol() -> Response[dict[str, Any]]:
    """The JSON Schema of every message of the socket, in both directions."""
    return Response(messages_schema(), headers=CACHED)


@get("/api/openapi.json", tags=["schemas"])
async def openapi_document(request: AnyRequest) -> Response[dict[str, Any]]:
    """This interface as an OpenAPI document."""
    return Response(document(context_of(request).routes), headers=CACHED)


@get("/docs", media_type=MediaType.HTML, include_in_schema=False)
async def docs(request: AnyRequest) -> Response[str]:
    """This interface as a page."""
    return page("docs.html", operations=operations(document(context_of(request).routes)))


REFUSAL = {
    "description": "refused; nothing changed",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorReply"}}},
}


@lru_cache(1)
def document(routes: tuple[BaseRouteHandler, ...]) -> dict[str, Any]:
    """The whole document.

    It is made by a separate application that is never served: Litestar would add pages that load from other sites.
    """
    about = "The card room over HTTP; tables are played over the WebSocket, see /api/protocol."
    config = OpenAPIConfig("Pitboss", __version__, description=about, use_handler_docstrings=True)
    schema: dict[str, Any] = Litestar(routes, openapi_config=config, logging_config=None).openapi_schema.to_schema()
    bodies = [each for _, each in inspect.getmembers(wire, inspect.isclass) if issubclass(each, msgspec.Struct)]
    # Litestar's schemas neither forbid unknown fields nor state every limit of a value; msgspec's do.
    _, ours = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    components = schema.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **ours}
    for operation in (each for methods in schema["paths"].values() for each in methods.values()):
        operation["responses"].pop("400", None)
        operation["responses"]["default"] = REFUSAL
        operation["responses"].get("204", {}).pop("content", None)
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                parameter["schema"].setdefault("minLength", 1)
    return schema


def operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Every method of every address for the page, family by family."""
    rows = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            row = {"method": method.upper(), "path": path, "words": operation.get("description", "")}
            row |= {"parameters": operation.get("parameters", []), "body": _fields(body, schema)}
            rows.append(row | {"tag": (operation.get("tags") or [""])[0]})
    return sorted(rows, key=itemgetter("tag", "path", "method"))


def _fields(body: dict[str, Any], schema: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """Name, type and whether it is required, for each field of a body."""
    name = body.get("$ref", "").rpartition("/")[2]
    struct = schema["components"]["schemas"].get(name, {})
    required = struct.get("required", [])
    return [(field, _type(about), field in required) for field, about in struct.get("properties", {}).items()]


def _type(about: dict[str, Any]) -> str:
    if "anyOf" in about:
        return " or ".join(_type(each) for each in about["anyOf"])
    if "enum" in about:
        return " | ".join(map(str, about["enum"]))
    if about.get("type") == "array":
        return f"list of {_type(about.get('items', {}))}"
    return str(about.get("type", about.get("$ref", "").rpartition("/")[2] or "any"))


@get("/healthz", tags=["health"])
async def healthz() -> wire.Health:
    """Answers as long as the process is alive."""
    return wire.Health(ok=True)


@get("/readyz", tags=["health"])
async def readyz(request: AnyRequest) -> Response[wire.Health]:
    """200 if the tables are restored and changes can be stored; otherwise 503 and the reason."""
    context = context_of(request)
    why = context.live.ready()
    if not why:
        try:
            await context.store.check()
        except PitbossError as error:
            why = str(error)
    return Response(wire.Health(ok=not why, why=why), status_code=503 if why else 200)


@get("/metrics", media_type=MediaType.TEXT, tags=["health"])
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Counters for Prometheus."""
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE)
