"""Solve a public state of a showdown: deals per ending, piece by piece; pieces are cached for other pay tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.hands import values
from pitboss.exact.cards.sweep import ordered
from pitboss.exact.counts import SOLVER, Arrays
from pitboss.exact.script.views import HandView, candidates
from pitboss.exact.shapes.showdown import pieces
from pitboss.exact.shapes.showdown.dead_cards import Count, DeadCardFamily
from pitboss.exact.shapes.showdown.pieces import NOT_ASKED, PieceRows, PieceRules
from pitboss.exact.shapes.showdown.public_state import PublicState


class ShowdownSituation(PublicState):
    """A public state in pieces: counted once, then solved from the cached counts."""

    # Deals per ending ----------------------------------------------------------------------------------------------

    def tally(self, pool: Executor | None = None) -> npt.NDArray[np.int64]:
        """Deals by case, option, fact and segment under the best options; from cached counts, or counted now."""
        tally = self.recalled()
        if tally is None:
            self._count(pool)
            tally = self.recalled(pool)
        assert tally is not None
        return tally

    def recalled(self, pool: Executor | None = None) -> npt.NDArray[np.int64] | None:
        """Rebuild the tally from cached pieces; None if any is missing.

        The tally of a piece depends only on what its own segments pay, so tallies are cached piece by piece: after a
        changed pay cell, only the pieces it pays are solved again.
        """
        uses = self._recall("uses", *self._crossed)
        if uses is None:
            return None
        for at, key in enumerate(uses[1].tolist()):  # the first tallies are cached with it
            self._mine.setdefault(key.decode(), uses[2 + 2 * at : 4 + 2 * at])
        tally = np.zeros_like(self.shape.payoffs.pay)
        for block, used in enumerate(uses[0]):
            piece = self._piece(block, np.flatnonzero(used), pool) if used.any() else ()
            if piece is None:
                return None
            if piece:
                tally.reshape(-1)[piece[0]] += piece[1]
        return tally

    def lacks(self) -> bool:
        """True if the hands are cached, but not all the counts that these pay lines need."""
        uses = self._recall("uses", *self._crossed)
        if uses is None or self._unsafe is None or not self.shape.against:
            return False
        asked = {block: self._rivals(block) for block in np.flatnonzero(uses[0].any(axis=1)).tolist()}
        return any(rivals and self._recall("rows", block, rivals) is None for block, rivals in asked.items())

    def _piece(self, block: int, used: npt.NDArray[np.int64], pool: Executor | None) -> Arrays | None:
        """The tally of one piece, as places and counts."""
        rivals = self._rivals(block) if self.shape.against else self._lower
        if rivals:
            used = np.unique([*used, *rivals])
        name = ("tally", block, rivals, *self._crossed, self._paid(used))
        piece = self._recall(*name)
        if piece is None:
            rows = self._rows(block, rivals, pool)
            if rows is None:
                return None
            rules = self._rules(1 + len(rivals) if rivals else 0)
            tally = (
                pieces.compared(rows, rules, pool)
                if self.shape.against
                else pieces.known(rows.kinds, rows.weights, rules)
            )
            piece = self._keep(name, _sparse(tally))
        return piece

    def _paid(self, segments: Any) -> str:
        """The payouts of some segments, independent of the unit, for cache keys."""
        paid = self.shape.payoffs.pay[..., segments]
        return repr((paid // max(1, int(np.gcd.reduce(paid, axis=None)))).tolist())

    def _rows(self, block: int, rivals: tuple[int, ...], pool: Executor | None) -> PieceRows | None:
        kept = self._recall("rows", block, *self._crossed)
        if kept is None or not rivals or not self.shape.against:
            return PieceRows(*kept) if kept else None
        more = self._recall("rows", block, rivals)
        if more is None:
            more = self._keep(("rows", block, rivals), self._asked_lower(PieceRows(*kept), rivals, pool))
        return PieceRows(*more)

    def _count(self, pool: Executor | None) -> None:
        """Count the situations and cache them in pieces."""
        if not self.shape.against:
            self._known()
            return
        self.pool = pool
        shape = self.shape.payoffs.pay.shape
        uses = np.zeros((1 if self._several else shape[3], shape[3]), dtype=np.bool_)
        tallies: dict[str, Arrays] = {}
        for block, rows in enumerate(self._several_blocks() if self._several else self._blocks()):
            segments = rows.segments
            uses[block, segments] = True
            self._keep(("rows", block), rows)
            if not self._rivals(block):
                name = self._name("tally", block, (), self._paid(segments))
                tallies[name] = _sparse(pieces.compared(rows, self._rules(0), pool))
        names = np.array([name.encode() for name in tallies], dtype="S32")
        self._keep(("uses",), (uses, names, *(array for each in tallies.values() for array in each)))

    def _blocks(self) -> Iterator[PieceRows]:
        """The situations by the segments of the highest hands, in the order of their values."""
        highest, leasts = self._highest, self.shape.payoffs.segments.leasts
        swept = self._swept(self._other(), highest, self.pool)
        # Arrays that depend on the script alone are constant, so they need no sorting.
        acts = self.shape.acts
        varies = bool(self.shape.payoffs.extras), self._stands, any(act.needs for act in acts)
        about: list[Any] = [
            ordered(each, swept.place, self.pool) if mixed else each
            for each, mixed in zip((self.cases, self.fold_segments, self.allowed), varies, strict=True)
        ]
        weights = swept.weights if len(swept.weights) else ordered(self.hands.weights, swept.place, self.pool)
        light = weights.astype(np.uint8)  # at most 24, the number of orders of four suits
        ends = [0, *(int(swept.ends[least]) for least in leasts[1:]), len(light)]
        for block, (start, end) in enumerate(pairwise(ends)):
            here = slice(start, end)
            cases, folded, allowed = (each[here] for each in about)
            at = np.full((1, end - start), block, dtype=np.uint8)
            counts = swept.low[here], swept.below[None, here], swept.upto[None, here]
            yield pieces.rows_of(cases, allowed, folded, at, light[here], *counts, swept.words[here])

    def _several_blocks(self) -> Iterator[PieceRows]:
        """All situations in one block, with every value that is asked for."""
        of_values = self.shape.payoffs.segments.of_values()
        order, at, below, low, upto = self._counted(self._other(), self.queries[0], of_values, self.pool)
        cases, folded, allowed = self.cases[order], self.fold_segments[order], self.allowed[order]
        light = self.hands.weights[order].astype(np.uint8)
        yield pieces.rows_of(cases, allowed, folded, at, light, low, below, upto, pieces.NO_WORDS)

    def _known(self) -> None:
        """Count and cache the hands of each kind; if nothing is hidden, that is all there is."""
        of_values = self.shape.payoffs.segments.of_values()
        if self._several:
            segments = [of_values[one] for one in self.queries[0]]
        else:
            segments = self._highest_and(of_values) if self._playing else []
        kinds, which = pieces.kinds_of(self.cases, self.allowed, self.fold_segments, segments)
        many = np.zeros(len(kinds), dtype=np.int64)
        np.add.at(many, which, self.hands.weights.astype(np.int64))
        none = np.zeros(0, dtype=np.uint32)
        rows = PieceRows(kinds, np.zeros(0, dtype=np.uint16), many, none, none, none, pieces.NO_WORDS)
        uses = np.zeros((1, self.shape.payoffs.pay.shape[3]), dtype=np.bool_)
        uses[0, rows.segments] = True
        self._keep(("rows", 0, *self._crossed), rows)
        self._keep(("uses", *self._crossed), (uses, np.zeros(0, dtype="S32")))

    def _highest_and(self, of_values: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.uint8]]:
        """The segments of the highest hands, and those of lower ones that may be worth more."""
        assert self._unsafe is not None
        highest = of_values[self._highest[0]]
        segments = [highest, *(np.full_like(highest, NOT_ASKED) for _ in self._lower)]
        who = np.flatnonzero(np.asarray(self._unsafe.any(axis=0))[highest])
        if len(who):
            for ways in candidates(self.view, self.own, self.shape.acts[self._playing[0]].hold):
                segment = of_values[values(self.ranking, self.hands.words[who], self.own, ways)]
                for at, low in enumerate(self._lower, 1):
                    segments[at][who[segment == low]] = low
        return segments

    @property
    def _lower(self) -> tuple[int, ...]:
        """If nothing is hidden: the segments that may be worth more than higher ones."""
        if self.shape.against or self._unsafe is None:
            return ()
        return tuple(np.flatnonzero(self._unsafe.any(axis=1)).tolist())

    @cached_property
    def _crossed(self) -> tuple[tuple[int, ...], ...]:
        """If nothing is hidden, what the rows depend on besides the cards: the segments that may be worth more than a
        higher one, and those that may be worth less than a lower one."""
        if self.shape.against:
            return ()
        higher = () if self._unsafe is None else tuple(np.flatnonzero(self._unsafe.any(axis=0)).tolist())
        return self._lower, higher

    def _rules(self, queries: int) -> PieceRules:
        """The rules for choosing options; those that play share the first ``queries``, unless each has its own."""
        acts, pay = self.shape.acts, self.shape.payoffs
        folds = np.array([act.fold for act in acts])
        qualifies = self._other().hand.qualifies if self.shape.against else 0
        high = np.array([least >= qualifies for least in pay.segments.leasts])
        asks = self._wanted[1] if self._several else np.where(folds[:, None], 0, [[0, queries or 1]])
        return PieceRules(folds, asks, high, self.total, pay.pay)

    # Dead cards ----------------------------------------------------------------------------------------------------

    def dead(self, family: DeadCardFamily) -> npt.NDArray[np.int64]:
        """The tally of each state of a family; this situation is then the table without the dead cards.

        The hands of one segment do not depend on what other segments pay, so tallies are cached segment by segment:
        after a changed pay cell, only the segments it pays are counted again.
        """
        pay, (queries, _) = self.shape.payoffs, self.queries
        memory = self.shape.memory
        segment = pay.segments.of_values()[queries[0]]
        known = self._dead_known(family)
        todo = np.array([one is None for one in known])
        tally = self._dead_sum(family, known)
        asked = np.flatnonzero(todo[segment])
        if len(asked):
            folds = np.array([act.fold for act in self.shape.acts])
            more = (self.cases[asked], self.fold_segments[asked], self.allowed[asked], folds)
            hands = (self.hands.words[asked], self.hands.weights[asked], queries[0][asked], segment[asked])
            counted = Count(family, self.own).tally(*hands, more, pay.pay, self._other())
            tally += counted.sum(axis=0)
        if memory:
            for at in np.flatnonzero(todo).tolist():
                one = counted[at] if len(asked) else np.zeros_like(tally)
                memory.keep(self._segment_key(family, at), _sparse(one))
        return tally

    def dead_recalled(self, family: DeadCardFamily) -> npt.NDArray[np.int64] | None:
        """The tally of each state of a family from cached counts; None if any segment is missing."""
        known = self._dead_known(family)
        return None if any(one is None for one in known) else self._dead_sum(family, known)

    def dead_lacks(self, family: DeadCardFamily) -> bool:
        """True if some segments are cached, but not all."""
        known = [one is not None for one in self._dead_known(family)]
        return any(known) and not all(known)

    def _dead_known(self, family: DeadCardFamily) -> list[Arrays | None]:
        memory, many = self.shape.memory, self.shape.payoffs.pay.shape[3]
        return [memory.recall(self._segment_key(family, at)) if memory else None for at in range(many)]

    def _dead_sum(self, family: DeadCardFamily, known: list[Arrays | None]) -> npt.NDArray[np.int64]:
        tally = np.zeros((len(family.states), *self.shape.payoffs.pay.shape), dtype=np.int64)
        for one in known:
            if one is not None:
                tally.reshape(-1)[one[0]] += one[1]
        return tally

    def _segment_key(self, family: DeadCardFamily, segment: int) -> str:
        pay = self.shape.payoffs
        folds = [act.fold for act in self.shape.acts]
        gains = np.concatenate([pay.pay[..., segment].ravel(), pay.pay[:, folds].ravel()])
        paid = ((gains // max(1, int(np.gcd.reduce(gains)))).tolist(), pay.segments, pay.cases)
        needs = [(act.needs, act.fold) for act in self.shape.acts]
        return store.key_of("dead", self._key, family.dead, segment, paid, needs)

    # The cache -----------------------------------------------------------------------------------------------------

    @cached_property
    def _key(self) -> str:
        """The cache key of this state: everything its counts depend on, except the pay."""
        public, pay = self.public, self.shape.payoffs
        sides = [_described(self.view), _described(self._other() if self.shape.against else None)]
        more = [_described(self._view(name)) for name in pay.extras]
        acts = [(act.fold, act.hold, act.needs) for act in self.shape.acts]
        judged = _described(public.judged) if any(act.needs for act in self.shape.acts) else ()
        where = (public.free, public.alike.classes, self.own, public.down)
        asked = self.shape.single if self._several else None
        how = (acts, self._stands, pay.segments, pay.cases, self._several, asked)
        return store.key_of(SOLVER, "showdown", sides, more, judged, where, how)

    @cached_property
    def _mine(self) -> dict[str, Arrays]:
        """The counts that this situation made itself, whether or not there is a cache."""
        return {}

    def _name(self, *name: Any) -> str:
        return store.key_of(self._key, *name)

    def _recall(self, *name: Any) -> Arrays | None:
        memory, key = self.shape.memory, self._name(*name)
        arrays = self._mine.get(key)
        return memory.recall(key) if arrays is None and memory is not None else arrays

    def _keep(self, name: tuple[Any, ...], arrays: Any) -> Arrays:
        key = self._name(*name)
        if self.shape.memory is not None:
            self.shape.memory.keep(key, arrays)
        return self._mine.setdefault(key, tuple(arrays))


def _sparse(tally: npt.NDArray[np.int64]) -> Arrays:
    """The nonzero entries of a tally: their places and counts."""
    flat = tally.reshape(-1)
    where = np.flatnonzero(flat)
    return where, flat[where]


def _described(view: HandView | None) -> tuple[Any, ...]:
    """A view as plain data, for cache keys."""
    if view is None:
        return ()
    hand = view.hand
    return hand.ranking.key, tuple(hand.must.items()), hand.of, hand.qualifies, view.own, view.board, view.hidden
