"""Boards and private hands up to exchanging suits: canonical boards, their parts, exchanged hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain, combinations, permutations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER, Deck
from pitboss.exact.cards.hands import JOKER_BIT, LOOKUP_SHIFTS, canonical_hands, standard, word
from pitboss.exact.script.course import Course, Judged, Judgement
from pitboss.exact.script.views import ways_to_make
from pitboss.house.definition import PLAYER
from pitboss.ranking.numba_cache import Kernels

Whole = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int64]

_BELOW = np.array([[comb(card, size) for card in range(64)] for size in range(8)], dtype=np.int64)


def places(sets: Rows) -> Whole:
    """The place of each set among all sets of its size, by its highest card first: C(c1, 1) + C(c2, 2) + …"""
    place = np.zeros(len(sets), dtype=np.int64)
    for at in range(sets.shape[1]):
        place += _BELOW[at + 1, sets[:, at]]
    return place


@lru_cache(maxsize=8)
def all_sets(cards: int, size: int) -> Rows:
    """All sets of a size in the order of their places; cards are places in the deck."""
    many = comb(cards, size)
    each = chain.from_iterable(combinations(range(cards), size))
    rows = np.fromiter(each, dtype=np.int64, count=many * size).reshape(many, size)
    ordered = rows[np.argsort(places(rows), kind="stable")]
    ordered.flags.writeable = False  # cached, so every caller shares it
    return ordered


class Exchanges:
    """The exchanges of suits that leave a deck as it is, as permutations of the places of its cards."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        at = {card: place for place, card in enumerate(deck)}
        turns: dict[tuple[int, ...], None] = {}
        for order in permutations(range(4)):
            image = [card if card == JOKER else (card & ~3) | order[card & 3] for card in deck]
            if all(card in at for card in image):
                turns[tuple(at[card] for card in image)] = None
        self.turns: Rows = np.array(list(turns), dtype=np.int64)
        self.back = np.array([list(turns).index(tuple(np.argsort(turn).tolist())) for turn in self.turns])

    def __len__(self) -> int:
        return len(self.turns)

    def hands(self, sets: Rows) -> npt.NDArray[np.int32]:
        """``turned[t, h]``: the number of the hand that hand h becomes under exchange t."""
        return np.stack([places(np.sort(turn[sets], axis=1)).astype(np.int32) for turn in self.turns])


