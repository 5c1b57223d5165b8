"""The written procedures of the poker room (``procedures.toml``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pitboss.deal.procedures import Procedure, RulingFact, find, read_procedures
from pitboss.errors import PitbossError

__all__ = ["Procedure", "RulingFact", "procedure", "procedures"]


@lru_cache(maxsize=1)
def procedures() -> dict[str, Procedure]:
    """Every written procedure by its name."""
    return read_procedures(Path(__file__).parent / "procedures.toml", "poker")


def procedure(name: str) -> Procedure:
    """The procedure of a ruling, forgiving case and hyphens; a rule's ID finds the first that rests on it."""
    named = find(procedures().values(), name)
    if not named:
        raise PitbossError(f"{name!r} is no ruling; rulings are {', '.join(procedures())}.")
    return named[0]
