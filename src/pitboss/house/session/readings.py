"""What the cards of each spot make, as far as its player sees them."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import UNKNOWN
from pitboss.deal.reading import HandReading
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.house.definition import PLAYER, Definition, JudgedHand, PayTable
from pitboss.house.hands import best, judge, words

Piles = Mapping[str, tuple[int, ...]]


def readings(game: Definition, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these spots in words, with the pay lines they reach; spots without a hand are left out."""
    visible = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    read = {seat: _reading(game, visible, f"{PLAYER} {seat}") for seat in seats}
    return {seat: reading for seat, reading in read.items() if reading != HandReading()}


def _reading(game: Definition, piles: Piles, own: str) -> HandReading:
    phrase, cards = "", tuple[int, ...]()
    values = {name: _value(hand, piles, own) for name, hand in game.hands.items()}
    main = next((hand for hand in game.hands.values() if hand.own and values[hand.name]), None)
    if main is not None:
        worth = values[main.name]
        phrase, cards = words(main.ranking, worth), best(main, piles, own, worth)
    lines = {}
    for wager in game.wagers.values():
        line = _line(wager.table, values[wager.hand])
        if line is not None:
            lines[wager.key] = line
    return HandReading(phrase, cards, lines)


def _value(hand: JudgedHand, piles: Piles, own: str) -> int:
    """The value of a hand, or 0 as long as too few of its cards are seen."""
    if hand.own and not piles.get(own):
        return 0
    try:
        return judge(hand)(piles, own)
    except (PitbossError, KeyError, ValueError):
        return 0  # too few cards yet


def _line(table: PayTable | None, worth: int) -> int | None:
    if table is None or not worth:
        return None
    return next((place for place, line in enumerate(table.lines) if worth >= line.least), None)
