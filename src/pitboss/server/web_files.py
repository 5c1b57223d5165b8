"""The files of ``pitboss/web`` as they are sent: unchanged modules and style sheets, compressed in advance.

All of them are in one folder whose name is a digest of their contents. Relative imports therefore stay within one
version, a browser may cache every file forever, and a page that was loaded before an upgrade never mixes two versions:
files it has not fetched yet are gone (404), and ``js/lib/api.js`` loads the page again. With the setting
``web_sources`` files are read again for every request, for work on the pages.

Plain pages are HTML from templates that escape everything, styled like the others.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response
from markupsafe import Markup, escape

FOLDER = Path(__file__).parents[1] / "web"
TEMPLATES = Path(__file__).parent / "pages"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
READ, PLAYED = ("tokens", "cards", "look", "desk", "extra", "rooms"), ("tokens", "cards", "look", "felt", "extra")


class PageParts(NamedTuple):
    """The style sheets of a page, its module, and the modules that it imports dynamically at once."""

    styles: tuple[str, ...]
    module: str
    at_once: tuple[str, ...] = ()


PAGES = {
    "lobby": PageParts(READ, "js/pages/lobby.js"),
    "open": PageParts(READ, "js/pages/open.js"),
    "people": PageParts(READ, "js/pages/people.js"),
    "rules": PageParts(READ, "js/pages/rules.js"),
    "books": PageParts(READ, "js/pages/books.js"),
    "house-table": PageParts(PLAYED, "js/pages/table.js", at_once=("js/kinds/house.js",)),
    "poker-table": PageParts(PLAYED, "js/pages/table.js", at_once=("js/kinds/poker.js",)),
    "replay": PageParts(PLAYED, "js/pages/replay.js"),
}
_CODE = re.compile(r"``?([^`]+)``?")
# A static import or re-export, over any number of lines. Reading one too few or too many only costs a preload: the
# browser, not this expression, decides what a module needs.
_IMPORT = re.compile(r"""\b(?:import|export)\b[^"'`;()]*["'](\.{1,2}/[^"'\n]+)["']""")


class WebFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes
    type: str
    tag: str
    kept: bool
    """True if its address changes with its content."""


class Parts(NamedTuple):
    """The addresses of a page's style sheets, of its module, and of all modules to fetch before it can run."""

    styles: tuple[str, ...]
    script: str
    preloads: tuple[str, ...]


def parts(name: str, sources: bool = False) -> Parts:
    """The addresses of the parts of a page."""
    page = PAGES[name]
    base = "/web" if sources else f"/web/{version()}"
    styles = tuple(f"{base}/css/{style}.css" for style in page.styles)
    # While the sources are being edited, a cached list would soon be wrong.
    preloads = () if sources else tuple(f"{base}/{path}" for path in imported(page.module, *page.at_once))
    return Parts(styles, f"{base}/{page.module}", preloads)


def imported(module: str, *others: str) -> list[str]:
    """The modules that a module imports statically, directly or not; ``others`` are fetched with it."""
    found = {module: None}
    waiting = [module, *others]
    while waiting:
        path = waiting.pop(0)
        found[path] = None
        folder = PurePosixPath(path).parent
        steps = _IMPORT.findall((FOLDER / path).read_text("utf-8"))
        known = {normpath(folder / step) for step in steps} - found.keys()
        waiting += sorted(each for each in known if (FOLDER / each).is_file())
    return [path for path in found if path != module]


@cache
def icon() -> str:
    """The icon as a data URL."""
    return f"data:image/svg+xml,{quote((FOLDER / 'icon.svg').read_text('utf-8').strip(), safe=' =:/()')}"


def web_file(path: str, sources: bool = False) -> WebFile | None:
    """The file at a path below ``/web``; None if there is none."""
    return published().get(path) or (_source(path) if sources else None)


@cache
def version() -> str:
    """The folder of the published files: a digest of their paths and contents."""
    digest = hashlib.sha256()
    for path, content in _contents().items():
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]


@cache
def published() -> dict[str, WebFile]:
    """Every file by its path below ``/web``."""
    return {
        f"{version()}/{path}": made(content, TYPES[PurePosixPath(path).suffix], kept=True)
        for path, content in _contents().items()
    }


def is_published(address: str) -> bool:
    """True if an address is that of a published file, which browsers cache forever."""
    return address.removeprefix("/web/") in published()


def _contents() -> dict[str, bytes]:
    files = sorted(file for file in FOLDER.rglob("*") if file.suffix in TYPES)
    return {file.relative_to(FOLDER).as_posix(): file.read_bytes() for file in files}


def _source(path: str) -> WebFile | None:
    wanted = (FOLDER / PurePosixPath(path)).resolve()
    if not wanted.is_relative_to(FOLDER.resolve()) or wanted.suffix not in TYPES or not wanted.is_file():
        return None
    return made(wanted.read_bytes(), TYPES[wanted.suffix])


def made(content: bytes, kind: str, kept: bool = False) -> WebFile:
    """Make a file with this content."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return WebFile(content, gzip.compress(content, 9, mtime=0), kind, tag, kept)


# Plain pages ----------------------------------------------------------------------------------------------------------


@cache
def _templates() -> Environment:
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
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
