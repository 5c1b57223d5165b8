"""Rulings on chips put in without a declaration: string bet and oversized chip (PK-12)."""

from __future__ import annotations

from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import RulingMade
from pitboss.money import dollars
from pitboss.poker.betting import legality
from pitboss.poker.rulings.common import Case, Facts
from pitboss.poker.step import HandInPlay


def _not_betting(hand: HandInPlay) -> str:
    return "" if hand.phase == "bet" and hand.actors else "nobody is about to bet"


def _nothing_to_call(hand: HandInPlay) -> str:
    why = _not_betting(hand)
    if not why and hand.betting.level <= hand.money.bets[hand.actor]:
        why = "there is no bet to call"
    return why


def reading(hand: HandInPlay, cents: int, announced: bool) -> tuple[str, int]:
    """The action these chips make, and its total where it is a bet or raise."""
    position = hand.actor
    offer = legality.wager(hand, position)
    total = hand.money.bets[position] + cents
    if offer.word and (announced or total >= offer.low):
        if total >= offer.high:
            return offer.word, offer.high
        return offer.word, offer.low + max(0, total - offer.low) // offer.step * offer.step
    if hand.betting.level > hand.money.bets[position]:
        return "call", 0
    if hand.betting.can_bring_in:
        return "bring in", 0
    if hand.betting.must_bet and offer.word:
        return offer.word, offer.low  # S7-1: with chips in there is no fold and no check
    if hand.betting.must_bet:
        raise IllegalAction(f"seat {hand.actors[0]} can only fold; its chips go back.")
    return "check", 0


def _play(hand: HandInPlay, reason: str, chip: int, rule: str, action: tuple[str, int]) -> None:
    seat = hand.seats[hand.actor]
    hand.events.append(RulingMade("ruling", seat, rule=rule, reason=reason, chip=chip, action=action[0]))
    hand._act(hand.actors[0], *action)


def _has(hand: HandInPlay, cents: int) -> None:
    stack = hand.money.stacks[hand.actor]
    if cents > stack:
        raise IllegalAction(f"seat {hand.actors[0]} cannot have put in {dollars(cents)}; it has {dollars(stack)}.")


def _string_bet(hand: HandInPlay, facts: Facts, rule: str) -> None:
    amounts = facts["amounts"]
    _has(hand, sum(amounts))
    if facts["announced"]:
        _play(hand, "declared", 0, rule, reading(hand, sum(amounts), True))
        return
    _play(hand, "string bet", amounts[0], rule, reading(hand, amounts[0], False))


def _oversized_chip(hand: HandInPlay, facts: Facts, rule: str) -> None:
    chip = facts["chip"]
    price = hand.betting.level - hand.money.bets[hand.actor]
    _has(hand, chip)
    if chip <= price:
        raise IllegalAction(f"a chip of {dollars(chip)} is not larger than the {dollars(price)} to call.")
    if facts["announced"]:
        _play(hand, "chip announced", chip, rule, reading(hand, chip, True))
    else:
        _play(hand, "chip alone", chip, rule, ("call", 0))


CASES = {
    "string bet": Case(_not_betting, _string_bet, needs_deck=False),
    "oversized chip": Case(_nothing_to_call, _oversized_chip, needs_deck=False),
}
