"""Events of a house game as sentences.

A sentence is made from its event alone, so the events of a view give sentences without hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.cards import UNKNOWN, pretty, show
from pitboss.deal import round_events as events
from pitboss.deal.english import count, words
from pitboss.deal.event import CardBurned, CardsDealt, DeckShuffled, Event, HandShown
from pitboss.money import dollars


def sentence(event: Event, signs: bool = True) -> str:
    """An event as a sentence; ``signs`` shows suits as signs instead of letters."""
    text = _TELL[type(event)](event, _faces(event, signs))
    return text[:1].upper() + text[1:]


def _faces(event: Event, signs: bool) -> str:
    """The cards of an event after a colon; empty while they are hidden."""
    if not event.cards or UNKNOWN in event.cards:
        return ""
    return f": {pretty(event.cards) if signs else show(event.cards)}"


def place(pile: str) -> str:
    """The name of a pile in a sentence."""
    head, _, number = pile.partition(" ")
    if head == "player":
        return f"spot {number}"
    if head == "out":
        return f"the discards of spot {number}"
    return f"the {pile}"


def _deal(event: CardsDealt, faces: str) -> str:
    face = ", face up" if event.up else "" if event.seat else ", face down"
    return f"{count(len(event.cards))} to {place(event.pile)}{face}{faces}"


def _decision(event: events.OptionChosen, faces: str) -> str:
    put_out = f", {count(len(event.cards))} put out{faces}" if event.cards else ""
    chips = f" for {dollars(event.cents)}" if event.cents else ""
    return f"spot {event.seat}: {event.verb}{chips}{put_out}"


def _whose(event: Event) -> str:
    return f" of spot {event.seat}" if event.seat else ""


def _said(event: Event, faces: str) -> str:
    return words(event)


_COLLECTED = {"out": "the discards", "folded": "the folded hand"}

_TELL: dict[type[Event], Callable[[Any, str], str]] = {
    DeckShuffled: lambda event, faces: f"the deck is shuffled, {event.deck}",
    events.WagerStaked: lambda event, faces: f"spot {event.seat} wagers {dollars(event.cents)} on {event.pile}",
    events.WagersClosed: _said,
    CardsDealt: _deal,
    CardBurned: lambda event, faces: f"{count(len(event.cards))} burned{faces}",
    events.DeckDispensed: lambda event, faces: "the rest of the deck is dispensed unused, another deck is shuffled",
    events.CardsTurned: lambda event, faces: f"{count(len(event.cards))} of {place(event.pile)} turned up{faces}",
    events.CardsDiscarded: lambda event, faces: f"{count(len(event.cards))} from {event.source} to the rack{faces}",
    events.CardsCollected: lambda event, faces: f"{_COLLECTED[event.what]}{_whose(event)} to the rack{faces}",
    events.HandSet: lambda event, faces: f"the {event.pile} sets the hand{faces}, {words(event)}",
    events.HandAnnounced: lambda event, faces: f'"{words(event)}"',
    events.DecisionAsked: lambda event, faces: f"players decide: {words(event)}",
    events.SpotDecided: lambda event, faces: f"spot {event.seat} has decided",
    events.OptionChosen: _decision,
    events.SpotLookedAt: lambda event, faces: f"the player of spot {event.seat} looks at its cards{faces}",
    HandShown: lambda event, faces: f"spot {event.seat} is shown{faces}, {words(event)}",
    events.WagerSettled: lambda event, faces: f"spot {event.seat}, {words(event)}",
    events.HandsVoided: lambda event, faces: f"void{_whose(event)}: {words(event)}",
    events.ShufflerStep: _said,
    events.RoundPlayedOn: _said,
    events.PacketMiscounted: _said,
    events.RoundEnded: _said,
}
