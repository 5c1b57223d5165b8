"""Files of data (TOML) that say where each of their words stands, so that a mistake can be pointed at.

Games, houses, jurisdictions and published figures are all read through here: :func:`read` parses the file and finds
the line of every key, :class:`Section` takes values out strictly (a key nobody asked for is a mistake) and collects
every problem instead of stopping at the first.

>>> file = parse('name = "Ante"\\nodds = [1, 2]\\n', "example.toml")
>>> file.line("odds", 1), file.line("name")
(2, 1)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

from pitboss.errors import PitbossError

KeyPath: TypeAlias = tuple[str | int, ...]


class FileError(PitbossError):
    """A file of data that cannot be read or says something wrong; ``problems`` holds every mistake found."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class UnreadableFile(FileError):
    """A file that is not there or cannot be opened."""


class Problem(NamedTuple):
    """One mistake: where it stands and the sentence that says what is wrong and how to put it right."""

    file: str
    line: int
    key: str
    sentence: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        return f"{self.file}, line {self.line}: {key}{self.sentence}"


def spell(path: KeyPath) -> str:
    """A key path as people write it; list items count from 1.

    >>> spell(("wager", "bet", "table", "royal flush")), spell(("script", 0, "cards"))
    ('wager.bet.table."royal flush"', 'script[1].cards')
    """
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part + 1}]"
            continue
        plain = part.replace("-", "").replace("_", "").isalnum() and part.isascii()
        out += ("." if out else "") + (part if plain else f'"{part}"')
    return out


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
        return _Places(self.text).lines

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
        self.problems.append(Problem(self.name, self.line(*path), spell(path), sentence))

    def refuse(self) -> None:
        """Raise if anything was found wrong, with every mistake in the order of the lines."""
        if self.problems:
            found = sorted(dict.fromkeys(self.problems), key=lambda problem: problem.line)
            first = str(found[0])
            if len(found) > 1:
                first = f"{first.rstrip('.')} (and {len(found) - 1} more: see pitboss check)."
            raise FileError(first, found)


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

    def raw(self, key: str) -> Any:
        """Whatever stands there, None if nothing does."""
        self.asked.add(key)
        return self.data.get(key)

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

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text alone; empty where there is none."""
        value = self.raw(key)
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


def read(path: str | Path) -> DataFile:
    """The file at this path."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UnreadableFile(f"{path} cannot be read ({reason}); give the path of a TOML file.") from None
    except UnicodeDecodeError:
        raise UnreadableFile(f"{path} is not a text file; give the path of a TOML file in UTF-8.") from None
    return parse(text, str(path))


def parse(text: str, name: str) -> DataFile:
    """The data of a TOML text; ``name`` is what messages call it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(str(error), text, name)
    return DataFile(name, text, data)


def _refuse_syntax(words: str, text: str, name: str) -> NoReturn:
    what, _, place = words.partition(" (at ")
    line = place.removeprefix("line ").split(",")[0]
    number = int(line) if line.isdecimal() else len(text.splitlines()) or 1
    hint = _unquoted(text, number, place) if what == "Invalid value" else ""
    problem = Problem(name, number, "", f"this is not TOML: {what[:1].lower()}{what[1:]}{hint}.")
    raise FileError(str(problem), [problem])


def _unquoted(text: str, line: int, place: str) -> str:
    """What to say of a value that is a plain word: most often its quotes were forgotten."""
    column = place.rpartition("column ")[2].rstrip(")")
    rest = text.splitlines()[line - 1][int(column) - 1 :] if column.isdecimal() else ""
    word = re.match(r"[A-Za-z][^,\]}#\"']*", rest)
    return f'; a text stands in quotes, so write "{word[0].strip()}"' if word else ""


class _Places:
    """Walks a text that is known to be TOML and notes the line on which each key or list item begins."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._walk()

    def _walk(self) -> None:
        base: KeyPath = ()
        while self._skip(newlines=True):
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
            self._skip()
            if self.text[self.at] in "\"'":
                start = self.at
                self._string()
                names.append(str(tomllib.loads(f"key = {self.text[start : self.at]}")["key"]))
            else:
                start = self.at
                while self.text[self.at].isalnum() or self.text[self.at] in "_-":
                    self.at += 1
                names.append(self.text[start : self.at])
            self._skip()
            if self.text[self.at] != ".":
                return names
            self.at += 1

    def _value(self, path: KeyPath) -> None:
        self._skip()
        self.lines.setdefault(path, self._line())
        first = self.text[self.at]
        if first in "\"'":
            self._string()
        elif first == "[":
            self.at += 1
            index = 0
            while self._skip(newlines=True) and self.text[self.at] != "]":
                self._value((*path, index))
                index += 1
                self._comma()
            self.at += 1
        elif first == "{":
            self.at += 1
            while self._skip(newlines=True) and self.text[self.at] != "}":
                self._entry(path)
                self._comma()
            self.at += 1
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _comma(self) -> None:
        self._skip(newlines=True)
        if self.text[self.at] == ",":
            self.at += 1

    def _string(self) -> None:
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        while not self.text.startswith(mark, self.at):
            self.at += 2 if self.text[self.at] == "\\" and quote == '"' else 1
        self.at += len(mark)
        while len(mark) == 3 and self.text.startswith(quote, self.at):
            self.at += 1  # up to two quotes may stand before the closing three

    def _skip(self, newlines: bool = False) -> bool:
        """Pass over blanks and comments; False at the end of the text."""
        while self.at < len(self.text):
            one = self.text[self.at]
            if one == "#":
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self.at += 1
            elif one in " \t\r" or (newlines and one == "\n"):
                self.at += 1
            else:
                return True
        return False

    def _line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1
