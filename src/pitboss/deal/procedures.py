"""Procedures of rulings: the facts the floor states, when a ruling can arise, and its steps with their rules.

Each kind of game has one TOML file of ``[[ruling]]`` tables; the code that carries them out uses the same names.
:func:`read_facts` checks the facts the floor states against a procedure before anything is changed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from pitboss import cards
from pitboss.deal.deal import IllegalAction
from pitboss.errors import PitbossError


@dataclass(frozen=True, slots=True)
class RulingFact:
    """Something the floor states with a ruling; required unless it is optional or has a default."""

    name: str
    kind: str
    says: str
    default: Any = None
    required: bool = True
    of: tuple[str, ...] = ()
    least: int = 1

    def data(self) -> dict[str, Any]:
        """Plain data for ``pitboss ruling --json``."""
        data: dict[str, Any] = {"name": self.name, "kind": self.kind, "says": self.says, "required": self.required}
        if not self.required:
            data["default"] = self.default
        if self.of:
            data["of"] = list(self.of)
        return data


@dataclass(frozen=True, slots=True)
class Instruction:
    """One step of a procedure.

    ``act`` is the verb of the event that records it, if it is recorded as worded here; ``given`` names the fact that
    must be true for it ("persists": if it persists). ``met`` names a condition of the deal under which there is nothing
    to do here, and ``says`` is the sentence for it ("It is complete."). ``parts`` are the pieces of a step in which
    some words stand for a stated fact: ``{"words": "The player", "fact": "seat"}``.
    """

    does: str
    rule: str
    act: str = ""
    given: str = ""
    met: str = ""
    says: str = ""
    parts: tuple[dict[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The step as the words of an event."""
        return self.does[0].lower() + self.does[1:].rstrip(".")

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"does": self.does, "rule": self.rule}
        return (
            data | ({"given": self.given} if self.given else {}) | ({"parts": list(self.parts)} if self.parts else {})
        )


@dataclass(frozen=True, slots=True)
class Procedure:
    """The written procedure of a ruling.

    ``by_itself``: the dealer does it without the floor; ``between_hands``: it concerns no hand; ``needs``: what a game
    must have for it to arise (empty: any game); ``under``: the more general rulings whose rule in a game's file applies
    to it too.
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
    needs: str = ""
    under: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule it is based on, its own first."""
        return tuple(dict.fromkeys((self.rule, *(step.rule for step in self.steps))))

    def data(self) -> dict[str, Any]:
        """Plain data for ``pitboss ruling --json``."""
        return {
            "name": self.name,
            "kind": self.kind,
            "rule": self.rule,
            "rules": list(self.rules),
            "about": self.about,
            "when": self.when,
            "by_itself": self.by_itself,
            "between_hands": self.between_hands,
            "needs": self.needs,
            "facts": [fact.data() for fact in self.facts],
            "steps": [step.data() for step in self.steps],
            "reading": self.reading,
        }


# The files --------------------------------------------------------------------------------------------------------


