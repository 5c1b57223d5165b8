"""One decision, then a hidden hand to beat (shape "showdown"), or nothing hidden (shape "choice").

For each public state a sweep counts, for every hand the player may have, the hidden hands it beats; the best option is
then a comparison of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import canonical_hands, values, word
from pitboss.exact.cards.hidden_hands import histogram
from pitboss.exact.figures import Tally, merge
from pitboss.exact.pages import Forks, Pages, Part
from pitboss.exact.payoff import ALONE, COMPARED, Segments, payoffs, segments
from pitboss.exact.script.views import HELD, Outline, Outside, Public
from pitboss.exact.shape import OneHand, OutlinedShape, ScriptReading
from pitboss.exact.shapes.showdown.dead_cards import APART, DeadCardFamily, families
from pitboss.exact.shapes.showdown.public_state import their_ways
from pitboss.exact.shapes.showdown.situation import ShowdownSituation
from pitboss.exact.shapes.showdown.strategy import pages
from pitboss.exact.stakes import ProofOption, acts_of
from pitboss.house.definition import PLAYER

Whole: TypeAlias = npt.NDArray[np.int64]


class ShowdownHand(OneHand):
    """One hand whose options are settled against a hidden hand, or on known cards alone."""

    def __init__(self, shape: OutlinedShape, public: Public, cards: tuple[int, ...]) -> None:
        super().__init__(shape, public, cards)
        wagers = shape.outline.wagers
        game = shape.outline.game
        self.view = next(public.views[key][0] for key in wagers if game.wagers[key].hand == shape.main)
        self.views = {game.wagers[key].hand: public.views[key][0] for key in wagers}
        self.other = next((other for _, other in public.views.values() if other is not None), None)

    @cached_property
    def hidden(self) -> Whole:
        """The number of hidden hands up to each value."""
        if self.other is None:
            return np.zeros(0, dtype=np.int64)
        other, down, free = self.other, self.public.down, self.public.free & ~self.own
        ranking = other.hand.ranking
        counts = None if other.hand.must else histogram(ranking, free, down, other.table)
        if counts is None:  # counting by ranks is not enough
            every = canonical_hands(free, APART, down).words
            counts = np.bincount(values(ranking, every, down, their_ways(other, down)), minlength=ranking.top + 1)
        return np.concatenate([[0], np.cumsum(counts)])

    def _case(self) -> int:
        leasts = []
        for name, every in zip(self.payoffs.extras, zip(*self.payoffs.cases, strict=True), strict=True):
            view = self.views.get(name) or self.public.judged
            assert view is not None
            value = self.value(view, self.own)
            leasts.append(max(least for least in set(every) if least <= max(value, min(every))))
        return self.payoffs.cases.index(tuple(leasts))

    def worth(self, at: int, act: ProofOption, held: Sequence[int]) -> Fraction:
        view, keep = self.view, word(held)
        uses = act.hold or (len(self.cards),)
        assert len(held) in uses
        if act.fold and not any(self.shape.outline.game.wagers[key].stands for key, _ in act.stakes):
            return Fraction(int(self.payoffs.pay[self._case(), at, 0, 0]), self.payoffs.scale)
        value = self.value(view, self.own if act.fold else keep)
        segment = self.payoffs.segments.at(value)
        pay = [int(each) for each in self.payoffs.pay[self._case(), at, :, segment]]
        if self.other is None or act.fold:
            return Fraction(pay[0], self.payoffs.scale)
        below, upto, low, total = (int(self.hidden[at]) for at in (value, value + 1, self.other.hand.qualifies, -1))
        ties, over = upto - below, total - upto
        if value >= self.other.hand.qualifies:
            counts = (over, ties, below - low, 0, 0, low)
        else:
            counts = (total - low, 0, 0, low - upto, ties, below)
        return Fraction(sum(c * p for c, p in zip(counts, pay, strict=True)), total * self.payoffs.scale)


@dataclass(frozen=True)
class DealerShowdown(OutlinedShape):
    """A round with one decision and one hand to beat, or none, for certain stakes."""

    words = "pitboss.exact.shapes.showdown.strategy"
    advised = ShowdownHand

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

    def pages(self, forks: Forks, tell: Part) -> Iterator[Pages]:
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
            return "hands that may be worth more on a lower pay line are counted again for it"
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

    def _together(self, family: DeadCardFamily, tallies: Whole) -> Tally:
        states = zip(family.states, family.dead, tallies, strict=True)
        return merge([self._tally(public, tally, public.weight // len(sets)) for public, sets, tally in states])


def recognise(reading: ScriptReading) -> DealerShowdown:
    """Return the shape; raise :class:`Outside` with the step that does not fit."""
    outline = reading.outline
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
    pays = payoffs(game, acts, main, main_segments, tuple(extras.items()), facts, outline.hidden)
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
