"""Rounds without a bet: what follows when all pass (LB-5, DR-3), and the penalty for checking a strong hand (LB-3)."""

from __future__ import annotations

from pitboss.cards import JOKER, UNKNOWN
from pitboss.deal.hand_events import RoundPassed
from pitboss.poker.step import HandInPlay


def plays_on(hand: HandInPlay) -> bool:
    """True if the same cards are bet on again after a round in which nobody bet.

    In the first round the house book decides between this and a new deal.
    """
    opening = hand.game.opening
    if hand.street_number or hand.betting.passes >= len(opening.passed):
        return False
    follows = opening.passed[hand.betting.passes]
    hand.betting.pass_out()
    hand.play_for(hand.game.contests)
    hand.events.append(RoundPassed("passed", rule=opening.rule, follows=follows))
    if follows == "play on":
        return True
    hand.before_first_street()
    _everyone_again(hand)
    hand.deal_again()
    return False


_OUT = frozenset({"fold", "foul hand", "misdescribed hand"})


def _everyone_again(hand: HandInPlay) -> None:
    """Deal everyone in again, also those who folded (LB-5); not players who forfeited the pot, nor dead seats."""
    for position, seat in enumerate(hand.seats):
        bit = 1 << position
        if not (hand.money.live | hand.dead_seats) & bit:
            out = next(event.verb for event in reversed(hand.events) if event.seat == seat and event.verb in _OUT)
            if out == "fold":
                hand.money.deal_in(position)


def no_betting(hand: HandInPlay) -> None:
    """Nobody can bet in the first round, so nobody opens and the game's own ranking counts."""
    if not hand.street_number:
        hand.play_for(hand.game.contests)
        hand.betting.skip_opening()


def note_sandbag(hand: HandInPlay, position: int) -> None:
    """A check with this hand or a better one costs everything bet after the draw (LB-3)."""
    cards = hand.piles.down[position]
    if UNKNOWN in cards or (hand.piles.joker and JOKER in cards):
        return
    if hand.game.contests[0].ranking.value(cards) >= hand.game.sandbag[hand.street_number]:
        hand.betting.note_sandbag(position)
