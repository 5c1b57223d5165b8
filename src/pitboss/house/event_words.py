"""Events of a house game as sentences.

A sentence is made from its event alone, so the events of a view give sentences without hidden cards. A verb that has no
sentence here is a player's decision.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.cards import UNKNOWN, pretty, show
from pitboss.deal import Event
from pitboss.deal.number_words import count
from pitboss.money import dollars


def sentence(event: Event, signs: bool = True) -> str:
    """An event as a sentence; ``signs`` shows suits as signs instead of letters."""
    tell = _TELL.get(event.verb, _decision)
    text = tell(event, _faces(event, signs))
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


def _deal(event: Event, faces: str) -> str:
    face = ", face up" if event.up else "" if event.seat else ", face down"
    return f"{count(len(event.cards))} to {place(event.pile)}{face}{faces}"


def _decision(event: Event, faces: str) -> str:
    put_out = f", {count(len(event.cards))} put out{faces}" if event.cards else ""
    chips = f" for {dollars(event.cents)}" if event.cents else ""
    said = f" ({event.words})" if event.words else ""
    return f"spot {event.seat}: {event.verb}{chips}{put_out}{said}"


def _whose(event: Event) -> str:
    return f" of spot {event.seat}" if event.seat else ""


_COLLECTED = {"out": "the discards", "folded hand": "the folded hand"}  # a hidden event keeps no words

_TELL: dict[str, Callable[[Event, str], str]] = {
    "shuffle": lambda event, faces: f"the deck is shuffled, {event.words}",
    "wager": lambda event, faces: f"spot {event.seat} wagers {dollars(event.cents)} on {event.pile}",
    "close": lambda event, faces: event.words,
    "deal": _deal,
    "burn": lambda event, faces: f"{count(len(event.cards))} burned{faces}",
    "dispense": lambda event, faces: "the rest of the deck is dispensed unused, another deck is shuffled",
    "turn": lambda event, faces: f"{count(len(event.cards))} of {place(event.pile)} turned up{faces}",
    "discard": lambda event, faces: f"{count(len(event.cards))} {event.words} to the rack{faces}",
    "collect": lambda event, faces: f"{_COLLECTED.get(event.words, 'cards')}{_whose(event)} to the rack{faces}",
    "set": lambda event, faces: f"the {event.pile} sets his hand{faces}, {event.words}",
    "announce": lambda event, faces: f'"{event.words}"',
    "decide": lambda event, faces: f"players decide: {event.words}",
    "decided": lambda event, faces: f"spot {event.seat} has decided",
    "look": lambda event, faces: f"the player of spot {event.seat} looks at its cards{faces}",
    "show": lambda event, faces: f"spot {event.seat} is shown{faces}, {event.words}",
    "settle": lambda event, faces: f"spot {event.seat}, {event.words}",
    "void": lambda event, faces: f"void{_whose(event)}: {event.words}",
    "shuffler": lambda event, faces: event.words,
    "packet": lambda event, faces: event.words,
    "end": lambda event, faces: event.words,
}

DEALER_VERBS = frozenset(_TELL)
"""What no option of a player may be called: an event of that name is told as the dealer's."""
