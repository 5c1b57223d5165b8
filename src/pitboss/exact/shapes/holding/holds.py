"""Every way to hold cards at one public state, and the boards that complete each, by segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.cards.hands import JOKER_BIT, CanonicalHands, Making, canonical_hands, tables
from pitboss.exact.cards.hidden_hands import histogram
from pitboss.exact.cards.sweep import BELOW
from pitboss.exact.counts import SOLVER
from pitboss.exact.pages import Part, untold
from pitboss.exact.payoff import Segments
from pitboss.exact.script.views import HandView, Public
from pitboss.exact.shape import OutlinedShape
from pitboss.ranking import Ranking
from pitboss.ranking.numba_cache import Kernels

holding_kernels = Kernels("pitboss.exact.kernels.holding")

WIDE = np.ascontiguousarray(BELOW.astype(np.int64))
WRITTEN_OUT = ((2, 0, 4), (2, 2, 4), (3, 0, 4), (3, 3, 4))
"""Cards needed, cards of the largest sets counted and cards on the board for which there are quicker loops."""


class HeldRows(NamedTuple):
    """Ways to hold cards: the number of the player's hand, the cards held, the hand, and the boards by segment; columns
    that were not asked for are empty."""

    numbers: npt.NDArray[np.uint32]
    helds: npt.NDArray[np.int64]
    owns: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint32]

    def first(self, many: int) -> HeldRows:
        """The first ``many`` rows."""
        return HeldRows(self.numbers[:many], self.helds[:many], self.owns[:many], self.counts[:many])


class HoldQuery(NamedTuple):
    """The ways to hold cards that are asked for: the table they lie on, and how many others are put out.

    ``places``: the number of every hand of the player by its place, if numbers are wanted; ``words``: True if the
    cards are wanted.
    """

    view: HandView
    segments: Segments
    free: int
    alike: tuple[int, ...]
    board: int
    put_out: int
    places: npt.NDArray[np.uint32]
    words: bool


def ways(asked: HoldQuery, helds: npt.NDArray[np.int64]) -> HeldRows:
    """Every way to put out the other cards of a hand with these held ones, all of one size; ways that differ
    only by exchanging suits that are alike count once."""
    size, board, put_out = int(helds[0]).bit_count(), asked.board, asked.put_out
    needed, making = completions(asked.view, board, size)
    count = (asked.free & ~int(helds[0])).bit_count()
    most = min(put_out, board)
    quick = needed < 2 or (needed == board and most in (0, board)) or (needed, most, board) in WRITTEN_OUT
    if not quick and not put_out:
        most = needed  # every board contains equally many of the sets that complete the held cards
    values = _tables(asked.view.hand.ranking, asked.segments)
    bits = (comb(count, board) * max(board, 1)).bit_length()  # a sum before it is divided has the largest counts
    offsets = np.cumsum([0, *(comb(count, some) for some in range(most + 1))])
    scratch = _scratch(count, needed, put_out, int(offsets[-1]), len(asked.segments.leasts), bits)
    table = (asked.free, np.array(asked.alike, dtype=np.int64), board, needed, put_out, most, bits)
    out = _empty(asked, len(helds) * comb(count, put_out))
    more = (making, values, asked.places, WIDE, offsets, scratch)
    if quick:
        return out.first(holding_kernels.ways(helds, table, *more, 0, tuple(out)))
    rest, segment, level_of, levels, neighbours, edges, _, sums, _ = scratch
    rows, fewer, largest = 0, comb(count, needed - 1), comb(count, most)
    for at, held in enumerate(helds.tolist()):
        holding_kernels.laid_out(asked.free & ~held, values, rest)
        many = holding_kernels.completed(held, rest, count, needed, making, values, segment, level_of, levels, edges)
        holding_kernels.neighbours(segment, comb(count, needed), fewer, needed, level_of, many, WIDE, neighbours)
        holding_kernels.containing(
            neighbours, needed, most, board, count, many, WIDE, int(offsets[most]), largest, bits, sums
        )
        rows += holding_kernels.ways(helds[at : at + 1], table, *more, many, tuple(column[rows:] for column in out))
    return out.first(rows)


def boards_by_segment(asked: HoldQuery, helds: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The boards by segment for each of these sets of held cards, all of one size, when the other cards are known."""
    size = int(helds[0]).bit_count()
    needed, (parts, boards, _) = completions(asked.view, asked.board, size)
    if needed == asked.board > 1 and parts.tolist() == [(1 << needed) - 1]:
        # The whole board joins the held cards: such hands are quickly counted by their ranks.
        cuts = [0, *asked.segments.leasts[1:]]
        ranking, table = asked.view.hand.ranking, int(boards[0])
        by_held = [histogram(ranking, asked.free, asked.board, held | table) for held in helds.tolist()]
        counted = [np.add.reduceat(each, cuts) for each in by_held if each is not None]
        if len(counted) == len(by_held):
            return np.stack(counted)
    return ways(asked, helds).counts.astype(np.int64)


