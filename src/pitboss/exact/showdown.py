"""Shape B: one decision, then a hidden hand to beat; and, with nothing hidden, shape "choice".

For each public state the hidden hands are counted by a sweep for every hand the player may have; the best option is
then a comparison of integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.counting import Asking, Swept, by_value, sweep
from pitboss.exact.dead import Count, Family, families
from pitboss.exact.ending import Endings, Tally, merge
from pitboss.exact.hands import Hands, Making, canonical_hands, values
from pitboss.exact.keeping import SOLVER
from pitboss.exact.makings import candidates, highest, makings
from pitboss.exact.options import Option
from pitboss.exact.outline import HELD, Outline, Outside, Public, View, ways
from pitboss.exact.payoff import ALONE, COMPARED, Payoffs, Segments, payoffs, segments
from pitboss.exact.situations import Memory
from pitboss.exact.suits import JOKER_BIT
from pitboss.house.definition import PLAYER

Values = npt.NDArray[np.uint16]


def merged(found: tuple[Option, ...], own: int) -> tuple[Option, ...]:
    """Options that differ only in the cards they keep, as one option with more to choose from."""
    acts: dict[tuple[Any, ...], list[Option]] = {}
    for option in found:
        acts.setdefault((option.fold, option.stakes, option.needs), []).append(option)
    return tuple(same[0] if len(same) == 1 else _joined(same, own) for same in acts.values())


def _joined(same: list[Option], own: int) -> Option:
    hold = tuple(sorted({many for one in same for many in one.hold or (own,)}))
    choices = tuple(choice for one in same for choice in one.choices)
    return Option(same[0].fold, same[0].stakes, hold, same[0].needs, choices)


@dataclass(frozen=True)
class Showdown:
    """A round of this shape for certain stakes, ready to be counted."""

    outline: Outline
    acts: tuple[Option, ...]
    main: str
    against: str
    payoffs: Payoffs
    memory: Memory | None = None

    @property
    def name(self) -> str:
        return "showdown" if self.against else "choice"

    @property
    def deals(self) -> int:
        return self.outline.deals

    @property
    def situations(self) -> int:
        return self.outline.situations

    @property
    def jobs(self) -> int:
        return len(self._jobs)

    @cached_property
    def _jobs(self) -> list[Public | Family]:
        """Public states one by one, or in families that share a sweep."""
        if not self.against or not self.single:
            return list(self.outline.publics)
        together, others = families(self.outline.publics, self.outline.own)
        return [*others, *together]

    @cached_property
    def single(self) -> bool:
        """Whether the highest hand is always the best one to play: derived from the payoffs of every act."""
        game = self.outline.game
        qualifies = game.hands[self.against].qualifies if self.against else 0
        rises = self.payoffs.monotone(qualifies)
        return all(bool(rise) or act.fold or not act.hold for rise, act in zip(rises, self.acts, strict=True))

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        """The deals per ending of one public state, or of one family of them."""
        what = self._jobs[job]
        if isinstance(what, Public):
            return self._tally(what, Situation(self, what).tally(pool), what.weight)
        found = []
        for public, sets, tally in zip(what.states, what.dead, Situation(self, what.public).dead(what), strict=True):
            found.append(self._tally(public, tally, public.weight // len(sets)))
        return merge(found)

    def _tally(self, public: Public, tally: npt.NDArray[np.int64], weight: int) -> Tally:
        endings: Endings = {}
        for place in np.argwhere(tally):
            ending = self.payoffs.ending(*(int(at) for at in place))
            endings[ending] = endings.get(ending, 0) + int(tally[tuple(place)]) * weight
        if sum(endings.values()) != public.weight * ways(public, self.outline.own):
            raise ArithmeticError("a public state's deals were not all counted")
        return {public.shows: endings}


def recognise(outline: Outline) -> Showdown:
    """The shape, or :class:`Outside` with the step that does not fit."""
    game, step = outline.game, outline.step
    compared = {(game.wagers[key].hand, game.wagers[key].against) for key in outline.wagers if game.wagers[key].against}
    if len(compared) > 1:
        raise Outside(step, "is followed by showdowns of more than one pair of hands")
    hands = tuple(dict.fromkeys(game.wagers[key].hand for key in outline.wagers))
    held = [name for name in hands if any(option.hold for option in outline.options) and _held(outline, name)]
    main, against = next(iter(compared)) if compared else ((held or hands)[0], "")
    if any(name != main for name in held):
        raise Outside(step, "lets the cards held decide more than one hand")
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
    acts = merged(outline.options, outline.own)
    needs = tuple(act.needs for act in acts if act.needs)
    extras: dict[str, Segments] = {
        name: segments(game, game.hands[name], outline.wagers) for name in hands if name != main
    }
    cuts = needs if main == PLAYER and not held else ()
    if needs and not cuts:
        extras.setdefault(PLAYER, segments(game, game.hands[PLAYER], outline.wagers, needs))
    own_segments = segments(game, game.hands[main], outline.wagers, cuts)
    facts = COMPARED if against else ALONE
    return Showdown(outline, acts, main, against, payoffs(game, acts, main, own_segments, extras, facts))


def _held(outline: Outline, hand: str) -> bool:
    return any(
        public.views[key][0].own == HELD
        for public in outline.publics[:1]
        for key in outline.wagers
        if outline.game.wagers[key].hand == hand
    )


class Situation:
    """Everything about one public state: the player's hands, what each may ask for, and the counts."""

    def __init__(self, shape: Showdown, public: Public) -> None:
        self.shape, self.public = shape, public
        outline = shape.outline
        self.own, self.game = outline.own, outline.game
        self.hands = canonical_hands(public.free, public.alike, self.own)
        self.view = self._view(shape.main)
        self.ranking = self.view.hand.ranking

    def _view(self, hand: str) -> View:
        for key in self.shape.outline.wagers:
            if self.game.wagers[key].hand == hand:
                return self.public.views[key][0]
        assert self.public.judged is not None
        return self.public.judged

    @cached_property
    def total(self) -> int:
        """How many hidden hands there are for each hand of the player."""
        return comb(self.public.free.bit_count() - self.own, self.public.down)

    @cached_property
    def queries(self) -> tuple[list[Values], npt.NDArray[np.int64]]:
        """The values asked for, and for every option which of them are its own."""
        found: list[Values] = []
        sets: dict[tuple[tuple[Making, ...], ...], tuple[int, int]] = {}
        asks = np.zeros((len(self.shape.acts), 2), dtype=np.int64)
        for at, act in enumerate(self.shape.acts):
            if act.fold:
                continue
            if self.shape.single:
                wanted: tuple[tuple[Making, ...], ...] = (highest(self.view, self.own, act.hold),)
            else:
                wanted = candidates(self.view, self.own, act.hold)
            if wanted not in sets:
                first = len(found)
                found += [values(self.ranking, self.hands.words, self.own, one) for one in wanted]
                sets[wanted] = (first, len(found))
            asks[at] = sets[wanted]
        return found, asks

    @cached_property
    def cases(self) -> npt.NDArray[np.uint16]:
        """For every hand of the player the combination of segments of the other hands."""
        found = np.zeros(len(self.hands.words), dtype=np.uint16)
        for name, leasts in self._extra_segments().items():
            value = self._as_dealt(self._view(name))
            found = (found * len(leasts.leasts) + leasts.of_values()[value]).astype(np.uint16)
        return found

    def _extra_segments(self) -> Mapping[str, Segments]:
        pay = self.shape.payoffs
        every: dict[str, set[int]] = {name: set() for name in pay.extras}
        for case in pay.cases:
            for name, least in zip(pay.extras, case, strict=True):
                every[name].add(least)
        tops = {name: self.game.hands[name].ranking.top for name in pay.extras}
        return {name: Segments(tuple(sorted(leasts)), tops[name]) for name, leasts in every.items()}

    def _as_dealt(self, view: View) -> Values:
        ways = candidates(view, self.own, ())[0]
        return values(view.hand.ranking, self.hands.words, self.own, ways)

    @cached_property
    def allowed(self) -> npt.NDArray[np.uint16]:
        """For every hand of the player the options it may choose, as bits."""
        found = np.zeros(len(self.hands.words), dtype=np.uint16)
        judged: Values | None = None
        for at, act in enumerate(self.shape.acts):
            if act.needs:
                assert self.public.judged is not None
                judged = self._as_dealt(self.public.judged) if judged is None else judged
                found |= (judged >= act.needs).astype(np.uint16) << at
            else:
                found |= np.uint16(1 << at)
        return found

    @cached_property
    def fold_segments(self) -> npt.NDArray[np.uint8]:
        """The segment of the hand as it lies when the player folds."""
        stands = any(
            act.fold
            and any(
                self.game.wagers[key].stands and self.game.wagers[key].hand == self.shape.main for key, _ in act.stakes
            )
            for act in self.shape.acts
        )
        if not stands:
            return np.zeros(len(self.hands.words), dtype=np.uint8)
        return self.shape.payoffs.segments.of_values()[self._as_dealt(self.view)]

    def tally(self, pool: Executor | None = None) -> npt.NDArray[np.int64]:
        """Deals by case, option, fact and segment under the best options."""
        from pitboss.exact.kernels import decide as compiled

        kernels: Any = compiled
        pay = self.shape.payoffs
        folds = np.array([act.fold for act in self.shape.acts])
        of_values = pay.segments.of_values()
        tally = np.zeros_like(pay.pay)
        if not self.shape.against:
            found, asks = self.queries
            at = np.stack([of_values[one] for one in found]) if found else np.zeros((0, 0), dtype=np.uint8)
            kernels.known(
                *(at, self.hands.weights, self.cases, self.fold_segments, self.allowed, folds, asks, self.total),
                *(pay.pay, tally),
            )
            return tally
        other = self._other()
        qualifies = other.hand.qualifies
        high = np.array([least >= qualifies for least in pay.segments.leasts])
        sparse = None if self.shape.single else self._per_segment(other, of_values, pool)
        if sparse is not None:
            order, at, below, low, upto, asks = sparse
        else:
            found, asks = self.queries
            order, at, below, low, upto = self._counted(other, found, of_values, pool)
        kernels.compared(
            *(at, below, low, upto, self.hands.weights[order], self.cases[order], self.fold_segments[order]),
            *(self.allowed[order], folds, asks, high, self.total, pay.pay, tally),
        )
        return tally

    def dead(self, family: Family) -> npt.NDArray[np.int64]:
        """The same for each state of a family; this situation is then that of the table without the dead cards.

        What happens with the hands of one segment depends on no other segment's pay, so it is kept segment by segment:
        a changed pay cell is counted again only for the hands it pays.
        """
        pay, (found, _) = self.shape.payoffs, self.queries
        memory = self.shape.memory
        segment = pay.segments.of_values()[found[0]]
        keys = [self._segment_key(family, at) for at in range(len(pay.segments.leasts))]
        known = [memory.recall(key) if memory else None for key in keys]
        todo = np.array([one is None for one in known])
        tally = np.zeros((len(keys), len(family.states), *pay.pay.shape), dtype=np.int64)
        for at, one in enumerate(known):
            if one is not None:
                tally[at] = one[0]
        asked = np.flatnonzero(todo[segment])
        if len(asked):
            folds = np.array([act.fold for act in self.shape.acts])
            more = (self.cases[asked], self.fold_segments[asked], self.allowed[asked], folds)
            hands = (self.hands.words[asked], self.hands.weights[asked], found[0][asked], segment[asked])
            tally += Count(family, self.own).tally(*hands, more, pay.pay, self._other())
        if memory:
            for at, one in enumerate(known):
                if one is None:
                    memory.keep(keys[at], (tally[at],))
        return np.asarray(tally.sum(axis=0), dtype=np.int64)

    def _segment_key(self, family: Family, segment: int) -> str:
        pay = self.shape.payoffs
        folds = [act.fold for act in self.shape.acts]
        paid = (pay.pay[..., segment].tobytes(), pay.pay[:, folds].tobytes(), pay.scale, pay.segments, pay.cases)
        needs = [(act.needs, act.fold) for act in self.shape.acts]
        return store.key_of("dead", self._key(0), family.dead, segment, paid, needs)

    def _other(self) -> View:
        return next(other for _, other in self.public.views.values() if other is not None)

    def _counted(
        self, other: View, found: list[Values], of_values: npt.NDArray[np.uint8], pool: Executor | None
    ) -> tuple[npt.NDArray[np.int64], Any, Any, Any, Any]:
        """The counts of every query, situations in any order that is given along."""
        hidden, theirs, qualifies = self._hidden(other, found)
        size = len(self.hands.words)
        swept = self._sweep(hidden, theirs, found, qualifies, pool)
        if len(found) == 1:
            at = of_values[found[0][swept.place]]
            return swept.place, at[None], swept.below[None], swept.low, swept.upto[None]
        back = np.empty(len(swept.place), dtype=np.int64)
        back[swept.place] = np.arange(len(swept.place))
        shape = (len(found), size)
        at = np.stack([of_values[one] for one in found])
        low = swept.low[back][:size] if len(swept.low) else swept.low
        return np.arange(size), at, swept.below[back].reshape(shape), low, swept.upto[back].reshape(shape)

    def _hidden(self, other: View, found: list[Values] | None = None) -> tuple[Hands, Values, int]:
        """The hidden hands, their values, and the least that qualifies (0: all do, or it does not matter)."""
        public, down = self.public, self.public.down
        hidden = canonical_hands(public.free, public.alike, down)
        pile = other.hidden[0][0] if other.hidden else ""
        if other.hand.must:
            ways = tuple(sorted(makings(other, pile, (1 << down) - 1)))
        else:
            ways = (Making((1 << down) - 1, other.table),)
        theirs = self._shared(found, hidden, ways) if found else None
        if theirs is None:
            theirs = values(other.hand.ranking, hidden.words, down, ways)
        return hidden, theirs, other.hand.qualifies

    def _per_segment(
        self, other: View, of_values: npt.NDArray[np.uint8], pool: Executor | None
    ) -> tuple[npt.NDArray[np.int64], Any, Any, Any, Any, npt.NDArray[np.int64]] | None:
        """Counts where the highest hand is not always the best: beside it, the highest of every lower segment that may
        be worth more. None where even that is not enough."""
        shape, size = self.shape, len(self.hands.words)
        playing = [at for at, act in enumerate(shape.acts) if not act.fold]
        if len({shape.acts[at].hold for at in playing}) != 1:
            return None
        safe = shape.payoffs.never_better(playing)
        if safe is None:
            return None
        ways = candidates(self.view, self.own, shape.acts[playing[0]].hold)
        every = np.stack([values(self.ranking, self.hands.words, self.own, one) for one in ways])
        high = every.max(axis=0)
        found = of_values[every]
        asked = ~safe[found, of_values[high][None]]
        for one in range(len(every)):
            for rival in range(len(every)):
                if rival != one:
                    better = every[rival] > every[one] if rival > one else every[rival] >= every[one]
                    asked[one] &= ~(better & (found[rival] == found[one]))
        order = np.arange(size)
        hidden, theirs, qualifies = self._hidden(other)
        swept = self._sweep(hidden, theirs, [high], qualifies, pool)
        back = np.empty(size, dtype=np.int64)
        back[swept.place] = order
        at = np.full((1 + len(every), size), 255, dtype=np.uint8)
        below, upto = np.zeros((2, *at.shape), dtype=np.uint32)
        at[0], below[0], upto[0] = of_values[high], swept.below[back], swept.upto[back]
        which, who = np.nonzero(asked)
        if len(who):
            joker, down = bool(self.public.free >> JOKER_BIT), self.public.down
            own = theirs[who] if self.own == down else np.zeros(0, dtype=np.uint16)
            asking = Asking(self.hands.words[who], every[which, who], own)
            more = sweep(asking, self.own, hidden, theirs, down, self.ranking.top, self.public.alike, joker, 0, pool)
            place = which[more.place] + 1, who[more.place]
            at[place], below[place], upto[place] = found[which, who][more.place], more.below, more.upto
        asks = np.zeros((len(shape.acts), 2), dtype=np.int64)
        asks[playing] = (0, len(at))
        low = swept.low[back] if len(swept.low) else swept.low
        return order, at, below, low, upto, asks

    def _shared(self, found: list[Values], hidden: Hands, ways: tuple[Making, ...]) -> Values | None:
        """The player's own values, if the hidden hands are the same hands valued the same way."""
        if len(found) != 1 or hidden.words is not self.hands.words:
            return None
        act = next(act for act in self.shape.acts if not act.fold)
        return found[0] if highest(self.view, self.own, act.hold) == ways and self.shape.single else None

    def _sweep(
        self, hidden: Hands, theirs: Values, found: list[Values], qualifies: int, pool: Executor | None
    ) -> Swept:
        """The counts, kept ones where there are any: they depend on the cards alone, not on what they pay."""
        memory = self.shape.memory if len(found) == 1 else None
        if memory is None:
            return self._swept(hidden, theirs, found, qualifies, pool)
        key = self._key(qualifies)
        known = memory.recall(key)
        if known is not None:
            return Swept(by_value(found[0], self.ranking.top).place, *known)
        swept = self._swept(hidden, theirs, found, qualifies, pool)
        memory.keep(key, swept[1:])
        return swept

    def _key(self, qualifies: int) -> str:
        """The name of these counts: everything they depend on."""
        public, other = self.public, self._other()
        sides = [
            (view.hand.ranking.key, tuple(view.hand.must.items()), view.board, view.hidden)
            for view in (self.view, other)
        ]
        act = next(act for act in self.shape.acts if not act.fold)
        where = (public.free, public.alike.classes, self.own, public.down, act.hold, qualifies)
        return store.key_of(SOLVER, "showdown", sides, where)

    def _swept(
        self, hidden: Hands, theirs: Values, found: list[Values], qualifies: int, pool: Executor | None
    ) -> Swept:
        public, down = self.public, self.public.down
        words = self.hands.words if len(found) == 1 else np.tile(self.hands.words, len(found))
        asked = found[0] if len(found) == 1 else np.concatenate(found)
        own = theirs if self.own == down else np.zeros(0, dtype=np.uint16)
        if len(own) and len(found) > 1:
            own = np.tile(own, len(found))
        joker = bool(public.free >> JOKER_BIT)
        top = self.ranking.top
        asking = Asking(words, asked, own)
        return sweep(asking, self.own, hidden, theirs, down, top, public.alike, joker, qualifies, pool)
