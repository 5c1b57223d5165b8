"""Rulings on dead hands: shown in part, misdescribed, dealt to a dead seat; touched discards (PK-15, 16, 24, 27)."""

from __future__ import annotations

from pitboss.cards import JOKER, UNKNOWN
from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import HandDead, HandMisdescribed, RulingMade
from pitboss.errors import PitbossError
from pitboss.poker.betting.unmatched_chips import heir
from pitboss.poker.dead_seats import idle, involved
from pitboss.poker.rulings.common import Case, Facts, last, settle_again, settled, strike
from pitboss.poker.step import HandInPlay

# Shown in part --------------------------------------------------------------------------------------------------------


def _nobody_shows(hand: HandInPlay) -> str:
    return "" if hand.phase == "show" and hand.actors else "nobody is asked to show a hand"


def _cards_not_shown(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position, shown = hand.actor, facts["cards"]
    own = hand.piles.own_cards(position)
    seat = hand.seats[position]
    if any(card not in own or card == UNKNOWN for card in shown):
        raise IllegalAction(f"seat {seat} cannot have shown a card it does not hold; state the cards it turned up.")
    if len(shown) == len(own):
        raise IllegalAction(f"seat {seat} has shown all its cards; that is a hand.", rule=rule)
    account = hand.accounts[position]
    hand.events.append(HandDead("dead hand", seat, account, shown, True, 0, rule, 0, "shown", len(shown), len(own)))
    hand.nobody_acts()
    hand.kill(position)


# Misdescribed hand ----------------------------------------------------------------------------------------------------


def _nobody_discarded(hand: HandInPlay) -> str:
    return "" if last(hand, ("fold", "muck")) >= 0 else "nobody has thrown a hand away"


def _misdescribed(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position, victim, described = facts["seat"], facts["discarded"], facts["described"]
    bit = 1 << position
    seat, other = hand.seats[position], hand.seats[victim]
    if not hand.money.live & bit:
        raise IllegalAction(f"seat {seat} has no live hand and nothing to forfeit.")
    if victim == position or hand.money.live >> victim & 1:
        raise IllegalAction(f"seat {other} has not thrown a hand away.")
    if described and _holds(hand, position, described):
        raise IllegalAction(f"seat {seat} holds {described} or better; the hand was not described better than it is.")
    claimant = hand.accounts[victim]  # the player with the next claim to the pot
    hand.events.append(
        HandMisdescribed("misdescribed hand", seat, claimant, rule=rule, described=described or "", victim=other)
    )
    if hand.money.live & ~(bit | idle(hand)):
        strike(hand, position, rule)
        return
    was_settled = settled(hand)
    hand.kill(position)
    hand.money.leave_to(heir(hand, victim))
    if was_settled:
        settle_again(hand, rule)


def _holds(hand: HandInPlay, position: int, described: str) -> bool:
    """True if a complete hand is as good as described; False if the description is not a hand of the ranking."""
    own, board, contest = hand.piles.own_cards(position), hand.piles.board, hand.contests[0]
    if UNKNOWN in (*own, *board) or (hand.piles.joker and JOKER in own):
        return False
    if len(own) < contest.hole or len(board) < contest.board or len(own) + len(board) < contest.ranking.cards:
        return False
    try:
        return contest.judge(own, board) >= contest.ranking.threshold(described)
    except PitbossError:
        return False


# Dealt to a dead seat -------------------------------------------------------------------------------------------------


def _no_dead_seat(hand: HandInPlay) -> str:
    return "" if hand.dead_seats & hand.money.live else "no cards lie before a dead seat"


def _dead_seat(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position = facts["seat"]
    seat = hand.seats[position]
    if not (hand.dead_seats & hand.money.live) >> position & 1:
        raise IllegalAction(f"seat {hand.seats[position]} is not a dead seat with cards.")
    if involved(hand, position):
        hand.events.append(RulingMade("ruling", seat, rule=rule, reason="involved"))
        return
    hand.events.append(HandDead("dead hand", seat, "muck", rule=rule, reason="dead seat"))
    strike(hand, position, rule)


# Discards -------------------------------------------------------------------------------------------------------------


def _no_discards(hand: HandInPlay) -> str:
    return "" if hand.piles.muck or any(hand.piles.discards) else "there are no discards"


def _discards_touched(hand: HandInPlay, facts: Facts, rule: str) -> None:
    hand.events.append(RulingMade("ruling", hand.seats[facts["seat"]], rule=rule, reason="discards"))


CASES = {
    "cards not shown": Case(_nobody_shows, _cards_not_shown, needs_deck=False),
    "misdescribed hand": Case(_nobody_discarded, _misdescribed, after_the_hand=True, needs_deck=False),
    "dead-seat hand": Case(_no_dead_seat, _dead_seat, needs_deck=False),
    "discards touched": Case(_no_discards, _discards_touched, needs_deck=False),
}
