"""The rule catalogue: every rule of the source documents, numbered, with the readings we chose.

One TOML file per family of rules, in our own words. A reading is our decision where a document is silent or contradicts
itself. A rule with the basis ``reading`` is entirely our decision; one with the basis ``external`` comes from the
regulation it cites, not from the documents.

>>> print(rule("S4-7").text)
Ante Bonus (straight flush or better) is paid on the Ante even when the player loses to the dealer.
>>> rule("S4-7").readings
('Not when the player folds.',)
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import PitbossError

__all__ = ["Family", "Rule", "RuleError", "catalogue", "families", "rule"]


FOLDER = Path(__file__).parent
ID = re.compile(r"[A-Z][A-Z0-9]-[1-9][0-9]*")
BASES = ("document", "reading", "external")
_KEYS = {"id", "game", "basis", "text", "readings"}


class RuleError(PitbossError):
    """A rule ID that is not in the catalogue, or an invalid catalogue file."""


class Rule(NamedTuple):
    """One rule: its text, our readings of it, and its basis."""

    id: str
    text: str
    readings: tuple[str, ...] = ()
    basis: str = "document"
    game: str = ""
    documents: tuple[str, ...] = ()

    @property
    def family(self) -> str:
        return self.id.partition("-")[0]

    @property
    def external(self) -> bool:
        """True if it comes from a regulation outside the source documents."""
        return self.basis == "external"

    def data(self) -> dict[str, Any]:
        """Plain data for ``pitboss rules --json``."""
        return {
            "id": self.id,
            "text": self.text,
            "readings": list(self.readings),
            "basis": self.basis,
            "external": self.external,
            "family": self.family,
            "game": self.game,
            "documents": list(self.documents),
        }


class Family(NamedTuple):
    """A family of rules: those of one game, or those that several games share."""

    name: str
    title: str
    kind: str
    documents: tuple[str, ...]
    rules: tuple[Rule, ...]


@cache
def families() -> dict[str, Family]:
    """The families in the order of the catalogue: house-banked games first, then poker, shared rules before games."""
    numbered = [_read(path) for path in FOLDER.glob("*.toml")]
    return {family.name: family for _, family in sorted(numbered, key=lambda pair: pair[0])}


@cache
def catalogue() -> dict[str, Rule]:
    """Every rule by its ID, in order."""
    return {rule.id: rule for family in families().values() for rule in family.rules}


def rule(id: str) -> Rule:
    """The rule with this ID, in any case."""
    match = catalogue().get(id.strip().upper())
    if match is None:
        raise RuleError(f"{id!r} is not a rule of the catalogue; {_hint(id.strip().upper())}")
    return match


def _hint(id: str) -> str:
    family = families().get(id.partition("-")[0])
    if family is None:
        return f"IDs look like T5-6, and the families are {', '.join(families())}."
    return f"{family.name} runs from {family.rules[0].id} to {family.rules[-1].id}."


def _read(path: Path) -> tuple[int, Family]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    documents = tuple(data["sources"])
    rules = tuple(_rule(path, entry, documents) for entry in data["rule"])
    return data["order"], Family(data["family"], data["title"], data["kind"], documents, rules)


def _rule(path: Path, data: dict[str, Any], documents: tuple[str, ...]) -> Rule:
    unknown = sorted(set(data) - _KEYS)
    if unknown or not ID.fullmatch(data.get("id", "")) or data.get("basis", "document") not in BASES:
        raise RuleError(f"{path.name}: the rule {data.get('id')!r} is not valid (unknown keys: {unknown}).")
    readings = tuple(map(_line, data.get("readings", ())))
    return Rule(**{**data, "text": _line(data["text"]), "readings": readings, "documents": documents})


def _line(text: str) -> str:
    return " ".join(text.split())
