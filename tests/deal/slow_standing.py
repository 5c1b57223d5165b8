"""A slow reference for the standing of a deal: computed cent by cent from the events that everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby
from typing import Any

from pitboss.deal.deal import Deal
from pitboss.deal.event import CardsDealt, DeckShuffled, Event, HandShown
from pitboss.deal.hand_events import (
    AwardTakenBack,
    BoardTurned,
    CardsDrawn,
    ChipsPosted,
    ChipsReturned,
    ChipsWagered,
    FeeTaken,
    HandFolded,
    HandMucked,
    PotAwarded,
    RoundPassed,
)
from pitboss.deal.round_events import DecisionAsked, HandsVoided, WagerSettled
from pitboss.deal.view import PotResult, WagerResult
from pitboss.poker.hand import Hand

NOT_IN_FRONT = ("ante", "dead ante", "dead blind")


class Chips:
    """The chips each seat has put in, in all and in this round, and the seats without a hand."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.put: dict[int, int] = {}
        self.front: dict[int, int] = {}
        self.dead = self.fee = self.counted = 0
        self.out: set[int] = set()
        self.all_in = self.acted = False
        for event in events:
            self._see(event)

    def _see(self, event: Event) -> None:
        seat, cents = event.seat, event.cents
        if isinstance(event, ChipsPosted | ChipsWagered):
            self._chips_in(event)
        elif isinstance(event, ChipsReturned):
            self.put[seat] -= cents
            self.front[seat] = max(0, self.front.get(seat, 0) - cents)
        elif isinstance(event, FeeTaken):
            self.fee += 0 if seat else cents
        elif isinstance(event, HandFolded | HandMucked):
            self.out.add(seat)
        elif isinstance(event, DeckShuffled):
            self.out.clear()  # everyone is dealt in again (LB-5)
        if isinstance(event, BoardTurned | CardsDrawn | RoundPassed | HandShown | PotAwarded) or (
            isinstance(event, CardsDealt) and self.acted
        ):
            self.round_over()

    def _chips_in(self, event: ChipsPosted | ChipsWagered) -> None:
        seat, cents = event.seat, event.cents
        posted = event.post if isinstance(event, ChipsPosted) else ""
        if posted in ("dead ante", "dead blind"):
            self.dead += cents
            return
        self.put[seat] = self.put.get(seat, 0) + cents
        if posted not in NOT_IN_FRONT:
            self.front[seat] = self.front.get(seat, 0) + cents
            assert self.front[seat] == event.to
        self.all_in |= event.all_in
        self.acted |= not posted
        self.counted += event.verb in ("bet", "raise", "complete")

    def round_over(self) -> None:
        self.front, self.acted, self.counted, self.all_in = {}, False, 0, False

    def pots(self, seats: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        """The chips of finished rounds, cent by cent: who has matched each, and so who can win it."""
        put = {seat: cents - self.front.get(seat, 0) for seat, cents in self.put.items()}
        live = [seat for seat in sorted(seats) if seat not in self.out]
        unit = max(1, min((cents for cents in put.values() if cents), default=1))
        while any(cents % unit for cents in put.values()):
            unit -= 1
        cents: list[tuple[int, ...]] = []
        for level in range(0, max(put.values(), default=0), unit):
            able = tuple(seat for seat in live if put.get(seat, 0) > level)
            cents += [able] * sum(1 for each in put.values() if each > level)
        pots = [[unit * len(list(same)), able] for able, same in groupby(cents)]
        if pots:
            pots[0][0] += self.dead  # type: ignore[operator]
        owed = self.fee
        for pot in pots:
            taken = min(owed, pot[0])  # type: ignore[call-overload]
            pot[0] -= taken
            owed -= taken
        return [(pot[0], pot[1]) for pot in pots if pot[0]]  # type: ignore[misc]


def best_cards(hand: Hand, seat: int, half: str) -> tuple[int, frozenset[Any]]:
    """The best value that the cards of a seat and the board make, and every set of cards that makes it."""
    contest = next(each for each in hand.contests if each.name == half)
    own, board, size = hand.cards(seat), tuple(hand.board), contest.ranking.cards
    if contest.hole:
        hands = [
            (*mine, *others)
            for mine in combinations(own, contest.hole)
            for others in combinations(board, size - contest.hole)
        ]
    else:
        hands = list(combinations((*own, *board), size))
    values = {cards: contest.ranking.value(cards) for cards in hands}
    top = max(values.values())
    return top, frozenset(frozenset(cards) for cards, value in values.items() if value == top)


def awards(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """The awards before the winners, as the events tell."""
    given: list[tuple[Any, ...]] = []
    for event in events:
        if isinstance(event, AwardTakenBack):
            given.clear()
        elif isinstance(event, PotAwarded):
            given.append(
                (event.seat, event.pile, event.cents, event.reason, event.half, event.by, event.hand, event.rule)
            )
    return given


def award(result: PotResult) -> tuple[Any, ...]:
    return (
        *(result.seat, result.pot, result.cents, result.reason),
        *(result.half, result.by, result.hand, result.rule),
    )


def settlements(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """The wagers settled and not given back, as the events tell."""
    done: list[tuple[Any, ...]] = []
    for event in events:
        if isinstance(event, WagerSettled):
            done.append(
                (
                    *(event.seat, event.wager, event.result, event.stake, event.paid, event.odds, event.line),
                    *(event.breakage, event.outcome, event.table, event.bonus, event.rule),
                )
            )
        elif isinstance(event, HandsVoided):
            done = [each for each in done if event.seat and each[0] != event.seat]
    return done


def settlement(result: WagerResult) -> tuple[Any, ...]:
    return (
        *(result.seat, result.wager, result.result, result.stake, result.paid, result.odds, result.line),
        *(result.breakage, result.outcome, result.table, result.bonus, result.rule),
    )


def open_decision(deal: Deal) -> str:
    """The decision that was asked last, while somebody has to decide."""
    asked = [event.decision for event in deal.events if isinstance(event, DecisionAsked)]
    return asked[-1] if asked and deal.actors else ""
