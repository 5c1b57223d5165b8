"""Simulated figures compared with proved ones: close for the strategy of the proof, far for any other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss import house
from pitboss.exact.advice import ask
from pitboss.exact.cards.hands import cards_of
from pitboss.exact.request import prove
from pitboss.exact.stakes import combination, groups, tied
from pitboss.house import library
from pitboss.house.actions import action_text
from pitboss.house.definition import PLAYER
from pitboss.shuffle import seeded, stream
from pitboss.simulation import book as book_cache
from pitboss.simulation import run as running
from pitboss.simulation.play import CardLayout, Policy, Rounds, rounds
from pitboss.simulation.run import Simulation, simulate, tallied
from pitboss.simulation.tally import Tally, compare
from tests.simulation.plain_rounds import by_advice, play

MILLION = 1_000_000
FAR = 4.0
ADVISED = ("ante", "final", "tens/2")
"""Stake groups with one decision, whose book is compared with the advice hand by hand."""
STREETS = ("mississippi",)
"""Games with several decisions whose group has the same name as one of those."""


@pytest.fixture(autouse=True)
def books_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache: a book from an earlier run would not check today's proof."""
    monkeypatch.setattr(book_cache, "KIND", str(tmp_path / "books"))


def played(name: str, key: str, many: int, seed: int = 1, workers: int = 1) -> Tally:
    group = next(group for group in groups(house.load(name).definition) if group.key == key)
    with ThreadPoolExecutor(workers) as executor:
        return simulate(Simulation.of(group, seed), many, executor, workers).total


MAIN = {
    "top5": "ante",
    "high5": "ante",
    "six54": "ante",
    "holdout": "final",
    "three-card": "ante",
    "caribbean": "ante",
    "four-card": "ante",
    "crazy4": "ante",
    "let-it-ride": "bet-3",
    "mississippi": "ante",
    "casino-holdem": "ante",
    "ultimate": "ante",
}
"""The stake group of every shipped game with a decision."""
SLOW = ("casino-holdem", "ultimate")
QUICK = (("three-card", "ante"), ("four-card", "aces-up"))
"""Games whose million rounds take a second or two."""
SIDES = [("top5", "tens/2"), ("holdout", "first"), ("four-card", "aces-up"), ("high5", "trips/APP-02")]


@pytest.mark.parametrize(
    ("name", "key"),
    [pytest.param(*each, marks=() if each in QUICK else pytest.mark.long) for each in (*MAIN.items(), *SIDES)],
)
@pytest.mark.rule("T5-6", "T5-7", "T5-13", "T5-14", "H5-6", "H5-7", "S4-4", "S4-5", "HO-4", "HO-7")
def test_a_million_rounds_witness_the_proof(name: str, key: str) -> None:
    tally = played(name, key, MILLION)
    exact = prove(house.load(name).definition, only=key)[key]
    compared = compare(tally, exact)
    assert tally.rounds == MILLION
    assert len(compared) > 8
    assert [each for each in compared if abs(each.errors) > FAR] == []
    assert tally == played(name, key, MILLION, workers=2)
    if key in ADVISED and name not in (*STREETS, *SLOW):
        assert played_as_advised(name, key, 4 if name == "high5" else 15) == 1


def test_no_shipped_game_goes_without_a_witness() -> None:
    assert set(MAIN) == set(library.names())


