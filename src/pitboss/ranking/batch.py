"""Many hands at once, compiled: values of an array of hands, and counts over every hand a deck can deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.cards import JOKER, Card
from pitboss.errors import PitbossError
from pitboss.ranking.arrays import SUIT_BITS, suit_step
from pitboss.ranking.builder import MOST
from pitboss.ranking.lookup import Ranking
from pitboss.ranking.packing import JOKER_NUMBER, RANK_NUMBERS

Hands: TypeAlias = npt.NDArray[np.uint8]
Values: TypeAlias = npt.NDArray[np.uint16]
Counts: TypeAlias = npt.NDArray[np.int64]

SHARES = 8  # pieces of work for each thread, so that a slow one does not keep the others waiting


def values(r: Ranking, hands: npt.NDArray[Any], threads: int = 1) -> Values:
    """The value of each row of cards, as :attr:`Ranking.value` would give it; up to seven cards a row.

    Cards that are not in the deck are refused; that a card stands twice in one hand is not looked for.
    """
    kernels = _kernels("hands")
    rows = as_cards(hands)
    count = rows.shape[1]
    if not r.cards <= count <= MOST:
        raise PitbossError(f"rows of {count} cards are not hands here; {r.cards} to {MOST} cards expected.")
    a, found = r.arrays(), np.empty(len(rows), dtype=np.uint16)
    kernel: Any = {5: kernels.values5, 6: kernels.values6, 7: kernels.values7}.get(count, kernels.values_any)

    def part(low: int, high: int) -> int:
        tables = a.keys, a.masks, a.rows[count], a.values, a.flush, a.flags
        return int(kernel(rows[low:high], *tables, found[low:high]))

    if any(in_threads(part, len(rows), threads)):
        refuse_foreign(r, rows)
    return found


def omaha(r: Ranking, holes: npt.NDArray[Any], boards: npt.NDArray[Any], threads: int = 1) -> Values:
    """The best of exactly two cards of each row of ``holes`` with three of the same row of ``boards`` (OM-1)."""
    kernels = _kernels("omaha")
    hands, tables = as_cards(holes), as_cards(boards)
    if r.cards != 5 or hands.shape[1] < 2 or tables.shape[1] != 5 or len(hands) != len(tables):
        raise PitbossError(
            "Omaha needs a ranking of five cards, and for each row of two or more cards a board of five."
        )
    for cards in (hands, tables):
        refuse_foreign(r, cards)
    a, found = r.arrays(), np.empty(len(hands), dtype=np.uint16)

    def part(low: int, high: int) -> None:
        rest = a.keys, a.masks, a.rows[5], a.values, a.flush, a.flags
        kernels.plain(hands[low:high], tables[low:high], *rest, found[low:high])

    in_threads(part, len(hands), threads)
    return found


def omaha_table(r: Ranking, board: Sequence[Card]) -> Values:
    """For one board, the best hand that every two cards make with it: a symmetric table by card codes."""
    kernels = _kernels("omaha")
    r.deck.check(board, 5)
    a, table = r.arrays(), np.zeros((JOKER + 1, JOKER + 1), dtype=np.uint16)
    cards = np.array(board, dtype=np.uint8), np.array(r.deck.cards, dtype=np.uint8)
    kernels.pair_table(*cards, a.keys, a.masks, a.rows[5], a.values, a.flush, a.flags, table)
    return table


def omaha_on(r: Ranking, board: Sequence[Card], holes: npt.NDArray[Any], threads: int = 1) -> Values:
    """The best of two and three for many hands on one board, by way of :func:`omaha_table`."""
    kernels = _kernels("omaha")
    hands, table = as_cards(holes), omaha_table(r, board)
    if hands.size and int(hands.max()) > JOKER:
        refuse_foreign(r, hands)
    found = np.empty(len(hands), dtype=np.uint16)
    kernel: Any = kernels.by_table4 if hands.shape[1] == 4 else kernels.by_table
    in_threads(lambda low, high: kernel(hands[low:high], table, found[low:high]), len(hands), threads)
    return found


def counts(r: Ranking, size: int, threads: int = 1) -> Counts:
    """How many of all hands of ``size`` cards have each value, 0 to ``top``."""
    kernels = _kernels("counting")
    if not r.cards <= size <= min(MOST, len(r.deck)):
        raise PitbossError(f"hands of {size} cards cannot be counted here; {r.cards} to {MOST} cards expected.")
    a = r.arrays()
    deck = sorted(r.deck)  # by rank, the joker last
    if size == 1:
        return np.bincount([r.value((card,)) for card in deck], minlength=r.top + 1).astype(np.int64)
    keys, masks = a.keys[deck], a.masks[deck]
    by_rank = r.cards == 5 and size == 7
    cards = len(deck) - (by_rank and r.deck.joker)
    # The earlier a pair stands, the more hands begin with it; dealt out in turns the threads get even shares.
    firsts = np.array([(i, j) for i in range(cards) for j in range(i + 1, cards)], dtype=np.int64)

    shares = 1 if threads <= 1 else SHARES * threads
    deck_by_rank = _by_rank(r, deck) if by_rank else ()

    def part(low: int, high: int) -> Counts:
        mine, found = firsts[low::shares], np.zeros(r.top + 1, dtype=np.int64)
        if by_rank:
            kernels.best_five_of_seven(mine, keys, masks, *deck_by_rank, found)
        else:
            kernels.any_hand(mine, size, keys, masks, a.rows[size], a.values, a.flush, a.flags, found)
        return found

    total: Counts = sum(in_threads(part, shares, threads), np.zeros(r.top + 1, dtype=np.int64))
    return total


def _by_rank(r: Ranking, deck: Sequence[Card]) -> tuple[Any, ...]:
    """The deck by ranks, the tables and the bits, as the kernel for five of seven takes them."""
    a = r.arrays()
    cards = [card for card in deck if card != JOKER]
    ranks = sorted({card >> 2 for card in cards})
    alike = {rank: [card for card in cards if card >> 2 == rank] for rank in ranks}

    def masks(of: Sequence[Card]) -> int:
        return sum(int(a.masks[card]) for card in of)

    starts = [cards.index(alike[rank][0]) for rank in ranks]
    numbers = [RANK_NUMBERS[rank] for rank in ranks] + [JOKER_NUMBER] * r.deck.joker
    step, _ = suit_step(r.cards)
    by_rank = (
        np.array([ranks.index(card >> 2) for card in cards], dtype=np.int64),
        np.array([*starts, len(cards)], dtype=np.int64),
        np.array([len(alike[rank]) for rank in ranks], dtype=np.int64),
        np.array(numbers, dtype=np.uint64),
        np.array([masks(alike[rank]) for rank in ranks], dtype=np.uint64),
        np.array([masks([c for c in alike[card >> 2] if c > card]) for card in cards], dtype=np.uint64),
    )
    more = sum(step << SUIT_BITS * s for s in range(4)) if r.definition.flushes else 0
    return by_rank, (a.rows[7], a.values, a.flush), a.flags, np.uint64(more)


def by_category(r: Ranking, found: Counts) -> dict[str, int]:
    """Counts by value as counts by category, best first, and ``no hand`` where there are such."""
    sums = dict.fromkeys(r.categories, 0)
    for value in range(1, r.top + 1):
        sums[r.category(value)] += int(found[value])
    return sums | ({"no hand": int(found[0])} if found[0] else {})


def _kernels(name: str) -> Any:
    """The compiled loops of that file; Numba is imported here, when it is needed, and not before."""
    return import_module(f"pitboss.ranking.kernels.{name}")


def as_cards(hands: npt.NDArray[Any]) -> Hands:
    """The array as rows of card codes."""
    if hands.ndim != 2 or not np.issubdtype(hands.dtype, np.integer):
        raise PitbossError(f"an array of {hands.dtype} of shape {hands.shape} is not rows of card codes.")
    if hands.dtype != np.uint8:
        hands = np.where((hands < 0) | (hands > JOKER), 255, hands)
    return np.ascontiguousarray(hands, dtype=np.uint8)


def refuse_foreign(r: Ranking, hands: Hands) -> None:
    foreign = set(np.unique(hands).tolist()) - set(r.deck)
    if foreign:
        raise PitbossError(f"card code {min(foreign)} is not a card of this ranking's deck ({r.deck.name}).")


def in_threads(part: Callable[[int, int], Any], length: int, threads: int) -> list[Any]:
    """``part(low, high)`` over even pieces of a range, so many at the same time; the answers in order."""
    if threads <= 1:
        return [part(0, length)]
    pieces = min(length, SHARES * threads) or 1
    cuts = [length * i // pieces for i in range(pieces + 1)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(part, cuts[:-1], cuts[1:]))
