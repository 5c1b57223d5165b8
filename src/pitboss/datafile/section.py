"""A parsed file and its tables, read strictly; every mistake is collected with its line and how to fix it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

from pitboss.datafile.lines import KeyPath, lines_of
from pitboss.errors import PitbossError, visible

MAX_SENTENCE = 900
"""Characters of a message; longer quotations from a file are shortened."""


class Problem(NamedTuple):
    """One mistake: where it is, and a sentence that says what is wrong and how to fix it."""

    file: str
    line: int
    key: str
    sentence: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        return visible(f"{self.file}, line {self.line}: {key}{self.sentence}")


class FileError(PitbossError):
    """A data file that cannot be read or has mistakes, listed in ``problems``."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class UnreadableFile(FileError):
    """A file that does not exist or cannot be opened."""


def problem(file: str, line: int, path: KeyPath, sentence: str) -> Problem:
    """Make a problem that is safe to print: control characters escaped, long quotations shortened."""
    return Problem(file, line, short(spell(path), 300), short(visible(sentence), MAX_SENTENCE))


def short(text: str, limit: int) -> str:
    """The text, with its middle left out if it is longer than ``limit``."""
    return text if len(text) <= limit else f"{text[: limit // 2]} … {text[-limit // 2 :]}"


def spell(path: KeyPath) -> str:
    """Format a key path for messages; list items count from 1.

    >>> spell(("wager", "bet", "table", "royal flush")), spell(("script", 0, "cards"))
    ('wager.bet.table."royal flush"', 'script[1].cards')
    """
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part + 1}]"
            continue
        plain = part.replace("-", "").replace("_", "").isalnum() and part.isascii()
        out += ("." if out else "") + (part if plain else f'"{visible(part)}"')
    return out


MAX_PROBLEMS = 100
"""Mistakes after which reading stops; a hostile file could hold thousands."""


