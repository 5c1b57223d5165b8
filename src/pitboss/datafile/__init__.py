"""TOML files that know the line of every key, so that error messages can name it.

Games, houses, jurisdictions and published figures are all read through here: :func:`read` opens and parses a file,
:class:`Section` reads values strictly (an unknown key is a mistake) and collects every problem instead of stopping at
the first. Files may be untrusted: text that is too large, nested too deeply or holds control characters is refused
before it is used (``guards``).

>>> file = parse('name = "Ante"\\nodds = [1, 2]\\n', "example.toml")
>>> file.line("odds", 1), file.line("name")
(2, 1)
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from pathlib import Path
from typing import NoReturn

from pitboss.datafile import guards
from pitboss.datafile.lines import KeyPath
from pitboss.datafile.section import DataFile, FileError, Problem, Section, UnreadableFile, problem, spell

__all__ = ["DataFile", "FileError", "KeyPath", "Problem", "Section", "UnreadableFile", "parse", "read", "spell"]


_BOM = "\ufeff"


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
            content = file.read(guards.MAX_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(content) > guards.MAX_BYTES:
        limit = f"{guards.MAX_BYTES // 1_000_000} MB"
        raise UnreadableFile(f"{path} is larger than {limit}; a game or house file has a few kilobytes.")
    return content


def parse(text: str, name: str) -> DataFile:
    """Parse a TOML text, with or without a byte-order mark; ``name`` is its name in messages."""
    text = text.removeprefix(_BOM)
    if len(text) > guards.MAX_BYTES:
        _refuse(name, 1, f"it is longer than {guards.MAX_BYTES:,} characters; shorten it.")
    if refusal := guards.beyond_parsing(text):
        _refuse(name, *refusal)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(str(error), text, name)
    except (ValueError, RecursionError):  # a number of thousands of digits
        _refuse(name, _longest_number(text), "this number has too many digits; write a smaller one.")
    file = DataFile(name, text, data)
    for path, sentence in guards.excesses(data):
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
