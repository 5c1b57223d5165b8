"""Records of rounds: damaged or foreign ones are refused in one sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import house, seeded
from pitboss.deal import RecordError
from pitboss.errors import PitbossError
from pitboss.house import Round
from tests.examples import examples
from tests.house.rounds import deal, play

STRANGE: tuple[Any, ...] = (None, 0, -1, 7, True, "", "x", [], {}, [1], {"1": 1}, {"x": {"ante": 5}}, 2.5, "player 1")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value that can be damaged."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, each in inner for found in places(each, (*path, key)))]


def damaged(data: Any, random: Random) -> Any:
    spots = places(data)[1:]
    path = spots[random.randrange(len(spots))]
    target = data
    for key in path[:-1]:
        target = target[key]
    if random.randrange(3):
        target[path[-1]] = STRANGE[random.randrange(len(STRANGE))]
    elif isinstance(target, dict):
        del target[path[-1]]
    else:
        target.insert(path[-1], target[path[-1]])
    return data


@examples(4)
@given(st.sampled_from(house.names()), st.integers(0, 2**32))
def test_a_damaged_record_is_refused_or_replays(name: str, seed: int) -> None:
    random = Random(seed)
    game = house.load(name)
    stakes = {key: 500 for key, wager in game.definition.wagers.items() if wager.initial}
    table = game.deal({1: stakes, 3: stakes}, shuffle=seeded(seed), owners={1: 1, 3: 1}, bankroll={1: 20_000})
    play(table, [random.randrange(100) for _ in range(12)])
    data = json.loads(table.dump())
    for _ in range(1 + random.randrange(2)):
        data = damaged(data, random)
    try:
        again = Round.load(json.dumps(data).encode())
    except PitbossError:
        return
    assert sum(again.chips().values()) == sum(again.money.bankroll.values())


def test_what_is_missing_is_named() -> None:
    table = deal("top5", {1: {"ante": 500}})
    del table.record.setup["stakes"]
    with pytest.raises(RecordError, match="stakes"):
        Round.load(table.dump())


def test_a_record_cut_short_goes_on() -> None:
    table = deal("top5", {1: {"ante": 500}}).act(1, "play")
    data = json.loads(table.dump())
    data["entries"] = []
    again = Round.load(json.dumps(data).encode())
    assert again.actors == (1,)
    assert again.act(1, "play").events == table.events
