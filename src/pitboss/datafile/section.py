"""A parsed file and its tables, read strictly: every mistake is collected with its line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from pitboss.datafile.lines import lines_of
from pitboss.datafile.problem import FileError, KeyPath, Problem, problem, spell

MOST_PROBLEMS = 100
"""Mistakes after which reading stops: nobody reads more, and a hostile file would hold thousands."""


@dataclass
class DataFile:
    """A parsed file: its data, the line of every key, and the problems found so far."""

    name: str
    text: str
    data: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def lines(self) -> dict[KeyPath, int]:
        """The line of every key and list item; looked for only when something has to be pointed at."""
        return lines_of(self.text)

    @property
    def top(self) -> Section:
        return Section(self, (), self.data)

    def line(self, *path: str | int) -> int:
        """The line of a key, or of the nearest thing around it that stands in the file."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return 1

    def problem(self, path: KeyPath, sentence: str) -> None:
        """Note a mistake; after :data:`MOST_PROBLEMS` of them reading stops."""
        noted = problem(self.name, self.line(*path), path, sentence)
        if noted not in self.problems:
            self.problems.append(noted)
        if len(self.problems) >= MOST_PROBLEMS:
            self.refuse()

    def refuse(self) -> None:
        """Raise if anything was found wrong, with every mistake in the order of the lines."""
        if self.problems:
            every = sorted(self.problems, key=lambda problem: problem.line)
            first = str(every[0])
            if len(every) > 1:
                first = f"{first.rstrip('.')} (and {len(every) - 1} more: see pitboss check)."
            raise FileError(first, every)


@dataclass
class Section:
    """A table of the file, read strictly: what is not asked for by :meth:`done` is a mistake."""

    file: DataFile
    path: KeyPath
    data: Mapping[str, Any]
    asked: set[str] = field(default_factory=set)

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def problem(self, key: str | None, sentence: str) -> None:
        self.file.problem(self.path if key is None else (*self.path, key), sentence)

    def raw(self, key: str, repeats: bool = False) -> Any:
        """Whatever stands there, None if nothing does; a list may name nothing twice unless ``repeats`` allows it."""
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
                self.file.problem((*self.path, key, index), f"{item!r} stands twice in this list; name it once.")
            seen.add((type(item), item))

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it must be there."""
        value = self._value(key, default, str, 'a text in quotes, such as "…"')
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
        """A list of texts, or one text alone; empty where there is none."""
        value = self.raw(key, repeats)
        listed = [] if value is None else value if isinstance(value, list) else [value]
        if not all(isinstance(one, str) for one in listed):
            self.problem(key, 'expected a text or a list of texts, such as ["…", "…"].')
            return ()
        return tuple(listed)

    def table(self, key: str) -> Section:
        """A table; an empty one where there is none."""
        value = self._value(key, {}, dict, "a table")
        return Section(self.file, (*self.path, key), value if isinstance(value, dict) else {})

    def tables(self, key: str) -> dict[str, Section]:
        """A table whose entries are tables, by their names."""
        return {name: self.table(key).table(name) for name in self.table(key).data}

    def rows(self, key: str) -> list[Section]:
        """A list of tables; empty where there is none."""
        value = self._value(key, [], list, "a list of tables, [ { … }, { … } ]")
        found = []
        for index, row in enumerate(value if isinstance(value, list) else ()):
            if isinstance(row, dict):
                found.append(Section(self.file, (*self.path, key, index), row))
            else:
                self.file.problem((*self.path, key, index), "expected a table, { … }.")
        return found

    def done(self) -> None:
        """Nothing else may stand here."""
        for key in self.data:
            if key not in self.asked:
                self.problem(key, f'"{key}" is no key of this place; {_hint(key, sorted(self.asked))}')
                self._not_missing(key)

    def misspelt(self, key: str) -> bool:
        """Whether something stands here that was probably meant to be this key; ask after all known keys were."""
        strange = [each for each in self.data if each not in self.asked]
        return key not in self.data and bool(get_close_matches(key, strange, n=1))

    def _not_missing(self, strange: str) -> None:
        """A key that is only misspelt is not reported as missing too."""
        for meant in get_close_matches(strange, sorted(self.asked), n=1):
            said = f'"{meant}" is missing;'
            mine = spell(self.path)
            self.file.problems[:] = [
                one for one in self.file.problems if one.key != mine or not one.sentence.startswith(said)
            ]

    def _value(self, key: str, default: Any, kind: type, expected: str) -> Any:
        value = self.raw(key)
        if value is None:
            if default is None:
                self.problem(None, f'"{key}" is missing; write {key} = {expected}.')
            return default
        if not isinstance(value, kind) or isinstance(value, bool):
            self.problem(key, f"{value!r} is not {expected}.")
            return default
        return value


def _hint(word: str, words: Sequence[str]) -> str:
    near = get_close_matches(word, words, n=1)
    return f'did you mean "{near[0]}"?' if near else f"it may be {', '.join(words)}."
