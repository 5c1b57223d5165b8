"""Rulings on irregularities, at any time and in any game in which they can arise (PK-30).

Each ruling has a procedure (``procedures.toml``: its facts, steps and rules) and a case that carries it out. Rulings
change cards and chips by the same methods as the dealer and record events with their rule. Their facts are plain data,
so a hand with rulings can be undone, dumped and replayed like any other.
"""

from __future__ import annotations

from typing import Any

from pitboss.deal import IllegalAction, Option
from pitboss.poker.rulings import board_cards, chip_motions, dead_hands, retrieving, wrong_cards
from pitboss.poker.rulings.common import Case
from pitboss.poker.rulings.procedures import Procedure, facts_of, of_game, procedure, procedures
from pitboss.poker.rulings.wrong_cards import inspect
from pitboss.poker.step import HandInPlay

__all__ = ["CASES", "Procedure", "call", "inspect", "of_game", "options", "procedure", "procedures"]

# One list for the games of every house, although the documents print some rulings under one house's Hold'em (PK-30).
CASES: dict[str, Case] = {
    **chip_motions.CASES,
    **wrong_cards.CASES,
    **board_cards.CASES,
    **dead_hands.CASES,
    **retrieving.CASES,
}


def call(hand: HandInPlay, ruling: str, stated: dict[str, Any]) -> None:
    """Carry out a ruling, or raise without changing the hand."""
    procedure = procedures().get(ruling)
    if procedure is None or procedure.between_hands:
        names = ", ".join(CASES)
        raise IllegalAction(f"{ruling!r} is not a ruling for a hand; rulings are {names}.")
    why = _why_not(hand, procedure)
    if why:
        raise IllegalAction(f"{ruling!r} cannot be ruled now: {why}.", rule=procedure.rule)
    CASES[ruling].do(hand, facts_of(hand, procedure, stated), procedure.rule)


def options(hand: HandInPlay) -> tuple[Option, ...]:
    """Every ruling as an option: allowed if it can arise now, else with the reason."""
    rulings = []
    for ruling in procedures().values():
        if not ruling.between_hands:
            why = _why_not(hand, ruling)
            rulings.append(Option(ruling.name, () if why else (ruling.name,), why=why, rule=ruling.rule))
    return tuple(rulings)


def _why_not(hand: HandInPlay, ruling: Procedure) -> str:
    if ruling.by_itself:
        return "the dealer does it without a call where it arises"
    case = CASES[ruling.name]
    if hand.done and not case.after_the_hand:
        return "the hand is over"
    if hand.piles.known is not None and case.needs_deck:
        return "the hand is dealt from known cards, without a deck"
    return case.why_not(hand)
