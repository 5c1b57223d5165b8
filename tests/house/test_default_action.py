"""The action taken for a spot that does not answer in time."""

from __future__ import annotations

import pytest

from pitboss import house, seeded
from pitboss.cards import show
from pitboss.house.game import Game
from pitboss.house.library import folder
from pitboss.house.vocabulary import game_file

UNIT = {"ante": 500}


def changed(game: str, old: str, new: str) -> Game:
    """A shipped game with one text replaced in its file."""
    text = (folder() / f"{game}.toml").read_text(encoding="utf-8")
    assert old in text
    return Game(game_file.parse(text.replace(old, new), f"{game}.toml"))


@pytest.mark.parametrize(
    ("game", "stakes", "action"),
    [
        ("three-card", UNIT, "fold"),
        ("top5", UNIT, "fold"),
        ("let-it-ride", {"bet-1": 500, "bet-2": 500, "bet-3": 500}, "let it ride"),
        ("ultimate", {"ante": 500, "blind": 500}, "check"),
        ("four-card", UNIT, "fold"),
    ],
)
def test_the_free_option_that_keeps_all_wagers_comes_before_a_fold(
    game: str, stakes: dict[str, int], action: str
) -> None:
    deal = house.load(game).deal({1: stakes}, seeded(3))
    assert deal.default_act(1).action == action


@pytest.mark.rule("T5-6")
def test_playing_costs_nothing_where_there_is_no_wager_to_multiply() -> None:
    """With the tens wager alone the bet is not placed, so the hand is played and no card is swapped."""
    deal = house.load("top5").deal({1: {"tens": 500}}, seeded(3))
    assert deal.actors
    assert deal.default_act(1).action == "play"


@pytest.mark.rule("HO-4")
def test_every_card_is_held() -> None:
    session = house.load("holdout").session(seeded(3))
    session.sit(1, "Ann", 50_000)
    session.place(1, session.least_wagers(1))
    deal = session.deal()
    assert session.default_act(1).action == f"hold {show(deal.view(1).piles['player 1'])}"


def test_a_file_names_another_option() -> None:
    game = changed("let-it-ride", 'decide = "first", rule', 'decide = "first", timeout = "take back", rule')
    deal = game.deal({1: {"bet-1": 500, "bet-2": 500, "bet-3": 500}}, seeded(3))
    assert deal.default_act(1).action == "take back"
    deal.act(1, "take back")
    assert deal.default_act(1).action == "let it ride"


def test_an_option_named_for_silence_is_skipped_where_the_chips_do_not_cover_it() -> None:
    game = changed("three-card", 'decide = "play", rule', 'decide = "play", timeout = "play", rule')
    rich, poor = (game.deal({1: UNIT}, seeded(3), bankroll=cents) for cents in (1000, 500))
    assert rich.default_act(1).action == "play"
    assert poor.default_act(1).action == "fold"


def test_the_cheapest_is_taken_where_nobody_can_fold() -> None:
    game = changed(
        "four-card",
        '{ say = "fold", fold = true, rule = "4C-2" }, { say = "raise {times}x", place = { play = [1, 2, 3] }',
        '{ say = "raise {times}x", place = { play = [1, 2, 3] }',
    )
    assert game.deal({1: UNIT}, seeded(3)).default_act(1).action == "raise 1x"


def test_the_option_for_silence_is_no_deviation_from_an_approval() -> None:
    from pitboss.house import approval

    plain = house.load("holdout").definition
    named = changed("holdout", "quiet = true, rule", 'quiet = true, timeout = "hold", rule').definition
    assert approval.findings(named) == approval.findings(plain)