@dataclass
class DataFile:
    """A parsed file: its data, the line of every key, and the problems collected so far."""

    name: str
    text: str
    data: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def lines(self) -> dict[KeyPath, int]:
        """The line of every key and list item; computed on first use."""
        return lines_of(self.text)

    @property
    def top(self) -> Section:
        return Section(self, (), self.data)

    def line(self, *path: str | int) -> int:
        """The line of a key, or of the nearest enclosing one that is in the file."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1

    def problem(self, path: KeyPath, sentence: str) -> None:
        """Add a problem; raise once there are :data:`MAX_PROBLEMS`."""
        mistake = problem(self.name, self.line(*path), path, sentence)
        if mistake not in self.problems:
            self.problems.append(mistake)
        if len(self.problems) >= MAX_PROBLEMS:
            self.refuse()

    def refuse(self) -> None:
        """Raise a :class:`FileError` with every problem in line order, if there are any."""
        if self.problems:
            problems = sorted(self.problems, key=lambda problem: problem.line)
            message = str(problems[0])
            if len(problems) > 1:
                message = f"{message.rstrip('.')} (and {len(problems) - 1} more: see pitboss check)."
            raise FileError(message, problems)


@dataclass
class Section:
    """A table of the file, read strictly: a key not read before :meth:`done` is a mistake."""

    file: DataFile
    path: KeyPath
    data: Mapping[str, Any]
    asked: set[str] = field(default_factory=set)
    stand_in: bool = False
    """True if the value is not a table, which was reported already; missing keys are then not reported."""

    def __contains__(self, key: str) -> bool:
        """True if the table has a key; it counts as asked for, so that messages list it among the known keys."""
        self.asked.add(key)
        return key in self.data

    def problem(self, key: str | None, sentence: str) -> None:
        """Add a problem with a key of this table, or with the table itself."""
        if not self.stand_in or key is None:
            self.file.problem(self.path if key is None else (*self.path, key), sentence)

    def broken(self, key: str | None = None) -> bool:
        """True if a problem with this table, or with one of its keys, was added; what follows from it is not reported.

        A key that is missing because it is misspelt counts, once all known keys were read.
        """
        if key is not None and self.misspelt(key):
            return True
        place = spell(self.path if key is None else (*self.path, key))
        return any(not place or re.match(rf"{re.escape(place)}(?![^.\[])", one.key) for one in self.file.problems)

    def raw(self, key: str, repeats: bool = False) -> Any:
        """The value of a key, or None; repeated items of a list are a mistake unless ``repeats`` allows them."""
        self.asked.add(key)
        value = self.data.get(key)
        if isinstance(value, list) and not repeats:
            self._refuse_repeats(key, value)
        return value

    def _refuse_repeats(self, key: str, items: Sequence[Any]) -> None:
        seen: set[tuple[type, Any]] = set()
        for index, item in enumerate(items):
            if not isinstance(item, str | int):
                continue
            if (type(item), item) in seen:
                self.file.problem((*self.path, key, index), f"{item!r} appears twice in this list; name it once.")
            seen.add((type(item), item))

    def text(self, key: str, default: str | None = None) -> str:
        """A text; required, and not empty, if there is no default."""
        value = self._value(key, default, str, 'a text in quotes, such as "…"')
        if default is None and isinstance(value, str) and key in self.data and not value.strip():
            self.problem(key, "the text is empty; write what it should say.")
        return value if isinstance(value, str) else ""

    def whole(self, key: str, default: int | None = None, low: int = 0) -> int:
        """A whole number of at least ``low``."""
        value = self._value(key, default, int, "a whole number")
        if not isinstance(value, int):
            return low
        if value < low:
            self.problem(key, f"{value} is too small; write {low} or more.")
        return value

    def choice(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        """One of these words."""
        value = self.text(key, default)
        if key in self.data and isinstance(self.data[key], str) and value not in words:
            self.problem(key, f'"{value}" is unknown; {_hint(value, words)}')
        return value

    def texts(self, key: str, repeats: bool = False) -> tuple[str, ...]:
        """A list of texts or a single text; empty by default."""
        value = self.raw(key, repeats)
        items = [] if value is None else value if isinstance(value, list) else [value]
        if not all(isinstance(item, str) for item in items):
            self.problem(key, 'expected a text or a list of texts, such as ["…", "…"].')
            return ()
        return tuple(items)

    def table(self, key: str) -> Section:
        """A table; empty by default."""
        value = self._value(key, {}, dict, "a table")
        wrong = self.stand_in or not isinstance(self.data.get(key, {}), dict)
        return Section(self.file, (*self.path, key), value if isinstance(value, dict) else {}, stand_in=wrong)

    def tables(self, key: str) -> dict[str, Section]:
        """A table of tables, by name."""
        return {name: self.table(key).table(name) for name in self.table(key).data}

    def rows(self, key: str) -> list[Section]:
        """A list of tables; empty by default."""
        value = self._value(key, [], list, "a list of tables, [ { … }, { … } ]")
        sections = []
        for index, row in enumerate(value if isinstance(value, list) else ()):
            if isinstance(row, dict):
                sections.append(Section(self.file, (*self.path, key, index), row))
            else:
                self.file.problem((*self.path, key, index), "expected a table, { … }.")
        return sections

    def done(self) -> None:
        """Report every key that was not asked for."""
        for key in self.data:
            if key not in self.asked:
                self.problem(key, f'"{key}" is not a key here; {_hint(key, sorted(self.asked))}')
                self._drop_missing(key)

    def misspelt(self, key: str) -> bool:
        """True if an unknown key is probably a misspelling of this one; call it after all known keys were read."""
        unknown = [name for name in self.data if name not in self.asked]
        return key not in self.data and bool(get_close_matches(key, unknown, n=1))

    def _drop_missing(self, unknown: str) -> None:
        """Drop the report that a key is missing if it is only misspelt."""
        for meant in get_close_matches(unknown, sorted(self.asked), n=1):
            sentence = f'"{meant}" is missing;'
            table = spell(self.path)
            self.file.problems[:] = [
                problem
                for problem in self.file.problems
                if problem.key != table or not problem.sentence.startswith(sentence)
            ]

    def _value(self, key: str, default: Any, kind: type, expected: str) -> Any:
        value = self.raw(key)
        if value is None:
            if default is None and not self.stand_in:
                self.problem(None, f'"{key}" is missing; write {key} = {expected}.')
            return default
        if not isinstance(value, kind) or isinstance(value, bool):
            self.problem(key, f"{value!r} is not {expected}.")
            return default
        return value


def _hint(word: str, words: Sequence[str]) -> str:
    matches = get_close_matches(word, words, n=1)
    return f'did you mean "{matches[0]}"?' if matches else f"it may be {', '.join(words)}."
