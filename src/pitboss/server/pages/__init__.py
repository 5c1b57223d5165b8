"""Plain pages: HTML from templates that escape everything, in the dress of the others."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response
from markupsafe import Markup, escape

from pitboss.server.web_files import icon, parts

FOLDER = Path(__file__).parent
FILES = {"owner.js": "text/javascript"}
"""Files that are served as they are."""

_CODE = re.compile(r"``?([^`]+)``?")


@lru_cache(1)
def _templates() -> Environment:
    made = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters["coded"] = coded
    return made


def coded(text: str) -> Markup:
    """A text whose words between backticks are code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def page(template: str, status: int = 200, **values: Any) -> Response[str]:
    """A page made from a template, with the style sheets of the page of rules."""
    text = rendered(template, parts=parts("rules"), icon=icon(), **values)
    return Response(text, status_code=status, media_type=MediaType.HTML, headers={"Cache-Control": "no-store"})


def rendered(template: str, **values: Any) -> str:
    """The text of a template with these values."""
    return _templates().get_template(template).render(**values)


@lru_cache
def file(name: str) -> Response[bytes]:
    """A file served as it is."""
    content = (FOLDER / name).read_bytes()
    return Response(content, media_type=FILES[name], headers={"Cache-Control": "public, max-age=300"})
