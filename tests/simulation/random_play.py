"""Random decisions for a batch of rounds, and the same rounds at the card room's own table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.exact.cards.hands import cards_of, word
from pitboss.house.actions import action_text
from pitboss.house.decisions import holds
from pitboss.house.definition import PLAYER, DecideStep
from pitboss.house.game import Game
from pitboss.simulation.play import CardLayout, Rounds
from tests.simulation.plain_rounds import SPOT

UNIT = 120
"""Cents in a unit, chosen so that no odds here leave a fraction of a cent."""


class AtRandom:
    """A policy that chooses any legal action, and remembers what it chose."""

    def __init__(self, rounds: Rounds, seed: int = 0) -> None:
        self.rounds, self.random = rounds, np.random.default_rng(seed)
        self.log: dict[int, tuple[np.ndarray, np.ndarray]] = {}

    def choose(
        self, step: int, layout: CardLayout, states: np.ndarray, asked: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        fork, game = self.rounds.paths.forks[step], self.rounds.game
        needs = any(offer.choice.needs for offer in fork.offers)
        judged = layout.value(game.hands[PLAYER]) if needs else np.zeros(layout.rounds)
        own = layout.lying(PLAYER)
        offers, held = np.zeros(layout.rounds, np.int64), np.zeros(layout.rounds, np.int64)
        for i in np.flatnonzero(asked):
            fits = [
                k
                for k, offer in enumerate(fork.offers)
                if fork.to[states[i], k] >= 0 and judged[i] >= offer.choice.needs
            ]
            offers[i] = self.random.choice(fits)
            choice = fork.offers[offers[i]].choice
            if choice.hold:
                ways = list(holds(choice.hold, cards_of(int(own[i]))))
                held[i] = word(ways[self.random.integers(len(ways))][0])
        self.log[step] = offers, held
        return offers, held


class Fixed:
    """A shuffle that always gives the same order."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def mix(self, cards: object) -> tuple[int, ...]:
        return self.order


def order_of(game: Game, bits: np.ndarray) -> tuple[int, ...]:
    """A whole deck that begins with the cards of one round of a batch."""
    dealt = [card for each in bits for card in cards_of(int(each))]
    return (*dealt, *(card for card in game.definition.deck.cards if card not in dealt))


def at_the_table(game: Game, policy: AtRandom, stakes: dict[str, Fraction], bits: np.ndarray, i: int) -> Fraction:
    """The net result of round i of a batch, played at the card room's table with the same cards and decisions."""
    cents = {key: int(stake * UNIT) for key, stake in stakes.items()}
    deal = game.deal({SPOT: cents}, shuffle=Fixed(order_of(game, bits[:, i])))
    steps = {s.decision: at for at, s in enumerate(game.definition.script) if isinstance(s, DecideStep)}
    while not deal.done:
        step = steps[deal.decision]
        offers, held = policy.log[step]
        own = tuple(deal.layout.piles.get(f"{PLAYER} {SPOT}", ()))
        kept = tuple(card for card in own if not held[i] or card in cards_of(int(held[i])))
        out = tuple(card for card in own if card not in kept)
        deal.act(SPOT, action_text(policy.rounds.paths.forks[step].offers[offers[i]], kept, out))
    assert not any(line.breakage for line in deal.lines), "take a finer unit"
    return Fraction(sum(deal.net().values()), UNIT)
