"""Scripts whose ways multiply are refused on an estimate, in a sentence and in time, by check and by the proofs."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.exact.script import course
from pitboss.exact.script.views import Outside
from pitboss.house.vocabulary import game_file

BASE = (Path(pitboss.__file__).parent / "games" / "house" / "three-card.toml").read_text(encoding="utf-8")
DECIDE = '  { decide = "play"'


def take_backs(many: int) -> str:
    """Three Card Poker with side wagers that may be taken back one after the other."""
    steps = "".join(f'  {{ decide = "d{index}" }},\n' for index in range(many))
    decisions = "".join(
        f'd{index} = [ {{ say = "ride" }}, {{ say = "take", take = "w{index}" }} ]\n' for index in range(many)
    )
    wagers = "".join(
        f'[wager.w{index}]\ninitial = "alone"\nfold = "lose"\nshown = ["table", "lose"]\ntable = {{ "pair" = 1 }}\n'
        for index in range(many)
    )
    return BASE.replace(DECIDE, steps + DECIDE).replace("[decision]\n", "[decision]\n" + decisions) + wagers


def peeled(piles: int, cards: int) -> str:
    """Three Card Poker with cards turned up and discarded before the decision, in several piles or one."""
    steps = "".join(
        f'  {{ deal = "b{index % piles}", cards = {cards}, face = "up" }},\n'
        f'  {{ discard = "b{index % piles}", up_at_least = "A" }},\n'
        for index in range(14 if piles == 1 else piles)
    )
    return BASE.replace(DECIDE, steps + DECIDE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (take_backs(14), "ways to decide; ask for fewer decisions"),
        (peeled(6, 3), "the cards can lie in more than 2,000 ways"),
    ],
)
def test_check_refuses_what_multiplies(text: str, words: str, tmp_path: Path) -> None:
    started = time.perf_counter()
    problems = game_file.check(text, "own.toml")
    assert [problem for problem in problems if words in problem.sentence and problem.key.startswith("script[")]
    file = tmp_path / "own.toml"
    file.write_text(text)
    for refused in (pitboss.prove, lambda name: pitboss.advise(name, "As Ks Qs")):
        with pytest.raises(PitbossError, match=r"own\.toml, line \d+: script\["):
            refused(file)
    assert time.perf_counter() - started < 10


def test_public_states_that_multiply_are_refused_before_they_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(peeled(1, 1))
    assert game_file.check(file.read_text(), "own.toml") == []
    started = time.perf_counter()
    with pytest.raises(Outside, match=r"step \d+ of the script shows about [\d,]+ different tables"):
        pitboss.prove(file, only="ante")
    assert time.perf_counter() - started < 60  # a few seconds on an idle machine


def test_commitments_that_multiply_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "MOST_COMMITMENTS", 3)
    game = game_file.parse(take_backs(3), "own.toml")
    with pytest.raises(Outside, match="leaves more than 3 ways to have decided"):
        course.course(game, {"ante": Fraction(1), "w0": Fraction(1), "w1": Fraction(1), "w2": Fraction(1)})
