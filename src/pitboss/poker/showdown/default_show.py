"""The default at the showdown: whether a player who does not answer shows the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.poker.showdown.showdown import pots_of

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


def shows(hand: Hand, position: int) -> bool:
    """True if the hand is shown: where all are, and where no hand shown so far beats it for some part of a pot (PK-15).

    Only hands that everybody has seen count, so that the answer tells nothing of the others.
    """
    if hand.game.shows:
        return True
    rivals = hand.live & hand.shown & ~(1 << position)
    for contest in hand.contests:
        mine = contest.judge(hand.own_cards(position), hand.board)
        better = 0
        for other in range(len(hand.seats)):
            if rivals >> other & 1 and contest.judge(hand.own_cards(other), hand.board) > mine:
                better |= 1 << other
        if mine and any(pot.players >> position & 1 and not pot.players & better for pot in pots_of(hand, hand.put)):
            return True
    return False
