"""A minimal game: high card for a dollar.

Each seat antes and gets one card face down. In turn a seat stays, draws one more card, or bets an amount on top into
the pot. Then all cards are turned and the highest takes the pot. The floor may call a misdeal: new shuffle, new cards,
the chips stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.cards import UNKNOWN, deck
from pitboss.deal import Deal, Event, IllegalAction, Option
from pitboss.deal.deal import FLOOR
from pitboss.deal.event import CardReplaced
from pitboss.deal.hand_events import Misdealt
from pitboss.move import Move

ANTE = 100


class HighCard(Deal):
    kind = "high card"

    def _open(self) -> None:
        self.stacks: dict[int, int] = dict(enumerate(self.record.setup["stacks"], 1))
        self.start = sum(self.stacks.values())
        self.pot = 0
        self.hands: dict[int, list[int]] = {}
        self.stub: list[int] = []
        self.waiting: list[int] = []
        self.plan = ["ante", "shuffle", "deal", "play", "turn", "pay"]

    def _pay_in(self, seat: int, cents: int, why: str) -> None:
        self.stacks[seat] -= cents
        self.pot += cents
        self.moves.append(Move(f"player {seat}", "pot", cents, why))

    def _step(self) -> None:
        what = self.plan.pop(0)
        if what == "ante":
            for seat in self.stacks:
                self._pay_in(seat, ANTE, "ante")
                self.events.append(Event("ante", seat, cents=ANTE))
        elif what == "shuffle":
            self.stub = list(self._mix(deck(self.record.setup["deck"]).cards))
            self.events.append(Event("shuffle"))
        elif what == "deal":
            for seat in self.stacks:
                self._give(seat)
        elif what == "play":
            self.waiting = list(self.stacks)
            self.actors = tuple(self.waiting[:1])
        elif what == "turn":
            for seat, hand in self.hands.items():
                self.events.append(Event("turn", seat, f"player {seat}", tuple(hand), up=True))
        else:
            winner = max(self.hands, key=lambda seat: max(self.hands[seat]))
            self.moves.append(Move("pot", f"player {winner}", self.pot, "high card"))
            self.events.append(Event("win", winner, cents=self.pot))
            self.stacks[winner], self.pot, self.done = self.stacks[winner] + self.pot, 0, True

    def _give(self, seat: int) -> None:
        card = self.stub.pop(0)
        self.hands.setdefault(seat, []).append(card)
        self.events.append(CardReplaced("deal", seat, f"player {seat}", (card,), place="top"))

    def legal(self, seat: int) -> tuple[Option, ...]:
        why = "" if seat in self.actors else "it is not this seat's turn."
        most = self.stacks.get(seat, 0)
        return (
            Option("stay", ("stay",), why=why),
            Option("draw", ("draw",), why=why or ("" if self.stub else "the deck is used up.")),
            Option("bet", low=100, high=most, step=100, why=why or ("" if most >= 100 else "there are no chips left.")),
        )

    def _act(self, seat: int, action: str, cents: int) -> tuple[str, int]:
        word = action.strip().lower()
        option = next((each for each in self.legal(seat) if each.word == word), None)
        if option is None or not option.allowed or not option.takes(cents):
            raise IllegalAction(f"{action!r}: {option.why if option and option.why else 'no such action or amount'}.")
        self.events.append(Event(word, seat, cents=cents))
        if word == "draw":
            self._give(seat)
        elif word == "bet":
            self._pay_in(seat, cents, "bet")
        self.waiting.remove(seat)
        self.actors = tuple(self.waiting[:1])
        return word, cents

    def _floor(self, ruling: str, facts: dict[str, Any]) -> None:
        if ruling != "misdeal" or self.done or not self.hands:
            raise IllegalAction(f"{ruling!r} cannot be ruled now.")
        self.hands, self.actors, self.waiting = {}, (), []
        self.events.append(Misdealt("misdeal", stated=str(facts.get("because", ""))))
        self.plan = ["shuffle", "deal", "play", "turn", "pay"]

    def rulings(self) -> tuple[Option, ...]:
        return (Option("misdeal", why="" if self.hands and not self.done else "there are no cards out"),)

    def _seeing(self, viewer: str) -> Callable[[int], bool]:
        return lambda index: viewer == FLOOR or viewer == f"player {self.events[index].seat}"

    def _piles(self, viewer: str) -> dict[str, tuple[int, ...]]:
        turned = "turn" not in self.plan
        return {
            f"player {seat}": tuple(hand) if turned or viewer in (FLOOR, f"player {seat}") else (UNKNOWN,) * len(hand)
            for seat, hand in self.hands.items()
        }

    def chips(self) -> dict[str, int]:
        return {**{f"player {seat}": cents for seat, cents in self.stacks.items()}, "pot": self.pot}

    def seats_of(self, viewer: str) -> tuple[int, ...]:
        return tuple(seat for seat in self.stacks if viewer == f"player {seat}")

    def _players(self) -> tuple[str, ...]:
        return tuple(f"player {seat}" for seat in self.stacks)


def high_card(seed: int = 7, seats: int = 3, auto: bool = True, small: bool = False) -> HighCard:
    from pitboss.shuffle import seeded

    setup = {"stacks": [1000] * seats, "deck": {"ranks": "T-A", "suits": 2} if small else 52}
    return HighCard(setup, seeded(seed), auto=auto)
