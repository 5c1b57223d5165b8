"""The collection fee: from the pot or from the button's stack, at the house's moment, by the house's count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.deal import Event
from pitboss.money import dollars
from pitboss.poker.layout import POT
from pitboss.poker.showdown.pots import main_pot
from pitboss.poker.step import Step

if TYPE_CHECKING:
    from pitboss.poker.hand import Hand


def heads(hand: Hand) -> int:
    """How many players the fee is counted by."""
    game = hand.game
    how = game.book.fee.count[game.stakes]
    if how == "live":
        return hand.live.bit_count()
    if how == "posted":
        return sum(1 for cents in hand.put if cents)
    return len(hand.seats) - hand.dead_seats.bit_count()


class TakeFee(Step, frozen=True):
    """Chips into the fee box, never more than the payer or the main pot has; a shortfall is said (PK-13)."""

    def do(self, hand: Hand) -> None:
        fee = hand.game.book.fee
        count = heads(hand)
        due = hand.game.fee(count)
        if fee.payer == "button":
            seat = hand.record.setup.get("payer", hand.button)
            position = hand.index[seat]
            source, cents = position, min(due, hand.stacks[position])
        else:
            seat, source = 0, POT
            cents = min(due, main_pot(hand.put, hand.live & ~hand.able, hand.dead))
        words = f"{count} players"
        if cents < due:
            words += f", {dollars(due - cents)} short of {dollars(due)}"
        if cents:
            hand.pay_fee(source, cents, f"collection, {words}", fee.rule)
        hand.events.append(Event("fee", seat, "fee box", (), False, cents, words, fee.rule))
