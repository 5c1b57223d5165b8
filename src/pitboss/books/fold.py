"""The movements of a gambling day at a table, folded into its sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from pitboss.books.sums import FeeSums, PaidAbove, TableDay, WagerSums, add_two
from pitboss.move import MoveResult, Purpose
from pitboss.room import bank


class LedgerMove(NamedTuple):
    """A movement of the ledger: the line of the table's log, the gambling day, and what is summed of the move."""

    number: int
    day: str
    source: str
    target: str
    cents: int
    purpose: Purpose
    wager: str = ""
    result: MoveResult = ""


class FinishedHand(NamedTuple):
    """A finished hand: its game, how many seats were dealt in, when it ended, its lines of the log and its number."""

    game: str
    heads: int
    ended: int
    first_line: int
    last_line: int
    number: int = 0


class _Round:
    """The wagers on the layout, from the first chip placed until none is left."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.open, self.opening, self.placed = Counter[str](), Counter[str](), Counter[str]()  # as in "1/ante"
        self.wins, self.paid = Counter[str](), Counter[str]()  # by wager, on all spots

    def place(self, where: str, cents: int, number: int) -> None:
        self.open[where] += cents
        self.placed[where] += cents
        if number == self.number:
            self.opening[where] += cents

    def lift(self, where: str, moved: LedgerMove) -> None:
        """Chips leave a wager for its player: after its settlement, or because it was taken back or void."""
        self._clear(where, moved.cents)
        if moved.result not in ("win", "push"):
            self.placed[where] -= moved.cents
            if moved.purpose == "return":
                self.opening.pop(where, None)

    def lose(self, where: str, cents: int) -> None:
        self._clear(where, cents)
        self.wins[where.partition("/")[2]] += cents

    def pay(self, moved: LedgerMove) -> None:
        """The rack pays a wager, or gets a payment back; a lost stake that it returns is not a payment."""
        wager, cents = moved.wager, -moved.cents if moved.purpose == "payment back" else moved.cents
        self.wins[wager] -= cents
        if moved.purpose != "return":
            self.paid[wager] += cents

    def _clear(self, where: str, cents: int) -> None:
        self.open[where] -= cents
        if self.open[where] <= 0:
            del self.open[where]


class DayFold:
    """Takes the movements of one table in order, those of rounds begun the day before first.

    ``limits`` are the payout limits that the table posts, in cents by wager.
    """

    def __init__(self, table: str, day: str, opener: int, limits: Mapping[str, int] | None = None) -> None:
        self.day = TableDay(table=table, day=day, opener=opener)
        self._limits = limits or {}
        self._held = opener
        self._rounds: list[_Round] = []
        self._round: _Round | None = None
        self._rack = bank.table_account(table, bank.RACK)
        self._spot = bank.table_account(table, f"{bank.SPOT} ")
        self._player = bank.table_account(table, f"{bank.PLAYER} ")
        self._boxes = {bank.table_account(table, box): box for box in bank.BOXES}
        self.fees: list[tuple[int, int]] = []  # line and cents

    def take(self, moved: LedgerMove) -> None:
        """Add the next movement."""
        today = moved.day == self.day.day
        source, target = moved.source, moved.target
        if self._rack in (source, target):
            self.day.rack = True
            if today:
                self._inventory(moved)
        self._layout(moved)
        if today:
            box = self._boxes.get(target)
            if box is not None:
                name = BOX_SUMS[box]
                setattr(self.day, name, getattr(self.day, name) + moved.cents)
                if box == bank.FEE_BOX:
                    self.fees.append((moved.number, moved.cents))
            elif source in self._boxes:
                box = self._boxes[source]
                self.day.counted[box] = self.day.counted.get(box, 0) + moved.cents
            self._player_chips(moved)

    def _inventory(self, moved: LedgerMove) -> None:
        into = moved.target == self._rack
        self._held += moved.cents if into else -moved.cents
        other = moved.source if into else moved.target
        if other != bank.CAGE:
            return
        if into and moved.purpose == "opener":
            self.day.opener += moved.cents
        elif into:
            self.day.fills += moved.cents
        elif moved.purpose == "closer":
            self.day.closer += moved.cents
            self.day.closed = True
        else:
            self.day.credits += moved.cents

    def _player_chips(self, moved: LedgerMove) -> None:
        if moved.source.startswith(HOLDERS) and not moved.target.startswith(HOLDERS):
            if self._boxes.get(moved.target) != bank.TOKES:
                self.day.bought += moved.cents
        elif moved.target.startswith(HOLDERS) and moved.source.startswith(self._player):
            self.day.cashed += moved.cents

    def _layout(self, moved: LedgerMove) -> None:
        source, target, spot = moved.source, moved.target, self._spot
        if target.startswith(spot):
            present = self._round
            if present is None or (not present.open and moved.number != present.number):
                present = self._begin(moved.number)
            present.place(target.removeprefix(spot), moved.cents, moved.number)
        elif self._round is None:
            return
        elif source.startswith(spot):
            where = source.removeprefix(spot)
            if target == self._rack:
                self._round.lose(where, moved.cents)
            else:
                self._round.lift(where, moved)
        elif moved.purpose in PAID and self._rack in (source, target):
            self._round.pay(moved)

    def _begin(self, number: int) -> _Round:
        if self._round is not None:
            self._rounds.append(self._round)
        self._round = _Round(number)
        return self._round

    def finish(self, hands: Sequence[FinishedHand], hour: Callable[[int], int]) -> TableDay:
        """The sums of the day; ``hands`` are those that ended in it, ``hour`` gives the wall-clock hour of a time."""
        day = self.day
        if not day.closed:
            day.closer = self._held
        if self._round is not None and not self._round.open:
            self._rounds.append(self._round)
        for each in self._rounds:
            _add_round(day, each)
        day.game = hands[-1].game if hands else day.game
        if not day.wagers:
            day.rounds = len(hands)
        day.fee_hours = _fee_hours(hands, self.fees, hour)
        day.above = tuple(
            PaidAbove(_number(hands, each), wager, each.paid[wager])
            for each in self._rounds
            for wager, limit in self._limits.items()
            if each.paid[wager] > limit
        )
        return day


BOX_SUMS = {bank.DROP_BOX: "drop", bank.FEE_BOX: "fees", bank.BREAKAGE: "breakage", bank.TOKES: "tokes"}
"""The sum of a day that the chips in each box add to."""
HOLDERS = (f"{bank.WALLET} ", f"{bank.BOT} ")
PAID = ("pay", "bonus", "payment back", "return")
"""The purposes of chips that move between the rack and players, except chips that it sells."""


def _add_round(day: TableDay, each: _Round) -> None:
    handles: dict[str, list[int]] = {}
    for where, cents in each.placed.items():
        if cents > 0:
            handles.setdefault(where.partition("/")[2], []).append(cents)
    if not handles and not any(each.wins.values()):
        return  # every wager was returned
    day.rounds += 1
    for wager, stakes in handles.items():
        sums = day.wagers.setdefault(wager, WagerSums())
        sums.wagers += len(stakes)
        sums.handle += sum(stakes)
    for wager, cents in each.wins.items():
        day.wagers.setdefault(wager, WagerSums()).win += cents
    spots: dict[str, dict[str, int]] = {}
    totals = Counter[str]()
    for where, cents in each.opening.items():
        spot, _, wager = where.partition("/")
        spots.setdefault(spot, {})[wager] = cents
        totals[wager] += cents
        sizes = day.wagers.setdefault(wager, WagerSums()).sizes
        sizes[cents] = sizes.get(cents, 0) + 1
    for wager, cents in totals.items():
        counts = day.wagers[wager].totals
        counts[cents] = counts.get(cents, 0) + 1
    wagers = sorted(totals)
    for at, one in enumerate(wagers):
        for other in wagers[at:]:
            own = sum(placed.get(one, 0) * placed.get(other, 0) for placed in spots.values())
            add_two(day.pairs, f"{one}|{other}", own, totals[one] * totals[other])


def _number(hands: Sequence[FinishedHand], played: _Round) -> int:
    """The number of a round among all deals of its table; 0 if it is not stored as a finished hand."""
    return next((hand.number for hand in hands if hand.first_line <= played.number <= hand.last_line), 0)


def _fee_hours(
    hands: Sequence[FinishedHand], fees: Iterable[tuple[int, int]], hour: Callable[[int], int]
) -> tuple[FeeSums, ...]:
    """Fees by game, head count and hour; a fee between hands counts for the one before it."""
    sums: dict[tuple[str, int, int], tuple[int, int]] = {}
    places = [(hand.first_line, hand.last_line, (hand.game, hand.heads, hour(hand.ended))) for hand in hands]
    for _, _, place in places:
        add_two(sums, place, 1, 0)
    places.sort(key=lambda each: each[0])
    at = 0
    for number, cents in fees:
        while at + 1 < len(places) and number > places[at][1]:
            at += 1
        if places:
            add_two(sums, places[at][2], 0, cents)
    return tuple(FeeSums(*place, *counts) for place, counts in sorted(sums.items()))


def fold_day(
    table: str,
    day: str,
    opener: int,
    moves: Iterable[LedgerMove],
    hands: Sequence[FinishedHand],
    hour: Callable[[int], int],
    limits: Mapping[str, int] | None = None,
) -> TableDay:
    """The sums of a table's gambling day from its movements in order."""
    fold = DayFold(table, day, opener, limits)
    for moved in moves:
        fold.take(moved)
    return fold.finish(hands, hour)
