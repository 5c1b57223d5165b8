"""What several rulings need: what has happened, what is still to be dealt, how a hand or a pot is put right."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.cards import JOKER
from pitboss.deal import Event, IllegalAction, procedures
from pitboss.poker import dead_seats
from pitboss.poker.betting import rounds
from pitboss.poker.betting.unmatched_chips import heir
from pitboss.poker.dealing import Burn, DealCard, DealCards, Scramble, TurnCommonCard, leave_out_joker
from pitboss.poker.showdown.showdown import EndHand, PushAward, Settle
from pitboss.poker.streets import StartStreet, may_run_short
from pitboss.suggest import with_article

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand

Facts: TypeAlias = dict[str, Any]


Case: TypeAlias = procedures.Case["Hand"]

ACTIONS = frozenset({"fold", "check", "call", "bet", "complete", "raise", "bring in"})
PLAYED = ACTIONS | {"draw"}


# What has happened ------------------------------------------------------------------------------------------------


def last(hand: Hand, verbs: Collection[str], seat: int = 0) -> int:
    """The index of the last event with one of these verbs (and of this seat); -1 if there is none."""
    events = hand.events
    for index in range(len(events) - 1, -1, -1):
        if events[index].verb in verbs and (not seat or events[index].seat == seat):
            return index
    return -1


def deal_began(hand: Hand) -> int:
    """The index of the shuffle of the cards in play; -1 before it."""
    return last(hand, ("shuffle",))


def still_dealing(hand: Hand) -> bool:
    """Whether no player has acted since the cards were shuffled and no later street has been dealt."""
    first = next((number for number, street in enumerate(hand.game.streets) if street.limit != "none"), 0)
    return last(hand, PLAYED) < deal_began(hand) and hand.street_number <= first


def told(hand: Hand) -> str:
    """Why nothing can be done to the deck of somebody else's hand."""
    return "the hand is told from known cards, without a deck" if hand.known is not None else ""


# What is still to be dealt ------------------------------------------------------------------------------------------


def to_come(hand: Hand) -> int:
    """How many cards the streets to come need at most, everyone now in staying."""
    return sum(step.cards(hand) for step in hand.queue)


def deals_on(hand: Hand) -> bool:
    """Whether the dealer still has a card to deal in this hand."""
    return any(step.deals or (isinstance(step, StartStreet) and _deals(hand, step.number)) for step in hand.queue)


def _deals(hand: Hand, number: int) -> bool:
    return any(
        street.down + street.up + street.board + street.draw + street.burn for street in hand.game.streets[number:]
    )


def scrambles(hand: Hand) -> bool:
    """Whether every card still to come is one that PK-26 makes good if the deck runs short."""
    own = (DealCards, DealCard, Burn, Scramble, TurnCommonCard)
    for step in hand.queue:
        if step.deals and not isinstance(step, own):
            return False
        if isinstance(step, StartStreet):
            rest = enumerate(hand.game.streets[step.number :], step.number)
            if not all(may_run_short(number, street) for number, street in rest):
                return False
    return True


def not_enough(hand: Hand, out: int) -> str:
    """Why so many cards cannot leave the deck."""
    left = len(hand.stub) - (hand.joker and JOKER in hand.stub)
    if left - to_come(hand) >= out:
        return ""
    return f"the deck has {len(hand.stub)} cards left and the streets to come may need all of them"


def refuse_shortage(hand: Hand, name: str, out: int) -> None:
    why = not_enough(hand, out)
    if why:
        raise IllegalAction(
            f"{with_article(name)} cannot be made good: {why}; call a misdeal if nobody has acted (PK-34)."
        )


# Putting right ------------------------------------------------------------------------------------------------------


def settled(hand: Hand) -> bool:
    """Whether the pots have been divided, pushed or not."""
    return hand.done or any(isinstance(step, PushAward | EndHand) for step in hand.queue)


def strike(hand: Hand, position: int, rule: str) -> None:
    """A hand is dead by a ruling: it goes to the muck and play goes on without it."""
    was_settled = settled(hand)
    hand.kill(position)
    _forget(hand, position)
    if not hand.live:  # the last one left, and the round is over
        hand.leave_to(heir(hand))
    elif not was_settled and hand.live & (hand.live - 1) == 0:
        rounds.close(hand)
        return
    if was_settled:
        settle_again(hand, rule)
    elif hand.dead_seats and dead_seats.one_player_left(hand):
        rounds.close(hand)
    elif hand.phase == "bet" and hand.actors:
        rounds.advance(hand, position if hand.actor == position else hand.actor - 1)
    elif hand.actor == position:
        hand.nobody_acts()


def _forget(hand: Hand, position: int) -> None:
    """Nothing more is dealt to a dead hand or asked of it."""
    left = (step.without(hand, position) for step in hand.queue)
    hand.queue[:] = [step for step in left if step is not None]


def pushed(hand: Hand) -> list[int]:
    """What each position has been given out of the pots so far."""
    given = [0] * len(hand.seats)
    for event in hand.events:
        if event.verb == "award":
            given[hand.index[event.seat]] += event.cents
        elif event.verb == "take back" and event.seat:
            given[hand.index[event.seat]] -= event.cents
    return given


def settle_again(hand: Hand, rule: str) -> None:
    """What has been pushed is taken back, and the pots are divided anew between the hands that are live now."""
    for position, cents in enumerate(pushed(hand)):
        if cents:
            hand.take_back(position, cents, rule)
    unseen = hand.live & ~hand.shown
    order = tuple(place for place in range(len(hand.seats)) if unseen >> place & 1)
    hand.queue[:] = [Settle(order)]
    hand.done = False


def turn_up(hand: Hand, count: int, pile: str, words: str, rule: str) -> tuple[int, ...]:
    """The top cards of the deck, face up for everybody to see."""
    found: list[int] = []
    while len(found) < count:
        one = hand.stub.pop()
        if leave_out_joker(hand, one):
            continue
        found.append(one)
    hand.events.append(Event("exposed card", 0, pile, tuple(found), True, 0, words, rule))
    return tuple(found)
