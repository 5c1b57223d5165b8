"""What the floor states with a ruling, checked against its procedure before anything is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.errors import PitbossError
from pitboss.poker.rulings.procedures import Fact, Procedure

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


def read(hand: Hand, procedure: Procedure, stated: Mapping[str, Any]) -> dict[str, Any]:
    """The facts in the hand's own terms: seats as positions, cards as numbers."""
    known = {fact.name: fact for fact in procedure.facts}
    for name in stated:
        if name not in known:
            wanted = f"state {', '.join(known)}" if known else "it needs no facts"
            raise IllegalAction(f"{name!r} says nothing about a {procedure.name}; {wanted}.")
    found: dict[str, Any] = {}
    for fact in procedure.facts:
        value = stated.get(fact.name, fact.default)
        if value is None:
            raise IllegalAction(f"a {procedure.name} is ruled with {fact.name}: {fact.says}.")
        found[fact.name] = _READERS[fact.kind](hand, fact, value)
    return found


def _wrong(fact: Fact, value: object, wanted: str) -> IllegalAction:
    return IllegalAction(f"{fact.name} = {value!r} is not {wanted}; it says {fact.says}.")


def _seat(hand: Hand, fact: Fact, value: Any) -> int:
    if type(value) is not int or value not in hand.index:
        raise _wrong(fact, value, f"a seat of this hand ({', '.join(map(str, sorted(hand.seats)))})")
    return hand.index[value]


def _flag(hand: Hand, fact: Fact, value: Any) -> bool:
    if type(value) is not bool:
        raise _wrong(fact, value, "true or false")
    return value


def _text(hand: Hand, fact: Fact, value: Any) -> str:
    if not isinstance(value, str) or (fact.required and not value.strip()):
        raise _wrong(fact, value, "a text")
    return value.strip()


def _choice(hand: Hand, fact: Fact, value: Any) -> str:
    if value not in fact.of:
        raise _wrong(fact, value, f"one of {', '.join(fact.of)}")
    return str(value)


def _cents(hand: Hand, fact: Fact, value: Any) -> int:
    if type(value) is not int or value <= 0:
        raise _wrong(fact, value, "an amount in whole cents")
    return value


def _count(hand: Hand, fact: Fact, value: Any) -> int:
    if type(value) is not int or value < fact.least:
        raise _wrong(fact, value, f"a number from {fact.least} up")
    return value


def _amounts(hand: Hand, fact: Fact, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) < 2 or any(type(one) is not int or one <= 0 for one in value):
        raise _wrong(fact, value, "a list of two or more amounts in whole cents")
    return list(value)


def _cards(hand: Hand, fact: Fact, value: Any) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise _wrong(fact, value, "a text of cards such as 'As Td'")
    try:
        return cards.parse(value)
    except PitbossError as error:
        raise IllegalAction(str(error)) from None


def _card(hand: Hand, fact: Fact, value: Any) -> int:
    found = _cards(hand, fact, value)
    if len(found) != 1 or found[0] == cards.UNKNOWN:
        raise _wrong(fact, value, "one card such as As")
    return found[0]


_READERS: dict[str, Callable[[Hand, Fact, Any], Any]] = {
    "seat": _seat,
    "flag": _flag,
    "text": _text,
    "choice": _choice,
    "cents": _cents,
    "count": _count,
    "amounts": _amounts,
    "cards": _cards,
    "card": _card,
}