def completions(view: HandView, board: int, size: int) -> tuple[int, tuple[npt.NDArray[np.int64], ...]]:
    """The number of board cards that complete ``size`` held ones, and the ways to make a hand of them.

    The arrays have for each way the places of the board cards used, the cards on the table, and the number of cards.
    """
    hand, table = view.hand, view.table
    if not hand.must:
        needed, makings = board, [Making((1 << board) - 1, table)]
    else:
        wanted = hand.ranking.cards - size
        needed = min(board, wanted)
        pool = [Making(1 << place, 0) for place in range(needed)]
        pool += [Making(0, 1 << at) for at in range(53) if table >> at & 1]
        made = {(sum(one.part for one in some), sum(one.board for one in some)) for some in combinations(pool, wanted)}
        makings = sorted(Making(*each) for each in made)
    columns = ([one.part for one in makings], [one.board for one in makings], [one.many + size for one in makings])
    return needed, tuple(np.array(column, dtype=np.int64) for column in columns)


@lru_cache(maxsize=8)
def _tables(ranking: Ranking, segments: Segments) -> tuple[Any, ...]:
    """The ranking's tables with segments instead of values: the best segment belongs to the best value."""
    sums, rows, values, flush, *rest = tables(ranking)
    of_values = segments.of_values()
    return sums, rows, of_values[values], of_values[flush], *rest


