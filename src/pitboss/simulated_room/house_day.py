"""A day of a table against the house: everyone plays by the strategy book, every round is dealt by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias

from pitboss.deal.record import SeatAct
from pitboss.deal.session_record import Placed
from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import bit
from pitboss.house.actions import action_text
from pitboss.house.definition import DecideStep, Definition
from pitboss.house.layout import PLAYERS
from pitboss.house.round import Round
from pitboss.house.session import HouseSession
from pitboss.house.session.spots import least_wagers
from pitboss.room.table import dealing
from pitboss.simulated_room.day import Day
from pitboss.simulation.book import book
from pitboss.simulation.play import Policy, Rounds, rounds
from pitboss.simulation.spots import Remembering, columns, draws

Stakes: TypeAlias = tuple[tuple[str, Fraction], ...]
MULTIPLES = 3
"""A visitor wagers up to this many times what the room's file says."""


@lru_cache(maxsize=8)
def ready(game: Definition, stakes: Stakes) -> tuple[Rounds, Policy]:
    """The rounds of a game with these stakes, and its strategy book."""
    made = rounds(game, dict(stakes))
    return made, book(made, dict(stakes))


def stakes_of(game: Definition, wagers: Mapping[str, int]) -> dict[str, int]:
    """The wagers of a spot in the order of the layout; the table's minimum if the room's file does not say."""
    given = wagers or least_wagers(game, game.limits)
    return {key: given[key] for key in game.wagers if given.get(key)}


def unit_of(game: Definition, stakes: Mapping[str, int]) -> int:
    """The cents of the wager in units of which all are counted."""
    return stakes[game.unit if game.unit in stakes else next(iter(stakes))]


def in_units(game: Definition, stakes: Mapping[str, int]) -> Stakes:
    unit = unit_of(game, stakes)
    return tuple((key, Fraction(cents, unit)) for key, cents in stakes.items())


class HouseDay(Day):
    """``chosen`` holds the decisions of the present hour: by spot and step of the script, offers and cards held."""

    session: HouseSession

    def begin_hour(self, seated: dict[int, str]) -> None:
        self.stakes = {seat: self._stakes(name) for seat, name in seated.items()}
        game = self.session.game.definition
        self.steps = {step.decision: at for at, step in enumerate(game.script) if isinstance(step, DecideStep)}
        if not seated:
            return
        orders = self.chance.decks(game.deck.cards, self.plan.rounds)
        sealed = [deck.order for deck in self.table.shoe.ready]  # before the hour began
        for at, order in enumerate(sealed):
            orders[at] = order
        self.mixer.ready = [tuple(order) for order in reversed(orders[len(sealed) :].tolist())]
        placed = tuple((seat, tuple(stakes)) for seat, stakes in self.stakes.items())
        places = draws(game, placed)
        if places is None:
            raise PitbossError(f"{game.name} cannot be simulated here: who is dealt cards depends on decisions.")
        self.chosen = {}
        for seat, stakes in self.stakes.items():
            made, policy = ready(game, in_units(game, stakes))
            memory = Remembering(policy)
            made.play(columns(game, orders, places[seat]), memory)
            self.chosen[seat] = {
                step: (made.paths.forks[step].offers, offers.tolist(), held.tolist())
                for step, (_, offers, held) in memory.chosen.items()
            }

    def _stakes(self, name: str) -> dict[str, int]:
        """The wagers of a visitor: the same ratio for all, so that one book serves them."""
        game = self.session.game.definition
        times = 1 + sum(name.encode()) % MULTIPLES
        return {key: times * cents for key, cents in stakes_of(game, self.plan.wagers).items()}

    def buy_in(self) -> int:
        total = sum(self.plan.wagers.values()) or 1_000
        return 500 * MULTIPLES * total

    def play_one(self, number: int, at: int, seated: dict[int, str]) -> None:
        if not seated:
            return
        for seat, stakes in self.stakes.items():
            if self.session.balance[seated[seat]] < 20 * sum(stakes.values()):
                self.do(at, partial(self.buy, seat, seated[seat]))
        before, tally = self.rack, self.tally
        self.do(at, partial(self._round, number))
        units = [unit_of(self.session.game.definition, stakes) for stakes in self.stakes.values()]
        squares = sum(unit * unit for unit in units)
        tally.rounds += 1
        tally.units += sum(units)
        tally.squares += squares
        tally.products += sum(units) ** 2 - squares
        tally.win += self.rack - before

    def _round(self, number: int) -> None:
        """Place wagers and play a round to its end."""
        for seat, stakes in self.stakes.items():
            self.table.do(Placed(seat, stakes))
        dealing.begin(self.table)
        deal = self.session.running
        assert isinstance(deal, Round), "a simulated round is dealt at once"
        while deal.actors:
            for seat in deal.actors:
                self.table.do(SeatAct(seat, self._said(deal, seat, number)))
        self.tally.handle += sum(line.stake for line in deal.lines if line.outcome != "bonus")

    def _said(self, deal: Round, seat: int, number: int) -> str:
        offers, chosen, held = self.chosen[seat][self.steps[deal.decision]]
        offer = offers[chosen[number]]
        if not offer.choice.hold:
            return action_text(offer, (), ())
        own = deal.layout.piles[PLAYERS[seat]]
        word = held[number]
        kept = tuple(card for card in own if not word or word >> bit(card) & 1)
        return action_text(offer, kept, tuple(card for card in own if card not in kept))
