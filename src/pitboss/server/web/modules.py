"""The modules of the pages, read: what each imports, and its statements one by one.

Nothing here parses JavaScript. The modules keep a few conventions, which ``tests/web/test_conventions.py`` checks:
an import is one line, names are exported where they are declared, a statement begins at the margin and whatever belongs
to it is indented, no text runs over several lines, and declarations have no effects of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pitboss.server.web.lean import lean_script

FOLDER = Path(__file__).parents[2] / "web"

_IMPORT = re.compile(r'import (?:\* as (?P<all>\w+)|\{ (?P<names>[^}]+) \}) from "(?P<path>\.{1,2}/[^"]+)";')
_PASSED_ON = re.compile(r'export \* from "(\.{1,2}/[^"]+)";')
_LATER = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
_DECLARATION = re.compile(r"(?P<export>export )?(?:async )?(?:function|const|let|class) (?P<name>\w+)\b")
_CLOSING = re.compile(r"[})\]]")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")


class Import(NamedTuple):
    """One import: a module, and the names taken from it as (its name, the name here), or the name of it all here.

    With neither, all that it exports is exported here too.
    """

    path: str
    names: tuple[tuple[str, str], ...] = ()
    alias: str = ""

    @property
    def passed_on(self) -> bool:
        return not self.names and not self.alias


class Statement(NamedTuple):
    """A statement at the top of a module. ``name`` is what it declares, empty if it does something instead."""

    text: str
    name: str
    exported: bool
    words: frozenset[str]
    """Every name that it mentions, and the words of its texts with them."""


class Module(NamedTuple):
    """A module: its path below the folder of the pages, what it imports, and its statements without comments."""

    path: str
    imports: tuple[Import, ...]
    statements: tuple[Statement, ...]
    later: frozenset[str]
    """The modules that it fetches when they are needed."""


def without_comments(source: str) -> list[str]:
    """The lines of a module that are neither empty nor comments."""
    kept, inside = [], False
    for line in source.splitlines():
        text = line.strip()
        if inside or text.startswith("/*"):
            inside = not text.endswith("*/")
        elif text and not text.startswith("//"):
            kept.append(line.rstrip())
    return kept


def read(path: str, source: str) -> Module:
    """A module from its text."""
    groups: list[list[str]] = []
    for line in without_comments(source):
        if groups and (line[0] == " " or _CLOSING.match(line)):
            groups[-1].append(line.strip())
        else:
            groups.append([line])
    imports, statements = [], []
    for group in groups:
        text = "\n".join(group)
        if match := _IMPORT.fullmatch(text):
            imports.append(_imported(path, match))
        elif match := _PASSED_ON.fullmatch(text):
            imports.append(Import(target(path, match[1])))
        else:
            match = _DECLARATION.match(text)
            name, exported = (match["name"], bool(match["export"])) if match else ("", False)
            words = frozenset(_WORD.findall(text))
            statements.append(Statement(lean_script(text.removeprefix("export ")), name, exported, words))
    later = frozenset(target(path, step) for step in _LATER.findall(source))
    return Module(path, tuple(imports), tuple(statements), later)


def _imported(path: str, match: re.Match[str]) -> Import:
    pairs = [part.split(" as ") for part in match["names"].split(", ")] if match["names"] else []
    return Import(target(path, match["path"]), tuple((pair[0], pair[-1]) for pair in pairs), match["all"] or "")


def target(path: str, step: str) -> str:
    """The path that a module means by a relative one."""
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / step).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def relinked(text: str, path: str, fetched: Mapping[str, str]) -> str:
    """A statement of a module with other expressions for the modules it fetches later; without one it gets nothing."""
    return _LATER.sub(lambda match: fetched.get(target(path, match[1]), "Promise.resolve({})"), text)


@cache
def module_at(path: str) -> Module:
    """The module at a path below the folder of the pages."""
    return read(path, (FOLDER / path).read_text("utf-8"))


def load(path: str, known: dict[str, Module]) -> None:
    """Read a module and, before it, all that it imports; in ``known`` each stands after those it needs."""
    if path in known:
        return
    module = module_at(path)
    for each in module.imports:
        load(each.path, known)
    known[path] = module