class Noted:
    """Decides by the book, and records what was seen and decided."""

    def __init__(self, ready: Rounds, book: Policy) -> None:
        self.ready, self.book = ready, book
        self.seen: list[tuple[int, CardLayout, np.ndarray, np.ndarray, dict[str, np.ndarray], np.ndarray]] = []

    def choose(
        self, step: int, layout: CardLayout, states: np.ndarray, asked: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        offers, held = self.book.choose(step, layout, states, asked)
        piles = {pile: layout.shown(pile) for pile in layout.piles if pile != PLAYER}
        self.seen.append((step, layout, offers, held, piles, layout.lying(PLAYER)))
        return offers, held


def played_as_advised(name: str, key: str, many: int) -> int:
    """Check for the first rounds of a stake group with one decision that the book agrees with the advice."""
    group = next(group for group in groups(house.load(name).definition) if group.key == key)
    ready, book = running._ready(group.game, tuple(group.stakes.items()))
    noted = Noted(ready, book)
    ready.play(ready.deal(stream(4, 0), many)[1], noted)
    for step, layout, offers, held, piles, own in noted.seen:
        for i in range(many):
            if any(layout.gone_from(pile)[i] for pile in piles):
                continue  # the order in which cards were turned and discarded is not recorded
            cards = cards_of(int(own[i]))
            kept = tuple(card for card in cards if not held[i] or card in cards_of(int(held[i])))
            out = tuple(card for card in cards if card not in kept)
            action = action_text(ready.paths.forks[step].offers[offers[i]], kept, out)
            shown = {pile: cards_of(int(words[i])) for pile, words in piles.items()}
            found = {each.action: each.ev for each in ask(group.game, cards, shown, group.stakes).options}
            assert found[action] == max(found.values()), f"{action} with {cards} beside {shown}"
    return len(noted.seen)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "many", "seed"),
    [
        ("top5", 10_000, 5),
        ("high5", 10_000, 5),
        ("six54", 10_000, 5),
        ("holdout", 10_000, 5),
        ("three-card", 20_000, 5),
        ("let-it-ride", 20_000, 5),
        # Fewer rounds where each advice enumerates all hidden boards.
        ("casino-holdem", 3_000, 5),
    ],
)
@pytest.mark.rule("T5-6", "T5-13", "T5-14", "H5-6", "H5-7", "S4-4", "S4-5", "HO-4", "HO-7", "HB-4")
def test_the_plain_round_played_by_advice(name: str, many: int, seed: int) -> None:
    """Rounds at the card room's table, played by advice for single hands, agree with the proof of the game."""
    game = house.load(name)
    stakes = tied(game.definition, game.definition.unit)
    tally = play(game, stakes, many, seeded(seed), by_advice(game, stakes), 100)
    exact = prove(game.definition, only=game.definition.unit)[game.definition.unit]
    assert tally.rounds == many
    assert [each for each in compare(tally, exact) if abs(each.errors) > FAR] == []


@pytest.mark.rule("T5-6", "T5-8")
def test_wagers_together_are_played_by_one_decision() -> None:
    """Ante with Tens-or-Better: folding loses one and not the other, so the best play differs from the Ante's alone."""
    game = house.load("three-card").definition
    group = combination(game, {"ante": 1, "pair-plus": 5})
    exact = prove(game, wagers={"ante": Fraction(1), "pair-plus": Fraction(5)})[group.key]
    with ThreadPoolExecutor(1) as executor:
        tally = simulate(Simulation.of(group, 3), 300_000, executor).total
    assert all(abs(each.errors) <= FAR for each in compare(tally, exact))


class Never:
    """Plays every hand."""

    def choose(
        self, step: int, layout: CardLayout, states: np.ndarray, asked: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        return np.ones(layout.rounds, np.int64), np.zeros(layout.rounds, np.int64)


def test_another_strategy_is_found_out() -> None:
    """Never folding costs 4% in this game: 200,000 rounds show it beyond doubt."""
    game = house.load("three-card").definition
    ready = rounds(game, {"ante": Fraction(1)})
    tally = tallied(ready, Never(), stream(1, 0), 200_000)
    exact = prove(game, only="ante")["ante"]
    apart = {each.name: each.errors for each in compare(tally, exact)}
    assert apart["expectation"] < -FAR
    assert abs(apart["fold"]) > FAR
    assert abs(apart["average wager"]) > FAR


def test_a_line_that_cannot_happen_is_infinitely_far() -> None:
    game = house.load("three-card").definition
    exact = prove(game, only="ante")["ante"]
    tally = played("three-card", "ante", 1000)
    tally.lines["ante", "win", "six of a kind", Fraction(9)] = 1
    apart = {each.name: each.errors for each in compare(tally, exact)}
    assert apart["ante win six of a kind"] == float("inf")


def test_interval_and_shares_by_hand() -> None:
    """Four rounds, -1 -1 0 2: mean 0, variance 3/2, standard error sqrt(3/8)."""
    tally = Tally(4, {Fraction(-1): 2, Fraction(0): 1, Fraction(2): 1}, {Fraction(1): 3, Fraction(3): 1}, {}, 1)
    assert tally.ev == 0
    assert tally.error == pytest.approx((3 / 8) ** 0.5)
    assert tally.interval == pytest.approx((-1.96 * tally.error, 1.96 * tally.error), rel=1e-4)
    assert (tally.share(1), tally.share(0), tally.share(-1)) == (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    assert (tally.fold, tally.average_wager) == (Fraction(1, 4), Fraction(3, 2))
