"""The course of a table's simulated day: opening, people coming and going, fills, the count at closing.

The real table of the room is driven, a whole round at a time, so that its log is written like any other table's.
Against the house everyone plays by the strategy book; every round and hand is dealt by the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeAlias

import msgspec

from pitboss.deal.record import SeatAct
from pitboss.deal.session import Session
from pitboss.deal.session_record import Bought, Left, Placed, Sat
from pitboss.deal.view import Option
from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import bit
from pitboss.exact.sheet.changes import with_pay
from pitboss.house.actions import action_text
from pitboss.house.definition import DecideStep, Definition
from pitboss.house.game import Game, load
from pitboss.house.layout import PLAYERS
from pitboss.house.round import Round
from pitboss.house.session import HouseSession
from pitboss.house.session.spots import least_wagers
from pitboss.kinds import KINDS
from pitboss.move import Move
from pitboss.poker.session.session import PokerSession
from pitboss.room import bank, slips
from pitboss.room.bank import ChipPolicy
from pitboss.room.config import TableConfig
from pitboss.room.journal import StoredTable
from pitboss.room.line import Change, LogBook
from pitboss.room.people import GUEST
from pitboss.room.table import dealing, host, rack
from pitboss.room.table.shoe import Shoe
from pitboss.room.table.table import Table
from pitboss.simulated_room.chance import Chance, Dealer, Hour, hours
from pitboss.simulated_room.description import SimulatedRoom, SimulatedTable
from pitboss.simulation.book import book
from pitboss.simulation.play import Policy, Rounds, rounds
from pitboss.simulation.spots import Remembering, columns, draws
from pitboss.spread.sessions import open_session, restore_session

OPENER, LOWEST_RACK = 10_000_000, 4_000_000
"""Cents in a rack when the table opens, and below which it gets a fill."""
HOUR = 3_600_000_000
"""Microseconds."""


class TableSoFar(msgspec.Struct, frozen=True):
    """A simulated table after this many days, as it is stored, and the chips in its rack by the ledger."""

    days: int = 0
    stored: StoredTable | None = None
    rack: int = 0


class DayTally(msgspec.Struct, kw_only=True):
    """A day of a table in figures: rounds, units wagered to begin with, their squares and products, the house's win.

    ``units`` is the sum over rounds and spots of the spot's unit in cents, ``squares`` the sum of its squares, and
    ``products`` the sum over pairs of spots of one round, each pair twice.
    """

    rounds: int = 0
    units: int = 0
    squares: int = 0
    products: int = 0
    handle: int = 0
    win: int = 0
    fees: int = 0


class DayPlayed(msgspec.Struct, frozen=True):
    """A day in changes of the table's log, what the cage gave to visitors before, counts of boxes, and figures."""

    number: int
    changes: tuple[Change, ...]
    funds: tuple[Move, ...]
    counts: tuple[tuple[str, str, int, int], ...]
    tally: DayTally


class Mixed:
    """A mixer that hands out prepared orders, or shuffles if there are none; and the shoe that it fills."""

    def __init__(self, chance: Chance) -> None:
        self.chance, self.ready = chance, list[tuple[int, ...]]()
        self.shoe = Shoe(self, chance.salts)

    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        return self.ready.pop() if self.ready else self.chance.mix(cards)


class DayLog(LogBook):
    """A log with checkpoints at the opening and the closing only: a day is stored as a whole."""

    closing = False

    def checkpoint_due(self, *, finished: bool) -> bool:
        return self.closing or not self.number


