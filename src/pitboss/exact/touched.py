"""The wagers that a decision can affect."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.house.definition import Definition, Wager


def touched(game: Definition, wagers: Mapping[str, int]) -> dict[str, int]:
    """The wagers that a decision can affect; the others add the same constant to every option."""
    return {key: cents for key, cents in wagers.items() if not _untouched(game, game.wagers[key])}


def _untouched(game: Definition, wager: Wager) -> bool:
    """True if no decision changes the cards or the settlement of a wager."""
    hand = game.hands[wager.hand]
    fixed = hand.at == "deal" or not hand.own or not _throws(game)
    return fixed and not wager.against and (wager.stands or "fold" not in wager.outcomes)


def _throws(game: Definition) -> bool:
    """True if some option throws cards away."""
    return any(choice.hold for decision in game.decisions.values() for choice in decision.choices)
