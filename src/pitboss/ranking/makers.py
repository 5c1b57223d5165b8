"""Hand makers: the best hand from cards that may be used and cards that must be used; stud boards; hands given as text.

For houses that break ties by suit, the cards are compared in the order they count (groups before kickers, the five
first in a wheel), the higher suit of each group first; suits ascend from clubs through diamonds and hearts to spades.
Hands of the same cards stay equal (PK-5). A joker has no suit and ranks below clubs.

On stud boards (PK-36, S7-1) the ace is high. Pairs, trips and quads count first, then the ranks from the top, then the
suit of the highest card. Four up cards with a common card make five, and five are compared by the full ranking.

>>> from pitboss.cards import parse
>>> from pitboss.ranking import ranking
>>> r = ranking("standard")
>>> r.words(omaha(r, parse("As Ks 2d 3d"), parse("Qs Js Ts Kh Kd")).value)
'royal flush'
>>> highest_board({1: parse("Kd 9s"), 2: parse("Kh 9c"), 3: parse("2c 2d")})
3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeAlias, TypeVar

from pitboss.cards import JOKER, Card, parse, show
from pitboss.errors import PitbossError, suggestion
from pitboss.ranking import lookup
from pitboss.ranking.definition import ACE, NAMED, in_order
from pitboss.ranking.lookup import Ranking

Seat = TypeVar("Seat", bound=Hashable)


def suits(hand: Iterable[Card]) -> tuple[int, ...]:
    """The suits of a made hand (:meth:`Ranking.best`), in the order its cards count."""
    return tuple(-1 if card == JOKER else card & 3 for card in hand)


class MadeHand(NamedTuple):
    """A made hand: its value, and its cards in the order they count (empty for no hand)."""

    value: int
    cards: tuple[Card, ...]


def make(r: Ranking, free: Sequence[Card] = (), must: Iterable[tuple[Sequence[Card], int]] = ()) -> MadeHand:
    """The best hand using exactly ``n`` cards of each ``must`` pile, filled up from the ``free`` cards.

    "All held cards" is a pile with ``n`` equal to its length (HO-7); without piles it is the best of the free cards. Of
    equal hands the one with the higher suits is returned (PK-5).
    """
    piles = [(tuple(pile), n) for pile, n in must]
    for pile, n in piles:
        if not 0 <= n <= len(pile):
            raise PitbossError(f"{n} cards cannot be taken from {show(pile) or 'an empty pile'}.")
    wanted = r.cards - sum(n for _, n in piles)
    if not 0 <= wanted <= len(free):
        raise PitbossError(
            f"a hand of {r.cards} cannot be made of {r.cards - wanted} cards that must play and {len(free)} others."
        )
    if not piles:
        return MadeHand(r.value(free), r.best(free))
    best, equals = -1, []
    for parts in product(*(combinations(pile, n) for pile, n in piles), combinations(free, wanted)):
        cards = sum(parts, ())
        value = r.value(cards)
        if value > best:
            best, equals = value, [cards]
        elif value == best:
            equals.append(cards)
    return MadeHand(best, max((r.best(cards) for cards in equals), key=suits) if best else ())


def omaha(r: Ranking, hole: Sequence[Card], board: Sequence[Card]) -> MadeHand:
    """Exactly two from the hand and three from the board (OM-1, OH-1)."""
    return make(r, must=[(hole, 2), (board, 3)])


BoardOrder: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

FULL_HAND = 5  # cards of a full hand
FULL_RANKING = {False: "standard", True: "wild"}  # by whether a joker is among them, PK-4


def board_order(up: Sequence[Card], common: Sequence[Card] = ()) -> BoardOrder:
    """The sort key of a board: a greater key is a higher board, and no two boards have equal keys.

    In a game with a wild card the joker is the rank that makes the board highest, and has no suit (PK-4).
    """
    cards = (*up, *common)
    if not 1 <= len(cards) <= FULL_HAND:
        raise PitbossError(f"a board of {len(cards)} cards cannot be compared; expected one to four up cards.")
    naturals = [card for card in cards if card != JOKER]
    if len(cards) == FULL_HAND:
        value = lookup.ranking(FULL_RANKING[JOKER in cards]).value(cards)
        groups: tuple[tuple[int, ...], tuple[int, ...]] = (value,), ()
    else:
        stands_for = range(ACE + 1) if JOKER in cards else ()
        held = [card >> 2 for card in naturals]
        groups = max([_groups([*held, rank]) for rank in stands_for] or [_groups(held)])
    # The highest card's suit decides; further suits only where boards share it, as they share a common card.
    return (*groups, tuple(card & 3 for card in sorted(naturals, key=lambda c: (c >> 2, c & 3), reverse=True)))


def _groups(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(sorted(Counter(ranks).values(), reverse=True)), in_order(ranks)


def highest_board(boards: Mapping[Seat, Sequence[Card]], common: Sequence[Card] = ()) -> Seat:
    """The seat with the highest board."""
    return max(boards, key=lambda seat: board_order(boards[seat], common))


TWO_AND_THREE = "omaha"
"""Not a separate ranking: the standard one, for two cards of the hand and three of the board."""

NAMES = (*NAMED, TWO_AND_THREE)
MAX_CARDS = 7


class Evaluation(NamedTuple):
    """An evaluated hand; a higher ``value`` wins, in low rankings too, and 0 means no hand."""

    ranking: str
    cards: str
    value: int
    category: str
    words: str
    best: str
    top: int  # the highest value of the ranking


def evaluate(cards: str, ranking: str = "standard") -> Evaluation:
    """Evaluate the best hand in cards such as ``"As Ks Qs Js Ts 2d 3c"``, or ``HOLE/BOARD`` in ``omaha``.

    >>> evaluate("As Ad Ac Ah Jk 2c 3d", "joker").words
    'five aces'
    """
    name = ranking.lower()
    if name not in NAMES:
        raise PitbossError(f"{ranking!r} is not a ranking; {suggestion(ranking, NAMES)}")
    order = lookup.ranking("standard" if name == TWO_AND_THREE else name)
    hole, slash, board = cards.partition("/")
    if name == TWO_AND_THREE:
        if not slash or "/" in board:
            raise PitbossError(f"{cards!r} is not HOLE/BOARD; write it like 'As Ks 2d 3d / Qs Js Ts 4h 5c'.")
        held, common = parse(hole), parse(board)
        order.deck.check((*held, *common))
        order.deck.check(held, 4)
        order.deck.check(common, range(3, 6))
        given, made = f"{show(held)}/{show(common)}", omaha(order, held, common)
    elif slash:
        raise PitbossError(
            f"{cards!r} has a '/', which separates hand and board in {TWO_AND_THREE} only; leave it out."
        )
    else:
        held = order.deck.check(parse(cards), range(order.cards, MAX_CARDS + 1))
        given, made = show(held), make(order, held)
    category, words = order.category(made.value), order.words(made.value)
    return Evaluation(name, given, made.value, category, words, show(made.cards), order.top)
