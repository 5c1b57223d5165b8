"""The standing of a hand, for everybody: street, pots, chips in front, the cap, awards, and the dealer's next act.

Nothing here may depend on a hidden card. So the pots ignore that a player may have checked too good a hand (LB-3),
which nobody knows before they are pushed, and the next act never says who will win or whose hand is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pitboss.cards import UNKNOWN, Card
from pitboss.deal.hand_events import AwardTakenBack, PotAwarded
from pitboss.deal.view import DealerAct, PotResult, PotStanding, Standing
from pitboss.poker.betting.legality import raises_left
from pitboss.poker.betting.rounds import ReturnUncalled
from pitboss.poker.dead_seats import idle
from pitboss.poker.showdown.showdown import laid_out, pot_name, pots_of
from pitboss.poker.step import HandInPlay


def standing(hand: HandInPlay) -> Standing:
    """The public facts of a hand."""
    street = hand.game.streets[hand.street_number].name if hand.street_number >= 0 else ""
    act = None if hand.record.auto else next_act(hand)
    if hand.phase == "bet":
        bets, left = hand.money.bets, raises_left(hand, hand.actor)
        return Standing(street, _pots(hand, bets), _by_seat(hand, bets), hand.betting.level, left, (), act)
    front, awards = _in_front(hand), awarded(hand)
    results = tuple([_result(hand, award) for award in awards])
    return Standing(street, _pots(hand, front, awards), _by_seat(hand, front), 0, None, results, act)


def awarded(hand: HandInPlay) -> tuple[PotAwarded, ...]:
    """The awards pushed and not taken back since by a ruling."""
    awards: list[PotAwarded] = []
    for event in reversed(hand.events):
        if isinstance(event, PotAwarded):
            awards.append(event)
        elif isinstance(event, AwardTakenBack):
            break
    return tuple(reversed(awards))


# Chips --------------------------------------------------------------------------------------------------------------


def _in_front(hand: HandInPlay) -> list[int]:
    """The chips of this round by position; a bet that nobody called stays there until it is returned (PK-10)."""
    step = hand.queue[-1] if hand.queue else None
    if isinstance(step, ReturnUncalled):
        front = list(hand.money.bets)
        front[step.position] += step.cents
        return front
    return hand.money.bets


def _by_seat(hand: HandInPlay, front: Sequence[int]) -> dict[int, int]:
    return {seat: cents for seat, cents in zip(hand.seats, front, strict=True) if cents}


def _pots(hand: HandInPlay, front: Sequence[int], awards: Sequence[PotAwarded] = ()) -> tuple[PotStanding, ...]:
    """The pots that the chips of finished rounds make, less the chips already pushed."""
    middle = hand.money.pot - sum(front)
    if not middle:
        return ()
    # Nobody is all-in, so every live hand has matched the bets.
    if hand.money.able == hand.money.live and hand.phase and not hand.dead_seats:
        return (PotStanding("pot", middle, _seats(hand.seats, hand.money.live)),)
    piles = pots_of(hand, [total - bet for total, bet in zip(hand.money.put, front, strict=True)])
    left = [pile.cents for pile in piles]
    names = [pot_name(number, len(piles)) for number in range(len(piles))]
    for award in awards:
        _push(left, names.index(award.pile) if award.pile in names else len(left) - 1, award.cents)
    playing = ~idle(hand) if hand.dead_seats else -1  # the hand of a dead seat wins nothing until it is played (PK-24)
    return tuple(
        [
            PotStanding(name, cents, _seats(hand.seats, pile.players & playing))
            for name, cents, pile in zip(names, left, piles, strict=True)
            if cents > 0
        ]
    )


def _push(left: list[int], pot: int, cents: int) -> None:
    """Take chips out of a pot, and the rest out of the others: mucked hands may have made two pots one."""
    for place in (pot, *reversed(range(len(left)))):
        taken = min(cents, left[place])
        left[place] -= taken
        cents -= taken


@lru_cache(maxsize=1 << 12)
def _seats(seats: tuple[int, ...], positions: int) -> tuple[int, ...]:
    return tuple(sorted([seat for position, seat in enumerate(seats) if positions >> position & 1]))


# Results ------------------------------------------------------------------------------------------------------------


def _result(hand: HandInPlay, award: PotAwarded) -> PotResult:
    seat, reason, half = award.seat, award.reason, award.half
    cards = _winning_cards(hand, seat, half) if reason == "hand" else ()
    return PotResult(seat, award.pile, award.cents, reason, half, award.by, award.rule, award.hand, cards)


def _winning_cards(hand: HandInPlay, seat: int, half: str) -> tuple[Card, ...]:
    """The cards of a hand that won, in the order they count; none if it was not shown."""
    position = hand.index[seat]
    own = hand.piles.own_cards(position)
    contest = next((each for each in hand.contests if each.name == half), None)
    if contest is None or not own or not hand.piles.shown >> position & 1 or UNKNOWN in (*own, *hand.piles.board):
        return ()
    return laid_out(contest, own, hand.piles.board)


# The dealer's next act ----------------------------------------------------------------------------------------------


def next_act(hand: HandInPlay) -> DealerAct | None:
    """The act that ``step()`` would do, as far as everybody knows; silent steps before it are done in a copy."""
    if hand.done or hand.actors:
        return None
    trial = hand.trial()
    said = len(trial.events)
    while trial.queue and not trial.actors:
        act = trial.queue[-1].announced(trial)
        if act is not None:
            return act
        trial.queue.pop().do(trial)
        if len(trial.events) > said:  # nobody has bet, or a dead hand is taken in
            return DealerAct(trial.events[said].verb, trial.events[said].seat)
    return DealerAct("ask" if trial.actors else "end")