def _scratch(
    count: int, needed: int, put_out: int, sets: int, segments: int, bits: int
) -> tuple[npt.NDArray[Any], ...]:
    """Room for the loops: the cards outside the held ones, segments, levels both ways, neighbours, subsets, sums."""
    words = -(-segments // (63 // bits))
    return (
        np.empty((3, 64), dtype=np.int64),
        np.empty(comb(count, needed), dtype=np.uint8),
        np.empty(segments, dtype=np.int64),
        np.empty(segments, dtype=np.int64),
        np.empty((segments, comb(count, needed - 1) if needed else 0), dtype=np.int64),
        np.empty(max(comb(count, 2), segments), dtype=np.int64),
        np.empty((2, 1 << put_out), dtype=np.int64),
        np.empty((sets, words), dtype=np.int64),
        np.empty(words, dtype=np.int64),
    )


def _empty(asked: HoldQuery, rows: int) -> HeldRows:
    words = rows if asked.words else 0
    return HeldRows(
        np.empty(rows if len(asked.places) else 0, dtype=np.uint32),
        np.empty(words, dtype=np.int64),
        np.empty(words, dtype=np.int64),
        np.empty((rows, len(asked.segments.leasts)), dtype=np.uint32),
    )


Whole = npt.NDArray[np.int64]
AT_ONCE = 1 << 15
"""Ways judged together: what they need stays in the processor's cache."""


class Best(NamedTuple):
    """The best option of every hand: its worth; the option, the cards held and the hand they are held from (perhaps
    with other suits); and the boards by segment."""

    worth: Whole
    act: Whole
    held: Whole
    own: Whole
    counts: npt.NDArray[np.uint32]

    @classmethod
    def none(cls, hands: int, segments: int) -> Best:
        """The state before anything is chosen."""
        worth = np.full(hands, -(1 << 62), dtype=np.int64)
        act, held, own = (np.zeros(hands, dtype=np.int64) for _ in range(3))
        return cls(worth, act, held, own, np.zeros((hands, segments), dtype=np.uint32))

    def better(self, numbers: npt.NDArray[Any], counts: npt.NDArray[Any], acts: Sequence[int], pay: Whole) -> None:
        """Take the ways that are worth more than what was chosen, each under the best of some options (``pay[option,
        segment]``); ties go to the first way, and then to its first option, as when counting."""
        hands = numbers.astype(np.int64)
        worth, option = np.empty(len(hands), dtype=np.int64), np.zeros(len(hands), dtype=np.int64)
        for start in range(0, len(hands), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            each = counts[part].astype(np.int64) @ pay.T
            option[part], worth[part] = each.argmax(axis=1), each.max(axis=1)
        before = self.worth.copy()
        np.maximum.at(self.worth, hands, worth)
        top = np.flatnonzero((worth == self.worth[hands]) & (worth > before[hands]))[::-1]
        chosen = np.full(len(before), -1, dtype=np.int64)
        chosen[hands[top]] = top  # written in reverse order, so that the first one stays
        changed = np.flatnonzero(chosen >= 0)
        self.act[changed] = np.array(acts)[option[chosen[changed]]]
        self.counts[changed] = counts[chosen[changed]]

    def tally(self, weights: npt.NDArray[Any], like: Whole) -> Whole:
        """Deals by case, option, fact and segment; ``weights`` are how many hands each stands for."""
        tally = np.zeros_like(like)
        for act in range(like.shape[1]):
            mine = np.flatnonzero(self.act == act)
            tally[0, act, 0] = weights[mine].astype(np.int64) @ self.counts[mine].astype(np.int64)
        return tally


def told_apart(pay: Whole, boards: int) -> tuple[Whole, int]:
    """The pay times a factor, plus the number of the segment, and the factor. Of equal ways, the one that makes better
    hands is then worth more; dividing by the factor gives the worth back. The factor is 1 where numbers would grow
    too large."""
    factor = boards * pay.shape[-1]
    if int(np.abs(pay).max(initial=0)) * factor * boards >= 1 << 62:
        return pay, 1
    return pay * factor + np.arange(pay.shape[-1]), factor


hand_kernels = Kernels("pitboss.exact.kernels.hands")

NONE = np.zeros(0, dtype=np.uint32)


class _Chunk(NamedTuple):
    """Some canonical sets of held cards of one size, and the options that hold this many."""

    size: int
    acts: tuple[int, ...]
    helds: npt.NDArray[np.int64]


class Holds:
    """Every way to hold cards at one public state."""

    def __init__(self, shape: OutlinedShape, public: Public, numbered: bool = True) -> None:
        self.shape, self.public = shape, public
        self.own, self.board = shape.outline.own, public.down
        self.view: HandView = public.views[shape.outline.wagers[0]][0]
        self._known: dict[tuple[int, int], dict[int, npt.NDArray[np.int64]]] = {}
        if numbered:
            self.hands: CanonicalHands = canonical_hands(public.free, public.alike, self.own)

    @cached_property
    def places(self) -> npt.NDArray[np.uint32]:
        """The number of every hand of the player among the canonical ones."""
        joker = bool(self.public.free >> JOKER_BIT)
        numbers = np.zeros(comb(52 + joker, self.own), dtype=np.uint32)
        orders = np.array(self.public.alike.orders, dtype=np.int64)
        hand_kernels.spread(self.hands.words, 0, self.own, orders, BELOW, numbers)
        return numbers

    def best(self, pool: Executor | None = None, words: bool = True, tell: Part = untold) -> Best:
        """The best option of every hand; ties go to the one that makes better hands, then to the one that holds more
        cards (the order of the file).

        The cards themselves are given if ``words`` is set; ``tell`` is called with the part of the work done, 0 to 1.
        """
        pay, factor = told_apart(self.shape.payoffs.pay, self._boards)
        worth, *chosen = best = Best.none(len(self.hands.words), pay.shape[-1])
        by_act = np.ascontiguousarray(pay[0, :, 0])
        for done, (chunk, rows) in enumerate(self._rows(pool, words), 1):
            tell(done / len(self._chunks))
            holding_kernels.choose(*rows, by_act, np.array(chunk.acts, dtype=np.int64), worth, tuple(chosen))
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
        """The numbers of cards that can be held, most first: ties go to holding more (file order)."""
        return tuple(sorted({many for act in self.shape.acts for many in act.hold or (self.own,)}, reverse=True))

    def _key(self, number: int = -1) -> str:
        """The cache key of a piece's counts, or of the list of pieces: everything they depend on."""
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
