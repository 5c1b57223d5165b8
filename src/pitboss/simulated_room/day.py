"""The course of a table's simulated day: opening, people coming and going, fills, the count at closing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from pitboss.deal.session import Session
from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.config import TableConfig
from pitboss.room.line import GENESIS, Change, OpenedWith
from pitboss.room.people import GUEST
from pitboss.room.slips import Slip
from pitboss.room.table.state import TableState
from pitboss.simulated_room.chance import Chance, Dealer, Hour, hours
from pitboss.simulated_room.description import SimulatedRoom, SimulatedTable
from pitboss.simulated_room.log import Mixed, SimulatedLog
from pitboss.spread.opening import open_session
from pitboss.spread.restoring import restore_session

OPENER, LOWEST_RACK = 10_000_000, 4_000_000
"""Cents in a rack when the table opens, and below which it gets a fill."""


class TableSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """A simulated table at the end of a day: where its log ends, its session and state, chips in rack and drop box."""

    day: int = 0
    number: int = 0
    head: str = GENESIS
    record: bytes = b""
    checkpoint: bytes = b""
    state: dict[str, Any] = {}
    rack: int = 0


class DayTally(msgspec.Struct, kw_only=True):
    """A day of a table in figures: rounds, units wagered to begin with, their squares and products, the house's win.

    ``units`` is the sum over rounds and spots of the spot's unit in cents, ``squares`` that of its square, and
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
    """A day: changes of the table's log, what the cage gave to visitors before, counts of boxes, the table after it."""

    changes: tuple[Change, ...]
    funds: tuple[Move, ...]
    counts: tuple[tuple[str, str, int, int], ...]
    so_far: TableSoFar
    tally: DayTally


