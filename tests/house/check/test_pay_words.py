"""Pay lines in words: as on a posted pay table, and the same everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pitboss import house
from pitboss.house import listing
from pitboss.house.pay_words import table_words
from pitboss.house.vocabulary.game_file import changed

Command = Callable[..., tuple[int, str, str]]


def said(name: str, key: str) -> dict[str, str]:
    game = house.load(name).definition
    wager = game.wagers[key]
    table = wager.table or wager.bonus
    assert table is not None
    return dict(
        zip((line.hand for line in table.lines), table_words(wager, game.hands[wager.hand], table), strict=True)
    )


@pytest.mark.parametrize(
    ("name", "key", "line", "words"),
    [
        ("holdout", "first", "pair of J", "jacks or better"),
        ("holdout", "first", "two pair", "two pair"),
        ("holdout", "final", "two pair of J", "two pair, jacks up or better"),
        ("holdout", "final", "two pair", "any other two pair"),
        ("holdout", "community", "four of a kind of A", "four aces"),
        ("holdout", "community", "straight flush of A", "ace-high straight flush"),
        ("holdout", "community", "pair of A", "pair of aces"),
        ("holdout", "community", "pair of J", "pair of jacks to kings"),
        ("mississippi", "ante", "pair of 6", "pair of sixes to tens"),
        ("top5", "bet", "high card", "any other win"),
        ("top5", "tens", "two pair", "two pair or three of a kind"),
        ("top5", "tens", "pair of T", "tens or better"),
        ("top5", "ace-or-face", "K", "king"),
        ("casino-holdem", "aa-bonus", "pair of A", "aces or better"),
        ("high5", "play", "straight", "straight or better"),
        ("high5", "trips", "full house of A", "aces full"),
        ("six54", "ante", "straight flush", "straight flush"),
    ],
)
def test_words_of_posted_lines(name: str, key: str, line: str, words: str) -> None:
    assert said(name, key)[line] == words


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"high card": 1}, ["any hand"]),
        ({"flush": 5, "high card of Q": 1}, ["flush or better", "queen high or better"]),
        ({"high card of A": 1}, ["ace high or better"]),
        ({"three of a kind of T": 5, "pair": 1}, ["three tens or better", "pair to three of a kind"]),
        ({"two pair of A K": 1}, ["two pair of A K or better"]),
    ],
)
def test_words_of_other_tables(table: dict[str, int], words: list[str]) -> None:
    game = house.load("holdout").definition
    game = changed(game, **{"wager.first.table": table})
    wager = game.wagers["first"]
    assert wager.table is not None
    assert list(table_words(wager, game.hands[wager.hand], wager.table)) == words


def test_games_and_sheets_say_the_same(command: Command) -> None:
    (first,) = (
        wager for wager in listing.describe(house.load("holdout").definition)["wagers"] if wager["key"] == "first"
    )
    words = [line["words"] for line in first["tables"][""]]
    assert "jacks or better" in command("games", "holdout")[1]
    out = command("prove", "holdout", "--only", "first", "--quiet")[1]
    assert all(f" {each} " in out for each in words)
    lines = json.loads(command("prove", "holdout", "--only", "first", "--quiet", "--json")[1])["wagers"]["first"][
        "lines"
    ]
    assert [line["words"] for line in lines] == [*words, "shown"]
    assert [line["hand"] for line in lines] == [*(line["hand"] for line in first["tables"][""]), "shown"]
