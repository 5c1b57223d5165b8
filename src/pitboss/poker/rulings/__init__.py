"""Irregularities: what the floor rules, at any moment it can arise, in every game where it can (PK-30).

Each ruling has a written procedure (``procedures.toml``: the facts it rests on, its steps, its rules) and a case that
carries it out. A ruling changes cards and chips through the same primitive acts as the dealer and writes what it did as
events with their rule; its facts are plain data, so that a hand with rulings is undone, dumped and replayed like any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.deal import IllegalAction, Option
from pitboss.poker.rulings import board_cards, chip_motions, dead_hands, facts, retrieving, wrong_cards
from pitboss.poker.rulings.common import Case
from pitboss.poker.rulings.procedures import Procedure, procedure, procedures
from pitboss.poker.rulings.wrong_cards import inspect

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand

__all__ = ["CASES", "Procedure", "call", "inspect", "options", "procedure", "procedures"]

CASES: dict[str, Case] = {
    **chip_motions.CASES,
    **wrong_cards.CASES,
    **board_cards.CASES,
    **dead_hands.CASES,
    **retrieving.CASES,
}


def call(hand: Hand, ruling: str, stated: dict[str, Any]) -> None:
    """Carry a ruling out, or raise with nothing changed."""
    found = procedures().get(ruling)
    if found is None or found.between_hands:
        names = ", ".join(CASES)
        raise IllegalAction(f"{ruling!r} is no ruling in a hand; rulings are {names}.")
    why = _why_not(hand, found)
    if why:
        raise IllegalAction(f"{ruling!r} cannot be ruled now: {why} ({found.rule}).")
    CASES[ruling].do(hand, facts.read(hand, found, stated), found.rule)


def options(hand: Hand) -> tuple[Option, ...]:
    """Every ruling: whether it can arise at this moment, or why not."""
    listed = []
    for found in procedures().values():
        if not found.between_hands:
            why = _why_not(hand, found)
            listed.append(Option(found.name, () if why else (found.name,), why=why and f"{why}.", rule=found.rule))
    return tuple(listed)


def _why_not(hand: Hand, found: Procedure) -> str:
    if found.by_itself:
        return "the dealer does it by himself where it arises"
    case = CASES[found.name]
    if hand.done and not case.after_the_hand:
        return "the hand is over"
    return case.why_not(hand)
