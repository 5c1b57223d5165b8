"""Cards are held, the others put out, then a hidden board completes the held ones (shape "holding"); nobody to beat.

For every canonical set of held cards the boards are counted by the best segment they give, once for all boards that
contain each small set of cards; the cards put out cannot be on the board, which inclusion and exclusion takes care of.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass

from pitboss.exact.ending import Tally
from pitboss.exact.pages import Forks, Pages, Part
from pitboss.exact.payoff import ALONE, payoffs, segments
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.acts import acts_of
from pitboss.exact.script.one_hand import check_own
from pitboss.exact.script.outlined import OutlinedShape
from pitboss.exact.script.views import HELD, Outline, Outside
from pitboss.exact.shapes.holding.holds import Holds
from pitboss.exact.strategy.lists import Strategy, Tell
from pitboss.house.definition import PLAYER


@dataclass(frozen=True)
class Holding(OutlinedShape):
    """A round of held cards and a hidden board, for certain stakes."""

    name = "holding"

    @property
    def jobs(self) -> int:
        return len(self.outline.publics)

    def advise(self, question: Question) -> list[Worth]:
        from pitboss.exact.shapes.holding.advice import Held

        check_own(self.outline, question.cards)
        return list(Held(self, self.outline.publics[0], question.cards).worths(self.acts))

    def strategy(self, tell: Tell) -> Strategy:
        from pitboss.exact.shapes.holding.strategy import PICK, holding

        together = "the cards to hold are chosen together with something else"
        beside = "the cards to hold depend on the other cards that lie face up"
        return Strategy(holding(self), (PICK,), beside if any(each.up for each in self.outline.publics) else together)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        from pitboss.exact.shapes.holding.pages import pages

        yield pages(self, forks, tell)

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        public = self.outline.publics[job]
        return self._tally(public, Holds(self, public).tally(pool), public.weight)

    def recalled(self) -> Tally | None:
        """The deals per ending from cached ways to hold cards; None if any is missing."""
        total: Tally = {}
        for public in self.outline.publics:
            tally = Holds(self, public, numbered=False).recalled()
            if tally is None:
                return None
            endings = total.setdefault(public.shows, {})
            for ending, count in self._tally(public, tally, public.weight)[public.shows].items():
                endings[ending] = endings.get(ending, 0) + count
        return total


def recognise(outline: Outline) -> Holding:
    """The shape, or :class:`Outside` with the step that does not fit."""
    game, step = outline.game, outline.step
    hands = tuple(dict.fromkeys(game.wagers[key].hand for key in outline.wagers))
    if any(game.wagers[key].against for key in outline.wagers):
        raise Outside(step, "is taken before a hand to beat and cards of one's own are seen")
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
    return Holding(outline, acts, main, payoffs(game, acts, main, cut, {}, ALONE, outline.hidden))
