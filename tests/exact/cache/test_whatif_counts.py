"""A changed pay cell of a proved game is solved from the counts of the proof; the counts of earlier tests are used."""

from __future__ import annotations

import pytest

from pitboss import house
from pitboss.exact import counts, solver
from pitboss.exact.request import prove
from pitboss.exact.sheet.changes import with_pay
from pitboss.exact.solver import EARLIER

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


RECOUNTED = {("six54", "ante"): "hands that meet dead cards are counted again where their own pay line changes"}
"""Groups of which a part is counted again, and what the proof says of it."""


@pytest.mark.long
@pytest.mark.parametrize("name", CELLS)
def test_a_changed_cell_is_solved_from_the_counts_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is why it takes less than a second, which the benchmark measures."""
    game = house.load(name).definition
    for group, cells in CELLS[name].items():
        prove(game, only=group)
        prove(with_pay(game, f"{cells[0][0]}=1001 to 997"), only=group)
        monkeypatch.setattr(solver, "load_proof", lambda key: None)
        monkeypatch.setattr(solver, "save_proof", lambda key, proof: None)
        monkeypatch.setattr(counts.Memory, "keep", lambda memory, key, arrays: None)
        monkeypatch.setattr(counts.Memory, "save", lambda memory, pool=None: None)
        for number, (cell, pays) in enumerate(cells):
            odds = f"{pays * 1000 + 1 + number} to 1000"
            changed = with_pay(game, *(f"{one}={odds}" for one in cell.split(" + ")))
            work = prove(changed, only=group)[group].work
            assert "earlier run" not in work, "the answer itself was not kept"
            assert work.split("; ")[1] == RECOUNTED.get((name, group), EARLIER), (group, cell)
        monkeypatch.undo()
