"""One place where something is read out of words."""

from __future__ import annotations

from typing import NamedTuple

NAMES = frozenset({"words", "why", "note"})
"""Names of fields that hold words for people."""


class Read(NamedTuple):
    """A read: its line, the function or declaration it stands in, and the code."""

    line: int
    where: str
    code: str
