"""The layout of the cards of many rounds: one column per card that is dealt, a set of cards per pile and round.

A round of one spot deals its cards in a fixed order; only what is turned, put out or discarded differs from round to
round. Whether a card is there and face up is one boolean for all rounds until they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.house.definition import PLAYER, JudgedHand

Words: TypeAlias = npt.NDArray[np.int64]
Truth: TypeAlias = "npt.NDArray[np.bool_] | np.bool_"

YES, NO = np.True_, np.False_


@dataclass
class DealtCard:
    """One card of every round: its bit, whether it still lies in its pile, and whether it is face up."""

    bits: Words
    there: Truth
    up: Truth


class CardLayout:
    """Piles of many rounds. ``bits[card, round]`` are the cards in the order they leave the deck."""

    def __init__(self, bits: Words) -> None:
        self.bits, self.rounds, self.next = bits, bits.shape[1], 0
        self.piles: dict[str, list[DealtCard]] = {}
        self.gone: dict[str, Words] = {}
        self.snapshots: dict[str, dict[str, Words]] = {}

    # What the dealer does --------------------------------------------------------------------------------------------

    def deal(self, pile: str, cards: int, up: bool, to: Truth = YES) -> None:
        """Cards to a pile; where ``to`` is false they stay out of the round, unseen like all others of the deck."""
        for _ in range(cards):
            self.piles.setdefault(pile, []).append(DealtCard(self.bits[self.next], to, to if up else NO))
            self.next += 1

    def burn(self, cards: int) -> None:
        self.next += cards

    def turn(self, pile: str, cards: int, when: Truth) -> None:
        """The first face-down cards of a pile, as many as asked (0: all)."""
        left: Any = np.where(when, cards or len(self.piles[pile]), 0)
        for card in self.piles[pile]:
            turned = card.there & ~card.up & (left > 0)
            card.up = card.up | turned
            left = left - turned

    def discard(self, pile: str, takes: int) -> None:
        """Face-up cards of a set leave a pile, still visible."""
        for card in self.piles[pile]:
            goes = card.there & card.up & ((card.bits & takes) != 0)
            card.there = card.there & ~goes
            self.gone[pile] = self.gone_from(pile) | np.where(goes, card.bits, 0)

    def keep(self, held: Words, when: Truth) -> None:
        """Keep these cards of the player and put the others out."""
        for card in self.piles[PLAYER]:
            card.there = (
                card.there & ((held & card.bits) != 0)
                if when is YES
                else card.there & (((held & card.bits) != 0) | ~when)
            )

    def remember(self, decision: str) -> None:
        """The piles of a hand judged at a decision: the player's cards and those that lie face up."""
        self.snapshots[decision] = {p: self.lying(p) if p == PLAYER else self.shown(p) for p in self.piles}

    # What lies there -------------------------------------------------------------------------------------------------

    def _sum(self, cards: Sequence[tuple[Words, Truth]]) -> Words:
        total = np.zeros(self.rounds, dtype=np.int64)
        for bits, there in cards:
            if there is YES:
                total |= bits
            elif there is not NO:
                total |= np.where(there, bits, 0)
        return total

    def lying(self, pile: str) -> Words:
        return self._sum([(card.bits, card.there) for card in self.piles.get(pile, ())])

    def shown(self, pile: str) -> Words:
        return self._sum([(card.bits, card.there & card.up) for card in self.piles.get(pile, ())])

    def any_up(self, pile: str) -> Truth:
        any_up: Truth = NO
        for card in self.piles.get(pile, ()):
            any_up = any_up | (card.there & card.up)
        return any_up

    def gone_from(self, pile: str) -> Words:
        gone = self.gone.get(pile)
        return np.zeros(self.rounds, dtype=np.int64) if gone is None else gone

    def dealt(self, pile: str) -> Words:
        return self._sum([(card.bits, YES) for card in self.piles.get(pile, ())])

    # What it is worth ------------------------------------------------------------------------------------------------

    def value(self, hand: JudgedHand) -> npt.NDArray[np.uint16]:
        """The value of a hand in every round."""
        from pitboss.exact.cards.hands import tables
        from pitboss.simulation.kernels import cards as compiled

        kernels: Any = compiled
        piles = {pile: self._moment(hand, pile) for pile in hand.of}
        out = np.zeros(self.rounds, dtype=np.uint16)
        if not hand.must:
            total = np.zeros(self.rounds, dtype=np.int64)
            for each in piles.values():
                total |= each
            kernels.best(total, tables(hand.ranking), out)
            return out
        free = np.zeros(self.rounds, dtype=np.int64)
        for pile, each in piles.items():
            if pile not in hand.must:
                free |= each
        stacked = np.stack([*(piles[pile] for pile in hand.must), free])
        counts = np.array([*hand.must.values(), 0], dtype=np.int64)
        kernels.best_made(stacked, counts, hand.ranking.cards, tables(hand.ranking), out)
        return out

    def _moment(self, hand: JudgedHand, pile: str) -> Words:
        if hand.at == "deal":
            return self.dealt(pile)
        return self.snapshots[hand.at][pile] if hand.at else self.lying(pile)
