"""Dead cards: public states that differ only in cards that were seen and are out of play are counted together.

Hidden hands are swept once for all these states. For each subset of the player's cards, the sweep keeps the number of
hidden hands that contain it, and a row with the numbers of those that also contain each possible dead card (and each
pair). Rows are summed as whole vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import Alike, CanonicalSets, Making, canonical_hands, moved, standard, values
from pitboss.exact.cards.sweep import BELOW, Sorted, by_value
from pitboss.exact.script.views import HandView, Public
from pitboss.ranking.numba_cache import Kernels

sweep_kernels = Kernels("pitboss.exact.kernels.sweep")

MOST_HIDDEN = 5
"""Most hidden cards for which the rows stay small."""

APART = Alike((0, 1, 2, 3))
"""No suits are alike: every hand counts separately."""


class DeadCardFamily(NamedTuple):
    """Public states that differ only in their dead cards: the table without them, and the states as columns."""

    public: Public
    states: tuple[Public, ...]
    dead: tuple[tuple[int, ...], ...]
    """For each state, every set of dead cards it stands for."""


def families(publics: Sequence[Public], own: int) -> tuple[list[DeadCardFamily], list[Public]]:
    """The states that can be counted together, and the others."""
    groups: dict[tuple[object, ...], list[tuple[Public, CanonicalSets]]] = {}
    others = []
    for public in publics:
        if own and 2 <= public.down <= MOST_HIDDEN and public.dead.bit_count() in (1, 2) and not _dead_plays(public):
            deck = public.free | public.up | public.dead
            boards = [cards for views in public.views.values() for view in views if view for _, cards in view.board]
            placed = standard((deck, public.up, *boards))
            key = (placed.words, public.down, public.dead.bit_count())
            groups.setdefault(key, []).append((public, placed))
        else:
            others.append(public)
    together = []
    for members in groups.values():
        if len(members) < 2:
            others += [public for public, _ in members]
        else:
            together.append(_family(members))
    return together, others


def _dead_plays(public: Public) -> bool:
    """True if a dead card is part of some hand (one judged on the cards as they were dealt)."""
    views = [view for pair in public.views.values() for view in pair if view is not None]
    return any(view.table & public.dead or view.hand.qualifies for view in views)


def _family(members: Sequence[tuple[Public, CanonicalSets]]) -> DeadCardFamily:
    first, placed = members[0]
    deck, up = placed.words[:2]
    table = replace(
        first,
        free=deck & ~up,
        alike=placed.alike,
        up=up,
        dead=0,
        views={key: tuple(_moved(view, placed) for view in pair) for key, pair in first.views.items()},
        judged=_moved(first.judged, placed),
    )
    dead = []
    for public, its in members:
        one = its.move(public.dead)
        dead.append(tuple(sorted({moved(one, order) for order in placed.alike.orders})))
    return DeadCardFamily(table, tuple(public for public, _ in members), tuple(dead))


def _moved(view: HandView | None, placed: CanonicalSets) -> Any:
    if view is None:
        return None
    return replace(view, board=tuple((pile, placed.move(cards)) for pile, cards in view.board))


class Count:
    """The sweep of one family."""

    def __init__(self, family: DeadCardFamily, own: int) -> None:
        self.family, self.own = family, own
        self.down = family.public.down
        self.plans = tuple(_plan(own, min(own, self.down - away)) for away in range(3))
        # Columns of the rows for the dead cards and pairs.
        sets = [(one, label) for label, every in enumerate(family.dead) for one in every]
        cards = [_bits(one) for one, _ in sets]
        bits = sorted({bit for each in cards for bit in each})
        at = {bit: place for place, bit in enumerate(bits)}
        self.column = np.full(53, -1, dtype=np.int64)
        self.column[bits] = np.arange(len(bits))
        self.pair = np.full((53, 53), -1, dtype=np.int64)
        doubles = dict.fromkeys(each for each in cards if len(each) == 2)
        pairs: dict[tuple[int, ...], int] = {each: place for place, each in enumerate(doubles)}
        for (low, high), place in pairs.items():
            self.pair[low, high] = self.pair[high, low] = place
        columns = (
            [one for one, _ in sets],
            [at[each[0]] for each in cards],
            [at[each[1]] if len(each) == 2 else -1 for each in cards],
            [pairs.get(each, -1) for each in cards],
            [label for _, label in sets],
        )
        self.columns = tuple(np.array(column, dtype=np.int64) for column in columns)
        """For every set of dead cards: the cards, the columns of the first, of the second (-1 if there is none) and of
        the pair, and the label of the state."""
        self.singles, self.doubles, self.pairs = _padded(len(bits)), _padded(len(pairs)), bool(pairs)

    def tally(
        self, words: Any, weights: Any, asked: Any, segments: Any, more: tuple[Any, ...], pay: Any, theirs: HandView
    ) -> npt.NDArray[np.int64]:
        """Deals by segment of the hand, then by label, case, option, fact and final segment.

        ``more`` are the arrays of cases, fold segments, allowed options and folds.
        """
        public = self.family.public
        ranking = theirs.hand.ranking
        hidden = canonical_hands(public.free, APART, self.down).words
        value = values(ranking, hidden, self.down, (Making((1 << self.down) - 1, theirs.table),))
        # Hidden hands are inserted from whichever end is nearer to the hands asked for; from above, winning and losing
        # are swapped.
        turn = int((value >= asked.min()).sum()) < int((value <= asked.max()).sum())
        if turn:
            value, asked, pay = ranking.top + 1 - value, ranking.top + 1 - asked, _turned(pay, more[3])
        counted, asking = by_value(value, ranking.top + 1), by_value(asked, ranking.top + 1)
        hidden, words, weights = hidden[counted.place], words[asking.place], weights[asking.place]
        segments, cases, fold_segments, allowed = (one[asking.place] for one in (segments, *more[:3]))
        folds = more[3]
        size = min(self.own, self.down)
        starts = np.concatenate([[0], np.cumsum([comb(53, few) for few in range(size + 1)])]).astype(np.int64)
        none = np.zeros(starts[size + 1], dtype=np.uint32)
        one = np.zeros((starts[self.down], self.singles), dtype=np.uint32)
        two = np.zeros((starts[self.down - 1] if self.pairs else 0, self.doubles), dtype=np.uint32)
        most = int(np.diff(asking.ends).max())
        before = self._buffers(most)
        after = self._buffers(most)
        tally = np.zeros((pay.shape[3], len(self.family.states), *pay.shape), dtype=np.int64)
        total = comb(public.free.bit_count() - self.own - self.family.states[0].dead.bit_count(), self.down)
        tables = (none, one, two)
        insert, ask = sweep_kernels.insert(_plan(self.down, size)), sweep_kernels.ask(*self.plans)
        for low, high, asks in _classes(asking, counted):
            first, last = int(asking.ends[low]), int(asking.ends[high])
            if asks:
                ask(words, first, last, BELOW, starts, *tables, *before)
            insert(
                *(hidden, int(counted.ends[low]), int(counted.ends[high]), BELOW, starts, self.column, self.pair),
                *tables,
            )
            if asks:
                ask(words, first, last, BELOW, starts, *tables, *after)
                cut = slice(first, last)
                sweep_kernels.compared(
                    *(words[cut], weights[cut], segments[cut], cases[cut], fold_segments[cut], allowed[cut], folds),
                    *(self.columns, before, after, total, pay, tally),
                )
        return _turned(tally, folds) if turn else tally

    def _buffers(self, rows: int) -> tuple[Any, Any, Any]:
        shapes = ((rows,), (rows, self.singles), (rows, self.doubles))
        none, one, two = (np.zeros(shape, dtype=np.uint32) for shape in shapes)
        return none, one, two


def _turned(by_fact: Any, folds: Any) -> Any:
    """Swap winning and losing among the facts, keeping qualified and unqualified apart.

    The last axes are option, fact and segment; a fold has no fact and stays as it is.
    """
    turned = np.ascontiguousarray(by_fact[..., [2, 1, 0, 5, 4, 3], :])
    turned[..., folds, :, :] = by_fact[..., folds, :, :]
    return turned


def _plan(cards: int, most: int) -> str:
    """A plan for hands of ``cards`` cards and their subsets up to a size."""
    return f"{cards}:{''.join(map(str, range(1, most + 1)))}"


def _classes(asking: Sorted, counted: Sorted) -> list[tuple[int, int, bool]]:
    """Runs of values: one value at a time where a hand asks, all values in between at once."""
    asks = np.flatnonzero(np.diff(asking.ends))
    classes, done = [], 0
    for value in asks.tolist():
        if value > done:
            classes.append((done, value, False))
        classes.append((value, value + 1, True))
        done = value + 1
    return classes


def _padded(columns: int) -> int:
    """The number of columns, rounded up to whole vectors."""
    return max(1, -(-columns // 8) * 8)


def _bits(word: int) -> tuple[int, ...]:
    return tuple(place for place in range(53) if word >> place & 1)
