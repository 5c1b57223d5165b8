"""The collection fee, taken from the pot or from the button's stack at the moment the house book names.

The moments: ``betting/posting.py`` takes it before or after the forced bets, ``streets.py`` once the flop is up."""

from __future__ import annotations

from pitboss.deal.english import fee_words
from pitboss.deal.hand_events import FeeTaken
from pitboss.deal.view import DealerAct
from pitboss.poker.showdown.pots import main_pot
from pitboss.poker.step import HandInPlay, HandStep
from pitboss.poker.table_chips import POT


def heads(hand: HandInPlay) -> int:
    """The number of players that decides the amount of the fee."""
    game = hand.game
    how = game.book.fee.count[game.stakes]
    if how == "live":
        return hand.money.live.bit_count()
    if how == "posted":
        return sum(1 for cents in hand.money.put if cents)
    return len(hand.seats) - hand.dead_seats.bit_count()


class TakeFee(HandStep, frozen=True):
    """Move the fee to the fee box: at most what the payer or the main pot has, noting any shortfall (PK-13)."""

    def do(self, hand: HandInPlay) -> None:
        fee = hand.game.book.fee
        count = heads(hand)
        due = hand.game.fee(count)  # by head count (PK-13)
        if fee.payer == "button":
            seat = hand.record.setup.get("payer", hand.button)
            position = hand.index[seat]
            source, cents = position, min(due, hand.money.stacks[position])
        else:
            seat, source = 0, POT
            cents = min(due, main_pot(hand.money.put, hand.money.live & ~hand.money.able, hand.money.dead))
        if cents:
            hand.money.pay_fee(source, cents, f"collection, {fee_words(count, due, cents)}", fee.rule)
        hand.events.append(FeeTaken("fee", seat, "fee box", (), False, cents, fee.rule, 0, count, due))

    def announced(self, hand: HandInPlay) -> DealerAct | None:
        return DealerAct("fee", pile="fee box")
