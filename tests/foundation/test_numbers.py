"""Numbers from strangers: exponents, digits and counts that would fill the memory are refused in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import pitboss
from pitboss import wager_text
from pitboss.errors import PitbossError

from ..conftest import Said

NINES = "9" * 5000
HUGE = ["1e9999999", "1E+9999999", "1e-9999999", "1e000000000099999", "1_0e9999999", NINES, f"1/{NINES}", f"0.{NINES}"]
HUGE += ["1e50", "-1e50", "1/1000000000000", "1000000000000"]


def one_sentence(error: BaseException) -> bool:
    text = str(error)
    return len(text) < 400 and "\n" not in text and text.endswith(".")


@pytest.mark.parametrize("number", HUGE, ids=lambda each: each[:12])
def test_stakes_of_a_text_are_bounded(number: str) -> None:
    for stakes in (f"ante={number}", {"ante": number}):
        with pytest.raises(PitbossError, match="a stake on ante has at most 12 digits") as refused:
            wager_text.parse_stakes(stakes)
        assert one_sentence(refused.value)


@pytest.mark.parametrize(
    "number", [10**5000, Fraction(1, 10**5000), Fraction(10**12), 1e300, float("inf"), float("nan")], ids=list("abcdef")
)
def test_stakes_of_python_are_bounded(number: object) -> None:
    for ask in (
        lambda: pitboss.prove("three-card", wagers={"ante": number}),
        lambda: pitboss.advise("three-card", "As Ks Qs", wagers={"ante": number}),
        lambda: pitboss.simulate("three-card", rounds=10, wagers={"ante": number}),
    ):
        with pytest.raises(PitbossError) as refused:
            ask()
        assert one_sentence(refused.value)


def test_stakes_that_fit_are_exact() -> None:
    assert wager_text.parse_stakes("ante=1e3,tens=0.1,six=5/3") == {
        "ante": Fraction(1000),
        "tens": Fraction(1, 10),
        "six": Fraction(5, 3),
    }
    assert wager_text.parse_stakes({"ante": 0.1, "tens": 10**12 - 1}) == {
        "ante": Fraction(1, 10),
        "tens": Fraction(10**12 - 1),
    }


@pytest.mark.parametrize("rounds", [1 << 41 | 1, 10**5000, 0, True, 2.5, "9"], ids=list("abcdef"))
def test_rounds_are_bounded(rounds: object) -> None:
    with pytest.raises(PitbossError, match="rounds cannot be played; give a whole number from 1 to") as refused:
        pitboss.simulate("three-card", rounds=rounds)  # type: ignore[arg-type]
    assert one_sentence(refused.value)


@pytest.mark.parametrize(
    "words",
    [
        ("prove", "three-card", "--wagers", "ante=1e9999999"),
        ("prove", "three-card", "--wagers", f"ante={NINES}"),
        ("prove", "three-card", "--pay", "pair-plus:flush=1e9999999"),
        ("prove", "three-card", "--pay", f"pair-plus:flush={NINES}"),
        ("prove", "three-card", "--pay", "pair-plus:flush=99999999999999999999"),
        ("prove", "three-card", "--threads", NINES),
        ("advise", "three-card", "As Ks Qs", "--wagers", "ante=1e9999999"),
        ("simulate", "three-card", "--wagers", "ante=1e9999999"),
        ("simulate", "three-card", "--rounds", NINES),
        ("simulate", "three-card", "--rounds", "1e9999999"),
        ("simulate", "three-card", "--seed", NINES),
        ("simulate", "holdem", "--hands", NINES),
        ("simulate", "holdem", "--limit", f"{NINES}-{NINES}"),
        ("simulate", "holdem", "--pace", NINES),
        ("play", "three-card", "--bankroll", NINES),
        ("play", "three-card", "--bankroll", "1e9999999"),
        ("play", "three-card", "--seed", NINES),
        ("play", "three-card", "--rounds", NINES),
        ("play", "three-card", "--spots", NINES),
        ("play", "holdem", "--seats", NINES),
        ("play", "holdem", "--seats", "99999999999"),
        ("equity", "holdem", "AsKs", "QdQc", "--samples", NINES),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_numbers_of_the_command_line_are_bounded(words: tuple[str, ...], command: Callable[..., Said]) -> None:
    said = command(*words)
    assert said.code == 2, said
    assert said.err.startswith("pitboss: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 500
    assert said.out == ""
