"""The most the house may have to pay on wagers, before a round and while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss import money
from pitboss.house import settlement
from pitboss.house.decisions import change, offers
from pitboss.house.definition import Definition, Wager

BONUS = "bonus"


def liability(game: Definition, stakes: Mapping[str, int]) -> int:
    """The most cents the house may pay on the wagers of one spot, with all that decisions may still add.

    Every wager is counted at its best outcome, whether or not one hand can bring them all.
    """
    most = dict(stakes)
    for decision in game.decisions.values():
        for offer in offers(decision):
            for key, cents in change(game, stakes, offer).placed.items():
                if key not in stakes:
                    most[key] = max(most.get(key, 0), cents)
    return sum(money.pay(cents, odds).cents for key, cents in most.items() for odds in best_odds(game.wagers[key]))


@lru_cache(maxsize=1024)
def best_odds(wager: Wager) -> tuple[Fraction, Fraction]:
    """The best odds a wager can be paid at, and those of the bonus on top of them."""
    every = settlement.endings(wager)
    return (
        max((ending.odds for ending in every if ending.outcome != BONUS), default=Fraction(0)),
        max((ending.odds for ending in every if ending.outcome == BONUS), default=Fraction(0)),
    )
