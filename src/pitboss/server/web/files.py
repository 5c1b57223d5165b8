"""The files of the pages as they are sent: compressed once, known by their digest.

A page is one document, one style sheet and one script, which the server joins when it starts, without what the page
never names; their addresses carry a digest of all sources, so that a browser keeps them for good. With the setting
``web_sources`` every file is sent as it is written and read afresh each time, for work on the pages.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import quote

from pitboss.server.web.joined import Bundle, join
from pitboss.server.web.lean import lean_style
from pitboss.server.web.modules import FOLDER
from pitboss.server.web.styles import named_in, used_only

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
READ, PLAYED = ("look", "desk", "extra", "rooms"), ("look", "felt", "extra")
TEMPLATES = FOLDER.parent / "server" / "pages"
HOUSE, POKER = ("js/felt/house.js",), ("js/felt/poker.js",)


class PageParts(NamedTuple):
    """The style sheets of a page and what it runs."""

    styles: tuple[str, ...]
    bundle: Bundle


PAGES = {
    "lobby": PageParts(READ, Bundle("js/pages/lobby.js")),
    "open": PageParts(READ, Bundle("js/pages/open.js")),
    "people": PageParts(READ, Bundle("js/pages/people.js")),
    "rules": PageParts(READ, Bundle("js/pages/rules.js")),
    "books": PageParts(READ, Bundle("js/pages/books.js")),
    "house-table": PageParts(PLAYED, Bundle("js/pages/table.js", at_once=HOUSE, never=POKER)),
    "poker-table": PageParts(PLAYED, Bundle("js/pages/table.js", at_once=POKER, never=HOUSE)),
    "replay": PageParts(PLAYED, Bundle("js/pages/replay.js")),
}
_IMPORT = re.compile(r'@import url\("([^"]+)"\);\n?')


class WebFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes
    type: str
    tag: str
    kept: bool
    """Whether its address changes with its content."""


class Parts(NamedTuple):
    """The addresses of what a page consists of."""

    styles: tuple[str, ...]
    script: str


def parts(name: str, sources: bool = False) -> Parts:
    """The style sheets and the script of a page."""
    styles, bundle = PAGES[name]
    if sources:
        return Parts(tuple(f"/web/css/{style}.css" for style in styles), f"/web/{bundle.entry}")
    return Parts((f"/web/{folder()}/{name}.css",), f"/web/{folder()}/{name}.js")


@cache
def icon() -> str:
    """The icon as an address that contains it."""
    return f"data:image/svg+xml,{quote((FOLDER / 'icon.svg').read_text('utf-8').strip(), safe=' =:/()')}"


def web_file(path: str, sources: bool = False) -> WebFile | None:
    """The file at a path below ``/web``; None if there is none."""
    return _source(path) if sources else joined().get(path) or _cached_source(path)


@cache
def folder() -> str:
    """The folder of the joined files, named by a digest of all that they are made of, and of what makes them."""
    digest = hashlib.sha256()
    sources = [file for file in FOLDER.rglob("*") if file.suffix in TYPES]
    makers = [file for file in (*TEMPLATES.iterdir(), *Path(__file__).parent.glob("*.py")) if file.is_file()]
    for file in (*sorted(sources), *sorted(makers)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"joined-{digest.hexdigest()[:12]}"


@cache
def joined() -> dict[str, WebFile]:
    """The joined files of all pages by their path below ``/web``."""
    files = {}
    templates = [file.read_text("utf-8") for file in TEMPLATES.iterdir() if file.suffix in (".html", ".js")]
    for name, (styles, bundle) in PAGES.items():
        scripts = join(bundle, f"/web/{folder()}/{name}.js")
        for address, script in scripts.items():
            files[address.removeprefix("/web/")] = made(script.encode(), TYPES[".js"], kept=True)
        sheet = used_only(lean_style("".join(_sheets(styles))), named_in(scripts.values(), templates))
        files[f"{folder()}/{name}.css"] = made(sheet.encode(), TYPES[".css"], kept=True)
    return files


def _sheets(names: tuple[str, ...]) -> Iterator[str]:
    """The style sheets in order, each after those that it imports."""
    for name in names:
        text = (FOLDER / "css" / f"{name}.css").read_text("utf-8")
        yield from _sheets(tuple(path.removesuffix(".css") for path in _IMPORT.findall(text)))
        yield _IMPORT.sub("", text)


def _source(path: str) -> WebFile | None:
    wanted = (FOLDER / PurePosixPath(path)).resolve()
    if not wanted.is_relative_to(FOLDER.resolve()) or wanted.suffix not in TYPES or not wanted.is_file():
        return None
    return made(wanted.read_bytes(), TYPES[wanted.suffix])


_cached_source = cache(_source)


def made(content: bytes, kind: str, kept: bool = False) -> WebFile:
    """A file of this content."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return WebFile(content, gzip.compress(content, 9, mtime=0), kind, tag, kept)
