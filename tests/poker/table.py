"""Helpers for the poker tests: arranged decks, hands played from a script, and changed house books."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pitboss
from pitboss import cards, poker
from pitboss.deal import Option
from pitboss.poker.game import PokerGame
from pitboss.poker.hand import Hand

HOUSES = Path(poker.__file__).parent.parent / "houses"
GAMES = Path(poker.__file__).parent.parent / "games" / "poker"
SPREAD = [(house, game) for house in ("pot", "button", "wsop") for game in poker.houses()[house].games]


class Arranged:
    """A shuffle with given top cards, one text per shuffle; later shuffles keep the order."""

    def __init__(self, *tops: str | Sequence[int]) -> None:
        self.tops = [cards.parse(top) if isinstance(top, str) else tuple(top) for top in tops]

    def mix(self, deck: Sequence[int]) -> tuple[int, ...]:
        top = self.tops.pop(0) if self.tops else ()
        assert set(top) <= set(deck), cards.show(set(top) - set(deck))
        return (*top, *(card for card in deck if card not in top))


def dealt(game: PokerGame, holes: Mapping[int, str], board: str = "", button: int = 1) -> Arranged:
    """A deck that deals these hole cards and this board if nobody folds."""
    order = game.order(holes, button)
    piles = {seat: list(cards.parse(text)) for seat, text in holes.items()}
    shared = list(cards.parse(board))
    named = {card for pile in (*piles.values(), shared) for card in pile}
    spare = [card for card in game.deck if card not in named]
    top: list[int] = []
    for street in game.streets:
        top += [spare.pop() for _ in range(street.burn)]
        clockwise = order
        if street.starts == "button" and order[-1] == button:
            clockwise = (order[-1], *order[:-1])
        for _ in range(street.down + street.up):
            top += [piles[seat].pop(0) if piles[seat] else spare.pop() for seat in clockwise]
        top += [shared.pop(0) if shared else spare.pop() for _ in range(street.board)]
    return Arranged(top)


def load(game: str, house: str = "pot", limit: str | None = None, **options: object) -> PokerGame:
    """A game; the tournament book gets small stakes."""
    if house == "wsop" and limit is None and "lower" not in options:
        options = {"lower": 200, "higher": 400, "blinds": (100, 200), "ante": 50, "bring_in": 100, **options}
        if poker.games()[game].stakes == "blinds":
            options.update(ante=0, bring_in=0)
        else:
            options.update(blinds=())
    return poker.load(game, house, limit, **options)


def book(tmp_path: Path, house: str, *changes: tuple[str, str]) -> str:
    """The path of a house's book with some words changed."""
    text = (HOUSES / f"{house}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = tmp_path / f"{house}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def deal(game: PokerGame, *stacks: int, button: int = 0, shuffle: object = None, **more: object) -> Hand:
    """A hand with seats 1, 2, … holding these chips; the button is the last seat unless said."""
    seats = dict(enumerate(stacks, 1))
    return game.deal(seats, button or len(stacks), shuffle or pitboss.seeded(1), **more)


def play(hand: Hand, script: str) -> Hand:
    """``1 call, 2 raise 400, 3 fold``: one action after another, each by the seat that is named."""
    for line in filter(None, (part.strip() for part in script.split(","))):
        seat, _, action = line.partition(" ")
        word, _, amount = action.rpartition(" ")
        if word and amount.isdecimal():
            hand.act(int(seat), word, int(amount))
        else:
            hand.act(int(seat), action)
    return hand


def checked_down(hand: Hand) -> Hand:
    """Everybody checks, calls or stands pat to the end."""
    while not hand.done:
        options = may(hand)
        word = next(word for word in ("check", "call", "draw", "bring in", "show", "fold") if word in options)
        hand.act(hand.actors[0], word)
    return hand


def may(hand: Hand, seat: int = 0) -> dict[str, Option]:
    """The allowed options of a seat (default: the one to act), by word."""
    return {option.word: option for option in hand.legal(seat or hand.actors[0]) if option.allowed}


def against(hand: Hand, word: str) -> Option:
    """The refused option of the seat to act."""
    option = next(option for option in hand.legal(hand.actors[0]) if option.word == word)
    assert not option.allowed, word
    return option


def amounts(hand: Hand, word: str) -> list[int]:
    """Every total that an action accepts."""
    option = may(hand)[word]
    return [cents for cents in range(option.low, option.high + 1) if option.takes(cents)]


def verbs(hand: Hand, *which: str) -> list[tuple[str, int, int]]:
    """The events of these verbs as (verb, seat, cents)."""
    return [(event.verb, event.seat, event.cents) for event in hand.events if event.verb in which]


def at_random(hand: Hand, seed: int, folds: float = 0.3) -> Hand:
    """Random legal play to the end."""
    rng = random.Random(seed)
    while not hand.done:
        random_act(hand, rng, folds)
    return hand


def random_act(hand: Hand, rng: random.Random, folds: float = 0.3) -> None:
    options = list(may(hand).values())
    option = rng.choice(options)
    while option.word == "fold" and len(options) > 1 and rng.random() > folds:
        option = rng.choice(options)
    cents = 0
    if option.high:
        cents = rng.choice([option.low, option.high])
        if option.step and option.high > option.low and rng.random() < 0.5:
            cents = min(option.low + option.step * rng.randrange(0, 6), option.high)
    hand.act(hand.actors[0], rng.choice(option.actions), cents)
