"""A shape added as an exercise: one card of the player's own, fold it or play it against the house's card.

Everything is counted in plain loops. It is registered by a test, and nothing else knows of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from fractions import Fraction

import numpy as np

from pitboss.exact.cards.hands import word
from pitboss.exact.figures import RoundEnding, Tally, WagerFact, net
from pitboss.exact.pages import Forks, Pages, Part, StrategyPage, offer_number
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.views import Outline, Outside
from pitboss.exact.shape import ScriptReading, Shape
from pitboss.exact.strategy.lists import Strategy, StrategyLine, StrategyList, Tell


class HighCard(Shape):
    """Every card of the player's against every card of the house's."""

    name = "high card"
    compiles = False
    decides = True

    def __init__(self, outline: Outline) -> None:
        self.outline, self.deck = outline, outline.game.deck.cards

    @property
    def deals(self) -> int:
        return len(self.deck) * (len(self.deck) - 1)

    @property
    def situations(self) -> int:
        return len(self.deck)

    def endings(self, own: int, option: int) -> Tally:
        """The endings of one card against all others."""
        game, act = self.outline.game, self.outline.options[option]
        tally: Tally = {"": {}}
        for other in self.deck:
            if other != own:
                side = (own >> 2 > other >> 2) - (own >> 2 < other >> 2)
                facts = []
                for key, _ in act.stakes:
                    value = game.hands[game.wagers[key].hand].ranking.value([own])
                    facts.append((key, WagerFact(True, 0, 0) if act.fold else WagerFact(True, side, value)))
                ending = RoundEnding(act.stakes, act.fold, tuple(facts))
                tally[""][ending] = tally[""].get(ending, 0) + 1
        return tally

    def worth(self, own: int, option: int) -> Fraction:
        endings = self.endings(own, option)[""]
        total = sum((net(self.outline.game, ending) * many for ending, many in endings.items()), Fraction(0))
        return total / (len(self.deck) - 1)

    def best(self, own: int) -> int:
        return max(range(len(self.outline.options)), key=lambda option: self.worth(own, option))

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        tally: Tally = {"": {}}
        for own in self.deck:
            for ending, many in self.endings(own, self.best(own))[""].items():
                tally[""][ending] = tally[""].get(ending, 0) + many
        return tally

    def advise(self, question: Question) -> list[Worth]:
        (own,) = question.cards
        says = [option.choices[0][0].say for option in self.outline.options]
        return [Worth(say, self.worth(own, option)) for option, say in enumerate(says)]

    def strategy(self, tell: Tell) -> Strategy:
        return Strategy(
            (StrategyList("", (StrategyLine("", "look at the card", Fraction(1), Fraction(0)),), (), (), 0),)
        )

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        fork = forks[self.outline.step]
        offers = [offer_number(fork, *option.choices[0]) for option in self.outline.options]
        own = np.array([[word([card]) for card in self.deck]], dtype=np.int64)
        chosen = np.array([offers[self.best(card)] for card in self.deck], dtype=np.int64)
        yield Pages(self.outline.step, ("own",), [StrategyPage(own, chosen, np.zeros_like(chosen), 0)])


def recognise(reading: ScriptReading) -> HighCard:
    """One own card and one of the house, nothing else."""
    outline = reading.outline
    if outline.own != 1 or len(outline.options) != 2 or any(public.down != 1 for public in outline.publics):
        raise Outside(outline.step, "is not about two cards")
    return HighCard(outline)
