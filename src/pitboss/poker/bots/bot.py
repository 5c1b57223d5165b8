"""The protocol of bots, a view reduced to what they need, and a bot that plays at random.

A bot has no state. It picks one of the legal actions in its player's view; the same seed and view always give the same
choice, on every machine, after an undo and in a replay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pitboss.cards import UNKNOWN, Card
from pitboss.deal import Option, View
from pitboss.shuffle import Seeded, seeded

MASK = (1 << 64) - 1


class BotChoice(NamedTuple):
    """Arguments for ``deal.act(seat, action, cents)``."""

    action: str
    cents: int = 0


class Bot(Protocol):
    """Anything that can play a seat."""

    def choose(self, view: View, seat: int) -> BotChoice:
        """Choose one of the seat's legal actions."""
        ...


def rng_for(seed: int, view: View, seat: int) -> Seeded:
    """Random numbers that depend only on the seed, the seat and the view's version."""
    return seeded((seed * 0x9E3779B97F4A7C15 + view.version * 1_000_003 + seat) & MASK)


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


class RandomLegal:
    """Plays legal actions at random; useful in tests."""

    def __init__(self, seed: int, fold: bool = True) -> None:
        self.seed = seed
        self.fold = fold  # False: fold only if nothing else is legal, so showdowns are frequent

    def choose(self, view: View, seat: int) -> BotChoice:
        rng = rng_for(self.seed, view, seat)
        options = [option for option in view.legal[seat] if option.allowed]
        if not self.fold and len(options) > 1:
            options = [option for option in options if option.word != "fold"]
        option = options[rng.below(len(options))]
        action = option.actions[rng.below(len(option.actions))]
        if not option.high:
            return BotChoice(action)
        choices = [cents for cents in sorted({option.low, option.high}) if option.takes(cents)]
        return BotChoice(action, choices[rng.below(len(choices))])
