"""Conditions that ``procedures.toml`` names, under which a step of a procedure needs nothing done in a hand."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.poker.rulings.common import deal_began, not_enough
from pitboss.poker.step import HandInPlay


def met(hand: HandInPlay, condition: str) -> bool:
    """True if a condition of a step holds in this hand."""
    return _CONDITIONS[condition](hand)


def _none_exposed(hand: HandInPlay) -> bool:
    return not any(event.verb == "exposed card" and event.seat for event in hand.events[deal_began(hand) :])


def _deal_complete(hand: HandInPlay) -> bool:
    return not (hand.queue and hand.queue[-1].deals)


def _deck_suffices(hand: HandInPlay) -> bool:
    return not not_enough(hand, 1)


def _several_live(hand: HandInPlay) -> bool:
    return hand.money.live & (hand.money.live - 1) != 0


_CONDITIONS: dict[str, Callable[[HandInPlay], bool]] = {
    "none exposed": _none_exposed,
    "deal complete": _deal_complete,
    "deck suffices": _deck_suffices,
    "several live": _several_live,
}
