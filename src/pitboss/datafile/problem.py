"""A mistake in a file: where it stands, what is wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pitboss.errors import PitbossError, visible

KeyPath: TypeAlias = tuple[str | int, ...]

LONGEST = 900
"""Characters of a sentence; what quotes more of a file is cut."""


class Problem(NamedTuple):
    """One mistake: where it stands and the sentence that says what is wrong and how to put it right."""

    file: str
    line: int
    key: str
    sentence: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        return visible(f"{self.file}, line {self.line}: {key}{self.sentence}")


class FileError(PitbossError):
    """A file of data that cannot be read or says something wrong; ``problems`` holds every mistake."""

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message)
        self.problems = tuple(problems)


class UnreadableFile(FileError):
    """A file that is not there or cannot be opened."""


def problem(file: str, line: int, path: KeyPath, sentence: str) -> Problem:
    """A problem that is safe to print: control characters written out, very long quotations cut."""
    return Problem(file, line, short(spell(path), 300), short(visible(sentence), LONGEST))


def short(text: str, most: int) -> str:
    """The text, its middle left out where it is longer than this."""
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


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
        out += ("." if out else "") + (part if plain else f'"{visible(part)}"')
    return out
