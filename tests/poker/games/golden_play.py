"""Golden playthroughs: seeded hands of every game in every house, written out as the dealer announces them.

The files in ``tests/poker/games/golden`` are compared byte for byte. After an intended change, rewrite them with
``.venv/bin/python -m tests.poker.games.golden_play`` and read the diff.
"""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

import pitboss
from pitboss.cards import pretty
from pitboss.deal import Event
from pitboss.money import dollars
from pitboss.poker.hand import Hand
from tests import golden
from tests.poker.table import SPREAD, load, may

FOLDER = Path(__file__).parent / "golden"
LIMITS = {"pot": "2-4", "button": "3-6", "wsop": None}
STACKS = [(12_000, 9_000, 6_500, 12_000, 3_000), (4_000, 2_600), (900, 5_000, 1_750, 3_300)]
WORDS = {
    "fold": "folds",
    "check": "checks",
    "muck": "throws the hand away unseen",
    "shuffle": "The deck is shuffled",
    "burn": "A card is burned",
    "scramble": "The last card and the burns are scrambled and cut",
    "reshuffle": "Discards and folded hands are shuffled for the draw",
}


def play(house: str, game: str, number: int) -> Hand:
    """The hand of this number: fewer folds than at a real table, so that most hands are shown."""
    rng = random.Random(f"{house} {game} {number}")
    stacks = dict(enumerate(STACKS[number], 1))
    hand = load(game, house, LIMITS[house]).deal(stacks, rng.choice([*stacks]), pitboss.seeded(number + 40))
    while not hand.done:
        options = may(hand)
        words = [word for word in options if word != "fold" or rng.random() < 0.12]
        option = options[rng.choice(words or [*options])]
        actions = option.actions if option.word != "draw" else [a for a in option.actions if len(a.split()) <= 4]
        hand.act(hand.actors[0], rng.choice(actions), rng.choice([option.low, option.high]))
    return hand


PLAIN = ("fold", "check", "muck")
WAGERS = {
    "ante": "antes",
    "forced bet": "has the low card and must bet",
    "bring in": "has the low card and must bet",
    "call": "calls",
    "bet": "bets",
    "raise": "raises to",
    "complete": "completes to",
}


def sentence(event: Event) -> str:
    seat, cents = f"Seat {event.seat}", dollars(event.cents)
    if event.verb in PLAIN:
        return f"{seat} {WORDS[event.verb]}"
    if event.verb in WAGERS:
        total = dollars(event.to) if event.verb in ("bet", "complete", "raise") else cents
        return f"{seat} {WAGERS[event.verb]} {total}" + ", all-in" * bool(event.words)
    match event.verb:
        case "shuffle" | "burn" | "scramble" | "reshuffle":
            return f"{WORDS[event.verb]} ({event.words})" if event.words else WORDS[event.verb]
        case "post":
            return f"{seat} posts the {event.words}, {cents}"
        case "fee":
            return f"The fee is taken: {cents}, {event.words}" + (f", paid by seat {event.seat}" if event.seat else "")
        case "board":
            return f"The {event.words}: {pretty(event.cards)}"
        case "draw":
            return f"{seat} {event.words}" + (f", throwing away {pretty(event.cards)}" if event.cards else "")
        case "return":
            return f"{seat} gets back {cents} that nobody called"
        case "passed":
            return f"Everybody has passed: {event.words}"
        case "show":
            return f"{seat} shows {pretty(event.cards)}: {event.words}"
        case "award":
            return f"{seat} wins {cents} from the {event.pile} ({event.words})"
    raise AssertionError(event.verb)


def told(hand: Hand, number: int) -> str:
    start = dict(hand.record.setup["stacks"])
    lines = [f"Hand {number + 1}: button on seat {hand.button}", "-" * 28, ""]
    lines += [f"      seat {seat}: {dollars(start[seat])}" for seat in sorted(start)] + [""]
    row = 0
    for (verb, up), group in groupby(hand.events, key=lambda event: (event.verb, event.up)):
        events = list(group)
        if verb == "deal":  # a round of cards on one line
            for first in range(0, len(events), len(start)):
                some = events[first : first + len(start)]
                given = ", ".join(f"{event.seat} {pretty(event.cards)}" for event in some)
                row += 1
                lines.append(_line(row, f"Cards {'up' if up else 'down'} to seats {given}", some[0].rule))
            continue
        for event in events:
            row += 1
            lines.append(_line(row, sentence(event), event.rule))
    lines += ["", "Chips"] + [f"      {move}" for move in hand.moves]
    lines += ["", "At the end"]
    lines += [f"      seat {seat}: {dollars(hand.stack(seat))}" for seat in sorted(start)]
    lines += [f"      fee box: {dollars(hand.fee)}"] * bool(hand.fee)
    assert sum(hand.chips().values()) == sum(start.values())
    return "\n".join(lines)


def _line(row: int, words: str, rule: str) -> str:
    return f"{row:4}  {words:<90}  {rule}".rstrip()


def text(house: str, game: str) -> str:
    hands = [play(house, game, number) for number in range(len(STACKS))]
    title = f"{hands[0].game.name}, {hands[0].game.book.name}, {hands[0].game.limit.name}"
    parts = [f"{title}\n{'=' * len(title)}"]
    parts += [told(hand, number) for number, hand in enumerate(hands)]
    return "\n\n".join(parts) + "\n"


def name(house: str, game: str) -> str:
    return f"{house}-{game}"


def path(house: str, game: str) -> Path:
    return FOLDER / f"{name(house, game)}.txt"


if __name__ == "__main__":
    every = {name(*one): one for one in SPREAD}
    golden.write(FOLDER, every, lambda one: text(*every[one]))
