"""The default at the showdown: whether a player who does not answer shows the hand."""

from __future__ import annotations

from pitboss.poker.showdown.showdown import pots_of
from pitboss.poker.step import HandInPlay


def shows(hand: HandInPlay, position: int) -> bool:
    """True if the hand is shown: where all are, and where no hand shown so far beats it for some part of a pot (PK-15).

    Only hands that everybody has seen count, so that the answer tells nothing of the others.
    """
    if hand.game.shows:
        return True
    rivals = hand.money.live & hand.piles.shown & ~(1 << position)
    for contest in hand.contests:
        mine = contest.judge(hand.piles.own_cards(position), hand.piles.board)
        better = 0
        for other in range(len(hand.seats)):
            if rivals >> other & 1 and contest.judge(hand.piles.own_cards(other), hand.piles.board) > mine:
                better |= 1 << other
        if mine and any(
            pot.players >> position & 1 and not pot.players & better for pot in pots_of(hand, hand.money.put)
        ):
            return True
    return False
