"""Who opens by the cards he shows: the lowest up card, or the highest board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cards import JOKER, RANKS, Card
from pitboss.poker.strength import PRIME

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand

# A prime for each rank: the product of a board's primes names its ranks whatever their order.
_PRIME = (*PRIME, 43)  # the joker's, as of a rank of its own
_HEIGHTS: dict[int, int] = {}


def opener(hand: Hand, opens: str) -> int:
    """The position of the live hand that opens, with or without chips (PK-36)."""
    ups, live = hand.up, hand.live
    if opens == "low card":  # the ace is high, the lowest suit first
        return min([(min(board), position) for position, board in enumerate(ups) if live >> position & 1])[1]
    best = first = -1
    suits = hand.game.suits_break_boards
    prime, heights = _PRIME, _HEIGHTS
    for position, board in enumerate(ups):
        if not live >> position & 1:
            continue
        if hand.board and len(board) + len(hand.board) == 5:  # a common card: the whole ranking counts
            board = board + hand.board
            value = hand.contests[0].ranking.value(board) << 6
        else:
            if len(board) == 2:
                product = prime[board[0]] * prime[board[1]]
            elif len(board) == 4:
                product = prime[board[0]] * prime[board[1]] * prime[board[2]] * prime[board[3]]
            else:
                product = 1
                for card in board:
                    product *= prime[card]
            found = heights.get(product)
            value = (height(board) if found is None else found) << 6
        if suits:
            top = max(board)
            value += top + 1 if top != JOKER else max([card + 1 for card in board if card != JOKER], default=0)
        if value > best:
            best, first = value, position
    return first


def height(board: Sequence[Card]) -> int:
    """How high a board is by its ranks alone: quads, trips and pairs, then the cards from the top."""
    product = 1
    for card in board:
        product *= _PRIME[card]
    found = _HEIGHTS.get(product)
    if found is None:
        found = _HEIGHTS[product] = _with_joker(board) if JOKER in board else _height([card >> 2 for card in board])
    return found


def _with_joker(board: Sequence[Card]) -> int:
    """A wild card stands for whatever makes the board highest (PK-4)."""
    others = [card >> 2 for card in board if card != JOKER]
    return max(_height([*others, rank]) for rank in range(len(RANKS)))


def _height(ranks: Sequence[int]) -> int:
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = 0
    for place in range(5):
        shape = shape * 5 + (groups[place][0] if place < len(groups) else 0)
    for place in range(5):
        shape = shape * 14 + (groups[place][1] if place < len(groups) else 0)
    return shape


def has_pair(cards: Sequence[Card]) -> bool:
    """Whether an open pair shows."""
    return len({card >> 2 for card in cards}) < len(cards)
