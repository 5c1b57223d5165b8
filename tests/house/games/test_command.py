"""``pitboss games``: every game, with the keys that scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pitboss import house
from pitboss.cli import room
from pitboss.kinds import KINDS


def run(*arguments: str) -> str:
    result = CliRunner().invoke(room, ["games", *arguments])
    assert result.exit_code == 0
    return result.output


def test_json_is_one_object_with_every_game() -> None:
    games = {game["id"]: game for game in json.loads(run("--json"))["games"]}
    assert set(house.names()) <= set(games)
    assert {game["kind"] for game in games.values()} == set(KINDS)
    for game in games.values():
        assert game["deck"] in (52, 53)
        assert 1 <= game["seats"][0] <= game["seats"][1] <= 10
        assert ("wagers" if game["kind"] == "house" else "streets") in game
    top5 = {wager["key"]: wager for wager in games["top5"]["wagers"]}
    assert [line["pays"] for line in top5["ace-or-face"]["tables"]["1"]] == ["4", "2", "8/5", "6/5"]
    assert top5["bet"]["of"] == "ante"
    assert games["six54"]["seats"] == [1, 9]
    assert {"hand": "straight flush", "pays": "10", "words": "straight flush"} in games["six54"]["wagers"][0]["bonus"]


def test_for_people() -> None:
    assert "Classic Five Card HoldOut" in run()
    shown = run("mississippi")
    assert "ante, 3rd-street" in shown
    assert "push" in shown


def test_a_file_works_where_a_name_does(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(house.load("three-card").definition.source.replace('"three-card"', '"mine"', 1))
    [game] = json.loads(run("--json", str(file)))["games"]
    assert game["id"] == "mine"
