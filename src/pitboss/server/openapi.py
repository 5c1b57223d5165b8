"""The OpenAPI document: Litestar's, with our schemas of the bodies and the refusals every address may answer."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig

from pitboss import __version__
from pitboss.server.live import wire

REFUSAL = {
    "description": "refused; nothing changed",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorReply"}}},
}


class Operation(NamedTuple):
    """One method of one address, for the page."""

    method: str
    path: str
    summary: str
    words: str
    parameters: list[dict[str, Any]]
    body: list[tuple[str, str, bool]]
    tag: str


@lru_cache(1)
def document() -> dict[str, Any]:
    """The whole document.

    It is made by a separate application that is never served: Litestar would add pages that load from elsewhere.
    """
    from pitboss.server.api import ROUTES

    about = "The card room over HTTP; tables are played over the WebSocket, see /api/protocol."
    config = OpenAPIConfig("Pitboss", __version__, description=about, use_handler_docstrings=True)
    schema: dict[str, Any] = Litestar(ROUTES, openapi_config=config, logging_config=None).openapi_schema.to_schema()
    bodies = [each for _, each in inspect.getmembers(wire, inspect.isclass) if issubclass(each, msgspec.Struct)]
    # Litestar's schemas say neither which fields are unknown nor every limit of a value; msgspec's do.
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


def operations(schema: dict[str, Any]) -> list[Operation]:
    """Every method of every address, in the order of the families."""
    rows = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            rows.append(
                Operation(
                    method.upper(),
                    path,
                    operation.get("summary", ""),
                    operation.get("description", ""),
                    operation.get("parameters", []),
                    _fields(body, schema),
                    (operation.get("tags") or [""])[0],
                )
            )
    return sorted(rows, key=lambda row: (row.tag, row.path, row.method))


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