class Boards:
    """Canonical boards of one size, grouped by ranks, with the number of boards each stands for."""

    def __init__(self, exchanges: Exchanges, size: int) -> None:
        self.exchanges, self.size = exchanges, size

    @property
    def rows(self) -> Rows:
        return self._laid_out[0]

    @property
    def weights(self) -> Whole:
        return self._laid_out[1]

    @cached_property
    def _laid_out(self) -> tuple[Rows, Whole]:
        """Lazy: with a cached last street its boards may never be needed."""
        deck, size = self.exchanges.deck, self.size
        placed = standard([word(deck.cards)])
        hands = canonical_hands(placed.words[0], placed.alike, size)
        bits = np.nonzero(hands.words[:, None] >> np.arange(JOKER_BIT + 1) & 1)[1].reshape(len(hands.words), size)
        at = np.zeros(JOKER_BIT + 1, dtype=np.int64)
        for bit in range(JOKER_BIT + 1):
            card = JOKER if bit == JOKER_BIT else bit % 13 * 4 + placed.order[bit // 13]
            at[bit] = deck.cards.index(card) if card in deck else 0
        rows = np.sort(at[bits], axis=1)
        # Boards of equal ranks share most of their parts; summing them one after the other keeps these in the CPU
        # cache.
        ranks = np.array([card >> 2 for card in deck], dtype=np.int64)[rows]
        order = np.lexsort((np.arange(len(rows)), *ranks.T)) if size else np.arange(len(rows))
        return rows[order], hands.weights.astype(np.int64)[order]

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def _index(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
        """For every set of this size: the number of its canonical board and the exchange that leads there."""
        many = comb(len(self.exchanges.deck), self.size)
        number, turn = np.zeros(many, dtype=np.int32), np.zeros(many, dtype=np.uint8)
        for t, image in enumerate(self.exchanges.turns):
            at = places(np.sort(image[self.rows], axis=1))
            number[at] = np.arange(len(self.rows))
            turn[at] = self.exchanges.back[t]
        return number, turn

    def parents(self, after: Boards) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
        """For each larger board: its parts of this size as canonical boards, and the exchanges that lead there."""
        number, turn = self._index
        parts = [places(after.rows[:, list(chosen)]) for chosen in combinations(range(after.size), self.size)]
        at = np.stack(parts, axis=1)
        return number[at], turn[at]

    @cached_property
    def fixing(self) -> tuple[Whole, Whole]:
        """The exchanges that leave each board as it is: where they start, and their numbers."""
        same = np.stack(
            [(np.sort(t[self.rows], axis=1) == self.rows).all(axis=1) for t in self.exchanges.turns], axis=1
        )
        starts = np.concatenate([[0], np.cumsum(same.sum(axis=1))]).astype(np.int64)
        return starts, np.nonzero(same)[1].astype(np.int64)


def subsets(sets: Rows, cards: int, most: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32], int]:
    """For every hand the numbers of its subsets of up to ``most`` cards, their signs, and how many there are."""
    columns: list[npt.NDArray[np.uint32]] = []
    signs: list[int] = []
    base = 0
    for size in range(most + 1):
        if size <= sets.shape[1]:
            for chosen in combinations(range(sets.shape[1]), size):
                columns.append((base + places(sets[:, list(chosen)])).astype(np.uint32))
                signs.append(-1 if size % 2 else 1)
        base += comb(cards, size)
    return np.stack(columns, axis=1), np.array(signs, dtype=np.int32), base


def keys(columns: Sequence[int], sets: Rows, codes: Whole, per_card: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The sum of the keys of some columns' cards."""
    total = np.zeros(len(sets), dtype=np.uint64)
    for column in columns:
        total += per_card[codes[sets[:, column]]]
    return total


board_kernels = Kernels("pitboss.exact.kernels.board")

Values = npt.NDArray[np.uint16]


class Grids:
    """The private hands of a course, the player's and the hidden ones, and their values with boards.

    Grid values are one more than values, 0 for a dead hand. Boards are rows of places in the deck.
    """

    def __init__(self, course: Course, board: str, hidden: str) -> None:
        self.course, self.board, self.hidden = course, board, hidden
        self.deck = course.game.deck
        self.codes: Whole = np.array(self.deck.cards, dtype=np.int64)
        self.own = all_sets(len(self.deck), course.own)
        self.theirs = all_sets(len(self.deck), course.streets[-1].shown[course.piles.index(hidden)])
        self._bits = np.uint64(1) << np.arange(64, dtype=np.uint64)

    def mirrored(self, showdown: Judgement) -> bool:
        """True if both sides make their hands in the same way, so that one grid serves both."""
        mine, theirs = self.course.game.hands[showdown.hand], self.course.game.hands[showdown.against]
        swap = {PLAYER: self.hidden}
        return (
            self.own.shape == self.theirs.shape
            and mine.ranking.key == theirs.ranking.key
            and {swap.get(pile, pile) for pile in mine.of} == set(theirs.of)
            and {swap.get(pile, pile): count for pile, count in mine.must.items()} == dict(theirs.must)
        )

    def values(self, name: str, rows: Whole, opposing: bool = False) -> Values:
        """The values of the hand with this name for every board and private hand: the player's, or the hidden ones."""
        pile, hands = (self.hidden, self.theirs) if opposing else (PLAYER, self.own)
        hand = self.course.game.hands[name]
        private = hands.shape[1]
        board = list(range(private, private + rows.shape[1]))
        arrays = hand.ranking.arrays()
        out = np.zeros((len(rows), len(hands)), dtype=np.uint16)
        bits = self._words(rows)
        for columns in ways_to_make(hand, {pile: list(range(private)), self.board: board}):
            mine = tuple(column for column in columns if column < private)
            theirs = tuple(column - private for column in columns if column >= private)
            board_kernels.grid(
                keys(theirs, rows, self.codes, arrays.keys),
                keys(theirs, rows, self.codes, arrays.masks),
                bits,
                *self._private(name, pile, mine),
                LOOKUP_SHIFTS,
                arrays.rows[len(columns)],
                arrays.values,
                arrays.flush,
                arrays.flags,
                out,
            )
        return out

    @lru_cache(maxsize=256)  # noqa: B019  # lives as long as the proof
    def _private(self, name: str, pile: str, columns: tuple[int, ...]) -> tuple[Any, ...]:
        arrays = self.course.game.hands[name].ranking.arrays()
        hands = self.own if pile == PLAYER else self.theirs
        sums = keys(columns, hands, self.codes, arrays.keys), keys(columns, hands, self.codes, arrays.masks)
        return *sums, self._words(hands)

    def _words(self, sets: Whole) -> npt.NDArray[np.uint64]:
        words = np.zeros(len(sets), dtype=np.uint64)
        for column in sets.T:
            words |= self._bits[column]
        return words

    def living(self, rows: Whole) -> npt.NDArray[np.bool_]:
        """The player's hands that share no card with each board."""
        living: npt.NDArray[np.bool_] = (self._words(rows)[:, None] & self._words(self.own)) == 0
        return living

    def classes(self, judged: Judged, values: Values) -> npt.NDArray[np.uint32]:
        """The class of each value of a grid; dead hands get the lowest."""
        return _table(judged)[values]

    def facts(self, judgement: Judgement, rows: Whole) -> npt.NDArray[np.uint32]:
        """The facts that a known hand gives the settlement, for every board and hand."""
        judged = self.course.facts[judgement]
        mine = self.values(judgement.hand, rows)
        facts = self.classes(judged, mine)
        if judgement.against:
            other = self.values(judgement.against, rows).astype(np.int64)
            facts = (facts * 6 + (other > judged.qualifies) * 3 + np.sign(mine - other) + 1).astype(np.uint32)
        return facts


@lru_cache(maxsize=64)
def _table(judged: Judged) -> npt.NDArray[np.uint32]:
    """The class of every grid value."""
    return np.maximum(np.searchsorted(judged.least, np.arange(-1, 65535), side="right") - 1, 0).astype(np.uint32)
