"""A view reduced to what a bot needs: cards, pot, price and options."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cards import UNKNOWN, Card
from pitboss.deal import Option, View


@dataclass(frozen=True)
class BotView:
    """The hand as one player sees it."""

    seat: int
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    others: tuple[tuple[Card, ...], ...]  # the up cards of every other live hand
    seen: frozenset[Card]  # every card seen, folded ones included
    pot: int
    price: int  # of a call
    options: dict[str, Option]  # the allowed ones, by word


def bot_view(view: View, seat: int) -> BotView:
    """Reduce the view of the player in this seat."""
    mine = f"player {seat}"
    others = [
        tuple(card for card in cards if card != UNKNOWN)
        for name, cards in view.piles.items()
        if name.startswith("player ") and name != mine and cards
    ]
    seen = {card for event in view.events for card in event.cards}
    seen.update(card for pile in view.piles.values() for card in pile)
    options = {option.word: option for option in view.legal[seat] if option.allowed}
    return BotView(
        seat=seat,
        own=view.piles[mine],
        board=view.piles["board"],
        others=tuple(others),
        seen=frozenset(seen - {UNKNOWN}),
        pot=view.chips["pot"],
        price=options["call"].cents if "call" in options else 0,
        options=options,
    )
