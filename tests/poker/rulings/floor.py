"""Helpers for the tests of rulings: a deck that records its shuffles, the events of a ruling, a hand to rule on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss import cards
from pitboss.deal import Option
from pitboss.poker.hand import Hand

from ..table import Arranged, deal, dealt, load, may, play


class Noted(Arranged):
    """Decks in a known order; ``given`` holds the cards of every shuffle that was asked for."""

    def __init__(self, *tops: str | Sequence[int]) -> None:
        super().__init__(*tops)
        self.given: list[set[int]] = []

    def mix(self, deck: Sequence[int]) -> tuple[int, ...]:
        self.given.append(set(deck))
        return super().mix(deck)


def option(hand: Hand, ruling: str) -> Option:
    """A ruling as the hand lists it."""
    return next(one for one in hand.rulings() if one.word == ruling)


def can(hand: Hand, ruling: str) -> bool:
    return option(hand, ruling).allowed


def shown(hand: Hand, *which: str) -> list[tuple[str, str]]:
    """The events of these verbs with their cards."""
    return [(event.verb, cards.show(event.cards)) for event in hand.events if event.verb in which]


def pile(hand: Hand, name: str, viewer: Any = "floor") -> str:
    return cards.show(hand.view(viewer).piles.get(name, ()))


def everyone_sees(hand: Hand, *named: str) -> bool:
    """Whether each of these cards shows in the view of every player and of the rail."""
    wanted = {card for text in named for card in cards.parse(text)}
    views = [hand.view(viewer) for viewer in (*hand.seats, "rail")]
    return all(wanted <= {card for event in view.events for card in event.cards} for view in views)


def same_again(hand: Hand) -> None:
    """A dumped hand loads unchanged, and undo reverts the last ruling completely."""
    again = Hand.load(hand.dump())
    assert (again.events, again.moves, again.actors) == (hand.events, hand.moves, hand.actors)
    assert (again.chips(), again.dump()) == (hand.chips(), hand.dump())
    assert again.view("floor") == hand.view("floor")
    before = len(hand.events)
    last = hand.record.entries[-1]
    again.undo()
    assert len(again.events) < before
    again._follow([last])
    assert again.events == hand.events


# Seat 1 has aces, seat 2 kings, seat 3 (the button) queens, on a board that helps nobody.
HOLES = {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}
BOARD = "2c 7h 9d 3s 4h"
PREFLOP = "3 call, 1 call, 2 check"
STREET = "1 check, 2 check, 3 check"


def holdem(house: str = "pot", **more: object) -> Hand:
    game = load("holdem", house, "2-4")
    return deal(game, 10_000, 10_000, 10_000, shuffle=dealt(game, HOLES, BOARD, button=3), **more)


def at_the_showdown(house: str = "pot") -> Hand:
    hand = holdem(house, showdown="ask")
    return play(hand, ", ".join([PREFLOP, *[STREET] * 3]))


def to_the_end_by_steps(hand: Hand) -> Hand:
    while not hand.done:
        if hand.actors:
            options = may(hand)
            hand.act(hand.actors[0], next(word for word in ("check", "call", "draw", "bring in") if word in options))
        else:
            hand.step()
    return hand