class Day:
    """One day of one table; each kind of game plays the rounds of an hour in its own way."""

    def __init__(self, room: SimulatedRoom, table: SimulatedTable, so_far: TableSoFar, session: Session | None) -> None:
        self.table, self.number = table, so_far.day + 1
        self.chance = Chance(f"{room.seed} {table.id} {self.number}")
        self.mixer = Mixed(self.chance)
        self.session = session or self._restored(so_far)
        self.session.shuffles.then = self.mixer
        self.new = not so_far.number
        state = TableState.of(so_far.state)
        self.log = SimulatedLog(table.id, self.session, so_far.number, so_far.head, state, self.chance)
        self.record = so_far.record or self.session.record.head()
        self.date = date.fromisoformat(room.start) + timedelta(days=so_far.day)
        start = room.calendar.start(self.date) + ((table.opens - room.closing) % 24) * 3600
        self.start = round(start * 1_000_000)
        self.rack, self.drop = so_far.rack, 0
        self.funds: list[Move] = []
        self.tally = DayTally()
        one_in = table.thief.one_in if table.thief is not None and self.number >= table.thief.from_day else 0
        self.dealer = Dealer(table.id, one_in, self.chance)

    def _restored(self, so_far: TableSoFar) -> Session:
        return restore_session(so_far.record, so_far.checkpoint, (), Mixed(Chance("")))

    def play(self) -> DayPlayed:
        if self.new:
            self._open()
        seated: dict[int, str] = {}
        for hour in hours(self.table, self.session.size, self.chance):
            self._come_and_go(hour, seated)
            seated = hour.seated
            at = self.start + hour.hour * 3_600_000_000
            for number, when in enumerate(self._times(at)):
                self._fill(when)
                if number == 0:
                    self.begin_hour(seated)
                self.play_one(number, when, seated)
        self._close(seated)
        so_far = TableSoFar(
            day=self.number,
            number=self.log.number,
            head=self.log.head,
            record=self.record,
            checkpoint=self.session.checkpoint().encode(),
            state=self.log.state.data(),
            rack=self.rack,
        )
        boxes = ((bank.DROP_BOX, self.drop), (bank.FEE_BOX, self.tally.fees))
        at = self.start + self.table.hours * 3_600_000_000
        counts = tuple((self.table.id, box, cents, at) for box, cents in boxes if cents)
        return DayPlayed(tuple(self.log.changes), tuple(self.funds), counts, so_far, self.tally)

    def _times(self, at: int) -> Sequence[int]:
        apart = 3_600_000_000 // (self.table.rounds + 1)
        return [at + apart * (number + 1) for number in range(self.table.rounds)]

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

    def _open(self) -> None:
        config = TableConfig(name=self.table.name, opener=OPENER if self.log.has_rack else 0)
        opened = OpenedWith(msgspec.json.encode(config), self.record)
        if not self.log.has_rack:
            self.log.line(self.start, state=TableState(), opened=opened)
            return
        slip, state = self.log.slip(slips.OPENER, OPENER, self.start)
        house = (bank.opener(self.table.id, OPENER, slip.id),)
        state = state.but(rack=OPENER, closer=OPENER)
        self.written(self.log.line(self.start, house=house, state=state, opened=opened, slips=(slip,)))

    def _come_and_go(self, hour: Hour, seated: dict[int, str]) -> None:
        at = self.start + hour.hour * 3_600_000_000
        if not hour.leaves and not hour.sits:
            return
        extra: list[Move] = []
        for seat in hour.leaves:
            self.session.leave(seat)
            extra += self.dealer.cashed_out(seated[seat])
        bought = 0
        for seat, name in hour.sits.items():
            self.fund(name, self.buy_in())
            self.session.sit(seat, name, self.buy_in())
            bought += self.buy_in()
        state = self.log.state
        people = dict.fromkeys(hour.seated.values(), GUEST)
        rack = state.rack - bought if self.log.has_rack else 0
        due = self.log.due()
        self.written(self.log.line(at, state=state.but(people=people, rack=rack), moves=(*due, *extra)))

    def buy(self, seat: int, name: str, at: int) -> None:
        """A player buys as much again."""
        self.fund(name, self.buy_in())
        self.session.buy(seat, self.buy_in())
        state = self.log.state
        rack = state.rack - self.buy_in() if self.log.has_rack else 0
        self.written(self.log.line(at, state=state.but(rack=rack)))

    def fund(self, name: str, cents: int) -> None:
        self.funds.append(Move(bank.CAGE, bank.wallet(name), cents, "starting chips", "", "start"))

    def _fill(self, at: int) -> None:
        if self.log.has_rack and self.rack < LOWEST_RACK:
            cents = OPENER - self.rack
            slip, state = self.log.slip(slips.FILL, cents, at)
            fill = bank.fill(self.table.id, cents, slip.id)
            self.written(self.log.line(at, house=(fill,), state=state.but(rack=state.rack + cents), slips=(slip,)))

    def _close(self, seated: dict[int, str]) -> None:
        """Everybody cashes out, and the rack is counted: the closer of this day is the opener of the next."""
        at = self.start + self.table.hours * 3_600_000_000
        extra: list[Move] = []
        for seat, name in seated.items():
            self.session.leave(seat)
            extra += self.dealer.cashed_out(name)
        state = self.log.state
        written: tuple[Slip, ...] = ()
        if self.log.has_rack:
            slip, state = self.log.slip(slips.CLOSER, self.rack, at, expected=self.rack)
            state, written = state.but(closer=self.rack), (slip,)
        moves = (*self.log.due(), *extra)
        self.written(self.log.line(at, state=state.but(people={}), moves=moves, slips=written))
        self.log.checkpoint()

    def written(self, moves: Sequence[Move]) -> None:
        """Keep count of rack and boxes."""
        rack, drop, fee = (f"{self.table.id}/{name}" for name in (bank.RACK, bank.DROP_BOX, bank.FEE_BOX))
        for move in moves:
            if move.target == rack:
                self.rack += move.cents
            elif move.source == rack:
                self.rack -= move.cents
            if move.target == drop:
                self.drop += move.cents
            elif move.target == fee:
                self.tally.fees += move.cents


def new_session(table: SimulatedTable) -> Session:
    """The session of a table that opens for the first time."""
    mixer = Mixed(Chance(""))
    if not table.pay:
        return open_session(
            table.game, house=table.house, limit=table.limit, options=table.options, shuffle=mixer, jurisdiction="none"
        )
    from pitboss.exact.sheet.changes import with_pay
    from pitboss.house.game import Game, load
    from pitboss.house.session import HouseSession

    posted = Game(with_pay(load(table.game, **table.options).definition, table.pay))
    return HouseSession.open(posted, shuffle=mixer, limits=table.limit or None, jurisdiction="none")
