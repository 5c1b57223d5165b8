"""TypeScript types of everything that the pages and the server tell each other, for checking the pages.

``python -m tests.web.wire_types`` writes them from the schemas of the socket's messages and of the HTTP interface to
``src/pitboss/web/types/wire.d.ts``, which is never sent to a browser.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pitboss.room.messages import protocol
from pitboss.server.api import ROUTES
from pitboss.server.api.schemas import document
from pitboss.server.web_files import FOLDER

FILE: Path = FOLDER / "types/wire.d.ts"
HEAD = """// What the pages and the server tell each other, written by `python -m tests.web.wire_types`. Do not edit it.

declare namespace Wire {"""
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def written() -> str:
    """The text of the file."""
    messages = protocol()
    interface = document(ROUTES)
    known: dict[str, Any] = {**interface["components"]["schemas"], **messages["$defs"]}
    unions = {
        "Message": messages["room"],
        "Command": messages["client"],
        "AnyLayout": messages["layout"],
        "AnyEvent": messages["$defs"]["Ev"]["properties"]["events"]["items"],
    }
    answers = [
        (re.sub(r"\{\w+\}", "${string}", path), typed(schema))
        for path, methods in interface["paths"].items()
        for schema in [_answer(methods)]
        if schema is not None
    ]
    parts = [_interface(name, known[name]) for name in sorted(known)]
    parts += [f"  type {name} = {typed(schema)};" for name, schema in unions.items()]
    choices = "".join(f"\n    P extends `{path}${{Query}}` ? {kind} :" for path, kind in sorted(answers, reverse=True))
    parts += ['  type Query = "" | `?${string}`;', f"  type Answer<P extends string> ={choices} any;"]
    return "\n".join([HEAD, *parts, "}\n"])


def _answer(methods: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of what an address answers when it is read."""
    good = methods.get("get", {}).get("responses", {}).get("200", {})
    schema: dict[str, Any] | None = good.get("content", {}).get("application/json", {}).get("schema")
    return schema


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"  type {name} = {typed(schema)};"
    fields = [_field(key, value, schema.get("required", ())) for key, value in schema["properties"].items()]
    return "\n".join([f"  interface {name} {{", *fields, "  }"])


def _field(name: str, schema: dict[str, Any], required: list[str]) -> str:
    """A field that has a default may be left out."""
    sure = name in required or "enum" in schema
    return f"    {name}{'' if sure else '?'}: {typed(schema)};"


def typed(schema: dict[str, Any]) -> str:
    """A schema as a type; what it leaves open is ``any``."""
    if "$ref" in schema:
        return str(schema["$ref"]).split("/")[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kinds = schema.get("anyOf") or schema.get("oneOf") or []
    if kinds:
        return " | ".join(typed(kind) for kind in kinds)
    kind = schema.get("type")
    if kind == "array":
        return f"Array<{typed(schema.get('items') or {})}>"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {typed(values)}>" if isinstance(values, dict) else "Record<string, any>"
    return PLAIN.get(kind, "any") if isinstance(kind, str) else "any"


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8")
