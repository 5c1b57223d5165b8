"""Cached counts serve only proofs that would count the same; sums that cannot be exact are refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import house
from pitboss.errors import PitbossError
from pitboss.exact.request import prove
from pitboss.exact.sheet.changes import with_pay
from pitboss.exact.solver import carrier
from tests.exact.small import UNIT, oracle

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def truth(game: house.Definition, unit: str) -> Fraction:
    return Fraction(oracle(game, {unit: 1}).ev()) / UNIT


@pytest.mark.long
def test_dead_cards_beside_options_that_hold_different_numbers_of_cards() -> None:
    game = house.load(GAMES / "dead-and-held.toml").definition
    assert prove(game)["ante"].ev == truth(game, "ante") == Fraction(5569, 2520)


@pytest.mark.parametrize(
    ("name", "unit", "changes"),
    [
        pytest.param("two-holds", "ante", [(), ("bet:flush=5", "bet:pair=0")], marks=pytest.mark.long),
        pytest.param("two-holds", "ante", [("bet:flush=5", "bet:pair=0"), ()], marks=pytest.mark.long),
        (
            "low-hold",
            "main",
            [
                ("main:low=2", "main:low of Q=3", "main:low of J=1"),
                ("main:low=2", "main:low of Q=1", "main:low of J=1 to 20"),
                (),
            ],
        ),
    ],
)
def test_proofs_one_after_the_other_are_what_each_is_alone(
    name: str, unit: str, changes: list[tuple[str, ...]]
) -> None:
    game = house.load(GAMES / f"{name}.toml").definition
    for cells in changes:
        changed = with_pay(game, *cells)
        assert prove(changed)[unit].ev == truth(changed, unit), cells


@pytest.mark.parametrize(
    ("name", "wager", "units"),
    [("top5", "ante", 10**15), ("top5", "ante", 10**19), ("holdout", "final", 10**15), ("six54", "queens-up", 10**19)],
)
def test_payouts_too_large_for_exact_sums_are_refused(name: str, wager: str, units: int) -> None:
    with pytest.raises(PitbossError, match=r"too large to be summed exactly; use rounder stakes or smaller odds\.$"):
        carrier(house.load(name).definition, {wager: Fraction(units)})


def test_more_pay_lines_than_a_proof_tells_apart_are_refused(tmp_path: Path) -> None:
    """Three wagers on one hand, each with as many lines as a table may have."""
    ranks = "AKQJT98765432"
    lines = [f"full house of {three} {two}" for three in ranks for two in ranks if two != three]
    lines += [f"two pair of {high} {low}" for at, high in enumerate(ranks) for low in ranks[at + 1 :]]
    lines += [f"pair of {rank}" for rank in ranks]
    lines += [f"three of a kind of {rank}" for rank in ranks]
    best = _best_first(lines)
    tables = [
        ", ".join(f'"{line}" = {len(best) - at}' for at, line in enumerate(best) if at % 3 == third)
        for third in range(3)
    ]
    wagers = "\n".join(
        f'[wager.side{third}]\ninitial = "required"\nshown = ["table", "lose"]\ntable = {{ {table} }}'
        for third, table in enumerate(tables)
    )
    file = tmp_path / "many.toml"
    file.write_text(
        f"""id = "many"
name = "Many lines"
deck = 52
spots = 1
unit = "side0"
ranking = "standard"
script = [ {{ deal = "player", cards = 5 }}, {{ settle = "all" }} ]
[hand]
player = {{ of = ["player"] }}
{wagers}
"""
    )
    together = {f"side{third}": Fraction(1) for third in range(3)}
    with pytest.raises(PitbossError, match=r"is paid in 26\d different ways, and a proof can distinguish 250"):
        prove(house.load(file).definition, wagers=together)


def _best_first(lines: list[str]) -> list[str]:
    from pitboss.ranking import ranking

    return sorted(lines, key=ranking("standard").threshold, reverse=True)
