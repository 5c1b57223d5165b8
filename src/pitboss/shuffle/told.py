"""Check that a saved hand shows exactly the cards its seal reveals, in the order in which they lay in the deck.

A leaf shows that a card lay at a place of the sealed deck. A hand saved as JSON also lists the cards its viewer
saw; if those were others, the leaves alone would still hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.cards import TEXT, parse

_DEALT = ("deal", "dispense", "burn", "board")
"""Acts that take cards from the top of the deck."""
_RULED = ("boxed card", "exposed card", "foul hand", "misdeal", "reshuffle", "take back")
"""Rulings after which cards may lie elsewhere than they were dealt."""
_CARDS = frozenset(TEXT)


def disagreement(hand: Mapping[str, Any]) -> str:
    """Describe how a hand disagrees with the openings under its ``seals``; empty if it agrees, or shows no cards."""
    seals = [each for each in hand.get("seals", ()) if isinstance(each, dict)]
    events, piles = list(_events(hand)), _piles(hand)
    told = dict.fromkeys(card for event in events for card in _known(event.get("cards")))
    told |= dict.fromkeys(card for pile in piles for card in _known(pile))
    places = [place for seal in seals for place in _places(seal)]
    opened = {card for _, card in places}
    if not told or not places:
        return ""
    for card in told:
        if card not in opened:
            return f"the hand tells of the {card}, which no leaf opens"
    for seal in seals:
        for position, card in () if _whole(seal) else _places(seal):
            if card not in told:
                return f"the {card} at position {position} is opened, but the hand does not tell of it"
    if len(seals) == 1 and not any(event.get("verb") in _RULED for event in events):
        return _disorder(events, {card: position for position, card in places})
    return ""


def _disorder(events: list[Mapping[str, Any]], position: Mapping[str, int]) -> str:
    """The first card that is dealt after one that lay below it."""
    dealt = dict.fromkeys(
        card for event in events if event.get("verb") in _DEALT for card in _known(event.get("cards"))
    )
    last = -1
    for card in dealt:
        if position[card] < last:
            return f"the {card} lay at position {position[card]}, above a card that was dealt before it"
        last = position[card]
    return ""


def _events(hand: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    parts = [hand, *(step for step in _list(hand.get("steps")) if isinstance(step, dict))]
    for part in parts:
        yield from (event for event in _list(part.get("events")) if isinstance(event, dict))


def _piles(hand: Mapping[str, Any]) -> list[Any]:
    """The cards that lie on the table at the end."""
    steps = _list(hand.get("steps"))
    last = steps[-1] if steps and isinstance(steps[-1], dict) else hand
    piles = last.get("piles")
    return list(piles.values()) if isinstance(piles, dict) else []


def _known(cards: Any) -> list[str]:
    return [card for card in _list(cards) if isinstance(card, str) and card in _CARDS]


def _places(seal: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The positions that an opening opens, and the cards at them."""
    if isinstance(seal.get("order"), str):
        return [(position, TEXT[card]) for position, card in enumerate(parse(seal["order"]))]
    leaves = [leaf for leaf in _list(seal.get("leaves")) if isinstance(leaf, dict)]
    return [(leaf["position"], leaf["card"]) for leaf in leaves if {"position", "card"} <= leaf.keys()]


def _whole(seal: Mapping[str, Any]) -> bool:
    """True if an opening opens the whole deck, as for those who may see all of it."""
    return "leaves" not in seal or len(_list(seal["leaves"])) == seal.get("cards")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
