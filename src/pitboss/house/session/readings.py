"""What the cards of each spot make, as far as its player sees them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from pitboss.cards import UNKNOWN
from pitboss.deal.reading import HandReading
from pitboss.deal.view import View
from pitboss.errors import PitbossError
from pitboss.house.actions import action_text
from pitboss.house.decisions import holds, offers
from pitboss.house.definition import PLAYER, Definition, JudgedHand, PayTable
from pitboss.house.hands import best, judge, words

Piles = Mapping[str, tuple[int, ...]]


def readings(game: Definition, view: View, seats: tuple[int, ...]) -> dict[int, HandReading]:
    """The hands of these spots in words, with the pay lines they reach; spots without a hand are left out."""
    visible = {name: tuple(card for card in pile if card != UNKNOWN) for name, pile in view.piles.items()}
    read = {seat: _with_after(game, view, visible, seat) for seat in seats}
    return {seat: each for seat, each in read.items() if each != HandReading()}


def _with_after(game: Definition, view: View, piles: Piles, seat: int) -> HandReading:
    now = reading(game, piles, f"{PLAYER} {seat}")
    actions = [text for option in view.legal.get(seat, ()) if len(option.actions) > 1 for text in option.actions]
    then = readings_after(game, piles, seat, actions)
    after = {text: each for text, each in then.items() if each.words and each.cards != now.cards}
    return msgspec.structs.replace(now, after=after) if after else now


def readings_after(game: Definition, piles: Piles, seat: int, actions: Collection[str]) -> dict[str, HandReading]:
    """What the hand of a spot makes after each of these actions that keeps it, from the cards seen now."""
    own = f"{PLAYER} {seat}"
    made: dict[str, HandReading] = {}
    if not actions:
        return made
    for offer in (each for decision in game.decisions.values() for each in offers(decision)):
        if offer.choice.fold:
            continue
        for held, out in holds(offer.choice.hold, piles.get(own, ())):
            text = action_text(offer, held, out)
            if text in actions:
                made[text] = reading(game, {**piles, own: held}, own)
    return made


def reading(game: Definition, piles: Piles, own: str) -> HandReading:
    """What the pile ``own`` makes with the others; nothing as long as too few cards are seen."""
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
