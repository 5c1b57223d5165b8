"""Cards dealt by mistake to a seat that is not playing: a dead hand, unless its player gets involved (PK-24).

Until he does, the hand has no part in the play: it opens nothing, is made to bet nothing, counts for nothing and wins
nothing. He may still take it up when the turn comes to his seat in the first round; the dealer takes in what nobody
has played by the end of that round, and at once when only one player is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand

RULE = "PK-24"
INVOLVED = frozenset({"check", "call", "bet", "complete", "raise", "bring in", "draw"})


def involved(hand: Hand, position: int) -> bool:
    """Whether the player of a dead seat has played the cards dealt to it; what he is made to do is not playing."""
    seat = hand.seats[position]
    return any(event.seat == seat and event.verb in INVOLVED for event in hand.events)


def idle(hand: Hand) -> int:
    """The hands before dead seats that nobody has played."""
    rest = hand.dead_seats & hand.live
    for position in range(len(hand.seats)):
        if rest >> position & 1 and involved(hand, position):
            rest &= ~(1 << position)
    return rest


def one_player_left(hand: Hand) -> bool:
    """Whether everybody else has folded, so that he wins and what lies before dead seats is taken in."""
    dead = idle(hand)
    playing = hand.live & ~dead
    if not dead or playing & (playing - 1):
        return False
    take_in(hand)
    return True


def take_in(hand: Hand) -> None:
    """Hands that nobody has played go to the muck."""
    rest = idle(hand)
    for position in range(len(hand.seats)):
        if rest >> position & 1:
            hand.kill(position)
            hand.say("dead hand", position, 0, "dealt to a dead seat; play continues", RULE, "muck")
