"""Several spots against one dealer: which cards of the deck each spot sees, as a round of one spot deals them.

The batch plays rounds of one spot. A round of several is as many of them that share the cards of the house: the same
deck, with each spot's own places in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.suits import bit
from pitboss.house.decisions import dealt_in
from pitboss.house.definition import PLAYER, BurnStep, DealStep, DecideStep, Definition
from pitboss.simulation.layout import CardLayout, Words
from pitboss.simulation.play import Numbers, Policy

Placed: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]
"""The spots of a round from the dealer's left, each with the wagers placed on it."""


@lru_cache(maxsize=4096)
def draws(game: Definition, placed: Placed) -> dict[int, tuple[int, ...]] | None:
    """For every spot, the positions in the deck of the cards a round of it alone would deal, in that order.

    None if who is dealt cards depends on decisions: then the positions differ from round to round.
    """
    decided = False
    taken: dict[int, list[int]] = {spot: [] for spot, _ in placed}
    place = 0
    for step in game.script:
        if isinstance(step, DecideStep):
            decided = True
        elif isinstance(step, BurnStep) or (isinstance(step, DealStep) and step.pile != PLAYER):
            cards = range(place, place + step.cards)
            place += step.cards
            for own in taken.values():
                own += cards
        elif isinstance(step, DealStep):
            if decided:
                return None
            spots = [spot for spot, wagers in placed if dealt_in(step, wagers)]
            own_cards: dict[int, list[int]] = {spot: [] for spot in spots}
            for _ in range(1 if step.packet else step.cards):
                for spot in spots:
                    many = step.cards if step.packet else 1
                    own_cards[spot] += range(place, place + many)
                    place += many
            for spot in spots:
                taken[spot] += own_cards[spot]
    return {spot: tuple(own) for spot, own in taken.items()}


@lru_cache(maxsize=64)
def _bits(cards: tuple[int, ...]) -> npt.NDArray[np.int64]:
    bits = np.zeros(256, dtype=np.int64)
    bits[list(cards)] = [1 << bit(card) for card in cards]
    return bits


def columns(game: Definition, orders: npt.NDArray[np.uint8], positions: Sequence[int]) -> Words:
    """The cards of one spot in many rounds, as :meth:`Rounds.play` takes them; a row of ``orders`` is a deck."""
    return np.ascontiguousarray(_bits(game.deck.cards)[orders[:, list(positions)]].T)


class Remembering:
    """A policy that keeps what another one chose: by step of the script, who was asked, the offers and cards held."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.chosen: dict[int, tuple[npt.NDArray[np.bool_], Numbers, Words]] = {}

    def choose(
        self, step: int, layout: CardLayout, states: Numbers, asked: npt.NDArray[np.bool_]
    ) -> tuple[Numbers, Words]:
        offers, held = self.policy.choose(step, layout, states, asked)
        self.chosen[step] = (asked, offers, held)
        return offers, held
