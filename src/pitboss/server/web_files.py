"""The files of the pages (``pitboss/web``), compressed once and known by their digest."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "web"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_IMPORT = re.compile(r'^(?:import|export) [^;]*?from "(\./|\.\./)([^"]+)";', re.MULTILINE)


class WebFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    packed: bytes
    type: str
    tag: str


@cache
def web_file(path: str) -> WebFile | None:
    """The file at a path below the folder of the pages; None if there is none of a known type."""
    wanted = (FOLDER / PurePosixPath(path)).resolve()
    if not wanted.is_relative_to(FOLDER.resolve()) or wanted.suffix not in TYPES or not wanted.is_file():
        return None
    content = wanted.read_bytes()
    return _made(_LEAN[wanted.suffix](content) if wanted.suffix in _LEAN else content, TYPES[wanted.suffix])


def _lean_style(content: bytes) -> bytes:
    """A style sheet without its comments and indentation."""
    text = re.sub(r"/\*.*?\*/", "", content.decode("utf-8"), flags=re.DOTALL)
    return "\n".join(line.strip() for line in text.splitlines() if line.strip()).encode()


def _lean_script(content: bytes) -> bytes:
    """A module without the lines that are comments, and without indentation; every other line is kept as it is."""
    kept, inside = [], False
    for line in content.decode("utf-8").splitlines():
        text = line.strip()
        if inside or text.startswith("/*"):
            inside = not text.endswith("*/")
        elif text and not text.startswith("//"):
            kept.append(text)
    return "\n".join([*kept, ""]).encode()


_LEAN = {".css": _lean_style, ".js": _lean_script}


@cache
def page(name: str) -> WebFile:
    """A page, which names every module it needs so that they are fetched at once."""
    text = (FOLDER / "pages" / f"{name}.html").read_text("utf-8")
    match = re.search(r'<script type="module" src="/web/([^"]+)">', text)
    needed = sorted(_modules(match[1]) - {match[1]}) if match else []
    links = "".join(f'<link rel="modulepreload" href="/web/{path}">\n' for path in needed)
    return _made(text.replace("<script type=", f"{links}<script type=", 1).encode(), TYPES[".html"])


def _modules(path: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """A module and all that it imports."""
    if path in known:
        return known
    known |= {path}
    source = (FOLDER / path).read_text("utf-8")
    for step, rest in _IMPORT.findall(source):
        folder = PurePosixPath(path).parent
        target = (FOLDER / folder / (step + rest)).resolve().relative_to(FOLDER.resolve()).as_posix()
        known = _modules(target, known)
    return known


def _made(content: bytes, kind: str) -> WebFile:
    return WebFile(content, gzip.compress(content, 9, mtime=0), kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