def read_procedures(path: Path, kind: str) -> dict[str, Procedure]:
    """The procedures of a file by name."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["ruling"]
    return {row["name"]: _procedure(row, kind) for row in rows}


def _procedure(row: dict[str, Any], kind: str) -> Procedure:
    facts = tuple(_fact(name, entry) for name, entry in row.get("facts", {}).items())
    steps = tuple(_step(**step) for step in row["steps"])
    rest = {key: value for key, value in row.items() if key not in ("facts", "steps", "under")}
    return Procedure(kind=kind, facts=facts, steps=steps, under=tuple(row.get("under", ())), **rest)


def _step(does: str | list[Any], **rest: Any) -> Instruction:
    """A step; one written in pieces has ``{ seat = "The player" }`` where words stand for a fact."""
    if isinstance(does, str):
        return Instruction(does, **rest)
    parts = tuple(
        {"words": words} | ({"fact": fact} if fact else {})
        for piece in does
        for fact, words in (piece.items() if isinstance(piece, dict) else [("", piece)])
    )
    return Instruction("".join(part["words"] for part in parts), parts=parts, **rest)


def _fact(name: str, entry: dict[str, Any]) -> RulingFact:
    required = "default" not in entry and not entry.get("optional", False)
    of = tuple(entry.get("of", ()))
    return RulingFact(name, entry["kind"], entry["says"], entry.get("default"), required, of, entry.get("least", 1))


def find(procedures: Iterable[Procedure], name: str) -> list[Procedure]:
    """The procedures of this name; otherwise those of this rule; otherwise those with a step under this rule.

    Case and hyphens are ignored.
    """
    listed, wanted = list(procedures), _plain(name)
    by_name = [procedure for procedure in listed if wanted == _plain(procedure.name)]
    by_rule = [procedure for procedure in listed if wanted == _plain(procedure.rule)]
    return by_name or by_rule or [procedure for procedure in listed if wanted in map(_plain, procedure.rules)]


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


# What the floor states ----------------------------------------------------------------------------------------------

FactReader: TypeAlias = Callable[[RulingFact, Any], Any]


def read_facts(procedure: Procedure, stated: Mapping[str, Any], own: Mapping[str, FactReader]) -> dict[str, Any]:
    """Check and convert the stated facts; ``own`` converts the kinds of fact that only this kind of game has.

    An optional fact that is not stated is None.
    """
    known = {fact.name: fact for fact in procedure.facts}
    for name in stated:
        if name not in known:
            wanted = f"state {', '.join(known)}" if known else "it needs no facts"
            raise IllegalAction(f"{name!r} is not a fact of {procedure.name!r}; {wanted}.")
    readers = {**_READERS, **own}
    facts: dict[str, Any] = {}
    for fact in procedure.facts:
        value = stated.get(fact.name, fact.default)
        if value is None and fact.required:
            raise IllegalAction(f"{procedure.name!r} needs {fact.name}; state {fact.says}.")
        facts[fact.name] = None if value is None else readers[fact.kind](fact, value)
    return facts


def wrong_fact(fact: RulingFact, value: object, wanted: str) -> IllegalAction:
    """The error for a fact that cannot be used."""
    return IllegalAction(f"{fact.name} = {value!r} is not {wanted}; it says {fact.says}.")


def _text(fact: RulingFact, value: Any) -> str:
    if not isinstance(value, str) or (fact.required and not value.strip()):
        raise wrong_fact(fact, value, "a text")
    return value.strip()


def _flag(fact: RulingFact, value: Any) -> Any:
    return _checked(fact, value, type(value) is bool, "true or false")


def _choice(fact: RulingFact, value: Any) -> Any:
    return _checked(fact, value, value in fact.of, f"one of {', '.join(fact.of)}")


def _cents(fact: RulingFact, value: Any) -> Any:
    return _checked(fact, value, type(value) is int and value > 0, "an amount in whole cents")


def _count(fact: RulingFact, value: Any) -> Any:
    fits = type(value) is int and value >= fact.least
    return _checked(fact, value, fits, f"a whole number of at least {fact.least}")


def _amounts(fact: RulingFact, value: Any) -> list[int]:
    fits = isinstance(value, list | tuple) and len(value) >= 2
    fits = fits and all(type(cents) is int and cents > 0 for cents in value)
    return list(_checked(fact, value, fits, "a list of two or more amounts in whole cents"))


def _checked(fact: RulingFact, value: Any, fits: bool, wanted: str) -> Any:
    if not fits:
        raise wrong_fact(fact, value, wanted)
    return value


def _cards(fact: RulingFact, value: Any) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise wrong_fact(fact, value, "a text of cards such as 'As Td'")
    try:
        return cards.parse(value)
    except PitbossError as error:
        raise IllegalAction(str(error), rule=error.rule, cite=False) from None


def _card(fact: RulingFact, value: Any) -> int:
    parsed = _cards(fact, value)
    if len(parsed) != 1 or parsed[0] == cards.UNKNOWN:
        raise wrong_fact(fact, value, "one card such as As")
    return parsed[0]


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
