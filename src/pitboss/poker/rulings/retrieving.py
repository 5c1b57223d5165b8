"""The ruling on a hand thrown away and wanted back (PK-17).

It can be retrieved while it is intact and its player could still play it: every finished round is matched, and the
others have been dealt no hole cards since. A fold that ended the round or the hand can be taken back while only chips
have moved; the round then continues as it was before that fold.
"""

from __future__ import annotations

from collections import Counter

from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import HandDead, HandRetrieved
from pitboss.deal.record import SeatAct
from pitboss.poker.dealing import DealCard, DealCards
from pitboss.poker.draws import AskDraw
from pitboss.poker.rulings.common import ACTIONS, Case, Facts, last, pushed, settle_again, settled
from pitboss.poker.rulings.wrong_cards import foul
from pitboss.poker.showdown.showdown import BeginShowdown, TurnUp
from pitboss.poker.step import HandInPlay

_ENDS = frozenset({"fold", "return", "award", "dead hand", "ruling"})
_DEALT = frozenset({"deal", "draw"})


def _nothing_to_retrieve(hand: HandInPlay) -> str:
    retrievable = any(_retrievable(hand, position) == "" for position in hand.piles.thrown)
    return "" if retrievable else "no hand can be retrieved now"


def _retrievable(hand: HandInPlay, position: int) -> str:
    """Why a hand thrown away cannot be retrieved; empty if it can."""
    seat = hand.seats[position]
    if hand.money.live >> position & 1 or position not in hand.piles.thrown:
        return f"seat {seat} has thrown no hand away"
    down, up = hand.piles.thrown[position]
    thrown = Counter(down + up)
    if not thrown or not thrown <= Counter(hand.piles.muck):
        return f"the hand of seat {seat} is no longer intact"
    away = last(hand, ("fold", "muck", "foul hand", "misdescribed hand", "dead hand"), seat)
    if away < 0 or hand.events[away].verb not in ("fold", "muck"):
        return f"the hand of seat {seat} is dead by a ruling"
    if hand.events[away].verb == "muck":
        return ""
    return _too_late(hand, position, away)


def _too_late(hand: HandInPlay, position: int, away: int) -> str:
    """Why a hand folded at that event cannot be played on; empty if it can."""
    seat = hand.seats[position]
    dealing = any(isinstance(step, DealCard | DealCards | AskDraw) for step in hand.queue)
    if dealing or any(event.verb in _DEALT for event in hand.events[away:]):
        return f"the others have been dealt cards since seat {seat} threw its hand away"
    round_open = _before_the_last_fold(hand) or hand
    if round_open is hand and hand.money.live & (hand.money.live - 1) == 0 and last(hand, ("show", "muck")) < 0:
        return "a ruling has left one hand only"
    matched = [put - bet for put, bet in zip(round_open.money.put, round_open.money.bets, strict=True)]
    if matched[position] < max(cents for place, cents in enumerate(matched) if hand.money.live >> place & 1):
        return f"a round of betting is over in which seat {seat} has not matched the bets"
    return ""


def _before_the_last_fold(hand: HandInPlay) -> HandInPlay | None:
    """The hand before the fold that ended its round, if only chips have moved since; None otherwise."""
    act = last(hand, ACTIONS)
    if hand.phase or any(event.verb not in _ENDS for event in hand.events[act:]):
        return None
    entries = hand.record.entries
    place = max(index for index, entry in enumerate(entries) if isinstance(entry, SeatAct))
    return hand.earlier(place)


def _retrieved(hand: HandInPlay, facts: Facts, rule: str) -> None:
    position = facts["seat"]
    why = _retrievable(hand, position)
    if why:
        raise IllegalAction(f"{why}; it stays dead.", rule=rule)
    seat = hand.seats[position]
    if facts["touched_muck"]:
        hand.events.append(HandDead("dead hand", seat, rule=rule, reason="touched the muck"))
    elif facts["induced"]:
        hand.events.append(HandDead("dead hand", seat, rule=rule, reason="induced"))
    elif facts["turned_by"] == "another player":
        down, up = hand.piles.thrown[position]
        dead = HandDead("dead hand", seat, "muck", (*down, *up), True, 0, rule, reason="for information")
        hand.events.append(dead)
    else:
        _live_again(hand, position, rule)


def _live_again(hand: HandInPlay, position: int, rule: str) -> None:
    seat = hand.seats[position]
    past = _before_the_last_fold(hand)
    acted = last(hand, ACTIONS)
    since = {event.verb for event in hand.events[last(hand, ("fold", "muck"), seat) :]}
    acts_at_once = hand.events[acted].seat == seat and not since & {"board", "passed"}
    hand.events.append(HandRetrieved("retrieved hand", seat, rule=rule))
    if past:
        _reopen(hand, past, rule)
    hand.revive(position)
    if past is None and _betting_is_over(hand):
        _shown_down(hand, position, rule)
        return
    if hand.phase == "bet":
        hand.betting.await_turn(hand.money.able & 1 << position)
        if acts_at_once:
            hand.ask(position, "bet")
        elif past:
            hand.advance(hand.index[hand.events[acted].seat])


def _betting_is_over(hand: HandInPlay) -> bool:
    return settled(hand) or hand.phase == "show" or (not hand.phase and isinstance(hand.queue[-1], BeginShowdown))


def _reopen(hand: HandInPlay, past: HandInPlay, rule: str) -> None:
    """Continue the round as it was before the fold that ended it: take back pots and uncalled bets."""
    for position, cents in enumerate(pushed(hand)):
        if cents:
            hand.money.take_back(position, cents, rule)
    hand.money.bets_stand(past.money, rule)
    hand.as_it_was(past)
    hand.queue[:] = past.queue


def _shown_down(hand: HandInPlay, position: int, rule: str) -> None:
    """Turn the hand up at the showdown, where it counts."""
    was_settled = settled(hand)
    for other in range(len(hand.seats)):
        if not hand.piles.own_cards(other):
            hand.money.pass_over(1 << other)  # a pot left to a player without a live hand (PK-16) is no longer theirs
    TurnUp(position).do(hand)
    if hand.piles.joker and JOKER in hand.piles.down[position]:
        foul(hand, position, "PK-18")  # folding was acting on the hand
    elif was_settled:
        settle_again(hand, rule)


CASES = {"retrieved hand": Case(_nothing_to_retrieve, _retrieved, after_the_hand=True, needs_deck=False)}
