"""Which cards to hold, in words, with a joker in the deck or few numbers of cards to hold."""

from __future__ import annotations

import pytest

from pitboss.exact.shape import recognise
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.shapes.holding.strategy import PICK
from pitboss.exact.stakes import groups, tied
from pitboss.exact.strategy.lists import untold
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from tests.exact.cache.test_resume import HOLD

PLAIN = HOLD.replace('  { deal = "board", cards = 1, face = "up" },\n', "")
ORDER = '["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]'
RANKED = f'{{ cards = 3, order = {ORDER}, wild = "any" }}'
JOKER = (
    PLAIN.replace("deck = 52", "deck = 53")
    .replace('ranking = "three-card"', f"ranking = {RANKED}")
    .replace('"straight flush" = 20, "three of a kind" = 10', '"three of a kind" = 10, "straight flush" = 8')
)


def game(text: str) -> Definition:
    return game_file.parse(text, "hold.toml")


def only(text: str) -> list[str]:
    shape = recognise(game(text), tied(game(text), "bet"))
    assert isinstance(shape, Holding)
    (found,) = shape.strategy(untold).lists
    assert len(found.lines) <= 12
    assert sum(line.share for line in found.lines) == 1
    return [line.text for line in found.lines]


def test_the_joker_is_held_beside_another_card() -> None:
    texts = only(JOKER)
    assert any(text.startswith("hold: the joker and ") for text in texts)
    assert texts[-1].startswith("otherwise hold ")


@pytest.mark.parametrize("counts", ["[2]", "[2, 3]", "[1, 3]"])
def test_any_numbers_of_cards_have_a_list(counts: str) -> None:
    texts = only(PLAIN.replace("[1, 2, 3]", counts))
    assert texts[-1].startswith("otherwise hold ")


def test_the_sheet_says_which_of_several_cards_are_held(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    rows, notes = in_words(groups(game(PLAIN.replace("deck = 52", 'deck = { ranks = "9-A", suits = 2 }'))))
    assert rows["bet"]
    assert notes["bet"][-1] == PICK
