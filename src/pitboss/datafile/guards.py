"""Limits on untrusted files, checked before their content is used.

A hostile file may be endless, nest thousands of brackets, or hold numbers of thousands of digits or terminal control
characters. The limits are far above the largest shipped file, and low enough that reading any file is quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pitboss.datafile.lines import STRINGS, KeyPath
from pitboss.errors import UNSAFE

MAX_BYTES = 1_000_000
MAX_DEPTH = 16
MAX_ENTRIES = 5_000
MAX_CHARACTERS = 4_000
MAX_NAME = 200
MAX_DIGITS = 24

_TOKEN = re.compile(rf"{STRINGS}|#[^\n]*|[\[\]{{}}.=,\n\"']", re.DOTALL)
_DIGITS = re.compile(rf"\d{{{MAX_DIGITS + 1},}}")


_TOO_DEEP = f"brackets or dotted keys go deeper than {MAX_DEPTH} levels; use fewer."
_FILE = "a game or house file"


def _too_many(what: str = _FILE) -> str:
    return f"it has more than {MAX_ENTRIES:,} entries; {what} has a few hundred."


def beyond_parsing(text: str, what: str = _FILE) -> tuple[int, str] | None:
    """The first line that is not safe to parse and the message for it, or None; ``what`` names a usual file."""
    line, depth, dots, entries = 1, 0, 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "\"'":
            return None  # an unterminated string, which the parser refuses
        if token in "[{":
            depth, dots = depth + 1, 0
        elif token == ".":
            dots += 1
        elif token in "]}=,\n":
            depth, dots, entries = depth - (token in "]}"), 0, entries + (token in "],=")
        if depth > MAX_DEPTH or dots > MAX_DEPTH:
            return line, _TOO_DEEP
        if entries > 2 * MAX_ENTRIES:  # a table inside a list is counted twice
            return line, _too_many(what)
        line += token.count("\n")
    return None


def excesses(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Every value beyond the limits, as its key path and the message for it."""
    entries = 0
    waiting: list[tuple[KeyPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        entries += 1
        if entries > MAX_ENTRIES:
            yield (), _too_many()
            return
        if len(path) > 2 * MAX_DEPTH:
            yield path[:4], f"its tables go deeper than {MAX_DEPTH} levels; use fewer."
            return
        if path and isinstance(path[-1], str) and (sentence := _excess(path[-1], key=True)):
            yield path, sentence
        if isinstance(value, dict):
            waiting += [((*path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*path, index), item) for index, item in reversed(list(enumerate(value)))]
        elif isinstance(value, str):
            if sentence := _excess(value):
                yield path, sentence
        elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            yield path, f"the number has more than {MAX_DIGITS} digits; write a smaller one."


def _excess(text: str, key: bool = False) -> str:
    """The message for a key or text beyond the limits, or an empty string."""
    what = "the name" if key else "the text"
    if control := UNSAFE.search(text) or (re.search(r"[\n\t]", text) if key else None):
        return f"{what} holds the control character {control[0]!a}; remove it."
    if len(text) > (limit := MAX_NAME if key else MAX_CHARACTERS):
        return f"{what} is {len(text):,} characters long; write {limit:,} or fewer."
    if _DIGITS.search(text):
        return f"{what} holds a number of more than {MAX_DIGITS} digits; write a smaller one."
    return ""
