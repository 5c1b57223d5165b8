"""The batch deals, decides and settles as the card room's own table does, card by card and cent by cent."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from pitboss import house
from pitboss.cards import parse
from pitboss.exact.cards.hands import cards_of, word
from pitboss.house.decisions import discarded
from pitboss.house.definition import DiscardStep
from pitboss.house.game import Game
from pitboss.shuffle import seeded, stream
from pitboss.simulation.play import CardLayout, IllegalChoice, rounds
from tests.examples import examples
from tests.house.definitions import Drawn, definitions
from tests.simulation.random_play import AtRandom, at_the_table

MANY = 60


def same_at_the_table(game: Game, stakes: dict[str, Fraction], many: int) -> None:
    ready = rounds(game.definition, stakes)
    _, bits = ready.deal(stream(5, 0), many)
    policy = AtRandom(ready)
    nets = ready.play(bits, policy).nets
    for i in range(many):
        assert Fraction(int(nets[i]), ready.worth.scale) == at_the_table(game, policy, stakes, bits, i)


@pytest.mark.parametrize("name", house.names())
@pytest.mark.rule(
    "HB-3", "HB-4", "T5-6", "T5-8", "H5-7", "H5-8", "S4-4", "S4-6", "S4-7", "S4-11", "S4-12", "HO-4", "HO-7"
)
def test_every_game_settles_as_at_the_table(name: str) -> None:
    game = house.load(name)
    every = {wager.key: Fraction(1) for wager in game.definition.initial}
    same_at_the_table(game, every, MANY)


@pytest.mark.parametrize("name", house.names())
def test_each_stake_group_settles_as_at_the_table(name: str) -> None:
    from pitboss.exact.stakes import groups
    from pitboss.house.plan import WagerError

    for group in groups(house.load(name).definition):
        try:
            same_at_the_table(Game(group.game), dict(group.stakes), 8)
        except WagerError:
            continue  # a wager that may not be placed alone at the table; the sheet still counts it alone


@examples(0.6)
@given(definitions())
def test_games_drawn_from_the_whole_vocabulary_settle_as_at_the_table(drawn: Drawn) -> None:
    game = Game(drawn.game)
    same_at_the_table(game, {wager.key: Fraction(1) for wager in drawn.game.initial}, 12)


def test_the_batch_deals_the_cards_of_the_seeded_shuffle() -> None:
    """The batch draws only the cards it needs, so just the first round can be compared with a whole shuffle."""
    ready = rounds(house.load("high5").definition, {"ante": Fraction(1)})
    _, bits = ready.deal(stream(11, 3), 1)
    order = seeded(11, 3).mix(ready.game.deck.cards)
    assert [cards_of(int(each))[0] for each in bits[:, 0]] == list(order[: ready.cards])


def test_a_batch_is_the_same_in_parts() -> None:
    ready = rounds(house.load("three-card").definition, {"ante": Fraction(1)})
    _, whole = ready.deal(stream(2, 0), 50)
    state, first = ready.deal(stream(2, 0), 20)
    _, second = ready.deal(state, 30)
    assert np.array_equal(whole, np.concatenate([first, second], axis=1))


@pytest.mark.rule("S4-4", "S4-12")
def test_peeling() -> None:
    """The first face-up card leaves if it is a ten or better, then another is turned, which may leave too."""
    deals = {"Ts 9h 2c": ("9h", "Ts"), "5d 9h 2c": ("5d", ""), "As Kh 2c": ("", "As Kh")}
    bits = np.array([[word([card]) for card in parse(cards)] for cards in deals]).T
    layout = CardLayout(bits)
    layout.deal("dealer", 1, True)
    layout.deal("dealer", 2, False)
    tens = word(discarded(DiscardStep("dealer", 8), range(52)))
    for _ in range(2):
        layout.discard("dealer", tens)
        layout.turn("dealer", 1, ~layout.any_up("dealer"))
    layout.discard("dealer", tens)
    # in the third deal the second card turned is a king and is discarded; by then a third one is face up
    layout_up = [cards_of(int(each)) for each in layout.shown("dealer")]
    assert layout_up[0] == parse("9h")
    assert layout_up[1] == parse("5d")
    assert layout_up[2] == parse("2c")
    assert [set(cards_of(int(each))) for each in layout.gone_from("dealer")] == [
        set(parse(gone)) for _, gone in deals.values()
    ]


class Stubborn:
    """A policy that always takes the same option and holds the same cards."""

    def __init__(self, offer: int, held: int = 0) -> None:
        self.offer, self.held = offer, held

    def choose(
        self, step: int, layout: CardLayout, states: np.ndarray, asked: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        return np.full(layout.rounds, self.offer), np.full(layout.rounds, self.held)


@pytest.mark.rule("T5-6", "HO-4")
@pytest.mark.parametrize(
    ("name", "policy", "why"),
    [
        ("crazy4", Stubborn(3), "too low a hand"),
        ("top5", Stubborn(2), "wrong number of cards"),
        ("top5", Stubborn(2, word(parse("As Ks Qs Js"))), "not the player's"),
        ("let-it-ride", Stubborn(0, 1), "not the player's"),
    ],
)
def test_a_policy_cannot_cheat(name: str, policy: Stubborn, why: str) -> None:
    game = house.load(name).definition
    ready = rounds(game, {wager.key: Fraction(1) for wager in game.initial})
    with pytest.raises(IllegalChoice, match=why):
        ready.play(ready.deal(stream(1, 0), 64)[1], policy)


def test_more_chips_at_stake_scale_every_result() -> None:
    game = house.load("ultimate")
    nets = []
    for stake in (Fraction(1), Fraction(5, 2)):
        stakes = {wager.key: stake for wager in game.definition.initial}
        ready = rounds(game.definition, stakes)
        _, bits = ready.deal(stream(9, 0), 200)
        nets.append([Fraction(int(net), ready.worth.scale) for net in ready.play(bits, AtRandom(ready)).nets])
    assert any(nets[0])
    assert all(Fraction(5, 2) * one == other for one, other in zip(*nets, strict=True))
