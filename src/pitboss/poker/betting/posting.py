"""Antes, blinds and what returning players owe, before the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.deal.hand_events import ChipsPosted
from pitboss.deal.view import DealerAct
from pitboss.move import Purpose
from pitboss.poker.dealing import Shuffle
from pitboss.poker.fees import TakeFee
from pitboss.poker.step import HandInPlay, HandStep
from pitboss.poker.streets import StartStreet
from pitboss.poker.table_chips import ANTE, BET, NOTHING, POT

if TYPE_CHECKING:
    from pitboss.poker.spread_game import SpreadGame

_COUNTS = {
    "ante": ANTE,
    "small blind": BET,
    "big blind": BET,
    "straddle": BET,
    "live blind": BET,
    "dead blind": NOTHING,
    "dead ante": NOTHING,
}
_PURPOSES: dict[str, Purpose] = {what: "ante" if what in ("ante", "dead ante") else "blind" for what in _COUNTS}


def begin(hand: HandInPlay) -> None:
    """Queue everything up to the first street: fee and posts in the house's order, then the shuffle."""
    game, count = hand.game, len(hand.seats)
    if "posts" in hand.record.setup:
        antes, blinds = _given(hand)
        hand.queue[:] = _opening(game, antes, blinds)
        return
    if game.blinds:
        hand.betting.opens_after(game.blind_positions(count)[1])
    steps = game.openings.get(count)
    if steps is None:
        steps = game.openings[count] = tuple(_opening(game, _antes(game, count), _blinds(game, count)))
    hand.queue[:] = steps


def _opening(game: SpreadGame, antes: list[HandStep], blinds: list[HandStep]) -> list[HandStep]:
    """These steps with the fee at the house's moment, the last one first."""
    moment = game.fee_moment
    steps: list[HandStep] = [TakeFee()] if moment.startswith("before") else []
    steps += antes
    if moment == "after antes":
        steps.append(TakeFee())
    steps += [*blinds, Shuffle(), StartStreet(0)]
    steps.reverse()
    return steps


def _antes(game: SpreadGame, count: int) -> list[HandStep]:
    return [PostAntes(tuple(range(count)), game.ante, game.post_rule("ante", count))] if game.ante else []


def _blinds(game: SpreadGame, count: int) -> list[HandStep]:
    if not game.blinds:
        return []
    posts = zip(game.blind_positions(count), ("small blind", "big blind"), game.blinds, strict=True)
    return [PostChips(position, what, cents, game.post_rule(what, count)) for position, what, cents in posts]


def _given(hand: HandInPlay) -> tuple[list[HandStep], list[HandStep]]:
    """Posts given by the host of the table: antes, and those after them."""
    antes: list[HandStep] = []
    blinds: list[HandStep] = []
    largest = 0
    for seat, what, cents in hand.record.setup["posts"]:
        position = hand.index[seat]
        post = PostChips(position, what, cents, hand.game.post_rule(what, len(hand.seats)))
        if what in ("ante", "dead ante"):
            antes.append(post)
            continue
        blinds.append(post)
        if what in ("small blind", "big blind", "straddle") and cents >= largest:
            largest = cents
            hand.betting.opens_after(position)
    return antes, blinds


def again(hand: HandInPlay) -> None:
    """Everyone antes again for a new deal within the hand; what is in the pot stays (LB-5)."""
    game = hand.game
    steps: list[HandStep] = [
        PostChips(position, "ante", game.ante, game.post_rule("ante", len(hand.seats)))
        for position, cents in enumerate(hand.money.stacks)
        if game.ante and cents and hand.money.live >> position & 1
    ]
    steps += [Shuffle(), StartStreet(0)]
    steps.reverse()
    hand.queue[:] = steps


class PostAntes(HandStep, frozen=True):
    """An ante from each of these positions; without ``auto``, one per step."""

    positions: tuple[int, ...]
    owed: int
    rule: str

    def do(self, hand: HandInPlay) -> None:
        positions, owed = self.positions, self.owed
        if not hand.record.auto or min(hand.money.stacks) <= owed:
            if len(positions) > 1:
                hand.queue.append(PostAntes(positions[1:], owed, self.rule))
            PostChips(positions[0], "ante", owed, self.rule).do(hand)
            return
        rule = self.rule
        for position in positions:
            hand.money.move(position, POT, owed, "ante", rule, "ante", ANTE)
            hand.events.append(ChipsPosted("ante", hand.seats[position], "", (), False, owed, rule, 0, "ante"))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        seats = [hand.seats[position] for position in self.positions if hand.money.stacks[position]]
        return DealerAct("post", seats[0], "ante") if seats else None


class PostChips(HandStep, frozen=True):
    """One post; a player with less posts it all and is all-in (PK-10)."""

    position: int
    what: str
    owed: int
    rule: str

    def do(self, hand: HandInPlay) -> None:
        position, what, cents = self.position, self.what, self.owed
        counts = _COUNTS[what]
        if counts == BET:
            hand.betting.post_blind(cents)
        if cents > hand.money.stacks[position]:
            cents = hand.money.stacks[position]
            if not cents:
                return
        rule = self.rule
        if counts:
            hand.money.move(position, POT, cents, what, rule, _PURPOSES[what], counts)
        else:
            hand.money.pay_dead(position, cents, what, rule, _PURPOSES[what])
        verb = "ante" if what == "ante" else "post"
        to = hand.money.bets[position] if counts == BET else 0
        seat, all_in = hand.seats[position], not hand.money.stacks[position]
        hand.events.append(ChipsPosted(verb, seat, "", (), False, cents, rule, to, what, all_in))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("post", hand.seats[self.position], self.what) if hand.money.stacks[self.position] else None
