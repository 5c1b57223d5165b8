"""The procedures of the poker rulings (``procedures.toml``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pitboss.deal.procedures import Procedure, RulingFact, find, read_procedures
from pitboss.errors import PitbossError

__all__ = ["Procedure", "RulingFact", "procedure", "procedures"]


@lru_cache(maxsize=1)
def procedures() -> dict[str, Procedure]:
    """Every procedure, by name."""
    return read_procedures(Path(__file__).parent / "procedures.toml", "poker")


def procedure(name: str) -> Procedure:
    """The procedure of a ruling, or the first one of a rule; case and hyphens are ignored."""
    matches = find(procedures().values(), name)
    if not matches:
        raise PitbossError(f"{name!r} is not a ruling; rulings are {', '.join(procedures())}.")
    return matches[0]
