"""Who opens by the cards he shows: the lowest up card, or the highest board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cards import Card

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


def opener(hand: Hand, opens: str) -> int:
    """The position of the live hand that opens, with or without chips (PK-36)."""
    live = [position for position in range(len(hand.seats)) if hand.live >> position & 1]
    if opens == "low card":
        return min(live, key=lambda position: min(hand.up[position]))  # the ace is high, the lowest suit first
    suits = hand.game.betting.board_ties == "suit"
    return max(live, key=lambda position: height([*hand.up[position], *hand.board], suits))


def height(cards: Sequence[Card], suits: bool) -> tuple[int, ...]:
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in groups)
    return (*shape, *([0] * (5 - len(shape))), *(rank for _, rank in groups), max(cards) if suits else 0)


def has_pair(cards: Sequence[Card]) -> bool:
    """Whether an open pair shows."""
    return len({card >> 2 for card in cards}) < len(cards)
