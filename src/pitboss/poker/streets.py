"""A street as a list of the dealer's steps: burn, cards, board, fee, draw, betting, and the next street."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.poker.betting.rounds import OpenRound
from pitboss.poker.dealing import Burn, DealCard, DealCards, Scramble, TurnBoard, TurnCommonCard
from pitboss.poker.draws import AskDraw
from pitboss.poker.fees import TakeFee
from pitboss.poker.showdown.showdown import BeginShowdown
from pitboss.poker.step import HandInPlay, HandStep

if TYPE_CHECKING:
    from pitboss.poker.definition import Street


class StartStreet(HandStep, frozen=True):
    """Queue what a street deals and the round after it."""

    number: int

    silent = True

    def do(self, hand: HandInPlay) -> None:
        number = self.number
        hand.begin_street(number)
        game = hand.game
        street = game.streets[number]
        few = len(hand.piles.stub) - street.burn < hand.money.live.bit_count()
        if few and hand.piles.known is None and may_run_short(number, street):
            order = recipients(hand, street.starts)
            left = len(hand.piles.stub)
            if len(order) > (left - street.burn if left >= 2 else left):
                hand.queue.extend(reversed([*_shortage(hand, street, order), *_after_cards(hand, number)]))
                return
        key = (number, hand.money.live, len(hand.seats), hand.seats[-1] == hand.button, not hand.piles.board)
        steps = game.streets_dealt.get(key)
        if steps is None:
            steps = game.streets_dealt[key] = tuple(reversed(_dealt(hand, number)))
        hand.queue.extend(steps)

    def cards(self, hand: HandInPlay) -> int:
        """The most cards this street and those after it need, if everyone now in stays."""
        needed, burns, live = 0, len(hand.piles.burns), hand.money.live.bit_count()
        for number, street in enumerate(hand.game.streets[self.number :], self.number):
            if may_run_short(number, street):
                needed += max(0, 2 - burns)  # a common card and its burn (PK-26)
            else:
                needed += street.burn + (street.down + street.up) * live + street.board + street.draw
            burns += street.burn
        return needed


def _dealt(hand: HandInPlay, number: int) -> list[HandStep]:
    street = hand.game.streets[number]
    steps: list[HandStep] = [Burn(_burn_rule(street))] * street.burn
    order = tuple(recipients(hand, street.starts))
    if street.down:
        steps.append(DealCards(order * street.down, False))
    if street.up:
        steps.append(DealCards(order * street.up, True))
    return steps + _after_cards(hand, number)


def _after_cards(hand: HandInPlay, number: int) -> list[HandStep]:
    """The board, the fee once it is up, the draw and the betting of a street, and the next street."""
    game = hand.game
    street = game.streets[number]
    steps: list[HandStep] = []
    if street.board:
        steps.append(TurnBoard(street.board, street.name, street.rule))
        if not hand.piles.board and game.fee_moment == "first board":
            steps.append(TakeFee())
    if street.draw:
        steps.append(AskDraw(number))
    if street.limit != "none":
        steps.append(OpenRound(number))
    steps.append(StartStreet(number + 1) if number + 1 < len(game.streets) else BeginShowdown())
    return steps


def recipients(hand: HandInPlay, starts: str) -> list[int]:
    """Live hands in the order they get cards."""
    live, count = hand.money.live, len(hand.seats)
    order = [position for position in range(count) if live >> position & 1]
    if starts == "button" and live >> (count - 1) & 1 and hand.seats[-1] == hand.button:
        order.insert(0, order.pop())  # S7-5
    return order


def _burn_rule(street: Street) -> str:
    return street.burn_rule or street.rule


# Card shortage in stud (PK-26) -----------------------------------------------------------------------------------


def may_run_short(number: int, street: Street) -> bool:
    """True if a common card can take the place of a street's cards; also where only boxed cards make it short."""
    return bool(street.shortage) or (number > 0 and street.down + street.up == 1 and not street.board)


def _shortage(hand: HandInPlay, street: Street, order: list[int]) -> list[HandStep]:
    """Deal all but the last card and go on from the scrambled burns; if that is not enough, one card for everybody."""
    left, burns = len(hand.piles.stub), len(hand.piles.burns)
    steps: list[HandStep] = []
    if left >= 2 and street.burn:
        steps.append(Burn(_burn_rule(street)))
        left, burns = left - 1, burns + 1
    up = bool(street.up)
    if left - 1 + burns < len(order):
        return [*steps, Scramble(), Burn("PK-26"), TurnCommonCard()]
    dealt = max(left - 1, 0)  # a ruling may have taken the very last card out of play
    steps += [DealCard(position, up) for position in order[:dealt]]
    steps += [Scramble(), Burn("PK-26")]
    return steps + [DealCard(position, up) for position in order[dealt:]]
