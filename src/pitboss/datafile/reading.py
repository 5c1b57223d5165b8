"""Opens and parses a file; whatever is not a sound TOML file is refused in one sentence."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from pathlib import Path
from typing import NoReturn

from pitboss.datafile import guards
from pitboss.datafile.problem import FileError, UnreadableFile, problem
from pitboss.datafile.section import DataFile

_BOM = "\ufeff"


def read(path: str | Path) -> DataFile:
    """The file at this path."""
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
    """The bytes of an ordinary file of a reasonable size; pipes and devices are not even waited for."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        mode = os.fstat(opened).st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "no ordinary file"
            raise UnreadableFile(f"{path} cannot be read (it is {kind}); give the path of a TOML file.")
        with os.fdopen(os.dup(opened), "rb") as file:
            content = file.read(guards.MOST_BYTES + 1)
    finally:
        os.close(opened)
    if len(content) > guards.MOST_BYTES:
        most = f"{guards.MOST_BYTES // 1_000_000} MB"
        raise UnreadableFile(f"{path} is larger than {most}; a file of a card room has a few kilobytes.")
    return content


def parse(text: str, name: str) -> DataFile:
    """The data of a TOML text; ``name`` is what messages call it. A byte-order mark in front is passed over."""
    text = text.removeprefix(_BOM)
    if len(text) > guards.MOST_BYTES:
        _refuse(name, 1, f"it is longer than {guards.MOST_BYTES:,} characters; write less.")
    if wrong := guards.beyond_parsing(text):
        _refuse(name, *wrong)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(str(error), text, name)
    except (ValueError, RecursionError):  # a number of thousands of digits
        _refuse(name, _longest_number(text), "this number has too many digits; write a smaller one.")
    file = DataFile(name, text, data)
    for path, sentence in guards.unreasonable(data):
        file.problem(path, sentence)
    file.refuse()
    return file


def _refuse(name: str, line: int, sentence: str) -> NoReturn:
    found = problem(name, line, (), sentence)
    raise FileError(str(found), [found])


def _refuse_syntax(words: str, text: str, name: str) -> NoReturn:
    what, _, place = words.partition(" (at ")
    line = place.removeprefix("line ").split(",")[0]
    number = int(line) if line.isdecimal() else len(text.splitlines()) or 1
    hint = _unquoted(text, number, place) if what == "Invalid value" else ""
    _refuse(name, number, f"this is not TOML: {what[:1].lower()}{what[1:]}{hint}.")


def _unquoted(text: str, line: int, place: str) -> str:
    """What to say of a value that is a plain word: most often its quotes were forgotten."""
    column = place.rpartition("column ")[2].rstrip(")")
    lines = text.split("\n")  # as the parser counts them
    rest = lines[line - 1][int(column) - 1 :] if column.isdecimal() and line <= len(lines) else ""
    word = re.match(r"[A-Za-z][^,\]}#\"']*", rest)
    return f'; a text stands in quotes, so write "{word[0].strip()}"' if word else ""


def _longest_number(text: str) -> int:
    """The line of the longest run of digits."""
    longest = max(re.finditer(r"[0-9_]+", text), key=lambda match: len(match[0]), default=None)
    return text.count("\n", 0, longest.start()) + 1 if longest else 1
