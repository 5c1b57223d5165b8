"""A day of a poker table: quick players who look at what a call costs and at chance, every hand dealt by the engine."""

from __future__ import annotations

from pitboss.deal.option import Option
from pitboss.poker.session.session import PokerSession
from pitboss.simulated_room.day import Day

FOLDS, RAISES = 0.35, 0.15


class PokerDay(Day):
    session: PokerSession

    def buy_in(self) -> int:
        return self.session.sheet().usual_buy_in or 10_000

    def play_one(self, number: int, at: int, seated: dict[int, str]) -> None:
        session = self.session
        if len(seated) < 2:
            return
        least = self.buy_in() // 4
        chips = session.seats
        for seat, name in seated.items():
            if chips[seat].cents < least:
                self.buy(seat, name, at)
        if session.why_not_deal():
            return
        deal = session.deal()
        while deal.actors:
            seat = deal.actors[0]
            action, cents = self._said([option for option in deal.legal(seat) if option.allowed], seat)
            session.act(seat, action, cents)
        dealing = session.dealings()[-1]
        session.finish()
        self.written(self.log.line(at, dealing=dealing))
        self.tally.rounds += 1

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
