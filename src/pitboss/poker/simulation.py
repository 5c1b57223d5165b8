"""Simulates hands between bots: pots, fees, decisions, and estimated hands and fees per hour.

Every hand begins with full stacks and depends only on the game, the seed and its number, so hands are independent and
the confidence intervals valid. Times are computed from a stated pace, never measured.

>>> from pitboss import poker
>>> table = BotTable(poker.load("holdem", house="pot", limit="2-4"), seats=(6,), seed=7)
>>> total = table.play(20)[6]
>>> total.hands, total.fee.total % 100
(20, 0)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.poker.bots import Sensible
from pitboss.poker.game import PokerGame, TableError
from pitboss.shuffle import seeded

HOUR = 3600
STACK = 25  # bets of the higher limit
SAMPLES = 20  # random hands a bot compares its own with
SURE = 1.959964  # standard errors on either side of a 95% confidence interval
MASK = (1 << 64) - 1


class Pace(NamedTuple):
    """Seconds the dealer takes for a hand (shuffle, deal, push the pot) and a player for a decision."""

    per_hand: float = 40.0
    per_decision: float = 4.0


class Estimate(NamedTuple):
    """A mean and its 95% confidence interval, infinite with fewer than two hands."""

    mean: float
    low: float
    high: float

    @classmethod
    def around(cls, mean: float, variance: float, count: int) -> Estimate:
        """The estimate for ``count`` observations with this variance each."""
        room = SURE * math.sqrt(max(variance, 0.0) / count) if count > 1 else math.inf
        return cls(mean, mean - room, mean + room)


@dataclass
class Amounts:
    """The exact sum of whole numbers (cents or counts) and of their squares."""

    total: int = 0
    squares: int = 0

    def add(self, amount: int) -> None:
        self.total += amount
        self.squares += amount * amount

    def merge(self, other: Amounts) -> None:
        self.total += other.total
        self.squares += other.squares

    def mean(self, count: int) -> float:
        return self.total / count

    def variance(self, count: int) -> float:
        """The sample variance of one observation."""
        return (self.squares - self.total * self.total / count) / (count - 1) if count > 1 else 0.0

    def estimate(self, count: int) -> Estimate:
        return Estimate.around(self.mean(count), self.variance(count), count)


@dataclass
class HandTally:
    """Totals over hands: pots and fees in cents, decisions, and how often each fee was taken."""

    hands: int = 0
    pot: Amounts = field(default_factory=Amounts)
    fee: Amounts = field(default_factory=Amounts)
    decisions: Amounts = field(default_factory=Amounts)
    fee_times_decisions: int = 0
    fees: Counter[int] = field(default_factory=Counter)

    def add(self, pot: int, fee: int, decisions: int) -> None:
        """Add one hand."""
        self.hands += 1
        self.pot.add(pot)
        self.fee.add(fee)
        self.decisions.add(decisions)
        self.fee_times_decisions += fee * decisions
        self.fees[fee] += 1

    def merge(self, other: HandTally) -> None:
        self.hands += other.hands
        self.pot.merge(other.pot)
        self.fee.merge(other.fee)
        self.decisions.merge(other.decisions)
        self.fee_times_decisions += other.fee_times_decisions
        self.fees += other.fees

    def seconds(self, pace: Pace) -> Estimate:
        """Seconds per hand."""
        count, per_decision = self.hands, pace.per_decision
        mean = pace.per_hand + per_decision * self.decisions.mean(count)
        return Estimate.around(mean, per_decision * per_decision * self.decisions.variance(count), count)

    def hands_per_hour(self, pace: Pace) -> Estimate:
        seconds = self.seconds(pace)
        slowest = HOUR / seconds.high if math.isfinite(seconds.high) else 0.0
        return Estimate(HOUR / seconds.mean, slowest, HOUR / seconds.low if seconds.low > 0 else math.inf)

    def fee_per_hour(self, pace: Pace) -> Estimate:
        """Cents per hour: a ratio of two correlated means, with its error by the delta method."""
        count, per_decision = self.hands, pace.per_decision
        fee, seconds = self.fee.mean(count), self.seconds(pace).mean
        rate = fee / seconds
        together = self.fee_times_decisions - self.fee.total * self.decisions.total / count
        covariance = per_decision * together / (count - 1) if count > 1 else 0.0
        spread = self.fee.variance(count) - 2 * rate * covariance
        spread += rate * rate * per_decision * per_decision * self.decisions.variance(count)
        return Estimate.around(HOUR * rate, (HOUR / seconds) ** 2 * spread, count)


Progress = Callable[[int], None]
"""Called with the number of hands played so far."""


@dataclass(frozen=True)
class BotTable:
    """A table of bots: a game, the numbers of players to deal to in rotation, and a seed."""

    game: PokerGame
    seats: Sequence[int]
    seed: int

    def __post_init__(self) -> None:
        least, most = self.game.seats
        for count in self.seats:
            if not least <= count <= most:
                raise TableError(f"{self.game.name} is played by {least} to {most} seats; {count} is not possible.")

    @property
    def stack(self) -> int:
        """Every player's chips at the start of a hand."""
        return max(STACK * self.game.higher, self.game.limit.buy_in)

    def play(self, hands: int, progress: Progress | None = None) -> dict[int, HandTally]:
        """Play this many hands and return the totals by number of players; Ctrl-C stops early and keeps them."""
        tallies = {count: HandTally() for count in self.seats}
        try:
            for number in range(hands):
                count = self.seats[number % len(self.seats)]
                played = self._hand(number, count)
                tallies[count].add(*played)
                if progress is not None:
                    progress(number + 1)
        except KeyboardInterrupt:
            pass  # the hand in progress is left out
        return {count: tally for count, tally in tallies.items() if tally.hands}

    def _hand(self, number: int, count: int) -> tuple[int, int, int]:
        """Play one hand; its pot, its fee and its number of decisions."""
        button = number // len(self.seats) % count + 1
        stacks = dict.fromkeys(range(1, count + 1), self.stack)
        hand = self.game.deal(stacks, button, seeded(self.seed, number))
        bot = Sensible(self.game, (self.seed * 0x9E3779B97F4A7C15 + number) & MASK, SAMPLES)
        decisions = 0
        while not hand.done:
            seat = hand.actors[0]
            choice = bot.choose(hand.view(seat), seat)
            hand.act(seat, choice.action, choice.cents)
            decisions += 1
        put = sum(move.cents for move in hand.moves if move.target == "pot")
        back = sum(event.cents for event in hand.events if event.verb == "return")
        return put - back, hand.fee, decisions
