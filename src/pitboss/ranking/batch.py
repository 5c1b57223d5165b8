"""Compiled evaluation of many hands: values of arrays of hands, and counts over every hand of a deck.

The tables of a ranking are NumPy arrays over the same bytes.

A card's key in kernels is a uint64. Its low bits hold, for each suit, a six-bit field that counts cards in steps such
that enough cards for a flush, and no fewer, reach a high bit (``flags``); then a count of cards that are not in the
deck; above them the rank's number. With ``total`` the sum of the keys of ``n`` cards::

    value = values[rows[n, total >> RANK_SHIFT & ROW_MASK] + (total >> COLUMN_SHIFT)]
    if total & flags:  # enough cards of one suit, or a card that is not in the deck (bit 63 of suits)
        suits = masks[first] | masks[second] | ...
        value = max(value, flush[suits & SUIT_MASK], flush[suits >> 16 & SUIT_MASK], ... >> 32 ..., ... >> 48 ...)

Everything is unsigned, since Numba turns int64 with uint64 into floats and checks signed indices for wrap-around. Every
array is padded so that no card code from 0 to 255 and no repeated card can read beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER, Card
from pitboss.errors import PitbossError
from pitboss.ranking.definition import RankingDefinition
from pitboss.ranking.lookup import Ranking
from pitboss.ranking.numba_cache import Kernels
from pitboss.ranking.tables import (
    JOKER_NUMBER,
    JOKER_RANK,
    MAX_CARDS,
    RANK_NUMBERS,
    ROW_BITS,
    ROWS,
    suit_masks,
    tables_of,
)

Hands: TypeAlias = npt.NDArray[np.uint8]
Values: TypeAlias = npt.NDArray[np.uint16]
Counts: TypeAlias = npt.NDArray[np.int64]

kernels = Kernels("pitboss.ranking.kernels")
SHARES = 8  # pieces of work per thread, so that one slow piece does not keep the others waiting

SUIT_BITS = 6
FOREIGN = 1 << (4 * SUIT_BITS)  # the key of a card that is not in the deck; the field has room for seven
RANK_SHIFT = 4 * SUIT_BITS + 3
COLUMN_SHIFT = RANK_SHIFT + ROW_BITS
SUIT_MASK = (1 << (JOKER_RANK + 1)) - 1


class Arrays(NamedTuple):
    """Everything a kernel needs to evaluate a hand."""

    keys: npt.NDArray[np.uint64]  # per card code 0–255
    masks: npt.NDArray[np.uint64]  # per card code: its bit among the 16 of its suit
    rows: npt.NDArray[np.uint32]  # [number of cards 0–7, row]
    values: npt.NDArray[np.uint16]
    flush: npt.NDArray[np.uint16]  # per set of ranks of one suit, bit 13 for the joker
    flags: np.uint64
    top: int


def suit_step(cards: int) -> tuple[int, int]:
    """The step each card adds to its suit's field, and the bits of the four fields that show a flush.

    For five cards the step is 7: four cards make 28, five make 35 and reach bit 32; seven make 49 and still fit.

    >>> suit_step(5)[0]
    7
    """
    for bit in range(SUIT_BITS):
        for step in range(1, 9):
            if (cards - 1) * step < 1 << bit <= cards * step and MAX_CARDS * step < 1 << SUIT_BITS:
                high = (1 << SUIT_BITS) - (1 << bit)
                return step, sum(high << (SUIT_BITS * s) for s in range(4))
    raise AssertionError(f"no step for {cards} cards")


def card_keys(definition: RankingDefinition) -> tuple[list[int], int]:
    """The key of every card code, and the bits of a total that show a possible flush or a foreign card."""
    step, flags = suit_step(definition.cards) if definition.flushes else (0, 0)
    keys = [FOREIGN] * 256
    for card in definition.deck:
        if card == JOKER:
            keys[card] = (JOKER_NUMBER << RANK_SHIFT) + sum(step << SUIT_BITS * s for s in range(4))
        else:
            keys[card] = (RANK_NUMBERS[card >> 2] << RANK_SHIFT) + (step << SUIT_BITS * (card & 3))
    return keys, flags | 7 * FOREIGN


@lru_cache(maxsize=32)
def arrays_of(definition: RankingDefinition) -> Arrays:
    """The arrays of a definition, read-only because all kernels and threads share them."""
    tables = tables_of(definition)
    keys, flags = card_keys(definition)
    rows = np.zeros((MAX_CARDS + 1, ROWS), dtype=np.uint32)
    rows[definition.cards :] = np.frombuffer(tables.rows, dtype=np.int32).reshape(-1, ROWS)
    masks = np.full(256, 1 << 63, dtype=np.uint64)
    masks[list(definition.deck)] = [suit_masks()[card] for card in definition.deck]
    flush = np.zeros(SUIT_MASK + 1, dtype=np.uint16)
    flush[: len(tables.flush)] = np.frombuffer(tables.flush, dtype=np.uint16)
    # No seven card codes reach a column beyond that of seven jokers.
    beyond = np.zeros((MAX_CARDS * JOKER_NUMBER >> ROW_BITS) + 1, dtype=np.uint16)
    arrays = Arrays(
        keys=np.array(keys, dtype=np.uint64),
        masks=masks,
        rows=rows,
        values=np.concatenate([np.frombuffer(tables.values, dtype=np.uint16), beyond]),
        flush=flush,
        flags=np.uint64(flags),
        top=len(tables.about),
    )
    for array in (arrays.keys, arrays.masks, arrays.rows, arrays.values, arrays.flush):
        array.flags.writeable = False
    return arrays


def values(r: Ranking, hands: npt.NDArray[Any], threads: int = 1) -> Values:
    """The value of each row of up to seven cards, equal to :attr:`Ranking.value`.

    Cards that are not in the deck are refused; repeated cards are not checked for.
    """
    rows = as_cards(hands)
    count = rows.shape[1]
    if not r.cards <= count <= MAX_CARDS:
        raise PitbossError(
            f"rows of {count} cards are not hands of this ranking; expected {r.cards} to {MAX_CARDS} cards."
        )
    a, out = r.arrays(), np.empty(len(rows), dtype=np.uint16)
    kernel: Any = {5: kernels.values5, 6: kernels.values6, 7: kernels.values7}.get(count, kernels.values_any)

    def part(low: int, high: int) -> int:
        tables = a.keys, a.masks, a.rows[count], a.values, a.flush, a.flags
        return int(kernel(rows[low:high], *tables, out[low:high]))

    if any(in_threads(part, len(rows), threads)):
        refuse_foreign(r, rows)
    return out


def omaha(r: Ranking, holes: npt.NDArray[Any], boards: npt.NDArray[Any], threads: int = 1) -> Values:
    """The best of exactly two cards of each row of ``holes`` with three of the same row of ``boards`` (OM-1)."""
    hands, tables = as_cards(holes), as_cards(boards)
    if r.cards != 5 or hands.shape[1] < 2 or tables.shape[1] != 5 or len(hands) != len(tables):
        raise PitbossError(
            "Omaha needs a five-card ranking, rows of two or more hole cards, and a board of five for each."
        )
    for cards in (hands, tables):
        refuse_foreign(r, cards)
    a, out = r.arrays(), np.empty(len(hands), dtype=np.uint16)

    def part(low: int, high: int) -> None:
        rest = a.keys, a.masks, a.rows[5], a.values, a.flush, a.flags
        kernels.plain(hands[low:high], tables[low:high], *rest, out[low:high])

    in_threads(part, len(hands), threads)
    return out


def omaha_table(r: Ranking, board: Sequence[Card]) -> Values:
    """The best hand that every two cards make with this board, as a symmetric table by card codes."""
    r.deck.check(board, 5)
    a, table = r.arrays(), np.zeros((JOKER + 1, JOKER + 1), dtype=np.uint16)
    cards = np.array(board, dtype=np.uint8), np.array(r.deck.cards, dtype=np.uint8)
    kernels.pair_table(*cards, a.keys, a.masks, a.rows[5], a.values, a.flush, a.flags, table)
    return table


def omaha_on(r: Ranking, board: Sequence[Card], holes: npt.NDArray[Any], threads: int = 1) -> Values:
    """The best of two hole cards and three of the board for many hands, by :func:`omaha_table`."""
    hands, table = as_cards(holes), omaha_table(r, board)
    if hands.size and int(hands.max()) > JOKER:
        refuse_foreign(r, hands)
    out = np.empty(len(hands), dtype=np.uint16)
    kernel: Any = kernels.by_table4 if hands.shape[1] == 4 else kernels.by_table
    in_threads(lambda low, high: kernel(hands[low:high], table, out[low:high]), len(hands), threads)
    return out


def counts(r: Ranking, size: int, threads: int = 1) -> Counts:
    """The number of hands of ``size`` cards with each value from 0 to ``top``."""
    if not r.cards <= size <= min(MAX_CARDS, len(r.deck)):
        raise PitbossError(f"hands of {size} cards cannot be counted; expected {r.cards} to {MAX_CARDS} cards.")
    a = r.arrays()
    deck = sorted(r.deck)  # by rank, the joker last
    if size == 1:
        return np.bincount([r.value((card,)) for card in deck], minlength=r.top + 1).astype(np.int64)
    keys, masks = a.keys[deck], a.masks[deck]
    by_rank = r.cards == 5 and size == 7
    cards = len(deck) - (by_rank and r.deck.joker)
    # Earlier pairs start more hands, so they are dealt out in turns to give threads even shares.
    firsts = np.array([(i, j) for i in range(cards) for j in range(i + 1, cards)], dtype=np.int64)

    shares = 1 if threads <= 1 else SHARES * threads
    deck_by_rank = _by_rank(r, deck) if by_rank else ()

    def part(low: int, high: int) -> Counts:
        pairs, counted = firsts[low::shares], np.zeros(r.top + 1, dtype=np.int64)
        if by_rank:
            kernels.best_five_of_seven(pairs, keys, masks, *deck_by_rank, counted)
        else:
            kernels.any_hand(pairs, size, keys, masks, a.rows[size], a.values, a.flush, a.flags, counted)
        return counted

    total: Counts = sum(in_threads(part, shares, threads), np.zeros(r.top + 1, dtype=np.int64))
    return total


def _by_rank(r: Ranking, deck: Sequence[Card]) -> tuple[Any, ...]:
    """The last four arguments of the kernel for five of seven: the deck by ranks, tables, flags and suit bits."""
    a = r.arrays()
    cards = [card for card in deck if card != JOKER]
    ranks = sorted({card >> 2 for card in cards})
    by_rank = {rank: [card for card in cards if card >> 2 == rank] for rank in ranks}

    def masks(of: Sequence[Card]) -> int:
        return sum(int(a.masks[card]) for card in of)

    starts = [cards.index(by_rank[rank][0]) for rank in ranks]
    numbers = [RANK_NUMBERS[rank] for rank in ranks] + [JOKER_NUMBER] * r.deck.joker
    step, _ = suit_step(r.cards)
    deck_arrays = (
        np.array([ranks.index(card >> 2) for card in cards], dtype=np.int64),
        np.array([*starts, len(cards)], dtype=np.int64),
        np.array([len(by_rank[rank]) for rank in ranks], dtype=np.int64),
        np.array(numbers, dtype=np.uint64),
        np.array([masks(by_rank[rank]) for rank in ranks], dtype=np.uint64),
        np.array([masks([c for c in by_rank[card >> 2] if c > card]) for card in cards], dtype=np.uint64),
    )
    more = sum(step << SUIT_BITS * s for s in range(4)) if r.definition.flushes else 0
    return deck_arrays, (a.rows[7], a.values, a.flush), a.flags, np.uint64(more)


def as_cards(hands: npt.NDArray[Any]) -> Hands:
    """Convert an array to rows of card codes."""
    if hands.ndim != 2 or not np.issubdtype(hands.dtype, np.integer):
        raise PitbossError(
            f"an array of {hands.dtype} of shape {hands.shape} is not rows of card codes; give a 2-D integer array."
        )
    if hands.dtype != np.uint8:
        hands = np.where((hands < 0) | (hands > JOKER), 255, hands)
    return np.ascontiguousarray(hands, dtype=np.uint8)


def refuse_foreign(r: Ranking, hands: Hands) -> None:
    """Raise if a card is not in the ranking's deck."""
    foreign = set(np.unique(hands).tolist()) - set(r.deck)
    if foreign:
        raise PitbossError(f"card code {min(foreign)} is not a card of this ranking's deck ({r.deck.name}).")


def in_threads(part: Callable[[int, int], Any], length: int, threads: int) -> list[Any]:
    """Call ``part(low, high)`` for even pieces of a range in ``threads`` threads; return the results in order."""
    if threads <= 1:
        return [part(0, length)]
    pieces = min(length, SHARES * threads) or 1
    cuts = [length * i // pieces for i in range(pieces + 1)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(part, cuts[:-1], cuts[1:]))
