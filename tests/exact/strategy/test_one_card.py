"""Strategy lists before and with a single community card: one for each of its ranks, with exact costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss import house
from pitboss.cards import RANKS
from pitboss.exact.advice import ask
from pitboss.exact.shape import recognise
from pitboss.exact.shapes.board.board import BoardShowdown
from pitboss.exact.shapes.board.strategy import revealed
from pitboss.exact.stakes import groups, tied
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file

FILE = Path(__file__).parents[1] / "games" / "three-and-one.toml"


def reveal(game: Definition) -> BoardShowdown:
    shape = recognise(game, tied(game, game.unit))
    assert isinstance(shape, BoardShowdown)
    return shape


def test_every_rank_of_the_card_has_its_list() -> None:
    first, *after = revealed(reveal(house.load(str(FILE)).definition))
    assert (first.asked, first.shows) == ("before", "")
    assert first.lines[0].text == "fold: queen high (Q-7-6) or less, without two cards of one suit or of a straight"
    assert first.cost == 0
    assert [(each.asked, each.shows) for each in after] == [("after", rank) for rank in "23456789TJQKA"]
    assert after[0].lines[0].text == "raise: pair of threes or better"
    assert sum(each.cost for each in after) < Fraction(1, 10_000)
    for each in (first, *after):
        assert sum(line.share for line in each.lines) == 1
        assert len(each.lines) <= 12


def test_no_note_speaks_of_boards_that_cannot_be_named() -> None:
    rows, notes = in_words(groups(house.load(str(FILE)).definition))
    assert rows["ante"][0][0] == "before"
    assert "after: 2" in [row[0] for row in rows["ante"]]
    assert not any("more kinds of boards" in note for note in notes["ante"])
    assert any(" at after when " in note for note in notes["ante"])


def test_costs_are_what_the_lists_lose_where_they_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play every hand beside every card of a small deck by lists of one line."""
    monkeypatch.setattr("pitboss.exact.strategy.lists.MOST", 1)
    deck = {"ranks": "Q-A", "suits": 3}
    game = game_file.parse(FILE.read_text(encoding="utf-8"), str(FILE), (("deck", deck), ("spots", 1)))
    lists = {each.shows: each for each in revealed(reveal(game)) if each.asked == "after"}
    assert set(lists) == {"Q", "K", "A"}
    lost, seen = dict.fromkeys(lists, Fraction(0)), 0
    for own in combinations(game.deck.cards, 3):
        played = ask(game, own).best == "play"
        for card in game.deck.cards:
            if card in own:
                continue
            seen += 1
            if played:
                shows = RANKS[card >> 2]
                worth = {each.action: each.ev for each in ask(game, own, {"board": [card]}, did=["play"]).options}
                lost[shows] += max(worth.values()) - worth[lists[shows].lines[0].do]
    assert sum(lost.values()) > 0
    assert {shows: each.cost for shows, each in lists.items()} == {shows: each / seen for shows, each in lost.items()}
