"""Cards are held, the others put out, then a hidden board completes the held ones (shape "holding"); nobody to beat.

For every canonical set of held cards the boards are counted by the best segment they give, once for all boards that
contain each small set of cards; the cards put out cannot be on the board, which inclusion and exclusion takes care of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.exact.cards.hands import word
from pitboss.exact.figures import Tally, merge
from pitboss.exact.pages import Forks, Pages, Part, StrategyPage, card_sets, offers_of, set_names
from pitboss.exact.payoff import ALONE, payoffs, segments
from pitboss.exact.script.views import HELD, Outside, Public
from pitboss.exact.shape import OneHand, OutlinedShape, ScriptReading
from pitboss.exact.shapes.holding.holds import Holds
from pitboss.exact.stakes import ProofOption, acts_of
from pitboss.house.definition import PLAYER, Choice


class Held(OneHand):
    """Options that keep cards before a hidden board completes them."""

    def __init__(self, shape: OutlinedShape, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape, public, cards)
        self.table = Holds(shape, public, numbered=False)

    def ways(self, choice: Choice) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The ways to hold cards; of equal ones, the one that makes better hands comes first, as in the proof."""
        return sorted(super().ways(choice), key=lambda way: self.height(way[0]), reverse=True)

    def height(self, held: Sequence[int]) -> int:
        """A sort key for the hands that these cards lead to, regardless of pay."""
        counts = self.table.boards_of(self.own, word(held))
        return int(counts @ np.arange(len(counts)))

    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        counts = self.table.boards_of(self.own, word(held))
        pay = self.payoffs.pay[0, at, 0]
        total = comb((self.public.free & ~self.own).bit_count(), self.public.down)
        gained = sum(int(count) * int(each) for count, each in zip(counts, pay, strict=True))
        return Fraction(gained, total * self.payoffs.scale)


@dataclass(frozen=True)
class Holding(OutlinedShape):
    """A round of held cards and a hidden board, for certain stakes."""

    name = "holding"
    words = "pitboss.exact.shapes.holding.strategy"
    advised = Held

    @property
    def jobs(self) -> int:
        return len(self.outline.publics)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        names = set_names(self.outline)
        yield Pages(self.outline.step, names, self._pages(forks, names, tell))

    def _pages(self, forks: Forks, names: Sequence[str], tell: Part) -> Iterator[StrategyPage]:
        """Every hand with the best cards to hold."""
        outline, jobs = self.outline, self.jobs
        for job, public in enumerate(outline.publics):

            def further(part: float, job: int = job) -> None:
                tell((job + part) / jobs)

            _, acts, kept, own, _ = Holds(self, public).best(tell=further)
            offers = np.zeros(len(own), dtype=np.int64)
            for number, act in enumerate(self.acts):
                here = acts == number
                offers[here] = offers_of(forks[outline.step], act, np.bitwise_count(kept[here]), outline.own)
            # The canonical hand may have its suits in another order than the cards on the table.
            yield StrategyPage(card_sets(names, public, own), offers, np.where(kept == own, 0, kept), 0)

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        public = self.outline.publics[job]
        return self._tally(public, Holds(self, public).tally(pool), public.weight)

    def recalled(self) -> Tally | None:
        """The deals per ending from cached ways to hold cards; None if any is missing."""
        tallies = []
        for public in self.outline.publics:
            counts = Holds(self, public, numbered=False).recalled()
            if counts is None:
                return None
            tallies.append(self._tally(public, counts, public.weight))
        return merge(tallies)


def recognise(reading: ScriptReading) -> Holding:
    """Return the shape; raise :class:`Outside` with the step that does not fit."""
    outline = reading.outline
    game, step = outline.game, outline.step
    hands = tuple(dict.fromkeys(game.wagers[key].hand for key in outline.wagers))
    if any(game.wagers[key].against for key in outline.wagers):
        raise Outside(step, "is taken before a hand to beat and the player's own cards are seen")
    if len(hands) != 1:
        raise Outside(step, "decides more than one hand with hidden cards")
    (main,) = hands
    acts = acts_of(outline.options, outline.own)
    if any(act.fold or act.needs for act in acts):
        raise Outside(step, "mixes folding or conditions with holding cards")
    for public in outline.publics:
        for key in outline.wagers:
            view = public.views[key][0]
            if view.own != HELD or view.hides != public.down or len(view.hidden) != 1:
                raise Outside(step, f"leaves cards hidden that are not of the hand {view.hand.name} alone")
            must = view.hand.must
            if must and (set(must) != {PLAYER} or must[PLAYER] >= 0):
                raise Outside(step, f"is followed by a hand {view.hand.name} that must use certain numbers of cards")
    cut = segments(game, game.hands[main], outline.wagers)
    return Holding(outline, acts, main, payoffs(game, acts, main, cut, (), ALONE, outline.hidden))
