"""A day of a poker table: quick players who look at what a call costs and at chance, every hand dealt by the engine."""

from __future__ import annotations

from functools import partial

from pitboss.deal.option import Option
from pitboss.deal.record import SeatAct
from pitboss.poker.session.session import PokerSession
from pitboss.room.table import dealing
from pitboss.simulated_room.day import Day

FOLDS, RAISES = 0.35, 0.15


class PokerDay(Day):
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