class Day:
    """One day of one table; each kind of game plays the rounds of an hour in its own way."""

    def __init__(
        self, room: SimulatedRoom, plan: SimulatedTable, so_far: TableSoFar, session: Session, mixer: Mixed
    ) -> None:
        self.plan, self.session, self.mixer = plan, session, mixer
        self.number, self.chance = so_far.days + 1, mixer.chance
        day = date.fromisoformat(room.start) + timedelta(days=so_far.days)
        start = room.calendar.start(day) + ((plan.opens - room.closing) % 24) * 3600
        self.start = round(start * 1_000_000)
        if so_far.stored is None:
            config = TableConfig(name=plan.name, opener=OPENER if bank.RACK in session.chips() else 0)
            self.table = Table(plan.id, config, session, mixer.shoe, start)
        else:
            self.table = host.restore(so_far.stored, session, mixer.shoe, start)
        self.log = self.table.log = DayLog(self.table.log.number, self.table.log.head)
        self.rack, self.drop = so_far.rack, 0
        self.changes: list[Change] = []
        self.funds: list[Move] = []
        self.tally = DayTally()
        one_in = plan.thief.one_in if plan.thief is not None and self.number >= plan.thief.from_day else 0
        self.dealer = Dealer(plan.id, one_in, self.chance)
        self.table.pays = self.dealer.pays
        self.table.watched = False

    def play(self) -> DayPlayed:
        if not self.log.number:
            self._written(host.opening(self.table))
        seated: dict[int, str] = {}
        for hour in hours(self.plan, self.session.size, self.chance):
            at = self.start + hour.hour * HOUR
            if hour.leaves or hour.sits:
                self.do(at, partial(self._come_and_go, hour, seated))
            seated = self.dealer.players = hour.seated
            apart = HOUR // (self.plan.rounds + 1)
            for number in range(self.plan.rounds):
                when = at + apart * (number + 1)
                if self.table.has_rack and self.rack < LOWEST_RACK:
                    self.do(when, lambda: rack.fill_by_itself(self.table, OPENER - self.rack))
                if number == 0:
                    self.begin_hour(seated)
                self.play_one(number, when, seated)
        self.log.closing = True
        at = self.start + self.plan.hours * HOUR
        self.do(at, lambda: self._close(seated))
        boxes = ((bank.DROP_BOX, self.drop), (bank.FEE_BOX, self.tally.fees))
        counts = tuple((self.plan.id, box, cents, at) for box, cents in boxes if cents)
        return DayPlayed(self.number, tuple(self.changes), tuple(self.funds), counts, self.tally)

    # Implemented by each kind -----------------------------------------------------------------------------------------

    def begin_hour(self, seated: dict[int, str]) -> None:
        """Get the rounds of an hour ready."""

    def play_one(self, number: int, at: int, seated: dict[int, str]) -> None:
        """Play one round or hand of the hour and write its line."""
        raise NotImplementedError

    def buy_in(self) -> int:
        """The chips a visitor brings, in cents."""
        raise NotImplementedError

    # The table --------------------------------------------------------------------------------------------------------

    def do(self, at: int, work: Callable[[], object]) -> None:
        """Let the table do something as one line of its log."""
        outcome = host.carry_out(self.table, work, host.CLOCK, "", at / 1_000_000)
        if outcome.change is not None:
            self._written(outcome.change)

    def _come_and_go(self, hour: Hour, seated: dict[int, str]) -> None:
        table = self.table
        self._leave({seat: seated[seat] for seat in hour.leaves})
        for seat, name in hour.sits.items():
            self._bring_chips(name)
            table.do(Sat(seat, name, self.buy_in()))
            table.questions.connect(name)
            table.state = table.state.but(people={**table.state.people, name: GUEST})

    def _leave(self, leaving: dict[int, str]) -> None:
        for seat, name in leaving.items():
            self.table.do(Left(seat))
            self.table.ledger_moves += self.dealer.cashed_out(name)

    def buy(self, seat: int, name: str) -> None:
        """Let a player buy as much again."""
        self._bring_chips(name)
        self.table.do(Bought(seat, self.buy_in()))

    def _bring_chips(self, name: str) -> None:
        self.funds.append(bank.starting_chips(name, ChipPolicy(start=self.buy_in())))
        rack.sell(self.table, self.buy_in())

    def _close(self, seated: dict[int, str]) -> None:
        """Cash everybody out and count the rack: the closer of this day is the opener of the next."""
        self._leave(seated)
        if self.table.has_rack:
            signed = ("the floor", "the dealer")
            slip = rack.issue(self.table, slips.CLOSER, self.rack, signed, expected=self.rack)
            self.table.state = self.table.state.but(closer=self.rack, counted=slip.at)

    def _written(self, change: Change) -> None:
        """Take a change into the day, and keep count of rack and boxes."""
        self.changes.append(change)
        rack, drop, fee = (bank.table_account(self.plan.id, name) for name in (bank.RACK, bank.DROP_BOX, bank.FEE_BOX))
        for move in change.line.moves:
            self.rack += move.cents * ((move.target == rack) - (move.source == rack))
            self.drop += move.cents * (move.target == drop)
            self.tally.fees += move.cents * (move.target == fee)


