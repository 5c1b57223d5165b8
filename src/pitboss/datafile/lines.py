"""The line of every key and list item of a TOML text."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]


_BLANKS = re.compile(r"(?:[ \t\r]+|#[^\n]*)*")
_BLANK_LINES = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]*")
_SCALAR = re.compile(r"[^,\]}#\n]*")
STRINGS = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}|'  # up to two quotes may come before the closing three
    r"'''(?:[^']++|'(?!''))*+'{3,5}|"
    r'"(?:[^"\\\n]++|\\.)*+"|'
    r"'[^'\n]*+'"
)
_STRING = re.compile(STRINGS, re.DOTALL)


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line on which each key or list item of a valid TOML text begins."""
    return _LineWalk(text).lines


class _LineWalk:
    """Walks through a valid TOML text and notes lines on the way."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[KeyPath, int] = {}
        self._newlines = [match.start() for match in re.finditer("\n", text)]
        self._counts: dict[KeyPath, int] = {}
        self._walk()

    def _walk(self) -> None:
        base: KeyPath = ()
        while self._skip(_BLANK_LINES):
            if self.text.startswith("[[", self.at):
                base = self._header(2)
            elif self.text[self.at] == "[":
                base = self._header(1)
            else:
                self._entry(base)

    def _header(self, brackets: int) -> KeyPath:
        line = self._line()
        self.at += brackets
        names = self._keys()
        path: KeyPath = ()
        for index, name in enumerate(names):
            path = (*path, name)
            last = index == len(names) - 1
            if last and brackets == 2:
                self._counts[path] = self._counts.get(path, -1) + 1
            self.lines.setdefault(path, line)
            if path in self._counts:
                path = (*path, self._counts[path])
                self.lines.setdefault(path, line)
        self.at += brackets
        return path

    def _entry(self, base: KeyPath) -> None:
        line = self._line()
        path = base
        for name in self._keys():
            path = (*path, name)
            self.lines.setdefault(path, line)
        self.at += 1  # the equals sign
        self._value(path)

    def _keys(self) -> list[str]:
        names = []
        while True:
            self._skip(_BLANKS)
            quoted = self.text[self.at] in "\"'"
            start = self.at
            self._pass(_STRING if quoted else _BARE_KEY)
            key = self.text[start : self.at]
            names.append(str(tomllib.loads(f"key = {key}")["key"]) if quoted else key)
            self._skip(_BLANKS)
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def _value(self, path: KeyPath) -> None:
        self._skip(_BLANKS)
        self.lines.setdefault(path, self._line())
        first = self.text[self.at]
        if first in "[{":
            self._items(path, "]" if first == "[" else "}")
        else:
            self._pass(_STRING if first in "\"'" else _SCALAR)

    def _items(self, path: KeyPath, end: str) -> None:
        """Walk through the items of a list, or the entries of an inline table, up to its end."""
        self.at += 1
        index = 0
        while self._skip(_BLANK_LINES) and self.text[self.at] != end:
            if end == "]":
                self._value((*path, index))
            else:
                self._entry(path)
            index += 1
            self._skip(_BLANK_LINES)
            if self.text[self.at] == ",":
                self.at += 1
        self.at += 1

    def _pass(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        assert match is not None  # the text is valid TOML
        self.at = match.end()

    def _skip(self, blanks: re.Pattern[str]) -> bool:
        """Skip blanks and comments; False at the end of the text."""
        self._pass(blanks)
        return self.at < len(self.text)

    def _line(self) -> int:
        return bisect_left(self._newlines, self.at) + 1
