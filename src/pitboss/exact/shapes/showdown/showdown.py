"""One decision, then a hidden hand to beat (shape "showdown"), or nothing hidden (shape "choice").

For each public state a sweep counts, for every hand the player may have, the hidden hands it beats; the best option is
then a comparison of integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pitboss.exact.ending import Tally, merge
from pitboss.exact.pages import Forks, Pages, Part
from pitboss.exact.payoff import ALONE, COMPARED, Segments, payoffs, segments
from pitboss.exact.question import Question, Worth
from pitboss.exact.script.acts import acts_of
from pitboss.exact.script.one_hand import check_own
from pitboss.exact.script.outlined import OutlinedShape
from pitboss.exact.script.views import HELD, Outline, Outside, Public
from pitboss.exact.shapes.showdown.dead_cards import DeadCardFamily, families
from pitboss.exact.shapes.showdown.situation import ShowdownSituation
from pitboss.exact.strategy.lists import Strategy, Tell
from pitboss.house.definition import PLAYER


@dataclass(frozen=True)
class DealerShowdown(OutlinedShape):
    """A round with one decision and one hand to beat, or none, for certain stakes."""

    against: str = ""

    @property
    def name(self) -> str:
        return "showdown" if self.against else "choice"

    @property
    def jobs(self) -> int:
        return len(self._jobs)

    @cached_property
    def _jobs(self) -> list[Public | DeadCardFamily]:
        """Public states, one by one or in families that share a sweep."""
        holds = {act.hold for act in self.acts if not act.fold}
        if not self.against or not self.single or len(holds) > 1:  # a shared sweep compares one hand per player
            return list(self.outline.publics)
        together, others = families(self.outline.publics, self.outline.own)
        return [*others, *together]

    @cached_property
    def single(self) -> bool:
        """True if the highest hand is always the best one to play: derived from the payoffs of every act."""
        game = self.outline.game
        qualifies = game.hands[self.against].qualifies if self.against else 0
        rises = self.payoffs.monotone(qualifies)
        return all(bool(rise) or act.fold or not act.hold for rise, act in zip(rises, self.acts, strict=True))

    def advise(self, question: Question) -> list[Worth]:
        from pitboss.exact.shapes.showdown.advice import ShowdownHand

        check_own(self.outline, question.cards)
        return list(ShowdownHand(self, self.outline.publics[0], question.cards).worths(self.acts))

    def strategy(self, tell: Tell) -> Strategy:
        from pitboss.exact.shapes.showdown.strategy import strategy

        unlisted = "which cards to keep depends on more than the value of the hand they make"
        return Strategy(strategy(self, tell=tell), unlisted=unlisted)

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
        from pitboss.exact.shapes.showdown.pages import pages

        yield pages(self, forks, tell)

    @property
    def uncached(self) -> str:
        """The hands to be counted again when a pay cell changes: a clause, or empty."""
        if any(isinstance(job, DeadCardFamily) for job in self._jobs):
            return "hands that meet dead cards are counted again where their own pay line changes"
        return ""

    @property
    def recounted(self) -> str:
        """Why cached counts cannot be reused under this pay table: a clause, or empty."""
        table = next((job for job in self._jobs if isinstance(job, Public)), None)
        if table is not None and ShowdownSituation(self, table).lacks():
            return "hands that may rather count as a lower line are counted again for it"
        family = next((job for job in self._jobs if isinstance(job, DeadCardFamily)), None)
        if family is not None and ShowdownSituation(self, family.public).dead_lacks(family):
            return "hands that meet dead cards are counted again where their pay line changed"
        return ""

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        """The deals per ending of one public state, or of one family of them."""
        part = self._jobs[job]
        if isinstance(part, Public):
            return self._tally(part, ShowdownSituation(self, part).tally(pool), part.weight)
        return self._together(part, ShowdownSituation(self, part.public).dead(part))

    def recalled(self) -> Tally | None:
        """The deals per ending from cached counts; None if any is missing."""
        tallies = []
        for job in self._jobs:
            if isinstance(job, Public):
                counts = ShowdownSituation(self, job).recalled()
                if counts is None:
                    return None
                tallies.append(self._tally(job, counts, job.weight))
            else:
                by_state = ShowdownSituation(self, job.public).dead_recalled(job)
                if by_state is None:
                    return None
                tallies.append(self._together(job, by_state))
        return merge(tallies)

    def _together(self, family: DeadCardFamily, tallies: npt.NDArray[np.int64]) -> Tally:
        states = zip(family.states, family.dead, tallies, strict=True)
        return merge([self._tally(public, tally, public.weight // len(sets)) for public, sets, tally in states])


def recognise(outline: Outline) -> DealerShowdown:
    """The shape, or :class:`Outside` with the step that does not fit."""
    game = outline.game
    hands = tuple(dict.fromkeys(game.wagers[key].hand for key in outline.wagers))
    held = [name for name in hands if any(option.hold for option in outline.options) and _held(outline, name)]
    main, against = _compared(outline) or ((held or hands)[0], "")
    if any(name != main for name in held):
        raise Outside(outline.step, "lets the cards held decide more than one hand")
    _check_seen(outline, against)
    acts = acts_of(outline.options, outline.own)
    needs = tuple(act.needs for act in acts if act.needs)
    extras: dict[str, Segments] = {
        name: segments(game, game.hands[name], outline.wagers) for name in hands if name != main
    }
    cuts = needs if main == PLAYER and not held else ()
    if needs and not cuts:
        extras.setdefault(PLAYER, segments(game, game.hands[PLAYER], outline.wagers, needs))
    main_segments = segments(game, game.hands[main], outline.wagers, cuts)
    facts = COMPARED if against else ALONE
    pays = payoffs(game, acts, main, main_segments, extras, facts, outline.hidden)
    return DealerShowdown(outline, acts, main, pays, against=against)


def _compared(outline: Outline) -> tuple[str, str] | None:
    """The one pair of hands that is compared, the player's first; None if there is no hand to beat."""
    wagers = [outline.game.wagers[key] for key in outline.wagers]
    pairs = {(wager.hand, wager.against) for wager in wagers if wager.against}
    if len(pairs) > 1:
        raise Outside(outline.step, "is followed by showdowns of more than one pair of hands")
    return next(iter(pairs), None)


def _check_seen(outline: Outline, against: str) -> None:
    """Refuse a decision at which other cards than those of the hand to beat are hidden."""
    step = outline.step
    for public in outline.publics:
        for key in outline.wagers:
            view, other = public.views[key]
            if view.hides:
                raise Outside(step, f"is taken before all cards of the hand {view.hand.name} are seen")
            if other is not None and other.own:
                raise Outside(step, f"is about a hand {other.hand.name} that holds the player's own cards")
            if other is not None and (other.hides != public.down or (other.hand.must and len(other.hidden) > 1)):
                raise Outside(step, "leaves cards hidden that are not of one hand")
        if not against and public.down:
            raise Outside(step, "leaves cards hidden that no hand is compared with")


def _held(outline: Outline, hand: str) -> bool:
    """True if a hand is made of the cards the player holds."""
    return any(
        public.views[key][0].own == HELD
        for public in outline.publics[:1]
        for key in outline.wagers
        if outline.game.wagers[key].hand == hand
    )
