"""One suite of properties for every shipped game and for random ones, whatever the file says."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitboss import house, seeded
from pitboss.house import Game, Round
from tests.examples import examples
from tests.house.definitions import Drawn, definitions
from tests.house.games.conformance import (
    Watch,
    keeps_views,
    legal_and_act_agree,
    no_face_leaves,
    refuses,
    stakes,
    state,
)
from tests.house.rounds import actions

NAMES = house.names()
EXAMPLES = examples(0.3, suppress_health_check=list(HealthCheck))


def walk(game: Game, random: Random, spots: int, *, auto: bool, several: bool = False, bankroll: bool = False) -> Round:
    """Play a round at random, checking it after every event and now and then more closely."""
    pick = random.randrange
    placed = stakes(game.definition, spots, pick)
    owners = {spot: 1 + pick(2) for spot in placed} if several else None
    chips = {player: sum(sum(each.values()) for each in placed.values()) + pick(2000) for player in range(1, 10)}
    deal = game.deal(
        placed, shuffle=seeded(pick(1 << 30)), auto=auto, owners=owners, bankroll=chips if bankroll else None
    )
    watch = Watch(deal)
    watch.look()
    while not deal.done:
        if deal.actors:
            spot = deal.actors[pick(len(deal.actors))]
            texts = actions(deal, spot)
            deal.act(spot, texts[pick(len(texts))])
        else:
            deal.step()
        watch.look()
    watch.end()
    return deal


def closely(game: Game, random: Random, spots: int, several: bool) -> None:
    """Play a round, trying undo, replay, views and refusals along the way."""
    pick = random.randrange
    placed = stakes(game.definition, spots, pick)
    owners = {spot: 1 + pick(2) for spot in placed} if several else None
    deal = game.deal(placed, shuffle=seeded(pick(1 << 30)), auto=False, owners=owners)
    viewers = (*dict.fromkeys(deal.owners.values()), "rail")
    while True:
        if not pick(4) or deal.done:
            before = state(deal)
            assert state(Round.load(deal.dump())) == before, "a record replays to the same state"
            if deal.record.entries:
                last = deal.record.entries[-1]
                deal.undo()
                deal._follow([last])
                assert state(deal) == before, "undo and the same again is where it was"
            for viewer in viewers:
                no_face_leaves(deal, viewer)
                keeps_views(deal, viewer, pick)
        if deal.done:
            return
        if deal.actors:
            if not pick(3):
                legal_and_act_agree(deal, game)
            spot = deal.actors[pick(len(deal.actors))]
            texts = actions(deal, spot)
            deal.act(spot, texts[pick(len(texts))])
        else:
            refuses(deal, min(deal.stakes), "fold")
            deal.step()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rule("HB-3", "HB-4", "HB-10")
def test_shipped_games_conform(name: str) -> None:
    game, random = house.load(name), Random(f"closely {name}")
    most = game.definition.spots.usual
    for spots in sorted({1, 2, most}):
        closely(game, random, spots, several=spots > 1)


@pytest.mark.parametrize("many", [1_000, pytest.param(5_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_random_rounds(name: str, many: int) -> None:
    game, random = house.load(name), Random(f"random {name}")
    most = game.definition.spots.usual
    for number in range(many):
        spots = most if number % 50 == 0 else 2 if number % 10 == 0 else 1
        walk(game, random, spots, auto=number % 4 > 0, several=number % 3 == 0, bankroll=number % 5 == 0)


@pytest.mark.rule("HB-3")
@EXAMPLES
@given(definitions(), st.integers(0, 2**32))
def test_drawn_games_conform(drawn: Drawn, seed: int) -> None:
    game, random = Game(drawn.game), Random(seed)
    most = drawn.game.spots.usual
    for spots in range(1, most + 1):
        for auto in (True, False):
            walk(game, random, spots, auto=auto, several=not auto, bankroll=auto)
        closely(game, random, spots, several=spots > 1 and bool(seed % 2))


@examples(0.4)
@given(definitions())
def test_a_definition_crosses_to_another_process(drawn: Drawn) -> None:
    again = pickle.loads(pickle.dumps(drawn.game))
    assert again == drawn.game
    assert again.version == drawn.game.version


@pytest.mark.long
@pytest.mark.parametrize("name", ["top5", "high5", "six54", "holdout"])
def test_two_hundred_thousand_random_rounds(name: str) -> None:
    game, random = house.load(name), Random(f"long {name}")
    most = game.definition.spots.usual
    for number in range(200_000):
        if number % 20 == 0:
            walk(game, random, 1 + random.randrange(most), auto=number % 40 > 0, several=number % 60 == 0)
            continue
        placed = stakes(game.definition, 1 + (number % 100 == 1), random.randrange)
        deal = game.deal(placed, shuffle=seeded(number))
        while deal.actors:
            spot = deal.actors[random.randrange(len(deal.actors))]
            texts = actions(deal, spot)
            deal.act(spot, texts[random.randrange(len(texts))])
        assert deal.done
        assert not any(deal.stakes.values())
        assert sum(deal.chips().values()) == 0
