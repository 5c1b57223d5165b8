"""Rounds of ``house.Round``, one after the other, with decisions from any function: a slow check of the batch.

It shares only the game's file and the settlement with the batch: chips are moved in cents, and decisions are
strings as a person would type them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from pitboss.deal.deal import Mixer
from pitboss.deal.event import CardsDealt
from pitboss.deal.record import SeatAct
from pitboss.deal.round_events import CardsTurned
from pitboss.house.definition import PLAYER
from pitboss.house.game import Game
from pitboss.house.round import Round
from pitboss.simulation.tally import Tally

Chooser: TypeAlias = Callable[[Round], str]
"""The answer of the one spot of a round when it is asked."""

SPOT = 1


def play(game: Game, stakes: Mapping[str, Fraction], many: int, shuffle: Mixer, choose: Chooser, unit: int) -> Tally:
    """Play ``many`` rounds of one spot; ``unit`` is one unit in cents, so large that no payout is rounded."""
    total = Tally()
    cents = {key: int(stake * unit) for key, stake in stakes.items() if stake}
    for _ in range(many):
        total.add(_one(game, cents, shuffle, choose, unit))
    return total


def _one(game: Game, cents: Mapping[str, int], shuffle: Mixer, choose: Chooser, unit: int) -> Tally:
    deal = game.deal({SPOT: cents}, shuffle=shuffle, limits="none", jurisdiction="none")
    while not deal.done:
        deal.act(SPOT, choose(deal))
    tally = Tally(rounds=1, folds=int(SPOT in deal.folded))
    tally.nets[Fraction(sum(deal.net().values()), unit)] = 1
    wagered = Fraction(0)
    for line in deal.lines:
        row = (line.wager, line.outcome, line.hand, Fraction(-1) if line.result == "lose" else line.odds)
        tally.lines[row] = tally.lines.get(row, 0) + 1
        if line.outcome != "bonus":
            wagered += Fraction(line.stake, unit)
    tally.wagered[wagered] = 1
    return tally


def by_advice(game: Game, stakes: Mapping[str, Fraction]) -> Chooser:
    """A chooser that takes the best advice for these wagers, from what the player sees alone."""
    from pitboss.exact.advice import ask

    def choose(deal: Round) -> str:
        shown: dict[str, list[int]] = {}
        for event in deal.events:
            if event.up and isinstance(event, CardsDealt | CardsTurned) and event.pile in game.definition.piles:
                shown.setdefault(event.pile, []).extend(event.cards)
        own = deal.layout.piles.get(f"{PLAYER} {SPOT}", [])
        return ask(game.definition, tuple(own), shown, stakes, _did(deal)).best

    return choose


def _did(deal: Round) -> tuple[str, ...]:
    """The decisions of the spot so far in this round."""
    return tuple(entry.action for entry in deal.record.entries if isinstance(entry, SeatAct) and entry.seat == SPOT)
