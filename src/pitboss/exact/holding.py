"""Shape A1: cards are held, the others put out, then a hidden board completes the held ones; nobody to beat.

For every canonical set of held cards the boards are counted by the best segment they give, once for all boards that
contain each small set of cards; the cards put out cannot be on the board, which inclusion and exclusion takes care of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.ending import Tally
from pitboss.exact.hands import Hands, Making, canonical_hands, tables
from pitboss.exact.holding_kept import Few, best_of, few, rises, told_apart
from pitboss.exact.keeping import SOLVER
from pitboss.exact.options import Option
from pitboss.exact.outline import HELD, Outline, Outside, Public, View, ways
from pitboss.exact.payoff import ALONE, Payoffs, payoffs, segments
from pitboss.exact.showdown import merged
from pitboss.exact.situations import Memory
from pitboss.exact.subsets import BELOW
from pitboss.exact.suits import JOKER_BIT, standard
from pitboss.house.definition import PLAYER

WIDE = np.ascontiguousarray(BELOW.astype(np.int64))


@dataclass(frozen=True)
class Holding:
    """A round of this shape for certain stakes, ready to be counted."""

    outline: Outline
    acts: tuple[Option, ...]
    main: str
    payoffs: Payoffs
    memory: Memory | None = None

    name = "holding"
    unkept = ""

    @property
    def deals(self) -> int:
        return self.outline.deals

    @property
    def situations(self) -> int:
        return self.outline.situations

    @property
    def jobs(self) -> int:
        return len(self.outline.publics)

    def remembering(self, memory: Memory) -> Holding:
        """The same shape with a memory for its counts."""
        return replace(self, memory=memory)

    def run(self, job: int, pool: Executor | None = None) -> Tally:
        public = self.outline.publics[job]
        return self._tally(public, Table(self, public).tally(pool))

    def recalled(self) -> Tally | None:
        """The deals per ending from the ways to hold cards that an earlier proof found unbeaten."""
        found: Tally = {}
        for public in self.outline.publics:
            tally = Table(self, public, numbered=False).recalled()
            if tally is None:
                return None
            endings = found.setdefault(public.shows, {})
            for ending, count in self._tally(public, tally)[public.shows].items():
                endings[ending] = endings.get(ending, 0) + count
        return found

    def _tally(self, public: Public, tally: npt.NDArray[np.int64]) -> Tally:
        endings: dict[Any, int] = {}
        for place in np.argwhere(tally):
            ending = self.payoffs.ending(*(int(at) for at in place))
            endings[ending] = endings.get(ending, 0) + int(tally[tuple(place)]) * public.weight
        if sum(endings.values()) != public.weight * ways(public, self.outline.own):
            raise ArithmeticError("a public state's deals were not all counted")
        return {public.shows: endings}


def recognise(outline: Outline) -> Holding:
    """The shape, or :class:`Outside` with the step that does not fit."""
    game, step = outline.game, outline.step
    hands = tuple(dict.fromkeys(game.wagers[key].hand for key in outline.wagers))
    if any(game.wagers[key].against for key in outline.wagers):
        raise Outside(step, "is taken before a hand to beat and cards of one's own are seen")
    if len(hands) != 1:
        raise Outside(step, "decides more than one hand with hidden cards")
    (main,) = hands
    acts = merged(outline.options, outline.own)
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
    found = segments(game, game.hands[main], outline.wagers)
    return Holding(outline, acts, main, payoffs(game, acts, main, found, {}, ALONE, outline.hidden))


class Best(NamedTuple):
    """The best option of every hand: its worth; the option, the cards held and the hand they are held of (with other
    suits, perhaps); and the boards by segment."""

    worth: npt.NDArray[np.int64]
    act: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    own: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint32]


class Rows(NamedTuple):
    """Ways to hold cards, with the number of the player's hand, the cards held, the hand, and the boards by segment."""

    numbers: npt.NDArray[np.uint32]
    helds: npt.NDArray[np.int64]
    owns: npt.NDArray[np.int64]
    counts: npt.NDArray[np.uint32]


class _Chunk(NamedTuple):
    """Some canonical sets of held cards of one size, and the options that keep so many."""

    size: int
    acts: tuple[int, ...]
    helds: npt.NDArray[np.int64]


