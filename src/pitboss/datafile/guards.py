"""What no honest file of a card room holds, refused before its words are read.

A file of a stranger may be endless, nest thousands of brackets, hold numbers of thousands of digits or characters that
steer a terminal. The limits here are far above the largest file that ships, and low enough that nothing behind them can
take long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pitboss.datafile.lines import STRINGS
from pitboss.datafile.problem import KeyPath
from pitboss.errors import UNSAFE

MOST_BYTES = 1_000_000
MOST_DEEP = 16
MOST_ENTRIES = 5_000
MOST_CHARACTERS = 4_000
LONGEST_NAME = 200
MOST_DIGITS = 24

_TOKEN = re.compile(rf"{STRINGS}|#[^\n]*|[\[\]{{}}.=,\n\"']", re.DOTALL)
_DIGITS = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")


_TOO_DEEP = f"brackets or dotted keys go deeper than {MOST_DEEP} levels; write fewer."
_TOO_MANY = f"it has more than {MOST_ENTRIES:,} entries; a file of a card room has a few hundred."


def beyond_parsing(text: str) -> tuple[int, str] | None:
    """The first line that should not even be parsed, and what to say of it; None where there is none."""
    line, deep, dots, entries = 1, 0, 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "\"'":
            return None  # a string without an end, which the parser refuses
        if token in "[{":
            deep, dots = deep + 1, 0
        elif token == ".":
            dots += 1
        elif token in "]}=,\n":
            deep, dots, entries = deep - (token in "]}"), 0, entries + (token in "],=")
        if deep > MOST_DEEP or dots > MOST_DEEP:
            return line, _TOO_DEEP
        if entries > 2 * MOST_ENTRIES:  # a table in the middle of a list counts twice
            return line, _TOO_MANY
        line += token.count("\n")
    return None


def unreasonable(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Every place of the data that no file needs, and what to say of it."""
    entries = 0
    waiting: list[tuple[KeyPath, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        entries += 1
        if entries > MOST_ENTRIES:
            yield (), _TOO_MANY
            return
        if len(path) > 2 * MOST_DEEP:
            yield path[:4], f"its tables go deeper than {MOST_DEEP} levels; write fewer."
            return
        if path and isinstance(path[-1], str) and (sentence := _text(path[-1], key=True)):
            yield path, sentence
        if isinstance(value, dict):
            waiting += [((*path, key), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*path, index), each) for index, each in reversed(list(enumerate(value)))]
        elif isinstance(value, str):
            if sentence := _text(value):
                yield path, sentence
        elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
            yield path, f"the number has more than {MOST_DIGITS} digits; write a smaller one."


def _text(text: str, key: bool = False) -> str:
    what = "the name" if key else "the text"
    if strange := UNSAFE.search(text) or (re.search(r"[\n\t]", text) if key else None):
        return f"{what} holds the control character {strange[0]!a}; write it without."
    if len(text) > (most := LONGEST_NAME if key else MOST_CHARACTERS):
        return f"{what} is {len(text):,} characters long; write {most:,} or fewer."
    if _DIGITS.search(text):
        return f"{what} holds a number of more than {MOST_DIGITS} digits; write a smaller one."
    return ""
