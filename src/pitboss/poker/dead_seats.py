"""Cards dealt by mistake to a seat that is not playing: a dead hand, unless its player gets involved (PK-24).

Until then the hand takes no part: it cannot open, is not forced to bet and wins nothing. Its player may still play it
when the action reaches the seat in the first round. The dealer takes in an unplayed hand at the end of that round, or
as soon as only one player is left.
"""

from __future__ import annotations

from pitboss.deal.hand_events import HandDead
from pitboss.poker.step import HandInPlay

RULE = "PK-24"
INVOLVED = frozenset({"check", "call", "bet", "complete", "raise", "bring in", "draw"})


def involved(hand: HandInPlay, position: int) -> bool:
    """True if the player of a dead seat has played its cards by choice; a forced bet does not count."""
    seat = hand.seats[position]
    return any(event.seat == seat and event.verb in INVOLVED for event in hand.events)


def idle(hand: HandInPlay) -> int:
    """Bits of the positions whose dead-seat hand nobody has played."""
    rest = hand.dead_seats & hand.money.live
    for position in range(len(hand.seats)):
        if rest >> position & 1 and involved(hand, position):
            rest &= ~(1 << position)
    return rest


def one_player_left(hand: HandInPlay) -> bool:
    """If a single player and unplayed dead hands are left, take those in and return True."""
    dead = idle(hand)
    playing = hand.money.live & ~dead
    if not dead or playing & (playing - 1):
        return False
    take_in(hand)
    return True


def take_in(hand: HandInPlay) -> None:
    """Put unplayed dead hands in the muck."""
    rest = idle(hand)
    for position in range(len(hand.seats)):
        if rest >> position & 1:
            hand.kill(position)
            hand.events.append(HandDead("dead hand", hand.seats[position], "muck", rule=RULE, reason="dead seat"))