def session_of(plan: SimulatedTable, so_far: TableSoFar, shoe: Shoe) -> Session:
    """The session of a table that goes on, or that opens for the first time."""
    if so_far.stored is not None:
        return restore_session(so_far.stored.record, so_far.stored.checkpoint, (), shoe)
    if not plan.pay:
        rules = {"house": plan.house, "limit": plan.limit, "options": plan.options}
        return open_session(plan.game, **rules, shuffle=shoe, jurisdiction="none")  # type: ignore[arg-type]
    posted = Game(with_pay(load(plan.game, **plan.options).definition, plan.pay))
    return HouseSession.open(posted, shuffle=shoe, limits=plan.limit or None, jurisdiction="none")


def play_day(room: SimulatedRoom, table: SimulatedTable, so_far: TableSoFar) -> DayPlayed:
    """The next day of a table: a pure function of its arguments."""
    mixer = Mixed(Chance(f"{room.seed} {table.id} {so_far.days + 1}"))
    session = session_of(table, so_far, mixer.shoe)
    played: DayPlayed = KINDS[session.kind].day(room, table, so_far, session, mixer).play()
    return played


# A day of a poker table ----------------------------------------------------------------------------------------------


FOLDS, RAISES = 0.35, 0.15


class PokerDay(Day):
    """Quick players who decide by the cost of a call and by chance; every hand is dealt by the engine."""

    session: PokerSession

    def buy_in(self) -> int:
        return self.session.sheet().usual_buy_in or 10_000

    def play_one(self, number: int, at: int, seated: dict[int, str]) -> None:
        if len(seated) < 2:
            return
        least = self.buy_in() // 4
        chips = self.session.seats
        for seat, name in seated.items():
            if chips[seat].cents < least:
                self.do(at, partial(self.buy, seat, name))
        if not self.session.why_not_deal():
            self.do(at, self._hand)
            self.tally.rounds += 1

    def _hand(self) -> None:
        dealing.begin(self.table)
        deal = self.session.running
        assert deal is not None, "a simulated hand is dealt at once"
        while deal.actors:
            seat = deal.actors[0]
            action, cents = self._said([option for option in deal.legal(seat) if option.allowed], seat)
            self.table.do(SeatAct(seat, action, cents))

    def _said(self, allowed: list[Option], seat: int) -> tuple[str, int]:
        words = {option.word: option for option in allowed}
        chance = self.chance.share()
        free = [option for option in allowed if not option.cents and not option.high and option.word != "fold"]
        raising = [option for option in allowed if option.high]
        if raising and chance < RAISES:
            return raising[0].word, raising[0].low
        if free:
            return _text(free[0]), 0
        if "fold" in words and chance > 1 - FOLDS:
            return "fold", 0
        calls = [option for option in allowed if option.word != "fold"]
        best = min(calls or allowed, key=lambda option: option.cents)
        return (best.word, best.low) if best.high else (_text(best), 0)


def _text(option: Option) -> str:
    return option.actions[0] if option.actions else option.word


# A day of a table against the house -----------------------------------------------------------------------------------


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
    """The cents of the wager that is the unit for all others."""
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
            raise PitbossError(f"{game.name} cannot be simulated here: its decisions change who is dealt cards.")
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
