"""Every way to hold cards at one public state, and the boards that complete each, by segment."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cache.proofs import SOLVER
from pitboss.exact.cards.hands import CanonicalHands, canonical_hands
from pitboss.exact.cards.subsets import BELOW
from pitboss.exact.cards.suits import JOKER_BIT
from pitboss.exact.pages import Part, untold
from pitboss.exact.script.views import HandView, Public
from pitboss.exact.shapes.holding.kept_ways import Best, told_apart
from pitboss.exact.shapes.holding.ways import HeldRows, HoldQuery, boards_by_segment, ways

if TYPE_CHECKING:
    from pitboss.exact.shapes.holding.holding import Holding

NONE = np.zeros(0, dtype=np.uint32)


class _Chunk(NamedTuple):
    """Some canonical sets of held cards of one size, and the options that hold this many."""

    size: int
    acts: tuple[int, ...]
    helds: npt.NDArray[np.int64]


class Holds:
    """Every way to hold cards at one public state."""

    def __init__(self, shape: Holding, public: Public, numbered: bool = True) -> None:
        self.shape, self.public = shape, public
        self.own, self.board = shape.outline.own, public.down
        self.view: HandView = public.views[shape.outline.wagers[0]][0]
        self._known: dict[tuple[int, int], dict[int, npt.NDArray[np.int64]]] = {}
        if numbered:
            self.hands: CanonicalHands = canonical_hands(public.free, public.alike, self.own)

    @cached_property
    def places(self) -> npt.NDArray[np.uint32]:
        """The number of every hand of the player among the canonical ones."""
        from pitboss.exact.kernels import hands as compiled

        kernels: Any = compiled
        joker = bool(self.public.free >> JOKER_BIT)
        numbers = np.zeros(comb(52 + joker, self.own), dtype=np.uint32)
        orders = np.array(self.public.alike.orders, dtype=np.int64)
        kernels.spread(self.hands.words, 0, self.own, orders, BELOW, numbers)
        return numbers

    def best(self, pool: Executor | None = None, words: bool = True, tell: Part = untold) -> Best:
        """The best option of every hand; of equal ones the one that makes the better hands, then the one that holds
        more cards (the order of the file).

        The cards themselves are given if ``words`` is set; ``tell`` is called with the part of the work done, 0 to 1.
        """
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        pay, factor = told_apart(self.shape.payoffs.pay, self._boards)
        worth, *chosen = best = Best.none(len(self.hands.words), pay.shape[-1])
        by_act = np.ascontiguousarray(pay[0, :, 0])
        for done, (chunk, rows) in enumerate(self._rows(pool, words), 1):
            tell(done / len(self._chunks))
            kernels.choose(*rows, by_act, np.array(chunk.acts, dtype=np.int64), worth, tuple(chosen))
        return best._replace(worth=worth // factor)

    def tally(self, pool: Executor | None) -> npt.NDArray[np.int64]:
        """Deals by case, option, fact and segment."""
        return self.best(pool, words=False).tally(self.hands.weights, self.shape.payoffs.pay)

    def recalled(self) -> npt.NDArray[np.int64] | None:
        """Rebuild the tally from cached ways to hold cards; None if any is missing."""
        memory = self.shape.memory
        known = memory.recall(self._key()) if memory is not None else None
        if memory is None or known is None:
            return None
        weights, sizes = known
        pay, _ = told_apart(self.shape.payoffs.pay, self._boards)
        best = Best.none(len(weights), pay.shape[-1])
        for number, size in enumerate(sizes.tolist()):
            rows = memory.recall(self._key(number))
            if rows is None:
                return None
            numbers, counts = rows
            acts = self._acts(size)
            best.better(numbers, counts, acts, pay[0, list(acts), 0])
        return best.tally(weights, pay)

    @property
    def _boards(self) -> int:
        """The number of boards for each hand of the player."""
        return comb(self.public.free.bit_count() - self.own, self.board)

    def _acts(self, size: int) -> tuple[int, ...]:
        """The options that hold ``size`` cards."""
        return tuple(at for at, act in enumerate(self.shape.acts) if size in (act.hold or (self.own,)))

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        """The numbers of cards that can be held, most first: equals go to holding more (file order)."""
        return tuple(sorted({many for act in self.shape.acts for many in act.hold or (self.own,)}, reverse=True))

    def _key(self, number: int = -1) -> str:
        """The name of a piece's counts, or of what says which pieces there are: everything they depend on."""
        view, public = self.view, self.public
        hand = (view.hand.ranking.key, tuple(view.hand.must.items()), view.board, view.hidden)
        where = (public.free, public.alike.classes, self.own, self.board, self.shape.payoffs.segments)
        return store.key_of(SOLVER, "holding", hand, where, self._sizes, number)

    def _rows(self, pool: Executor | None, words: bool = True) -> Iterator[tuple[_Chunk, HeldRows]]:
        """The ways to hold cards, in pieces."""
        chunks, memory = self._chunks, self.shape.memory
        places = self.places

        def solved(chunk: _Chunk) -> HeldRows:
            return ways(self._asked(self.public.free, self.own - chunk.size, places, words), chunk.helds)

        by_chunk = map(solved, chunks) if pool is None else pool.map(solved, chunks)
        for number, (chunk, rows) in enumerate(zip(chunks, by_chunk, strict=True)):
            if memory is not None:
                memory.keep(self._key(number), (rows.numbers, rows.counts))
            yield chunk, rows
        if memory is not None:
            memory.keep(self._key(), (self.hands.weights, np.array([chunk.size for chunk in chunks])))

    @cached_property
    def _chunks(self) -> list[_Chunk]:
        """The sets of held cards in pieces."""
        chunks = []
        for size in self._sizes:
            helds = canonical_hands(self.public.free, self.public.alike, size).words
            pieces = max(1, min(6, len(helds) // 50))
            for part in np.array_split(helds, pieces):
                chunks.append(_Chunk(size, self._acts(size), part))
        return chunks

    def _asked(self, free: int, put_out: int, places: npt.NDArray[np.uint32], words: bool) -> HoldQuery:
        segments, alike = self.shape.payoffs.segments, self.public.alike.classes
        return HoldQuery(self.view, segments, free, alike, self.board, put_out, places, words)

    def boards_of(self, own: int, held: int) -> npt.NDArray[np.int64]:
        """For one hand of the player and the cards held of it: how many boards are worth each segment."""
        size = held.bit_count()
        if (own, size) not in self._known:
            cards = [1 << at for at in range(53) if own >> at & 1]
            helds = np.array([sum(some) for some in combinations(cards, size)], dtype=np.int64)
            counts = boards_by_segment(self._asked(self.public.free & ~own, 0, NONE, False), helds)
            self._known[own, size] = dict(zip(helds.tolist(), counts, strict=True))
        return self._known[own, size][held]
