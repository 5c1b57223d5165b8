"""The written procedures of rulings, by kind of table."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from pitboss.deal.procedures import Procedure

MODULES = {"house": "pitboss.house.rulings", "poker": "pitboss.poker.rulings.procedures"}


def procedure(kind: str, name: str) -> Procedure | None:
    """The procedure of a ruling, or None if it has none."""
    return _all(kind).get(name)


@cache
def _all(kind: str) -> dict[str, Procedure]:
    procedures: dict[str, Procedure] = import_module(MODULES[kind]).procedures()
    return procedures
