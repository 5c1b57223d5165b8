"""The last street hand by hand: the same counts and decisions as all hands together."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pitboss.exact.script.course import course
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.shapes.board.single_hands import Singles
from pitboss.exact.stakes import combination
from tests.exact.small import cut


@pytest.mark.parametrize(
    ("name", "stakes"),
    [("ultimate", {"ante": 1}), ("ultimate", {"ante": 1, "trips": 40}), ("casino-holdem", {"ante": 1, "aa-bonus": 2})],
)
def test_single_hands_are_counted_and_played_like_all_together(name: str, stakes: dict[str, int]) -> None:
    game = cut(name, {"ranks": "T-A", "suits": 4})
    shape = BoardShowdown(course(game, combination(game, stakes).stakes))
    shape._lay_out()
    boards = shape.boards[-1].rows
    codes = np.array(game.deck.cards, dtype=np.uint8)
    columns = {"player": [0, 1], shape.setting.board: [2, 3, 4, 5, 6]}
    singles = Singles(shape)
    for at in Random(3).sample(range(len(boards)), 20):
        facts, counts, _, choice = shape._showdown(at, at + 1)
        living = np.flatnonzero(shape.grids.living(boards[at : at + 1])[0])
        board = np.tile(codes[boards[at]], (len(living), 1))
        seen = np.concatenate([codes[shape.grids.own[living]], board], axis=1)
        assert (singles.facts(seen, columns) == facts[living]).all()
        assert (singles.parts(seen, columns) == counts[:, living]).all()
        assert (singles.choices(seen, columns) == choice[:, living]).all()
