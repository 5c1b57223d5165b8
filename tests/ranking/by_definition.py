"""Rankings straight from the rule book, for comparison: every subset, every substitution, no tables.

Written independently and differently: a card is a pair (rank 2–14, suit letter), a hand is judged by
looking at it, and the answer is a category's name and the tie-breaking ranks. It may be slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Seen = tuple[int, str]
WILD: Seen = (0, "*")
FACES = {11: "J", 12: "Q", 13: "K", 14: "A", 10: "T"}


def seen(card: int) -> Seen:
    """The package's card code as a pair."""
    return WILD if card == 52 else (card // 4 + 2, "cdhs"[card % 4])


def runs_to(hand: Sequence[Seen]) -> int:
    """The top of the straight these cards are, or 0; the ace may stand under the deuce."""
    have = {rank for rank, _ in hand}
    for top in range(14, 1, -1):
        need = {14 if rank == 1 else rank for rank in range(top, top - len(hand), -1)}
        if top - len(hand) >= 0 and have == need and len(hand) > 1 and len(need) == len(hand):
            return top
    return 0


def one_suit(hand: Sequence[Seen]) -> bool:
    return len({suit for _, suit in hand}) == 1 and len({rank for rank, _ in hand}) == len(hand) > 1


def sets(hand: Sequence[Seen]) -> list[tuple[int, int]]:
    """(how many, rank), the larger set first, then the higher rank."""
    ranks = [rank for rank, _ in hand]
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def shaped(*sizes: int) -> Callable[[Sequence[Seen]], tuple[int, ...] | None]:
    def test(hand: Sequence[Seen]) -> tuple[int, ...] | None:
        grouped = sets(hand)
        big = [size for size, _ in grouped if size > 1]
        return tuple(rank for _, rank in grouped) if big == list(sizes) else None

    return test


def royal(hand: Sequence[Seen]) -> tuple[int, ...] | None:
    return () if one_suit(hand) and runs_to(hand) == 14 else None


def straight_flush(hand: Sequence[Seen]) -> tuple[int, ...] | None:
    return (runs_to(hand),) if one_suit(hand) and runs_to(hand) else None


def flush(hand: Sequence[Seen]) -> tuple[int, ...] | None:
    return tuple(sorted((rank for rank, _ in hand), reverse=True)) if one_suit(hand) else None


def straight(hand: Sequence[Seen]) -> tuple[int, ...] | None:
    return (runs_to(hand),) if runs_to(hand) else None


def five_aces(hand: Sequence[Seen]) -> tuple[int, ...] | None:
    return () if [rank for rank, _ in hand] == [14] * 5 else None


TESTS: dict[str, Callable[[Sequence[Seen]], tuple[int, ...] | None]] = {
    "five aces": five_aces,
    "five of a kind": shaped(5),
    "royal flush": royal,
    "straight flush": straight_flush,
    "four of a kind": shaped(4),
    "full house": shaped(3, 2),
    "flush": flush,
    "straight": straight,
    "three of a kind": shaped(3),
    "two pair": shaped(2, 2),
    "pair": shaped(2),
    "high card": shaped(),
    "low": shaped(),
}


@dataclass(frozen=True)
class Book:
    """A ranking as a rule book prints it."""

    cards: int
    order: tuple[str, ...]
    joker: str = ""  # "", "bug" or "any"
    low: bool = False
    eight: bool = False
    ranks: tuple[int, ...] = tuple(range(2, 15))


SUITED = ("royal flush", "straight flush", "flush", "straight")

BOOKS = {
    "standard": Book(
        5,
        (
            *("royal flush", "straight flush", "four of a kind", "full house", "flush"),
            *("straight", "three of a kind", "two pair", "pair", "high card"),
        ),
    ),
    "joker": Book(
        5,
        (
            *("five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush"),
            *("straight", "three of a kind", "two pair", "pair", "high card"),
        ),
        joker="bug",
    ),
    "wild": Book(
        5,
        (
            *("five of a kind", "royal flush", "straight flush", "four of a kind", "full house"),
            *("straight", "flush", "three of a kind", "two pair", "pair", "high card"),
        ),
        joker="any",
    ),
    "four-card": Book(
        4,
        (
            *("four of a kind", "straight flush", "three of a kind", "flush"),
            *("straight", "two pair", "pair", "high card"),
        ),
    ),
    "three-card": Book(3, ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")),
    "one-card": Book(1, ("high card",)),
    "ace-to-five": Book(5, ("low", "pair", "two pair", "three of a kind", "full house", "four of a kind"), low=True),
    "eight-or-better": Book(5, ("low",), low=True, eight=True),
}

Verdict = tuple[int, str, tuple[int, ...]]  # how good (comparable), the category, its ranks
NOTHING: Verdict = (0, "no hand", ())


def judge(hand: Sequence[Seen], book: Book) -> Verdict:
    """A hand of exactly the right number of cards, none wild."""
    if book.low:
        hand = [(1 if rank == 14 else rank, suit) for rank, suit in hand]
    for place, name in enumerate(book.order):
        ranks = TESTS[name](hand)
        if ranks is None:
            continue
        if book.eight and max(ranks) > 8:
            return NOTHING
        return len(book.order) - place, name, tuple(-rank for rank in ranks) if book.low else ranks
    return NOTHING


def stand_ins(naturals: Sequence[Seen], book: Book) -> Iterable[tuple[Seen, bool]]:
    """What the joker could be: any card the hand lacks or one more of a rank it has four of; and whether it may be
    that in any hand, or only to complete a straight or a flush."""
    for rank in book.ranks:
        free = [(rank, suit) for suit in "cdhs" if (rank, suit) not in naturals]
        for one in free or [(rank, "+")]:
            yield one, book.joker == "any" or rank == 14


def best(cards: Iterable[int], book: Book) -> Verdict:
    """The best hand of these cards: all subsets, all substitutions."""
    best = NOTHING
    for hand in combinations([seen(card) for card in cards], book.cards):
        naturals = [card for card in hand if card != WILD]
        if len(naturals) == len(hand):
            best = max(best, judge(hand, book))
            continue
        for one, always in stand_ins(naturals, book):
            verdict = judge([*naturals, one], book)
            if always or verdict[1] in SUITED:
                best = max(best, verdict)
    return best
