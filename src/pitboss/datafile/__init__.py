"""TOML files that know the line of every key, so that error messages can name it.

Games, houses, jurisdictions and published figures are all read through here: :func:`read` opens and parses a file,
:class:`Section` reads values strictly (an unknown key is a mistake) and collects every problem instead of stopping at
the first. Files may be untrusted: text that is too large, nested too deeply, or holds control characters or numbers of
thousands of digits is refused before it is used. The limits are far above the largest shipped file, and low enough that
reading any file is quick.

>>> file = parse('name = "Ante"\\nodds = [1, 2]\\n', "example.toml")
>>> file.line("odds", 1), file.line("name")
(2, 1)
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from pitboss.datafile.lines import STRINGS, KeyPath
from pitboss.datafile.section import DataFile, FileError, Problem, Section, UnreadableFile, problem, spell
from pitboss.errors import UNSAFE

__all__ = ["DataFile", "FileError", "KeyPath", "Problem", "Section", "UnreadableFile", "parse", "read", "spell"]

_BOM = "\ufeff"

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


def read(path: str | Path) -> DataFile:
    """Read and parse the file at this path."""
    try:
        content = _content(path)
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise UnreadableFile(f"{path} cannot be read ({reason}); give the path of a TOML file.") from None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFile(f"{path} is not a text file; give the path of a TOML file in UTF-8.") from None
    return parse(text, str(path))


def _content(path: str | Path) -> bytes:
    """The bytes of a regular file within the size limit; does not block on pipes and devices."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise UnreadableFile(f"{path} cannot be read (it is {kind}); give the path of a TOML file.")
        with os.fdopen(os.dup(descriptor), "rb") as file:
            content = file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(content) > MAX_BYTES:
        limit = f"{MAX_BYTES // 1_000_000} MB"
        raise UnreadableFile(f"{path} is larger than {limit}; a game or house file has a few kilobytes.")
    return content


def parse(text: str, name: str) -> DataFile:
    """Parse a TOML text, with or without a byte-order mark; ``name`` is its name in messages."""
    text = text.removeprefix(_BOM)
    if len(text) > MAX_BYTES:
        _refuse(name, 1, f"it is longer than {MAX_BYTES:,} characters; shorten it.")
    if refusal := beyond_parsing(text):
        _refuse(name, *refusal)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(str(error), text, name)
    except (ValueError, RecursionError):  # a number of thousands of digits
        _refuse(name, _longest_number(text), "this number has too many digits; write a smaller one.")
    file = DataFile(name, text, data)
    for path, sentence in excesses(data):
        file.problem(path, sentence)
    file.refuse()
    return file


def _refuse(name: str, line: int, sentence: str) -> NoReturn:
    mistake = problem(name, line, (), sentence)
    raise FileError(str(mistake), [mistake])


def _refuse_syntax(words: str, text: str, name: str) -> NoReturn:
    what, _, place = words.partition(" (at ")
    line = place.removeprefix("line ").split(",")[0]
    number = int(line) if line.isdecimal() else len(text.splitlines()) or 1
    hint = _unquoted(text, number, place) if what == "Invalid value" else ""
    _refuse(name, number, f"this is not TOML: {what[:1].lower()}{what[1:]}{hint}.")


def _unquoted(text: str, line: int, place: str) -> str:
    """A hint for a value that is a plain word: most often its quotes are missing."""
    column = place.rpartition("column ")[2].rstrip(")")
    lines = text.split("\n")  # as the parser counts them
    rest = lines[line - 1][int(column) - 1 :] if column.isdecimal() and line <= len(lines) else ""
    word = re.match(r"[A-Za-z][^,\]}#\"']*", rest)
    return f'; text needs quotes, so write "{word[0].strip()}"' if word else ""


def _longest_number(text: str) -> int:
    """The line of the longest run of digits."""
    longest = max(re.finditer(r"[0-9_]+", text), key=lambda match: len(match[0]), default=None)
    return text.count("\n", 0, longest.start()) + 1 if longest else 1


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
