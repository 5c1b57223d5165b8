"""Several spots against one dealer: the cards of the deck each spot sees, and how much their results vary together.

The batch plays rounds of one spot. A round of several spots is played as several such rounds that share
the cards of the house: the same deck, with separate places for each spot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import bit
from pitboss.exact.stakes import Group
from pitboss.house.decisions import dealt_in
from pitboss.house.definition import PLAYER, BurnStep, DealStep, DecideStep, Definition
from pitboss.shuffle import stream
from pitboss.simulation.book import book
from pitboss.simulation.play import CardLayout, Numbers, Policy, Rounds, Words, rounds

BATCH = 1 << 13


class Covariances(NamedTuple):
    """Per unit of each wager: ``same[a, b]`` on one spot, ``across[a, b]`` on two spots of one round."""

    same: dict[tuple[str, str], float]
    across: dict[tuple[str, str], float]
    rounds: int


def covariances(groups: Sequence[Group], many: int, seed: int = 1) -> Covariances:
    """The covariances of stake groups of one game, each played by its own best strategy, over ``many`` rounds."""
    prepared = [_prepared(group) for group in groups]
    alone = prepared[0][0]
    own = _own_columns(alone)
    # the cards of a second spot come after those of the first and the dealer: every order is as likely
    wide = replace(alone, cards=alone.cards + len(own))
    keys = [group.key for group in groups]
    first, second = np.zeros((2, len(keys)))
    products, crossed = np.zeros((2, len(keys), len(keys)))
    state, played = stream(seed, 0), 0
    while played < many:
        state, bits = wide.deal(state, min(BATCH, many - played))
        cards = len(bits) - len(own)
        one, two = bits[:cards], bits[:cards].copy()
        two[own] = bits[cards:]
        here = np.array([_nets(ready, policy, one) for ready, policy in prepared])
        there = np.array([_nets(ready, policy, two) for ready, policy in prepared])
        first += here.sum(axis=1)
        second += there.sum(axis=1)
        products += here @ here.T + there @ there.T
        crossed += here @ there.T
        played += bits.shape[1]
    mean = (first + second) / (2 * played)
    same = products / (2 * played) - np.outer(mean, mean)
    across = (crossed + crossed.T) / (2 * played) - np.outer(mean, mean)
    pairs = [(at, other) for at in range(len(keys)) for other in range(at, len(keys))]
    return Covariances(
        {(keys[at], keys[other]): float(same[at, other]) for at, other in pairs},
        {(keys[at], keys[other]): float(across[at, other]) for at, other in pairs},
        played,
    )


def _prepared(group: Group) -> tuple[Rounds, Policy]:
    ready = rounds(group.game, dict(group.stakes))
    return ready, book(ready, dict(group.stakes))


def _nets(ready: Rounds, policy: Policy, bits: np.ndarray) -> np.ndarray:
    return ready.play(bits, policy).nets / ready.worth.scale


def _own_columns(ready: Rounds) -> list[int]:
    """The places of the player's own cards among those that leave the deck."""
    columns, at = list[int](), 0
    for step in ready.game.script:
        if isinstance(step, DealStep | BurnStep):
            if isinstance(step, DealStep) and step.pile == PLAYER:
                columns += range(at, at + step.cards)
            at += step.cards
    return columns


Placed: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]
"""The spots of a round from the dealer's left, each with the wagers placed on it."""


@lru_cache(maxsize=4096)
def draws(game: Definition, placed: Placed) -> dict[int, tuple[int, ...]] | None:
    """For every spot, the positions in the deck of the cards a round of it alone would deal, in that order.

    None if decisions change who is dealt cards: the positions then differ from round to round.
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
    """A policy that records the choices of another: by step of the script, the rounds asked, offers and cards held."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.chosen: dict[int, tuple[npt.NDArray[np.bool_], Numbers, Words]] = {}

    def choose(
        self, step: int, layout: CardLayout, states: Numbers, asked: npt.NDArray[np.bool_]
    ) -> tuple[Numbers, Words]:
        offers, held = self.policy.choose(step, layout, states, asked)
        self.chosen[step] = (asked, offers, held)
        return offers, held
