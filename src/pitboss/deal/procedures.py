"""Rulings of either kind as written procedures: what the floor states, when one can arise, what is done, by which rule.

The procedures of a kind of game are one TOML file of ``[[ruling]]`` tables; the code that carries them out has the same
names. :func:`read_facts` checks what the floor states against a procedure before anything is changed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from pitboss import cards
from pitboss.deal.deal import IllegalAction
from pitboss.errors import PitbossError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RulingFact:
    """Something the floor states with a ruling; unless it has a default or is optional, it must be said."""

    name: str
    kind: str
    says: str
    default: Any = None
    required: bool = True
    of: tuple[str, ...] = ()
    least: int = 1

    def data(self) -> dict[str, Any]:
        """In plain data, for ``pitboss ruling --json``."""
        data: dict[str, Any] = {"name": self.name, "kind": self.kind, "says": self.says, "required": self.required}
        if not self.required:
            data["default"] = self.default
        if self.of:
            data["of"] = list(self.of)
        return data


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a procedure. ``act`` is the verb under which the dealer's act is written down as it stands here;
    ``given`` names the fact that must be true for it ("persists": if it persists)."""

    does: str
    rule: str
    act: str = ""
    given: str = ""

    @property
    def words(self) -> str:
        """As an event tells it."""
        return self.does[0].lower() + self.does[1:].rstrip(".")

    def data(self) -> dict[str, Any]:
        return {"does": self.does, "rule": self.rule} | ({"given": self.given} if self.given else {})


@dataclass(frozen=True, slots=True)
class Procedure:
    """A ruling in words.

    ``by_itself``: the dealer does it unasked; ``between_hands``: it is not a matter of a hand; ``under``: the rulings
    it is a kind of, whose rule in a game's file is its own too.
    """

    name: str
    kind: str
    rule: str
    about: str
    when: str
    steps: tuple[Instruction, ...]
    facts: tuple[RulingFact, ...] = ()
    reading: str = ""
    by_itself: bool = False
    between_hands: bool = False
    under: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule it rests on, its own first."""
        return tuple(dict.fromkeys((self.rule, *(step.rule for step in self.steps))))

    def data(self) -> dict[str, Any]:
        """In plain data, for ``pitboss ruling --json``."""
        return {
            "name": self.name,
            "kind": self.kind,
            "rule": self.rule,
            "rules": list(self.rules),
            "about": self.about,
            "when": self.when,
            "by_itself": self.by_itself,
            "between_hands": self.between_hands,
            "facts": [fact.data() for fact in self.facts],
            "steps": [step.data() for step in self.steps],
            "reading": self.reading,
        }


class Case(NamedTuple, Generic[T]):
    """A ruling at work on a hand or round: why it cannot arise now (empty: it can), and what is done."""

    why_not: Callable[[T], str]
    do: Callable[[T, dict[str, Any], str], None]
    after_the_hand: bool = False


# The files --------------------------------------------------------------------------------------------------------


def read_procedures(path: Path, kind: str) -> dict[str, Procedure]:
    """Every procedure of a file by its name."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["ruling"]
    return {row["name"]: _procedure(row, kind) for row in rows}


def _procedure(row: dict[str, Any], kind: str) -> Procedure:
    facts = tuple(_fact(name, said) for name, said in row.get("facts", {}).items())
    steps = tuple(Instruction(**step) for step in row["steps"])
    rest = {key: value for key, value in row.items() if key not in ("facts", "steps", "under")}
    return Procedure(kind=kind, facts=facts, steps=steps, under=tuple(row.get("under", ())), **rest)


def _fact(name: str, said: dict[str, Any]) -> RulingFact:
    required = "default" not in said and not said.get("optional", False)
    of = tuple(said.get("of", ()))
    return RulingFact(name, said["kind"], said["says"], said.get("default"), required, of, said.get("least", 1))


def find(every: Iterable[Procedure], name: str) -> list[Procedure]:
    """The procedures of that name, or else those a rule is about, or else those with a step by it; case and hyphens do
    not matter."""
    listed, wanted = list(every), _plain(name)
    by_name = [one for one in listed if wanted == _plain(one.name)]
    by_rule = [one for one in listed if wanted == _plain(one.rule)]
    return by_name or by_rule or [one for one in listed if wanted in map(_plain, one.rules)]


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


# What the floor states ----------------------------------------------------------------------------------------------

FactReader: TypeAlias = Callable[[RulingFact, Any], Any]


def read_facts(procedure: Procedure, stated: Mapping[str, Any], own: Mapping[str, FactReader]) -> dict[str, Any]:
    """The facts in the engine's own terms; ``own`` reads the kinds of fact that only this kind of game has.

    An optional fact that is not stated is None.
    """
    known = {fact.name: fact for fact in procedure.facts}
    for name in stated:
        if name not in known:
            wanted = f"state {', '.join(known)}" if known else "it needs no facts"
            raise IllegalAction(f"{name!r} says nothing about {procedure.name!r}; {wanted}.")
    readers = {**_READERS, **own}
    facts: dict[str, Any] = {}
    for fact in procedure.facts:
        value = stated.get(fact.name, fact.default)
        if value is None and fact.required:
            raise IllegalAction(f"{procedure.name!r} is ruled with {fact.name}: {fact.says}.")
        facts[fact.name] = None if value is None else readers[fact.kind](fact, value)
    return facts


def wrong_fact(fact: RulingFact, value: object, wanted: str) -> IllegalAction:
    """Why a fact cannot be read."""
    return IllegalAction(f"{fact.name} = {value!r} is not {wanted}; it says {fact.says}.")


def _flag(fact: RulingFact, value: Any) -> bool:
    if type(value) is not bool:
        raise wrong_fact(fact, value, "true or false")
    return value


def _text(fact: RulingFact, value: Any) -> str:
    if not isinstance(value, str) or (fact.required and not value.strip()):
        raise wrong_fact(fact, value, "a text")
    return value.strip()


def _choice(fact: RulingFact, value: Any) -> str:
    if value not in fact.of:
        raise wrong_fact(fact, value, f"one of {', '.join(fact.of)}")
    return str(value)


def _cents(fact: RulingFact, value: Any) -> int:
    if type(value) is not int or value <= 0:
        raise wrong_fact(fact, value, "an amount in whole cents")
    return value


def _count(fact: RulingFact, value: Any) -> int:
    if type(value) is not int or value < fact.least:
        raise wrong_fact(fact, value, f"a number from {fact.least} up")
    return value


def _amounts(fact: RulingFact, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) < 2 or any(type(one) is not int or one <= 0 for one in value):
        raise wrong_fact(fact, value, "a list of two or more amounts in whole cents")
    return list(value)


def _cards(fact: RulingFact, value: Any) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise wrong_fact(fact, value, "a text of cards such as 'As Td'")
    try:
        return cards.parse(value)
    except PitbossError as error:
        raise IllegalAction(str(error)) from None


def _card(fact: RulingFact, value: Any) -> int:
    named = _cards(fact, value)
    if len(named) != 1 or named[0] == cards.UNKNOWN:
        raise wrong_fact(fact, value, "one card such as As")
    return named[0]


_READERS: dict[str, FactReader] = {
    "flag": _flag,
    "text": _text,
    "choice": _choice,
    "cents": _cents,
    "count": _count,
    "amounts": _amounts,
    "cards": _cards,
    "card": _card,
}
