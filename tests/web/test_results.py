"""The pages read from a settlement's event what the engine settled, whatever a wager is called."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from pitboss import house
from pitboss.money import odds_text
from tests.house.games.test_conformance import walk

from .test_modules import node

RESULTS = Path(__file__).parents[2] / "src/pitboss/web/js/lib/results.js"
HOSTILE = {"ante": "close-call", "play": "returned", "pair-plus": "push-up"}
READ = """
const { resultOf } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const read = (event) => {
  const { won, lost, bonus, stake, odds, line } = resultOf(event);
  return [won ? "win" : lost ? "lose" : "push", bonus, stake, odds, line];
};
console.log(JSON.stringify(JSON.parse(text).map(read)));
"""


def settled(game: house.Game, rounds: int) -> tuple[list[dict[str, object]], list[list[object]]]:
    """The settlement events of random rounds as clients get them, and what the pages should read from each."""
    events, wanted, random = [], [], Random(7)
    for _ in range(rounds):
        played = walk(game, random, 3, auto=True)
        told = [event for event in played.events if event.verb == "settle"]
        for event, line in zip(told, played.lines, strict=True):
            events.append({"pile": event.pile, "words": event.words, "cents": event.cents})
            odds = odds_text(line.odds) if line.result == "win" else ""
            wanted.append([line.result, line.outcome == "bonus", line.stake, odds, line.hand])
    return events, wanted


def read(events: list[dict[str, object]]) -> list[list[object]]:
    run = subprocess.run(
        [node(), "--input-type=module", "-e", READ, RESULTS.as_uri()],
        input=json.dumps(events),
        capture_output=True,
        text=True,
        check=True,
    )
    return list(json.loads(run.stdout))


def hostile(folder: Path) -> house.Game:
    """Three Card Poker with wagers named after results."""
    text = Path(house.__file__).parents[1].joinpath("games/house/three-card.toml").read_text()
    for name, other in HOSTILE.items():
        for way in ("[wager.{}]", 'unit = "{}"', 'of = "{}"', "place = {{ {} = 1 }}"):
            text = text.replace(way.format(name), way.format(other))
    file = folder / "hostile.toml"
    file.write_text(text)
    return house.load(file)


@pytest.mark.parametrize("name", sorted(house.names()))
def test_the_pages_read_every_settlement_of_a_shipped_game(name: str) -> None:
    events, wanted = settled(house.load(name), 40)
    assert {result for result, *_ in wanted} >= {"win", "lose"}
    assert read(events) == wanted


def test_names_that_sound_like_results_change_nothing(tmp_path: Path) -> None:
    events, wanted = settled(hostile(tmp_path), 300)
    assert {event["pile"] for event in events} == set(HOSTILE.values())
    assert {(result, bonus) for result, bonus, *_ in wanted} == {
        ("win", False),
        ("win", True),
        ("lose", False),
        ("push", False),
    }
    assert read(events) == wanted
