"""The procedures of the poker rulings (``procedures.toml``): their facts, and what their steps depend on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.deal.procedures import Procedure, RulingFact, find, read_facts, read_procedures, wrong_fact
from pitboss.errors import PitbossError
from pitboss.poker.definition import PokerDefinition
from pitboss.poker.rulings.board_cards import FLOP, RIVER, TURN, street_of
from pitboss.poker.rulings.common import deal_began, not_enough
from pitboss.poker.step import HandInPlay

__all__ = ["Procedure", "RulingFact", "facts_of", "met", "of_game", "procedure", "procedures"]


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


def of_game(game: PokerDefinition) -> list[Procedure]:
    """The procedures of the rulings that can arise in a game."""
    has = {
        "": True,
        "flop": street_of(game, FLOP) >= 0,
        "turn": street_of(game, TURN) >= 0,
        "river": street_of(game, RIVER) >= 0,
        "blinds": game.stakes == "blinds",
        "common card": any(street.shortage for street in game.streets),
    }
    return [one for one in procedures().values() if has[one.needs]]


def facts_of(hand: HandInPlay, procedure: Procedure, stated: Mapping[str, Any]) -> dict[str, Any]:
    """The checked facts of a ruling by name, with seats converted to positions."""

    def seat(fact: RulingFact, value: Any) -> int:
        if type(value) is not int or value not in hand.index:
            raise wrong_fact(fact, value, f"a seat of this hand ({', '.join(map(str, sorted(hand.seats)))})")
        return hand.index[value]

    return read_facts(procedure, stated, {"seat": seat})


def met(hand: HandInPlay, condition: str) -> bool:
    """True if a condition that a step names holds in this hand, so that there is nothing to do."""
    dealt = hand.events[deal_began(hand) :]
    holds = {
        "none exposed": not any(event.verb == "exposed card" and event.seat for event in dealt),
        "deal complete": not (hand.queue and hand.queue[-1].deals),
        "deck suffices": not not_enough(hand, 1),
        "several live": hand.money.live & (hand.money.live - 1) != 0,
    }
    return holds[condition]
