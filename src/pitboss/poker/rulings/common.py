"""Helpers for rulings: past events, cards still to come, and settling a hand again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeAlias

from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import CardExposed
from pitboss.errors import with_article
from pitboss.poker import dead_seats
from pitboss.poker.betting import rounds
from pitboss.poker.betting.unmatched_chips import heir
from pitboss.poker.dealing import leave_out_joker
from pitboss.poker.showdown.showdown import EndHand, PushAward, Settle
from pitboss.poker.step import HandInPlay
from pitboss.poker.streets import StartStreet

Facts: TypeAlias = dict[str, Any]


class Case(NamedTuple):
    """The code of a ruling: ``why_not`` says why it cannot arise now (empty: it can), ``do`` carries it out."""

    why_not: Callable[[HandInPlay], str]
    do: Callable[[HandInPlay, Facts, str], None]
    after_the_hand: bool = False
    needs_deck: bool = True  # it is not for hands dealt from known cards


ACTIONS = frozenset({"fold", "check", "call", "bet", "complete", "raise", "bring in"})
PLAYED = ACTIONS | {"draw"}


# What has happened ------------------------------------------------------------------------------------------------


def last(hand: HandInPlay, verbs: Collection[str], seat: int = 0) -> int:
    """The index of the last event with one of these verbs (and this seat, if given); -1 if there is none."""
    events = hand.events
    for index in range(len(events) - 1, -1, -1):
        if events[index].verb in verbs and (not seat or events[index].seat == seat):
            return index
    return -1


def deal_began(hand: HandInPlay) -> int:
    """The index of the last shuffle of the whole deck; -1 before the first."""
    return last(hand, ("shuffle",))


def still_dealing(hand: HandInPlay) -> bool:
    """True if no player has acted since the cards were shuffled and no later street has been dealt."""
    first = next((number for number, street in enumerate(hand.game.streets) if street.limit != "none"), 0)
    return last(hand, PLAYED) < deal_began(hand) and hand.street_number <= first


# What is still to be dealt ------------------------------------------------------------------------------------------


def to_come(hand: HandInPlay) -> int:
    """The most cards the streets to come can need, if nobody folds."""
    return sum(step.cards(hand) for step in hand.queue)


def deals_on(hand: HandInPlay) -> bool:
    """True if the dealer has another card to deal in this hand."""
    return any(step.deals or (isinstance(step, StartStreet) and _deals(hand, step.number)) for step in hand.queue)


def _deals(hand: HandInPlay, number: int) -> bool:
    return any(
        street.down + street.up + street.board + street.draw + street.burn for street in hand.game.streets[number:]
    )


def not_enough(hand: HandInPlay, out: int) -> str:
    """Why ``out`` cards cannot leave the deck; empty if they can."""
    left = len(hand.piles.stub) - (hand.piles.joker and JOKER in hand.piles.stub)
    if left - to_come(hand) >= out:
        return ""
    return f"the deck has {len(hand.piles.stub)} cards left and the streets to come may need all of them"


def refuse_shortage(hand: HandInPlay, name: str, out: int) -> None:
    why = not_enough(hand, out)
    if why:
        raise IllegalAction(
            f"{with_article(name)} cannot be replaced: {why}; call a misdeal if nobody has acted.", rule="PK-34"
        )


# Settling again -----------------------------------------------------------------------------------------------------


def settled(hand: HandInPlay) -> bool:
    """True if the pots have been divided, even if not all are pushed yet."""
    return hand.done or any(isinstance(step, PushAward | EndHand) for step in hand.queue)


def strike(hand: HandInPlay, position: int, rule: str) -> None:
    """Kill a hand by a ruling: it goes to the muck and play continues without it."""
    was_settled = settled(hand)
    hand.kill(position)
    _forget(hand, position)
    if not hand.money.live:  # it was the last live hand
        hand.money.leave_to(heir(hand))
    elif not was_settled and hand.money.live & (hand.money.live - 1) == 0:
        rounds.close(hand)
        return
    if was_settled:
        settle_again(hand, rule)
    elif hand.dead_seats and dead_seats.one_player_left(hand):
        rounds.close(hand)
    elif hand.phase == "bet" and hand.actors:
        hand.advance(position if hand.actor == position else hand.actor - 1)
    elif hand.actor == position:
        hand.nobody_acts()


def _forget(hand: HandInPlay, position: int) -> None:
    """Remove the queued steps of a dead hand."""
    left = (step.without(hand, position) for step in hand.queue)
    hand.queue[:] = [step for step in left if step is not None]


def pushed(hand: HandInPlay) -> list[int]:
    """The cents each position has won so far."""
    given = [0] * len(hand.seats)
    for event in hand.events:
        if event.verb == "award":
            given[hand.index[event.seat]] += event.cents
        elif event.verb == "take back" and event.seat:
            given[hand.index[event.seat]] -= event.cents
    return given


def settle_again(hand: HandInPlay, rule: str) -> None:
    """Take back what has been pushed, and divide the pots between the hands now live."""
    for position, cents in enumerate(pushed(hand)):
        if cents:
            hand.money.take_back(position, cents, rule)
    unseen = hand.money.live & ~hand.piles.shown
    order = tuple(place for place in range(len(hand.seats)) if unseen >> place & 1)
    hand.queue[:] = [Settle(order)]
    hand.reopen()


def turn_up(hand: HandInPlay, count: int, pile: str, reason: str, rule: str, lying: int = 0) -> tuple[int, ...]:
    """Turn up the top cards of the deck for everybody to see; ``lying`` is how many then lie on the flop."""
    cards: list[int] = []
    while len(cards) < count:
        card = hand.piles.stub.pop()
        if leave_out_joker(hand, card):
            continue
        cards.append(card)
    hand.events.append(CardExposed("exposed card", 0, pile, tuple(cards), True, 0, rule, 0, reason, lying))
    return tuple(cards)