class Table:
    """One public state."""

    def __init__(self, shape: Holding, public: Public, numbered: bool = True) -> None:
        self.shape, self.public = shape, public
        self.own, self.board = shape.outline.own, public.down
        self.view: View = public.views[shape.outline.wagers[0]][0]
        self.of_values = shape.payoffs.segments.of_values()
        if not numbered:
            return
        self.hands: Hands = canonical_hands(public.free, public.alike, self.own)
        self.cases = np.zeros(len(self.hands.words), dtype=np.uint16)
        self.allowed = np.full(len(self.hands.words), (1 << len(shape.acts)) - 1, dtype=np.uint16)

    @cached_property
    def places(self) -> npt.NDArray[np.uint32]:
        return self._numbered(bool(self.public.free >> JOKER_BIT))

    def _numbered(self, joker: bool) -> npt.NDArray[np.uint32]:
        """The number of every hand of the player among the canonical ones."""
        from pitboss.exact.kernels import hands as compiled

        kernels: Any = compiled
        found = np.zeros(comb(52 + joker, self.own), dtype=np.uint32)
        orders = np.array(self.public.alike.orders, dtype=np.int64)
        kernels.spread(self.hands.words, 0, self.own, orders, BELOW, found)
        return found

    def best(self, pool: Executor | None = None) -> Best:
        """The best option of every hand; of equal ones the one that makes the better hands, then the one that holds
        more cards (the order of the file)."""
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        many = len(self.hands.words)
        pay, factor = told_apart(self.shape.payoffs.pay, self._boards)
        worth, chosen = np.full(many, -(1 << 62), dtype=np.int64), np.zeros((many, 2), dtype=np.int64)
        first, every = 0, []
        for chunk, rows in self._rows(pool):
            acts = np.array(chunk.acts, dtype=np.int64)
            kernels.choose(rows.numbers, rows.counts, pay, self.cases, self.allowed, acts, first, worth, chosen)
            first += len(rows.numbers)
            every.append(rows)
        if self.shape.memory is not None:
            self.shape.memory.later.append(partial(self._keep_few, every))
        starts = np.cumsum([0, *(len(rows.numbers) for rows in every)])
        held, own = np.zeros(many, dtype=np.int64), np.zeros(many, dtype=np.int64)
        counts = np.zeros((many, pay.shape[3]), dtype=np.uint32)
        for rows, start, end in zip(every, starts[:-1], starts[1:], strict=True):
            mine = np.flatnonzero((chosen[:, 1] >= start) & (chosen[:, 1] < end))
            at = chosen[mine, 1] - start
            held[mine], own[mine], counts[mine] = rows.helds[at], rows.owns[at], rows.counts[at]
        return Best(worth // factor, chosen[:, 0], held, own, counts)

    def recalled(self) -> npt.NDArray[np.int64] | None:
        """Deals by case, option, fact and segment, from the unbeaten ways to hold cards; None where they are not known
        or not enough."""
        memory = self.shape.memory
        pay, _ = told_apart(self.shape.payoffs.pay, self._boards)
        if memory is None or not self._one_pay or not rises(pay[0, 0, 0]):
            return None
        known = memory.recall(self._few)
        if known is None:
            return None
        tally = np.zeros_like(pay)
        tally[0, 0, 0] = best_of(Few(*known), pay[0, 0, 0])
        return tally

    @property
    def _boards(self) -> int:
        """How many boards there are for each hand of the player."""
        return comb(self.public.free.bit_count() - self.own, self.board)

    @property
    def _one_pay(self) -> bool:
        """Whether every way to hold cards is paid by the same lines."""
        return self.shape.payoffs.pay.shape[:3] == (1, 1, 1)

    @property
    def _few(self) -> str:
        return store.key_of(self._key(_Chunk(0, (), np.zeros(0, dtype=np.int64))), self.shape.acts[0].hold)

    def _keep_few(self, rows: Sequence[Rows]) -> None:
        """Keep the unbeaten ways, once the figures are there."""
        memory = self.shape.memory
        if memory is not None and self._one_pay and memory.recall(self._few) is None:
            found = few([each.numbers for each in rows], [each.counts for each in rows], self.hands.weights)
            memory.keep(self._few, found)

    def _rows(self, pool: Executor | None) -> Iterator[tuple[_Chunk, Rows]]:
        """The ways to hold cards, in pieces; kept ones where there are any."""
        chunks = list(self._chunks())
        memory = self.shape.memory
        known = [memory.recall(self._key(chunk)) if memory else None for chunk in chunks]
        todo = [chunk for chunk, rows in zip(chunks, known, strict=True) if rows is None]
        solved = map(self._solve, todo) if pool is None else pool.map(self._solve, todo)
        for chunk, rows in zip(chunks, known, strict=True):
            if rows is not None:
                yield chunk, Rows(*rows)
                continue
            found = next(iter(solved))
            if memory:
                memory.keep(self._key(chunk), found)
            yield chunk, found

    def _key(self, chunk: _Chunk) -> str:
        """The name of a piece's counts: everything they depend on."""
        view, public = self.view, self.public
        hand = (view.hand.ranking.key, tuple(view.hand.must.items()), view.board, view.hidden)
        where = (public.free, public.alike.classes, self.own, self.board, self.shape.payoffs.segments)
        return store.key_of(SOLVER, "holding", hand, where, chunk.size, chunk.helds.tobytes())

    def tally(self, pool: Executor | None) -> npt.NDArray[np.int64]:
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        best = self.best(pool)
        tally = np.zeros_like(self.shape.payoffs.pay)
        kernels.tally_up(self.hands.weights, self.cases, best.act, best.counts, tally)
        return tally

    def _chunks(self) -> Iterator[_Chunk]:
        """The sets of held cards in pieces, those with most cards first: equals go to holding more (file order)."""
        sizes = {many for act in self.shape.acts for many in act.hold or (self.own,)}
        for size in sorted(sizes, reverse=True):
            acts = tuple(at for at, act in enumerate(self.shape.acts) if size in (act.hold or (self.own,)))
            helds = canonical_hands(self.public.free, self.public.alike, size).words
            pieces = max(1, min(6, len(helds) // 50))
            for part in np.array_split(helds, pieces):
                yield _Chunk(size, acts, part)

    def _ways(self, size: int) -> tuple[int, tuple[Making, ...]]:
        """How many board cards complete held ones, and the makings with them (held cards not counted in)."""
        hand, board = self.view.hand, self.view.table
        if not hand.must:
            return self.board, (Making((1 << self.board) - 1, board),)
        wanted = hand.ranking.cards - size
        needed = min(self.board, wanted)
        pool = [Making(1 << place, 0) for place in range(needed)]
        pool += [Making(0, 1 << at) for at in range(53) if board >> at & 1]
        found = {
            Making(sum(one.part for one in chosen), sum(one.board for one in chosen))
            for chosen in combinations(pool, wanted)
        }
        return needed, tuple(sorted(found))

    def _solve(self, chunk: _Chunk) -> Rows:
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        needed, making = self._ways(chunk.size)
        parts = np.array([one.part for one in making], dtype=np.int64)
        boards = np.array([one.board for one in making], dtype=np.int64)
        many = np.array([one.many + chunk.size for one in making], dtype=np.int64)
        values = tables(self.view.hand.ranking)
        free, put_out = self.public.free, self.own - chunk.size
        count = free.bit_count() - chunk.size
        every = _sets(count, put_out) if put_out < 3 or needed < 2 else None
        if every is not None:
            lists = [every] * len(chunk.helds)
        else:
            lists = [self._outs(held, put_out) for held in chunk.helds.tolist()]
        found = self._empty(sum(map(len, lists)))
        if needed < 2:
            assert every is not None
            kernels.few(
                *(chunk.helds, (free, self.board), every, (parts, boards, many), values, self.of_values, self.places),
                *(WIDE, *found),
            )
            return found
        most = min(put_out, self.board)
        offsets = np.concatenate([[0], np.cumsum([comb(count, few) for few in range(most + 1)])]).astype(np.int64)
        segment = np.empty(comb(count, needed), dtype=np.uint8)
        at = 0
        for held, words in zip(chunk.helds.tolist(), lists, strict=True):
            rest = np.array([1 << place for place in range(53) if (free & ~held) >> place & 1], dtype=np.int64)
            occurs = np.zeros(found.counts.shape[1], dtype=np.bool_)
            kernels.completed(held, rest, needed, parts, boards, many, values, self.of_values, segment, occurs)
            levels = np.flatnonzero(occurs)
            sums = self._sums(segment, needed, levels, count, most, offsets)
            kernels.outs(held, words, rest, self.places, WIDE, sums, offsets, levels, at, *found)
            at += len(words)
        return found

    def _empty(self, rows: int) -> Rows:
        return Rows(
            np.empty(rows, dtype=np.uint32),
            np.empty(rows, dtype=np.int64),
            np.empty(rows, dtype=np.int64),
            np.empty((rows, len(self.shape.payoffs.segments.leasts)), dtype=np.uint32),
        )

    def _sums(
        self,
        segment: npt.NDArray[np.uint8],
        needed: int,
        levels: npt.NDArray[np.int64],
        count: int,
        most: int,
        offsets: npt.NDArray[np.int64],
    ) -> npt.NDArray[np.int32]:
        """Boards that contain each set of up to ``most`` cards, by level."""
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        sums = np.empty((offsets[-1], len(levels)), dtype=np.int32)
        self._largest(segment, needed, levels, count, most, sums[offsets[most] :])
        for size in range(most - 1, -1, -1):
            larger = sums[offsets[size + 1] : offsets[size + 2]]
            kernels.downward(larger, size, self.board, WIDE, sums[offsets[size] : offsets[size + 1]])
        return sums

    def _largest(
        self,
        segment: npt.NDArray[np.uint8],
        needed: int,
        levels: npt.NDArray[np.int64],
        count: int,
        most: int,
        largest: npt.NDArray[np.int32],
    ) -> None:
        """Boards that contain each set of ``most`` cards, by level."""
        from pitboss.exact.kernels import holding as compiled

        kernels: Any = compiled
        level_of = np.zeros(256, dtype=np.int64)
        level_of[levels] = np.arange(len(levels))
        largest[:, -1] = comb(count - most, self.board - most)
        if needed == most == self.board:
            kernels.whole_boards(segment, level_of, largest)
        else:
            rows = np.zeros((len(levels), comb(count, needed - 1)), dtype=np.int64)
            kernels.neighbours(segment, needed, level_of, WIDE, rows)
            if (needed, most, self.board) == (2, 2, 4):
                kernels.pairs_of_four(rows, count, largest)
            elif (needed, most, self.board) == (3, 3, 4):
                kernels.triples_of_four(rows, WIDE, count, largest)
            else:
                from pitboss.exact.kernels import holding_any

                general: Any = holding_any
                general.containing(rows, needed, most, self.board, count, WIDE, largest)

    def boards_of(self, own: int, held: int) -> npt.NDArray[np.int64]:
        """For one hand of the player and the cards he holds of it: how many boards are worth each segment."""
        return _boards_of(self, own, held)

    def _outs(self, held: int, put_out: int) -> npt.NDArray[np.int64]:
        """The canonical sets of cards put out beside these held ones, as masks over the rest."""
        rest = [1 << at for at in range(53) if (self.public.free & ~held) >> at & 1]
        placed = standard((self.public.free, held, *(cards for _, cards in self.view.board)))
        back = np.argsort(placed.order)
        words = canonical_hands(placed.words[0] & ~placed.words[1], placed.alike, put_out).words
        moved = words & (1 << JOKER_BIT)
        for suit in range(4):
            moved = moved | (words >> 13 * int(back[suit]) & 8191) << 13 * suit
        found = np.zeros(len(words), dtype=np.int64)
        for at, card in enumerate(rest):
            found |= ((moved & card) != 0).astype(np.int64) << at
        return found


def boards_of(shape: Holding, public: Public, own: int, held: int) -> npt.NDArray[np.int64]:
    """For one hand of the player and the cards he holds of it: how many boards are worth each segment."""
    return Table(shape, public, numbered=False).boards_of(own, held)


def _boards_of(table: Table, own: int, held: int) -> npt.NDArray[np.int64]:
    from pitboss.exact.kernels import holding as compiled

    kernels: Any = compiled
    shape, public = table.shape, table.public
    size, free = held.bit_count(), public.free & ~own
    needed, making = table._ways(size)
    rest = np.array([1 << at for at in range(53) if free >> at & 1], dtype=np.int64)
    parts = np.array([one.part for one in making], dtype=np.int64)
    boards = np.array([one.board for one in making], dtype=np.int64)
    many = np.array([one.many + size for one in making], dtype=np.int64)
    segment = np.empty(comb(len(rest), needed), dtype=np.uint8)
    occurs = np.zeros(len(shape.payoffs.segments.leasts), dtype=np.bool_)
    values = tables(table.view.hand.ranking)
    kernels.completed(held, rest, needed, parts, boards, many, values, table.of_values, segment, occurs)
    counts = np.zeros(len(occurs), dtype=np.int64)
    if needed < 2:
        # The boards up to a segment are those made of its cards.
        cards = (
            np.cumsum(np.bincount(segment, minlength=len(occurs)))
            if needed
            else np.where(np.cumsum(occurs), len(rest), 0)
        )
        ways = [comb(int(many), public.down) for many in cards]
        counts[:] = np.diff([0, *ways])
        return counts
    if needed == public.down:
        counts += np.bincount(segment, minlength=len(occurs))
        return counts
    # Every board contains equally many of the sets that complete the held cards.
    levels = np.flatnonzero(occurs)
    sums = np.empty((comb(len(rest), needed), len(levels)), dtype=np.int32)
    table._largest(segment, needed, levels, len(rest), needed, sums)
    upto = sums.sum(axis=0, dtype=np.int64) // comb(public.down, needed)
    counts[levels] = np.diff([0, *upto.tolist()])
    return counts


def _sets(count: int, size: int) -> npt.NDArray[np.int64]:
    """Every set of so many of the numbers below ``count``, as masks in the order of their places."""
    found = [sum(1 << at for at in chosen) for chosen in combinations(range(count), size)]
    return np.array(sorted(found), dtype=np.int64)
