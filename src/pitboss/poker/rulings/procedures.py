"""The procedures of the poker rulings (``procedures.toml``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pitboss.deal.procedures import Procedure, RulingFact, find, read_procedures
from pitboss.errors import PitbossError
from pitboss.poker.definition import PokerDefinition

__all__ = ["Procedure", "RulingFact", "of_game", "procedure", "procedures"]


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
    from pitboss.poker.rulings.board_cards import FLOP, RIVER, TURN, street_of

    has = {
        "": True,
        "flop": street_of(game, FLOP) >= 0,
        "turn": street_of(game, TURN) >= 0,
        "river": street_of(game, RIVER) >= 0,
        "blinds": game.stakes == "blinds",
        "common card": any(street.shortage for street in game.streets),
    }
    return [one for one in procedures().values() if has[one.needs]]
