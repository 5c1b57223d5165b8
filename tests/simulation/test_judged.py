"""When a simulated figure counts as far from the exact one, and the message and exit code of the command then."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from bench.simulate import farthest

from pitboss.exact.figures import Figures, ProofResult
from pitboss.exact.request import ProofRequest
from pitboss.simulation.tally import Compared, Tally, by_chance, compare

Command = Callable[..., tuple[int, str, str]]
ONE = Fraction(1)
RARE = Figures(
    "ante",
    {"ante": ONE},
    1_000_000,
    {-ONE: 539_998, ONE: 459_990, Fraction(0): 10, Fraction(5000): 2},
    (),
    average_wager=Fraction(3, 2),
    fold=Fraction(1, 1000),
)
"""Pushes once in a hundred thousand rounds, pays 5,000 once in half a million, and folds once in a thousand."""


def judged(tally: Tally) -> dict[str, tuple[bool, bool]]:
    """For each figure, whether it is judged, and whether it is far off."""
    return {each.name: (each.judged, each.far) for each in compare(tally, RARE)}


def test_what_a_few_rounds_say_nothing_about_is_not_judged() -> None:
    """One push, one large win and one fold in a hundred rounds: each is more than four standard errors off by
    chance."""
    nets = {-ONE: 52, ONE: 46, Fraction(0): 1, Fraction(5000): 1}
    tally = Tally(100, nets, {ONE: 9, Fraction(2): 91}, {}, folds=1)
    errors = {each.name: abs(each.errors) for each in compare(tally, RARE)}
    assert min(errors["push"], errors["expectation"]) > 4
    found = judged(tally)
    assert found["push"] == found["expectation"] == found["fold"] == found["average wager"] == (False, False)
    assert found["win"] == found["lose"] == (True, False)


def test_enough_rounds_are_judged() -> None:
    nets = {-ONE: 60_000, ONE: 40_000}
    found = judged(Tally(100_000, nets, {ONE: 50_000, Fraction(2): 50_000}, {}, folds=200))
    assert found["win"] == found["lose"] == found["fold"] == (True, True)
    assert found["average wager"] == (True, False)
    assert found["expectation"] == (False, False)  # two large wins, where fewer than one is expected


def test_what_cannot_happen_is_far_after_one_round() -> None:
    never = replace(RARE, fold=Fraction(0))
    tally = Tally(1, {-ONE: 1}, {ONE: 1}, {("ante", "win", "six of a kind", ONE): 1}, folds=1)
    far = {each.name: each.far for each in compare(tally, never)}
    assert far["fold"]
    assert far["ante win six of a kind"]
    assert sum(far.values()) == 2


def test_the_bench_takes_the_worst_of_what_can_be_judged() -> None:
    some = [Compared("push", 1, 0.1, 9.0, judged=False), Compared("win", 0.4, 0.5, -3.0), Compared("lose", 0.6, 0.5, 2)]
    assert farthest(some).name == "win"
    assert farthest([*some, Compared("fold", 0.6, 0.5, 4.5)]).far


def test_chance_of_one_among_many() -> None:
    """Four standard errors: once in 15,787 for one figure, and for twenty at most twenty times as often."""
    assert 1 / by_chance(4, 1) == pytest.approx(15_787, abs=1)
    assert 1 / by_chance(-4, 20) == pytest.approx(15_787 / 20, abs=1)
    assert by_chance(0.1, 20) == 1


@pytest.fixture
def proved_otherwise(monkeypatch: pytest.MonkeyPatch) -> Callable[[Fraction], None]:
    """Make every proof claim a wrong frequency of folding."""
    right = ProofRequest.result

    def install(fold: Fraction) -> None:
        def wrong(request: ProofRequest) -> ProofResult:
            result = right(request)
            return replace(result, groups={key: replace(each, fold=fold) for key, each in result.groups.items()})

        monkeypatch.setattr(ProofRequest, "result", wrong)

    return install


@pytest.mark.parametrize(
    ("fold", "sentence"),
    [
        (Fraction(30, 100), "ante: fold is 6.2 standard errors from the exact figure; chance alone takes one of "),
        (Fraction(0), "ante: fold is 0.3285 as played and 0 by the proof; that cannot be chance."),
    ],
)
def test_a_figure_that_is_far_is_exit_1_and_a_sentence(
    command: Command, proved_otherwise: Callable[[Fraction], None], fold: Fraction, sentence: str
) -> None:
    words = ("simulate", "three-card", "--only", "ante", "--rounds", "10000", "--quiet")
    assert command(*words)[0] == 0
    proved_otherwise(fold)
    code, out, err = command(*words)
    assert code == 1
    assert err.startswith(f"pitboss: {sentence}")
    assert err.count("\n") == 1
    assert [line.split()[0] for line in out.splitlines() if line.rstrip().endswith("far")] == ["fold"]
    code, out, _ = command(*words, "--json")
    assert code == 1
    told = json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))["wagers"]["ante"]
    assert not told["within"]
