"""``pitboss eval``: the value, category and words of a hand, and one sentence for a mistake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import Said

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


@pytest.mark.parametrize(
    ("words", "value", "category", "said"),
    [
        (("standard", "As Ks Qs Js Ts 2d 3c"), 7462, "royal flush", "royal flush"),
        (("standard", "as,KS qs JS 10s"), 7462, "royal flush", "royal flush"),
        (("standard", "7c", "5d", "4h", "3s", "2c"), 1, "high card", "seven high"),
        (("joker", "As Ad Ac Ah Jk 2d 3c"), 7463, "five aces", "five aces"),
        (("four-card", "As Ad Ac Ah 2d"), 2535, "four of a kind", "four of a kind, aces"),
        (("three-card", "As Ks Qs"), 741, "straight flush", "straight flush, ace high"),
        (("one-card", "Ks"), 12, "high card", "king"),
        (("ace-to-five", "As 2d 3c 4h 5s Ks Kd"), 6175, "low", "five-four-three-deuce-ace low"),
        (("eight-or-better", "As 2d 3c 4h 5s Ks Kd"), 56, "low", "five-four-three-deuce-ace low"),
        (("eight-or-better", "9s 2d 3c 4h 5s"), 0, "no hand", "no hand"),
        (("wild", "As Ad Ac Ah Jk"), 7475, "five of a kind", "five of a kind, aces"),
        (("omaha", "As Ks 2d 3d/Qs Js Ts Kh Kd"), 7462, "royal flush", "royal flush"),
        (("omaha", "As Ad Ac Ah / Ks Kd Kc Kh 2d"), 7284, "full house", "full house, kings full of aces"),
    ],
)
def test_json(command: Callable[..., Said], words: tuple[str, ...], value: int, category: str, said: str) -> None:
    answer = command("eval", *words, "--json")
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    assert {"ranking", "cards", "value", "category", "words"} <= set(data)
    assert (data["ranking"], data["category"], data["words"]) == (words[0], category, said)
    assert data["value"] == value


@pytest.mark.parametrize(
    "words", [("As", "Ks", "Qs", "Js", "Ts"), ("as Ks qs js 10s",), ("AsKsQsJsTs",), ("10s", "As", "Ks", "QsJs")]
)
def test_without_a_ranking_it_is_the_standard_one(command: Callable[..., Said], words: tuple[str, ...]) -> None:
    answer = command("eval", *words, "--json")
    assert (answer.code, answer.err) == (0, "")
    data = json.loads(answer.out)
    assert (data["ranking"], data["value"], data["words"]) == ("standard", 7462, "royal flush")


def test_for_people(command: Callable[..., Said]) -> None:
    answer = command("eval", "standard", "As Ad Ah 9c 9d 2c 3c")
    assert answer.code == 0
    assert "full house, aces full of nines: A♠ A♥ A♦ 9♦ 9♣" in answer.out
    assert command("eval", "eight-or-better", "9s 2d 3c 4h 5s").out.startswith("no hand\n")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("standard", "As Ks"), "As Ks is 2 cards"),
        (("standard", "As Ks Qs Js Ts 9s 8s 7s"), "is 8 cards"),
        (("standard", "As As Ks Qs Js"), "As appears twice"),
        (("standard", "As", "Ks", "Qs", "Js", "As"), "As appears twice"),
        (("standard", "As Jk Ks Qs Js"), "Jk is not in this game's deck"),
        (("omaha", "As Ks Qs Jk/2c 3c 4c 5c 6c"), "Jk is not in this game's deck"),
        (("omaha", "As Ks Qs Js/2c 3c 4c 5c As"), "As appears twice"),
        (("omaha", "As Ks Qs/2c 3c 4c 5c 6c"), "As Ks Qs is 3 cards"),
        (("omaha", "As Ks Qs Js/2c 3c"), "2c 3c is 2 cards"),
        (("omaha", "As Ks Qs Js 2c 3c 4c 5c 6c"), "is not HOLE/BOARD"),
        (("omaha", "As Ks/Qs Js/2c 3c 4c"), "is not HOLE/BOARD"),
        (("standard", "As Ks/Qs Js Ts"), "has a '/'"),
        (("standard", "As Kx Qs Js Ts"), "'Kx' is not a card"),
        (("standard", "?? Ks Qs Js Ts"), "?? is not in this game's deck"),
        (("badugi", "As Ks Qs Js"), "'badugi' is not a ranking"),
        (("standard", ""), "nothing is 0 cards"),
        (("standard",), "eval needs CARDS"),
        ((), "eval needs CARDS"),
        (("Kx", "As", "Qs", "Js", "Ts"), "'Kx' is not a card"),
        (("As", "Kx", "Qs", "Js", "Ts"), "'Kx' is not a card"),
        (("As", "Ks"), "As Ks is 2 cards"),
        (("omha", "As Ks 2d 3d/Qs Js Ts"), "'omha' is not a ranking; did you mean 'omaha'?"),
    ],
)
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_mistakes(command: Callable[..., Said], words: tuple[str, ...], named: str, flags: tuple[str, ...]) -> None:
    answer = command("eval", *words, *flags)
    assert (answer.code, answer.out) == (2, "")
    assert named in answer.err
    assert len(answer.err.strip().splitlines()) == 1
    assert "Traceback" not in answer.err


def test_cold_it_keeps_nothing(tmp_path: Path) -> None:
    """A new process with an empty cache builds no tables of rankings."""
    environment = os.environ | {"PITBOSS_CACHE": str(tmp_path)}
    words = ["eval", "standard", "As Ks Qs Js Ts 2d 3c"]
    said = subprocess.run([*PITBOSS, *words], capture_output=True, text=True, check=True, env=environment)
    assert said.stdout.startswith("royal flush")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "statement",
    [
        "import pitboss.ranking",
        "from pitboss.ranking import ranking; ranking('joker').value(range(7))",
        "from pitboss.cli import main\ntry: main(['eval', 'As Ks Qs Js Ts 2d 3c'])\nexcept SystemExit: pass",
    ],
)
def test_one_hand_needs_no_numpy(statement: str) -> None:
    code = f"import sys\n{statement}\nprint(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "llvmlite"} & {name.partition(".")[0] for name in said.stdout.split()}
