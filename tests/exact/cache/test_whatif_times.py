"""A changed pay cell of a proved game is solved in less than a second; counts cached by earlier tests are used."""

from __future__ import annotations

import time

import pytest
from bench import unit

from pitboss import house
from pitboss.exact.cache import counts, proofs
from pitboss.exact.sheet.whatif import with_pay
from pitboss.exact.solver import prove

# Per stake group, cells of rare and of common hands with their new odds: near the usual, above those of better hands,
# or below those of worse ones (some hands are then better played as a lower one).
CELLS: dict[str, dict[str, list[tuple[str, int]]]] = {
    "top5": {
        "ante": [
            *(("bet:flush", 4), ("bet:flush", 1), ("bet:flush", 0), ("bet:flush + bet:straight", 0)),
            *(("bet:straight", 90), ("bet:high card", 1)),
        ],
        "tens/1": [("tens/1:flush", 6)],
    },
    "high5": {"ante": [("play:straight", 2)], "trips/APP-01": [("trips/APP-01:flush", 8)]},
    "six54": {"ante": [("ante/bonus:straight flush", 11)], "queens-up/1": [("queens-up/1:flush", 5)]},
    "holdout": {
        "final": [("final:flush", 2), ("final:royal flush", 120), ("final:straight", 90)],
        "first": [("first:flush", 20)],
    },
    "casino-holdem": {"ante": [("ante:flush", 2), ("ante:high card", 90)]},
    "four-card": {"ante": [("ante/bonus:straight flush", 20)]},
}


UNIT = 0.23
"""Seconds of the benchmark unit on the quiet machine on which a second is meant."""


def _unit() -> float:
    """Seconds of the benchmark unit now, beside whatever else is running."""
    unit.run()
    started = time.process_time()
    unit.run()
    return time.process_time() - started


@pytest.mark.long
@pytest.mark.parametrize("name", CELLS)
def test_a_changed_cell_is_solved_in_less_than_a_second(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.load(name).definition
    for group, cells in CELLS[name].items():
        prove(game, only=group)
        prove(with_pay(game, f"{cells[0][0]}=1001 to 997"), only=group)  # everything is compiled
        monkeypatch.setattr(proofs, "load_proof", lambda key: None)
        monkeypatch.setattr(proofs, "save_proof", lambda key, proof: None)
        monkeypatch.setattr(counts.Memory, "keep", lambda memory, key, arrays: None)
        monkeypatch.setattr(counts.Memory, "save", lambda memory, pool=None: None)
        for cell, pays in cells:
            taken: list[float] = []
            slower = 1.0  # than a quiet machine
            while len(taken) < 3 or (min(taken) >= 1 and len(taken) < 12):  # the best of a few
                # never the same odds twice, so no answer can come from the cache
                odds = f"{pays * 1000 + 1 + time.time_ns() // 1000 % 499} to 1000"
                changed = with_pay(game, *(f"{one}={odds}" for one in cell.split(" + ")))
                started = time.process_time()
                found = prove(changed, only=group)[group]
                taken.append(time.process_time() - started)
                assert "earlier run" not in found.work
                if taken[-1] >= 1:
                    slower = max(slower, _unit() / UNIT)
            assert min(taken) < slower, (cell, slower, taken)
        monkeypatch.undo()
