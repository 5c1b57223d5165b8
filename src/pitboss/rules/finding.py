"""Findings: where a table, a house or a game goes beyond a rule, a law or an approval, but is not refused."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing the floor should know when a table opens.

    ``where`` is the key path or item concerned, ``found`` what it says, ``allowed`` what the source allows, ``source``
    the citation (a section of law, a letter of approval), ``rule`` the rule of the catalogue.
    """

    where: str
    found: str
    allowed: str
    source: str
    rule: str = ""

    def __str__(self) -> str:
        tail = f" [{self.rule}]" if self.rule else ""
        return f"{self.where}: {self.found}; {self.source} has {self.allowed}{tail}."
