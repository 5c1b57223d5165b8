"""Held cards completed from a hidden board: counts of boards against direct enumeration, hold by hold."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss import house
from pitboss.exact.cards.hands import cards_of, standard
from pitboss.exact.script.views import held as ways_to_hold
from pitboss.exact.shape import ScriptReading
from pitboss.exact.shapes.holding.holding import Holding, recognise
from pitboss.exact.shapes.holding.holds import Holds
from tests.exact.brute import best_boards


@pytest.fixture(scope="module")
def shape() -> Holding:
    game = house.load("holdout").definition
    return recognise(ScriptReading(game, {"final": Fraction(1)}))


@pytest.mark.long
@pytest.mark.rule("HO-4", "HO-7")
def test_hands_and_all_their_holds(shape: Holding) -> None:
    table = Holds(shape, shape.outline.publics[0])
    rows = [rows for _, rows in table._rows(None)]
    numbers = np.concatenate([one.numbers for one in rows])
    helds, owns = np.concatenate([one.helds for one in rows]), np.concatenate([one.owns for one in rows])
    counts = np.concatenate([one.counts for one in rows])
    ranking = table.view.hand.ranking
    cuts = np.array(shape.payoffs.segments.leasts[1:])
    rng = random.Random(5)
    for number in rng.sample(range(len(table.hands.words)), 50):
        mine = np.flatnonzero(numbers == number)
        seen: dict[tuple[int, ...], np.ndarray] = {}
        for at in mine:
            held, own = int(helds[at]), int(owns[at])
            form = standard((own, held)).words
            if form in seen:
                assert (seen[form] == counts[at]).all()
                continue
            seen[form] = counts[at]
            rest = [card for card in range(52) if card not in cards_of(own)]
            found = best_boards(ranking, cards_of(held), rest, 4)
            by_segment = np.bincount(np.searchsorted(cuts, np.arange(len(found)), side="right"), weights=found)
            assert by_segment.astype(int).tolist() == counts[at].tolist(), (cards_of(own), cards_of(held))
            assert Holds(shape, table.public, numbered=False).boards_of(own, held).tolist() == counts[at].tolist()
        own = int(table.hands.words[number])
        bits = [1 << place for place in range(52) if own >> place & 1]
        for places in ways_to_hold(5, (1, 2, 3, 4, 5)):
            held = sum(bit for place, bit in enumerate(bits) if places >> place & 1)
            assert standard((own, held)).words in seen, "every way to hold is there, up to exchanging suits"
