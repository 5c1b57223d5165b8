"""A mistake in a file: where it is, what is wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from pitboss.errors import PitbossError, visible

KeyPath: TypeAlias = tuple[str | int, ...]

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
