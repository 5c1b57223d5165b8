"""The written procedures: what the floor states, when a ruling can arise, what is done step by step, by which rule."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the floor states with a ruling; without a default it must be said."""

    name: str
    kind: str
    says: str
    default: Any = None
    required: bool = True
    of: tuple[str, ...] = ()
    least: int = 1


@dataclass(frozen=True, slots=True)
class Act:
    """One step of a procedure."""

    does: str
    rule: str


@dataclass(frozen=True, slots=True)
class Procedure:
    """A ruling in words. ``by_itself``: the dealer does it unasked; ``between_hands``: it is not a matter of a hand."""

    name: str
    rule: str
    about: str
    when: str
    steps: tuple[Act, ...]
    facts: tuple[Fact, ...] = ()
    reading: str = ""
    by_itself: bool = False
    between_hands: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule it rests on, its own first."""
        return tuple(dict.fromkeys((self.rule, *(step.rule for step in self.steps))))

    def data(self) -> dict[str, Any]:
        """In plain data, for ``pitboss ruling --json``."""
        return {
            "name": self.name,
            "rule": self.rule,
            "rules": list(self.rules),
            "about": self.about,
            "when": self.when,
            "by_itself": self.by_itself,
            "between_hands": self.between_hands,
            "facts": [_fact_data(fact) for fact in self.facts],
            "steps": [{"does": step.does, "rule": step.rule} for step in self.steps],
            "reading": self.reading,
        }


def _fact_data(fact: Fact) -> dict[str, Any]:
    data: dict[str, Any] = {"name": fact.name, "kind": fact.kind, "says": fact.says, "required": fact.required}
    if not fact.required:
        data["default"] = fact.default
    if fact.of:
        data["of"] = list(fact.of)
    return data


@lru_cache(maxsize=1)
def procedures() -> dict[str, Procedure]:
    """Every written procedure by its name."""
    text = (Path(__file__).parent / "procedures.toml").read_text(encoding="utf-8")
    return {row["name"]: _procedure(row) for row in tomllib.loads(text)["ruling"]}


def procedure(name: str) -> Procedure:
    """The procedure of a ruling, forgiving case and hyphens; a rule's ID finds the first that rests on it."""
    wanted = _plain(name)
    for one in procedures().values():
        if wanted in (_plain(one.name), one.rule.lower().replace("-", " ")):
            return one
    for one in procedures().values():
        if wanted in [rule.lower().replace("-", " ") for rule in one.rules]:
            return one
    raise PitbossError(f"{name!r} is no ruling; rulings are {', '.join(procedures())}.")


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def _procedure(row: dict[str, Any]) -> Procedure:
    facts = tuple(
        Fact(name, said["kind"], said["says"], said.get("default"), "default" not in said, tuple(said.get("of", ())),
             said.get("least", 1))
        for name, said in row.get("facts", {}).items()
    )  # fmt: skip
    steps = tuple(Act(step["does"], step["rule"]) for step in row["steps"])
    rest = {key: value for key, value in row.items() if key not in ("facts", "steps")}
    return Procedure(facts=facts, steps=steps, **rest)
