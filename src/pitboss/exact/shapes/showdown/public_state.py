"""One public state of a showdown: the player's hands, the values to compare for each, and the hidden hands counted."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import JOKER_BIT, CanonicalHands, Making, canonical_hands, values
from pitboss.exact.cards.sweep import Asking, Swept, sweep
from pitboss.exact.payoff import Segments
from pitboss.exact.script.views import HandView, Public, candidates, highest, makings
from pitboss.exact.shape import OutlinedShape
from pitboss.exact.shapes.showdown import pieces
from pitboss.exact.shapes.showdown.pieces import NOT_ASKED, PieceRows

Values = npt.NDArray[np.uint16]


class PublicState:
    """One public state: the player's hands, the queries of each (hands it could show), and the counts."""

    def __init__(self, shape: OutlinedShape, public: Public) -> None:
        self.shape, self.public = shape, public
        self.pool: Executor | None = None
        """Threads that share the work on this state."""
        outline = shape.outline
        self.own, self.game = outline.own, outline.game
        self.view = self._view(shape.main)
        self.ranking = self.view.hand.ranking

    def _view(self, hand: str) -> HandView:
        for key in self.shape.outline.wagers:
            if self.game.wagers[key].hand == hand:
                return self.public.views[key][0]
        assert self.public.judged is not None
        return self.public.judged

    @cached_property
    def hands(self) -> CanonicalHands:
        return canonical_hands(self.public.free, self.public.alike, self.own)

    @cached_property
    def total(self) -> int:
        """The number of hidden hands for each hand of the player."""
        return comb(self.public.free.bit_count() - self.own, self.public.down)

    @cached_property
    def _wanted(self) -> tuple[list[tuple[Making, ...]], npt.NDArray[np.int64]]:
        """The makings of every query, and the range of queries that each option may use."""
        hands: list[tuple[Making, ...]] = []
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
                sets[wanted] = (len(hands), len(hands) + len(wanted))
                hands += wanted
            asks[at] = sets[wanted]
        return hands, asks

    @cached_property
    def queries(self) -> tuple[list[Values], npt.NDArray[np.int64]]:
        """The values of every query, and the range of queries that each option may use."""
        wanted, asks = self._wanted
        return [values(self.ranking, self.hands.words, self.own, one, self.pool) for one in wanted], asks

    @cached_property
    def _playing(self) -> list[int]:
        return [at for at, act in enumerate(self.shape.acts) if not act.fold]

    @cached_property
    def _highest(self) -> list[Values]:
        """The value of the highest hand, if all options that play can make the same hands."""
        ways = highest(self.view, self.own, self.shape.acts[self._playing[0]].hold)
        return [values(self.ranking, self.hands.words, self.own, ways, self.pool)]

    @cached_property
    def _unsafe(self) -> npt.NDArray[np.bool_] | None:
        """``[low, high]``: whether a hand of a lower segment may be worth more than one of a higher segment.

        Only these lower hands are asked for in addition to the highest. None if that is not enough.
        """
        shape = self.shape
        if len({shape.acts[at].hold for at in self._playing}) != 1:
            return None
        size = shape.payoffs.pay.shape[3]
        if shape.single:
            return np.zeros((size, size), dtype=np.bool_)
        if not shape.against:
            paid = shape.payoffs.pay[:, self._playing, 0]
            return np.asarray((paid[..., :, None] > paid[..., None, :]).any(axis=(0, 1))) & _lower(size)
        safe = shape.payoffs.never_better(self._playing)
        return None if safe is None else ~safe & _lower(size)

    @cached_property
    def _several(self) -> bool:
        """True if every hand that an option can make is a separate query."""
        return self._unsafe is None

    def _rivals(self, block: int) -> tuple[int, ...]:
        """The lower segments that may be worth more than the one of this block."""
        if self._unsafe is None or not self.shape.against:
            return ()
        return tuple(np.flatnonzero(self._unsafe[:, block]).tolist())

    @cached_property
    def cases(self) -> npt.NDArray[np.uint16]:
        """For every hand of the player, the combination of segments of the other hands."""
        cases = np.zeros(len(self.hands.words), dtype=np.uint16)
        for name, leasts in self._extra_segments().items():
            value = self._as_dealt(self._view(name))
            cases = (cases * len(leasts.leasts) + leasts.of_values()[value]).astype(np.uint16)
        return cases

    def _extra_segments(self) -> Mapping[str, Segments]:
        pay = self.shape.payoffs
        every: dict[str, set[int]] = {name: set() for name in pay.extras}
        for case in pay.cases:
            for name, least in zip(pay.extras, case, strict=True):
                every[name].add(least)
        tops = {name: self.game.hands[name].ranking.top for name in pay.extras}
        return {name: Segments(tuple(sorted(leasts)), tops[name]) for name, leasts in every.items()}

    def _as_dealt(self, view: HandView) -> Values:
        ways = candidates(view, self.own, ())[0]
        return values(view.hand.ranking, self.hands.words, self.own, ways, self.pool)

    @cached_property
    def allowed(self) -> npt.NDArray[np.uint16]:
        """For every hand of the player, the options it may choose, as bits."""
        allowed = np.zeros(len(self.hands.words), dtype=np.uint16)
        judged: Values | None = None
        for at, act in enumerate(self.shape.acts):
            if act.needs:
                assert self.public.judged is not None
                judged = self._as_dealt(self.public.judged) if judged is None else judged
                allowed |= (judged >= act.needs).astype(np.uint16) << at
            else:
                allowed |= np.uint16(1 << at)
        return allowed

    @cached_property
    def _stands(self) -> bool:
        """True if some wager is still settled on the hand after the player folds."""
        return any(
            act.fold
            and any(
                self.game.wagers[key].stands and self.game.wagers[key].hand == self.shape.main for key, _ in act.stakes
            )
            for act in self.shape.acts
        )

    @cached_property
    def fold_segments(self) -> npt.NDArray[np.uint8]:
        """The segment of the hand as it lies when the player folds."""
        if not self._stands:
            return np.zeros(len(self.hands.words), dtype=np.uint8)
        return self.shape.payoffs.segments.of_values()[self._as_dealt(self.view)]

    def _other(self) -> HandView:
        return next(other for _, other in self.public.views.values() if other is not None)

    def _counted(
        self, other: HandView, asked: list[Values], of_values: npt.NDArray[np.uint8], pool: Executor | None
    ) -> tuple[npt.NDArray[np.int64], Any, Any, Any, Any]:
        """The counts of every query, and the order in which the situations are listed."""
        swept = self._swept(other, asked, pool)
        if len(asked) == 1:
            at = of_values[asked[0][swept.place]]
            return swept.place, at[None], swept.below[None], swept.low, swept.upto[None]
        size = len(self.hands.words)
        back = np.empty(len(swept.place), dtype=np.int64)
        back[swept.place] = np.arange(len(swept.place))
        shape = (len(asked), size)
        at = np.stack([of_values[one] for one in asked])
        low = swept.low[back][:size] if len(swept.low) else swept.low
        return np.arange(size), at, swept.below[back].reshape(shape), low, swept.upto[back].reshape(shape)

    def _hidden(self, other: HandView, asked: list[Values] | None = None) -> tuple[CanonicalHands, Values, int]:
        """The hidden hands, their values, and the lowest value that qualifies (0: all do, or it does not matter)."""
        public, down = self.public, self.public.down
        hidden = canonical_hands(public.free, public.alike, down)
        ways = their_ways(other, down)
        theirs = self._shared(asked, hidden, ways) if asked else None
        if theirs is None:
            theirs = values(other.hand.ranking, hidden.words, down, ways, self.pool)
        return hidden, theirs, other.hand.qualifies

    def _asked_lower(self, rows: PieceRows, rivals: tuple[int, ...], pool: Executor | None) -> PieceRows:
        """The situations of a block, with queries for the highest hand of some lower segments as well."""
        words = rows.words
        public, of_values = self.public, self.shape.payoffs.segments.of_values()
        ways = candidates(self.view, self.own, self.shape.acts[self._playing[0]].hold)
        every = np.stack([values(self.ranking, words, self.own, one) for one in ways])
        segments = of_values[every]
        asked = np.stack([np.where(segments == low, every, 0).max(axis=0, initial=0) for low in rivals])
        made = np.stack([(segments == low).any(axis=0) for low in rivals])
        which, who = np.nonzero(made)
        at = np.full((1 + len(rivals), len(words)), NOT_ASKED, dtype=np.uint8)
        at[0] = rows.kinds[0, 3] if len(rows.kinds) else 0
        at[1:][made] = np.array(rivals, dtype=np.uint8)[which]
        below, upto = np.zeros((2, *at.shape), dtype=np.uint32)
        below[0], upto[0] = rows.below[0], rows.upto[0]
        if len(who):
            hidden, theirs, _ = self._hidden(self._other())
            own = np.zeros(0, dtype=np.uint16)
            if self.own == public.down:
                other = self._other()
                own = values(other.hand.ranking, words, self.own, their_ways(other, public.down))[who]
            asking = Asking(words[who], asked[which, who].astype(np.uint16), own)
            place = which + 1, who
            below[place], upto[place] = self._nearest(asking, hidden, theirs, pool)
        kinds = rows.kinds[rows.which] if len(rows.which) else np.broadcast_to(rows.kinds, (len(words), 4))
        cases, allowed, folded = kinds[:, 0], kinds[:, 1], kinds[:, 2]
        return pieces.rows_of(cases, allowed, folded, at, rows.weights, rows.low, below, upto, pieces.NO_WORDS)

    def _nearest(
        self, asking: Asking, hidden: CanonicalHands, theirs: Values, pool: Executor | None
    ) -> tuple[Any, Any]:
        """The hidden hands below and not above each value, counted from whichever end is nearer."""
        public, down, top = self.public, self.public.down, self.ranking.top
        joker = bool(public.free >> JOKER_BIT)
        least, most = asking.values.min(), asking.values.max()
        if int((theirs >= least).sum()) >= int((theirs <= most).sum()):
            swept = sweep(asking, self.own, hidden, theirs, down, top, public.alike, joker, 0, pool)
            below, upto = swept.below, swept.upto
        else:
            turned = [(top + 1 - each).astype(np.uint16) for each in (*asking[1:], theirs)]
            asking = Asking(asking.words, *turned[:2])
            swept = sweep(asking, self.own, hidden, turned[2], down, top + 1, public.alike, joker, 0, pool)
            below, upto = self.total - swept.upto, self.total - swept.below
        counts = np.zeros((2, len(asking.words)), dtype=np.uint32)
        counts[:, swept.place] = below, upto
        return counts[0], counts[1]

    def _shared(self, asked: list[Values], hidden: CanonicalHands, ways: tuple[Making, ...]) -> Values | None:
        """The player's own values, if the hidden hands are the same hands valued the same way."""
        if len(asked) != 1 or hidden.words is not self.hands.words:
            return None
        act = next(act for act in self.shape.acts if not act.fold)
        same = highest(self.view, self.own, act.hold) == ways and self.ranking.key == self._other().hand.ranking.key
        return asked[0] if same and not self._several else None

    def _swept(self, other: HandView, queries: list[Values], pool: Executor | None) -> Swept:
        """One sweep for all queries, which are joined into one array."""
        hidden, theirs, qualifies = self._hidden(other, queries)
        public, down = self.public, self.public.down
        words = self.hands.words if len(queries) == 1 else np.tile(self.hands.words, len(queries))
        asked = queries[0] if len(queries) == 1 else np.concatenate(queries)
        own = theirs if self.own == down else np.zeros(0, dtype=np.uint16)
        if len(own) and len(queries) > 1:
            own = np.tile(own, len(queries))
        joker = bool(public.free >> JOKER_BIT)
        top = self.ranking.top
        asking = Asking(words, asked, own)
        return sweep(asking, self.own, hidden, theirs, down, top, public.alike, joker, qualifies, pool)


def their_ways(other: HandView, down: int) -> tuple[Making, ...]:
    """The ways in which ``down`` hidden cards make a hand."""
    every = (1 << down) - 1
    if not other.hand.must:
        return (Making(every, other.table),)
    return tuple(sorted(makings(other, other.hidden[0][0] if other.hidden else "", every)))


def _lower(size: int) -> npt.NDArray[np.bool_]:
    """``[low, high]``: whether ``low`` is below ``high``."""
    return np.tri(size, k=-1, dtype=np.bool_).T
