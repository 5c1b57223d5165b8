"""The opener by the cards shown: the lowest up card, or the highest board."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import JOKER, RANKS, Card
from pitboss.poker.showdown.hand_value import PRIME, PRIMES, ranks_of
from pitboss.poker.step import HandInPlay
from pitboss.ranking.makers import highest_board

_JOKER_PRIME = 43
_WHOLE = 5  # cards that make a whole hand
_PRIME = (*PRIME, _JOKER_PRIME)


def opener(hand: HandInPlay, opens: str, ups: Sequence[Sequence[Card]]) -> int:
    """The position of the hand that opens by what it shows, with or without chips (PK-36); folded ones show nothing."""
    if opens == "low card":
        return _low_card(ups)
    if hand.piles.board:
        return _with_common_card(hand, ups)
    prime, heights = _PRIME, _HEIGHTS
    best = first = -1
    for position, board in enumerate(ups):
        if board:
            product = 1
            for card in board:
                product *= prime[card]
            value = heights[product]
            if value > best or (value == best and hand.game.suits_break_boards and _top(board) > _top(ups[first])):
                best, first = value, position
    return first


def _low_card(ups: Sequence[Sequence[Card]]) -> int:
    """The position of the lowest up card; the ace is high, the lowest suit first, and a joker is never low."""
    lowest, first = JOKER + 1, -1
    for position, board in enumerate(ups):
        if board:
            card = min(board)
            if card < lowest:
                lowest, first = card, position
    return first


def _with_common_card(hand: HandInPlay, ups: Sequence[Sequence[Card]]) -> int:
    """The position of the highest board with a common card; with four up cards the whole ranking counts."""
    shown = {position: board for position, board in enumerate(ups) if board}
    if hand.game.suits_break_boards:
        return highest_board(shown, hand.piles.board)
    if len(hand.piles.board) + max(map(len, shown.values())) < _WHOLE:
        return max(shown, key=lambda position: (height([*shown[position], *hand.piles.board]), -position))
    value = hand.contests[0].ranking.value
    return max(shown, key=lambda position: (value([*shown[position], *hand.piles.board]), -position))


def _top(board: Sequence[Card]) -> int:
    """The highest card with its suit; a joker has none."""
    return max([card for card in board if card != JOKER], default=-1)


def height(board: Sequence[Card]) -> int:
    """The strength of a board by its ranks alone: quads, trips and pairs, then the cards from the top."""
    product = 1
    for card in board:
        product *= _PRIME[card]
    return _HEIGHTS[product]


class _Heights(dict[int, int]):
    """The height of each set of ranks by the product of their primes, in any order of the cards."""

    def __missing__(self, product: int) -> int:
        value = self[product] = _height(ranks_of(product, (*PRIMES, _JOKER_PRIME)))
        return value


_HEIGHTS = _Heights()


def _height(ranks: Sequence[int]) -> int:
    others = [rank for rank in ranks if rank < len(RANKS)]
    if len(others) < len(ranks):  # a wild card stands for the rank that makes the board highest (PK-4)
        return max(_height([*others, rank]) for rank in range(len(RANKS)))
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = 0
    for place in range(5):
        shape = shape * 5 + (groups[place][0] if place < len(groups) else 0)
    for place in range(5):
        shape = shape * 14 + (groups[place][1] if place < len(groups) else 0)
    return shape


def has_pair(cards: Sequence[Card]) -> bool:
    """True if an open pair shows."""
    return len({card >> 2 for card in cards}) < len(cards)
