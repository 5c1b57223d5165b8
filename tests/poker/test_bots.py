"""Bots act legally in every game, see only their own view, are reproducible from a seed, and play sensibly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import pitboss
from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.poker import Hand, load
from pitboss.poker.bots import Bot, RandomLegal, Sensible

SPREAD = [("pot", one) for one in ("holdem", "omaha", "omaha-hi-lo", "lowball", "draw", "seven-stud", "five-stud")]
SPREAD += [("button", one) for one in ("holdem", "lowball", "draw", "seven-stud", "five-stud")]


def play(hand: Hand, bots: dict[int, Bot]) -> Hand:
    while not hand.done:
        seat = hand.actors[0]
        hand.act(seat, *bots[seat].choose(hand.view(seat), seat))
    return hand


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_bots_play_every_game_at_its_smallest_and_largest_table(house: str, game: str) -> None:
    spread = load(game, house, "2-4")
    for seed, count in enumerate([*spread.seats, *spread.seats]):
        stacks = dict.fromkeys(range(1, count + 1), 4000 if seed % 2 else 700)
        bots: dict[int, Bot] = {
            seat: Sensible(spread, seat, samples=8) if seat % 2 else RandomLegal(seat, fold=False) for seat in stacks
        }
        hand = play(spread.deal(stacks, 1, pitboss.seeded(seed)), bots)
        assert sum(hand.chips().values()) == sum(stacks.values())
        assert hand.chips()["pot"] == 0


class Fixed:
    """A shuffle with given orders."""

    def __init__(self, orders: Sequence[Sequence[int]]) -> None:
        self.orders = [tuple(order) for order in orders]

    def mix(self, some: Sequence[int]) -> tuple[int, ...]:
        order = self.orders.pop(0)
        assert sorted(order) == sorted(some)
        return order


def redealt(hand: Hand, seat: int, chance: random.Random) -> Hand | None:
    """A copy of the hand in which the cards this seat has not seen are permuted."""
    view = hand.view(seat)
    seen = {card for event in view.events for card in event.cards} | {c for pile in view.piles.values() for c in pile}
    unseen = [card for card in range(52) if card not in seen]
    others = chance.sample(unseen, len(unseen))
    moved = {**{card: card for card in seen}, **dict(zip(unseen, others, strict=True))}
    orders = [[moved[card] for card in order] for order in hand.record.shuffles]
    setup = hand.record.setup
    again = hand.game.deal(dict(setup["stacks"]), setup["button"], Fixed(orders))
    try:
        for entry in hand.record.entries:
            word, _, thrown = entry.action.partition(" ")
            text = (
                f"{word} {cards.show(moved[card] for card in cards.parse(thrown))}" if word == "draw" else entry.action
            )
            again.act(entry.seat, text.strip(), entry.cents)
    except IllegalAction:
        return None  # somebody else's hidden cards decided what he might do: openers
    return again


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_a_bot_chooses_the_same_whatever_it_cannot_see(house: str, game: str) -> None:
    spread = load(game, house, "2-4")
    chance = random.Random(f"{house} {game}")
    compared = 0
    for seed in range(6):
        stacks = {seat: chance.choice([900, 4000]) for seat in range(1, 5)}
        hand = spread.deal(stacks, 2, pitboss.seeded(seed))
        bots: list[Any] = [Sensible(spread, seed, samples=12), RandomLegal(seed)]
        while not hand.done:
            seat = hand.actors[0]
            other = redealt(hand, seat, chance)
            if other is not None:
                assert other.view(seat) == hand.view(seat)
                for bot in bots:
                    assert bot.choose(other.view(seat), seat) == bot.choose(hand.view(seat), seat)
                compared += 1
            hand.act(seat, *bots[seed % 2].choose(hand.view(seat), seat))
    assert compared > 10


def test_a_seed_decides_and_an_undo_changes_nothing() -> None:
    spread = load("draw", "pot", "2-4")
    stacks = dict.fromkeys(range(1, 5), 4000)
    hands = [
        play(spread.deal(stacks, 1, pitboss.seeded(3)), {seat: RandomLegal(seed + seat) for seat in stacks})
        for seed in (10, 10, 20, 30, 40)
    ]
    assert hands[0].record.entries == hands[1].record.entries
    assert any(hand.record.entries != hands[0].record.entries for hand in hands[2:])
    hand = spread.deal(stacks, 1, pitboss.seeded(3))
    bot = Sensible(spread, 5)
    seat = hand.actors[0]
    first = bot.choose(hand.view(seat), seat)
    hand.act(seat, *first)
    hand.undo()
    assert bot.choose(hand.view(seat), seat) == first


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha-hi-lo", "lowball", "draw", "seven-stud", "five-stud"])
def test_the_sensible_bot_wins_from_the_random_one(game: str) -> None:
    """Random players lose at least a small bet per hand on average, not counting fees."""
    spread = load(game, "pot", "2-4")
    won = 0
    hands = 60 if "omaha" not in game else 30
    for seed in range(hands):
        clever = 1 + seed % 3
        stacks = dict.fromkeys((1, 2, 3), 8000)
        bots: dict[int, Bot] = {seat: RandomLegal(100 * seed + seat) for seat in stacks}
        bots[clever] = Sensible(spread, seed, samples=25)
        hand = play(spread.deal(stacks, 1, pitboss.seeded(seed)), bots)
        won += hand.stack(clever) - 8000
    assert won > 100 * hands


def at_river(own: str, other: str, board: str, seed: int = 1) -> Hand:
    """Heads-up on the river, the other player has just bet."""
    spread = load("holdem", "pot", "2-4")
    known: dict[int | str, str] = {1: own, 2: other, "board": board}
    hand = spread.deal({1: 8000, 2: 8000}, 1, known=known)
    hand.act(1, "call")
    hand.act(2, "check")
    for _ in range(2):
        hand.act(2, "check")
        hand.act(1, "check")
    hand.act(2, "bet")
    return hand


def test_the_nuts_raise_and_nothing_at_all_folds() -> None:
    spread = load("holdem", "pot", "2-4")
    board = "As Ks Qs 2d 7h"
    strong, weak = at_river("Js Ts", "4c 5c", board), at_river("3c 4c", "Js Ts", board)
    raises = folds = 0
    for seed in range(40):
        bot = Sensible(spread, seed)
        raises += bot.choose(strong.view(1), 1).action == "raise"
        folds += bot.choose(weak.view(1), 1).action == "fold"
    assert raises >= 34  # now and then it only calls, so as not to be an open book
    assert folds == 40


def test_draws_are_sound() -> None:
    """Trips keep the three, four to a flush keep the four, a made straight stands pat; a low keeps its low cards."""
    wanted = {
        ("draw", "7c 7d 7h 2s Kd"): {"2s Kd", "2s"},  # with or without a kicker
        ("draw", "Ah Kh 9h 4h 2c"): {"2c"},
        ("draw", "5h 6c 7d 8s 9h"): {""},
        ("lowball", "Ah 2c 3d 4s Kh"): {"Kh"},
        ("lowball", "Ah 2c 3d 4s 4h"): {"4s", "4h"},
        ("lowball", "Ah 2c 3d 4s 6h"): {""},
    }
    for (game, own), thrown in wanted.items():
        spread = load(game, "pot", "2-4")
        hand = spread.deal({1: 8000, 2: 8000}, 1, known={1: own, 2: "Qc Qd Jc Td 8h"})
        while hand.phase != "draw" or hand.actors != (1,):
            seat = hand.actors[0]
            hand.act(seat, "check" if hand.phase == "bet" else "draw")
        choices = [Sensible(spread, seed, samples=200).choose(hand.view(1), 1).action for seed in range(3)]
        assert {action.removeprefix("draw").strip() for action in choices} <= thrown, (game, own, choices)


@pytest.mark.rule("PK-15")
@pytest.mark.parametrize(
    ("first", "second", "all_in", "choice"),
    [
        ("AsAh", "KsKh", False, "muck"),  # beaten by a hand that everybody has seen
        ("KsKh", "AsAh", False, "show"),
        ("AsKh", "AhKs", False, "show"),  # equal hands share
        ("AsAh", "KsKh", True, "show"),  # whoever is all-in has no part in the side pots
    ],
)
def test_a_sensible_bot_mucks_only_what_cannot_win(first: str, second: str, all_in: bool, choice: str) -> None:
    game = load("holdem", "pot", "2-4")
    known = {1: first, 2: second, 3: "7c2d", "board": "Qc 9d 5h 4s 3c"}
    stacks = {1: 200 if all_in else 4000, 2: 4000, 3: 4000}
    hand = game.deal(stacks, 3, known=known, showdown="ask")
    while hand.phase != "show":
        words = [option.word for option in hand.legal(hand.actors[0]) if option.allowed]
        hand.act(hand.actors[0], "check" if "check" in words else "call")
    assert hand.actors == (1,)
    hand.act(1, "show")
    assert Sensible(game, 1).choose(hand.view(2), 2).action == choice
