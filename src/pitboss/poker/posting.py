"""Antes, blinds and what returning players owe, before the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.deal import Event
from pitboss.money import Move

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand, Step


def begin(hand: Hand) -> None:
    """Queue everything up to the first street: fee and posts in the house's order, then the shuffle."""
    game = hand.game
    posts = hand.record.setup.get("posts")
    if posts is None:
        posts = game.posts(hand.seats, hand.button)
    antes: list[Step] = []
    blinds: list[Step] = []
    largest = 0
    for seat, what, cents in posts:
        position = hand.index[seat]
        if what in ("ante", "dead ante"):
            antes.append(("post", position, what, cents))
            continue
        blinds.append(("post", position, what, cents))
        if what in ("small blind", "big blind", "straddle") and cents >= largest:
            largest, hand.opener_after = cents, position  # the first round opens left of the big blind (TH-1)
    moment = game.fee_moment
    steps: list[Step] = []
    if moment == "before antes":
        steps.append(("fee",))
    steps += antes
    if moment == "after antes":
        steps.append(("fee",))
    steps += blinds
    steps += [("shuffle",), ("street", 0)]
    steps.reverse()
    hand.queue[:] = steps


def again(hand: Hand) -> None:
    """Everyone antes again for a new deal within the hand; what is in the pot stays (LB-5)."""
    game = hand.game
    steps: list[Step] = [
        ("post", position, "ante", game.ante)
        for position, cents in enumerate(hand.stacks)
        if game.ante and cents and hand.live >> position & 1
    ]
    steps += [("shuffle",), ("street", 0)]
    steps.reverse()
    hand.queue[:] = steps


def post(hand: Hand, step: Step) -> None:
    """One post; who has less posts what he has and is all-in (PK-10)."""
    _, position, what, owed = step
    cents = min(owed, hand.stacks[position])
    if not cents:
        return
    rule = hand.game.limit.rule
    dead = what.startswith("dead")
    if dead or what == "ante":
        hand.stacks[position] -= cents
        hand.pot += cents
        if dead:
            hand.dead += cents
        else:
            hand.put[position] += cents
        if not hand.stacks[position]:
            hand.able &= ~(1 << position)
        hand.moves.append(Move(hand.accounts[position], "pot", cents, what, rule))
    else:
        if what == "live blind":
            rule = hand.game.book.missed.rule
        hand.pay_in(position, cents, what, rule)
    verb = "ante" if what == "ante" else "post"
    hand.events.append(Event(verb, hand.seats[position], "", (), False, cents, what if verb == "post" else "", rule))
