"""Random rulings at random moments, with plausible facts for every ruling that can arise."""

from __future__ import annotations

import random
from typing import Any

from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand
from pitboss.poker.rulings import procedures

from ..table import random_act

COMMON = ("boxed card", "misdeal", "exposed card", "string bet", "discards touched")
"""Rulings that can arise nearly always; the others are tried first."""


def facts(hand: Hand, ruling: str, rng: random.Random) -> dict[str, Any]:
    """Facts for a ruling, of the kinds its procedure asks for; not always true ones."""
    stated: dict[str, Any] = {}
    for fact in procedures()[ruling].facts:
        if fact.required or rng.random() < 0.5:
            stated[fact.name] = _value(hand, fact.kind, fact.of, rng)
    if ruling == "exposed card":
        seat = rng.choice(hand.seats)
        stated = {"seat": seat, "card": cards.text(rng.choice(hand.piles.down[hand.index[seat]] or [0]))}
    if "discarded" in stated:
        stated["described"] = rng.choice(["", "flush", "straight flush", "a monster"])
    return stated


def _value(hand: Hand, kind: str, of: tuple[str, ...], rng: random.Random) -> Any:
    seat = rng.choice(hand.seats)
    own = hand.piles.own_cards(hand.actor) if hand.actor >= 0 else [0]
    values: dict[str, Any] = {
        "seat": seat,
        "flag": rng.random() < 0.5,
        "text": "a card flew off the table",
        "choice": rng.choice(of or ("",)),
        "cents": rng.choice([100, 500, 1000]),
        "count": rng.choice([5, 6]),
        "amounts": [rng.choice([50, 100, 200, 400]) for _ in range(rng.choice([2, 3]))],
        "cards": cards.show(rng.sample(own, rng.randrange(0, len(own)))) if own else "",
        "card": "As",
    }
    return values[kind]


def rule_something(hand: Hand, rng: random.Random) -> str:
    """One ruling of those that can arise, if its facts hold; a refusal must leave the hand as it was."""
    able = [option.word for option in hand.rulings() if option.allowed]
    if not able:
        return ""
    rare = [word for word in able if word not in COMMON]
    ruling = rng.choice(rare if rare and rng.random() < 0.8 else able)
    before = (len(hand.events), len(hand.moves), hand.actors, hand.chips(), hand.dump(), hand.view("floor"))
    try:
        hand.floor(ruling, **facts(hand, ruling, rng))
    except IllegalAction:
        after = (len(hand.events), len(hand.moves), hand.actors, hand.chips(), hand.dump(), hand.view("floor"))
        assert before == after, ruling
        return ""
    return ruling


def play_with_rulings(hand: Hand, rng: random.Random, often: float = 0.3, most: int = 8) -> list[str]:
    """Random legal play to the end with rulings in between; which rulings were made."""
    made: list[str] = []
    while True:
        if len(made) < most and rng.random() < often:
            ruling = rule_something(hand, rng)
            if ruling:
                made.append(ruling)
                conserved(hand)
                continue
        if hand.done:
            return made
        if hand.actors:
            random_act(hand, rng)
        else:
            assert hand.step()
        conserved(hand)


def conserved(hand: Hand) -> None:
    """What must hold after every decision, ruling and step."""
    chips = hand.chips()
    assert sum(chips.values()) == sum(cents for _, cents in hand.record.setup["stacks"])
    assert min(chips.values()) >= 0
    if any(event.verb == "shuffle" for event in hand.events):
        piles = hand.view("floor").piles
        lying = sorted(card for pile in piles.values() for card in pile)
        deck = sorted(hand.game.deck.cards)
        # between a misdeal and the new shuffle the dealer holds the deck
        assert lying in (deck, [*deck, cards.JOKER], [], [cards.JOKER]), cards.show(lying)
