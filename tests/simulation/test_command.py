"""``pitboss simulate`` as people and scripts call it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.simulation.interrupted import stopped

Command = Callable[..., tuple[int, str, str]]


def test_json_is_one_object_and_the_same_on_any_number_of_threads(command: Command) -> None:
    answers = []
    for threads in ("1", "3"):
        code, out, _ = command(
            "simulate", "three-card", "--rounds", "5000", "--seed", "9", "--json", "--threads", threads, "--quiet"
        )
        assert code == 0
        answers.append(json.loads(out))
    assert answers[0] == answers[1]
    assert answers[0]["game"] == "three-card"
    assert list(answers[0]["wagers"]) == ["ante", "pair-plus"]
    ante = answers[0]["wagers"]["ante"]
    low, high = ante["interval_percent"]
    assert ante["rounds"] == 5000
    assert low < ante["house_edge_percent"] < high
    assert ante["exact"]["ev"] == "-686689/20358520"
    assert ante["within"]
    assert {"name", "simulated", "exact", "errors", "judged"} == set(ante["figures"][0])


def test_the_table_tells_interval_and_exact_line(command: Command) -> None:
    code, out, err = command("simulate", "three-card", "--rounds", "2000", "--only", "ante")
    assert code == 0
    assert "ante, 2,000 rounds" in out
    assert "exactly 3.3730%" in out
    assert "pair-plus" not in out
    assert "2,000 rounds" in err


def test_a_combination_of_wagers(command: Command) -> None:
    code, out, _ = command(
        "simulate", "three-card", "--rounds", "2000", "--wagers", "ante=2,pair-plus", "--json", "--quiet"
    )
    assert code == 0
    (key,) = json.loads(out)["wagers"]
    assert key == "ante=2,pair-plus=1"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("no-such-game",), "no-such-game"),
        (("holdem", "--wagers", "ante=1"), "--wagers is for games against the house"),
        (("three-card", "--only", "tens"), "'tens' is not a stake group"),
        (("three-card", "--wagers", "tens=1"), "'tens' is not a wager"),
        (("three-card", "--rounds", "0"), "0 is not possible; write a number between 1 and"),
        (("three-card", "--seed", "-1"), "-1 is not possible; write a number between 0 and"),
    ],
)
def test_mistakes_are_one_sentence(command: Command, words: tuple[str, ...], sentence: str) -> None:
    code, out, err = command("simulate", *words, "--quiet")
    assert code == 2
    assert out == ""
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.long
def test_interrupted_and_resumed(tmp_path: Path) -> None:
    """Ctrl-C in a real process: what was played is shown, and going on gives what one run gives."""
    file = tmp_path / "kept.json"
    words = [sys.executable, "-c", "from pitboss.cli import main; main()", "simulate", "three-card", "--only", "ante"]
    words += ["--json", "--threads", "1"]
    long_run = [*words, "--rounds", "100000000", "--resume", str(file)]
    # Progress is told every few seconds; by then some chunks are done.
    found = stopped(long_run, "exactly")
    assert "edge" in found.line
    assert found.code == 130, found.err
    told = json.loads(found.out)
    assert told["stopped"]
    done = told["wagers"]["ante"]["rounds"]
    assert done > 0
    assert done % (1 << 18) == 0
    assert str(file) in found.err
    again = subprocess.run(
        [*words, "--rounds", str(done + 1000), "--resume", str(file)], capture_output=True, text=True, check=True
    )
    fresh = subprocess.run([*words, "--rounds", str(done + 1000)], capture_output=True, text=True, check=True)
    assert json.loads(again.stdout) == json.loads(fresh.stdout)
    assert json.loads(again.stdout)["wagers"]["ante"]["rounds"] == done + 1000


def test_a_file_that_holds_more_rounds_than_are_asked_for_says_so(command: Command, tmp_path: Path) -> None:
    words = ("simulate", "three-card", "--only", "ante", "--quiet", "--resume", str(tmp_path / "kept.json"))
    chunk = 1 << 18
    assert command(*words, "--rounds", str(chunk))[0] == 0
    code, out, err = command(*words, "--rounds", "1000")
    assert code == 0
    assert f"ante, {chunk:,} rounds" in out
    assert f"holds {chunk:,} rounds of ante, more than the 1,000 asked for; all of them are shown." in err


def test_the_edge_of_a_combination_says_per_what_it_is(command: Command) -> None:
    words = ("simulate", "three-card", "--rounds", "2000", "--quiet")
    assert "; per unit, a wager of 1 being one unit\n" in command(*words, "--wagers", "ante=2,pair-plus")[1]
    assert "per unit" not in command(*words, "--only", "ante")[1]


def test_a_file_belongs_to_one_game_and_seed(command: Command, tmp_path: Path) -> None:
    """Other wagers of the game are kept beside; another game or seed is refused, and the file stays as it was."""
    file = tmp_path / "kept.json"
    more = ("--rounds", str(1 << 18), "--quiet", "--resume", str(file))
    assert command("simulate", "three-card", "--wagers", "pair-plus", *more)[0] == 0
    assert command("simulate", "three-card", "--wagers", "pair-plus=2", *more)[0] == 0
    held = file.read_text()
    assert sorted(json.loads(held)["groups"]) == ["pair-plus=1", "pair-plus=2"]
    for words, sentence in (
        (("four-card",), "holds three-card; name another file for four-card."),
        (("three-card", "--seed", "5"), "holds three-card under seed 1; name another file for seed 5."),
    ):
        code, out, err = command("simulate", *words, *more)
        assert (code, out) == (2, "")
        assert err == f"pitboss: {str(file)!r} {sentence}\n"
        assert file.read_text() == held


def test_several_groups_say_that_they_see_the_same_deals(command: Command) -> None:
    words = ("simulate", "three-card", "--rounds", "500", "--quiet")
    sentence = "All groups see the same deals, so their figures deviate together.\n"
    assert command(*words)[1].endswith(sentence)
    assert sentence not in command(*words, "--only", "ante")[1]
    assert len(json.loads(command(*words, "--json")[1])["wagers"]) == 2


def test_a_line_without_a_hand_says_what_becomes_of_the_wager(command: Command) -> None:
    out = command("simulate", "three-card", "--rounds", "500", "--quiet")[1]
    names = [line.split("  ")[0] for line in out.splitlines()]
    assert {"pair-plus shown lose", "play unqualified push", "ante lose", "ante fold", "ante unqualified"} <= {*names}
    assert "pair-plus shown" not in names


def test_lines_are_told_in_the_words_of_the_pay_table(command: Command) -> None:
    words = ("simulate", "three-card", "--rounds", "20000", "--only", "pair-plus", "--quiet")
    posted = {line["words"] for line in _lines(command("games", "three-card", "--json")[1], "pair-plus")}
    told = {line.split("  ")[0] for line in command(*words)[1].splitlines()}
    assert {name for name in told if name.startswith("pair-plus shown")} <= {
        "pair-plus shown lose",
        *(f"pair-plus shown {each}" for each in posted),
    }
    assert "pair-plus shown pair" in told
    holdout = ("simulate", "holdout", "--rounds", "2000", "--only", "first", "--quiet")
    assert "first shown jacks or better" in {line.split("  ")[0] for line in command(*holdout)[1].splitlines()}


def _lines(games: str, wager: str) -> list[dict[str, str]]:
    (game,) = json.loads(games)["games"]
    (found,) = [each for each in game["wagers"] if each["key"] == wager]
    return [line for table in found["tables"].values() for line in table]


def test_what_few_rounds_cannot_show_is_marked_within_80_columns(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = command("simulate", "three-card", "--rounds", "60", "--only", "pair-plus", "--quiet")[1]
    lines = [line.rstrip() for line in out.splitlines()]
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line.endswith(" few")] == ["expectation"]
    assert "few: too few rounds to judge this figure" in lines
    (edge,) = (line for line in lines if line.startswith("house edge"))
    assert "(too few rounds to be sure), exactly" in edge
    assert "95 times" not in edge
    enough = command("simulate", "three-card", "--rounds", "20000", "--only", "pair-plus", "--quiet")[1]
    assert "few" not in enough
    assert "(95% confidence interval), exactly" in enough


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(command: Command, tmp_path: Path) -> None:
    where = tmp_path / "nowhere" / "kept.json"
    code, out, err = command("simulate", "three-card", "--rounds", str(10**12), "--quiet", "--resume", str(where))
    assert (code, out) == (2, "")
    assert err == f"pitboss: {str(where)!r} cannot be written: No such file or directory.\n"


@pytest.mark.parametrize(
    "damage",
    [
        lambda group: 5,
        lambda group: {**group, "what": None},
        lambda group: {**group, "tally": {}},
        lambda group: {**group, "tally": 7},
        lambda group: {**group, "chunks": "x"},
        lambda group: {**group, "chunks": 10**9},
        lambda group: {**group, "tally": {**group["tally"], "nets": {"1": 3}}},
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(
    command: Command, tmp_path: Path, damage: Callable[[Any], Any]
) -> None:
    file = tmp_path / "kept.json"
    words = ("simulate", "three-card", "--only", "ante", "--quiet", "--rounds", str(1 << 18), "--resume", str(file))
    assert command(*words)[0] == 0
    data = json.loads(file.read_text())
    data["groups"]["ante"] = damage(data["groups"]["ante"])
    file.write_text(json.dumps(data))
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert (
        err
        == f"pitboss: {str(file)!r} is not a stopped simulation; name a file that a simulation wrote, or a new one.\n"
    )
