"""Two spots of one round: how much their results vary together, since they share the dealer's hand and the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pitboss.exact.stakes import Group
from pitboss.house.definition import PLAYER, BurnStep, DealStep
from pitboss.shuffle import stream
from pitboss.simulation.book import book
from pitboss.simulation.play import Policy, Rounds, rounds

BATCH = 1 << 13


class Covariances(NamedTuple):
    """Per unit of each wager: ``same[a, b]`` on one spot, ``across[a, b]`` on two spots of one round."""

    same: dict[tuple[str, str], float]
    across: dict[tuple[str, str], float]
    rounds: int


def covariances(groups: Sequence[Group], many: int, seed: int = 1) -> Covariances:
    """The covariances of stake groups of one game, each played by its own best strategy, over ``many`` rounds."""
    prepared = [_prepared(group) for group in groups]
    wide = _wide(prepared[0][0])
    own = _own_columns(prepared[0][0])
    keys = [group.key for group in groups]
    first, second, products, crossed = _zeros(len(keys))
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


def _zeros(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    return np.zeros(size), np.zeros(size), np.zeros((size, size)), np.zeros((size, size))


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


def _wide(ready: Rounds) -> Rounds:
    """Deals the cards of a second spot after those of the first and the dealer: every order is as likely."""
    return replace(ready, cards=ready.cards + len(_own_columns(ready)))
