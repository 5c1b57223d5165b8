"""Hints and help at a house table: exact values, what a mistake cost, help written from the definition."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from pitboss import house
from pitboss.cli import room
from pitboss.cli.terminal import house_help

QUICK = ("caribbean", "crazy4", "four-card", "high5", "holdout", "let-it-ride", "mississippi", "six54", "three-card")


def play(game: str, *arguments: str, lines: str) -> str:
    result = CliRunner().invoke(room, ["play", game, *arguments], input=lines.replace(" / ", "\n") + "\n")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


@pytest.mark.parametrize("name", [*QUICK, "top5"])
def test_a_hint_lists_every_option_with_its_exact_value(name: str) -> None:
    told = play(name, "--seed", "3", lines="go / h / q")
    hint = told.split("Expected result of the round")[1]
    assert re.search(r"[+-]\$\d+\.\d{4} +best +-?\d+(/\d+)?\n", hint)
    assert "✗" not in told


def test_a_hint_agrees_with_advise_and_a_mistake_is_priced_after_the_round() -> None:
    told = play("top5", "--seed", "3", lines="go / h / f / h / go / q")
    assert re.search(r"swap 4♦ +\+\$14\.4832 +best +360961/124614\n", told)
    assert re.search(r"fold +-\$5\.0000 +\$19\.4832 less +-1\n", told)
    cost = "Mistake at spot 1: fold cost $19.4832 on average; swap 4♦ was best."
    assert told.count(cost) == 2, "after the round, and when asked again"
    good = play("top5", "--seed", "3", lines="go / s 4d / h / q")
    assert "cost" not in good
    assert "No other decision would have been better on average." in good


def test_every_decision_of_a_round_is_judged_and_undo_forgets_one() -> None:
    told = play("mississippi", "--seed", "3", lines="go / b3 / b3 / b3 / u / f / q")
    first, again = told.split("Taken back: spot 1, bet 3x.")
    assert first.count(" on average;") == 3
    judged = [line.split(" cost")[0].strip() for line in again.splitlines() if " cost $" in line]
    assert judged == [
        "Mistake at spot 1, decision 1: bet 3x",
        "Mistake at spot 1, decision 2: bet 3x",
        "Mistake at spot 1, decision 3: fold",
    ]


def test_wagers_that_no_decision_changes_are_left_out_where_the_proof_cannot_take_them() -> None:
    told = play("holdout", "--seed", "1", "--wagers", "first=5,final=5,community=1", lines="go / h / 135 / q")
    assert "without first and community, which no decision changes" in told
    assert "Mistake at spot 1: hold 2♥ 7♥ J♠ cost $3.9490 on average" in told


def test_a_hint_needs_a_decision() -> None:
    assert "nothing has been decided yet; h at a decision" in play("top5", lines="h / q")


def test_only_options_that_can_be_paid_are_valued() -> None:
    told = play("mississippi", "--seed", "3", "--bankroll", "15", lines="go / h / q")
    assert "bet 1x" in told.split("Expected result")[1]
    assert "bet 3x" not in told.split("Expected result")[1]


@pytest.mark.parametrize("name", house.names())
def test_help_is_about_the_game(name: str) -> None:
    game = house.load(name).definition
    told = play(name, lines="? / q")
    how = house_help.how_to_play(game)
    assert len(how) == 5
    for number, line in enumerate(how, 1):
        assert f"    {number}. {line}\n" in told
        assert "{" not in line
    for key in game.wagers:
        assert re.search(rf"^    {re.escape(key)} ", told, re.MULTILINE)
    for decision in game.decisions.values():
        for choice in decision.choices:
            assert choice.word.split()[0] in told.lower()


def test_help_in_words() -> None:
    assert house_help.how_to_play(house.load("casino-holdem").definition) == [
        "Wager ante; aa-bonus with it if you like.",
        "Two cards to you; two cards to the dealer, face down; three cards to the board, face up.",
        "Fold or call (call 2 x ante).",
        "Your hand is the best five cards of your cards and the board; the dealer's hand is the best five cards of the"
        " dealer and the board and qualifies with a pair of fours or better; the flop hand is the best five cards of"
        " your cards and the board at the call decision.",
        "Ante: a win pays by its table, a tie pushes, no qualifying dealer pays by its table; call: a win pays 1 to 1,"
        " a tie pushes, no qualifying dealer pushes; aa-bonus: by its table on the flop hand, even after a fold.",
    ]


def test_a_word_with_nothing_to_follow_says_so() -> None:
    told = play("six54", "--seed", "1", lines="go / p 1 / q")
    assert '✗ play takes nothing more, and "1" was typed after it; write p.' in told


def test_a_raise_without_its_multiple_is_taken_when_there_is_one() -> None:
    told = play("ultimate", "--seed", "1", lines="go / raise / c / raise / q")
    assert '✗ "raise" does not say how many times; write r3 (raise 3x) or r4 (raise 4x).' in told
    assert "Spot 1: raise 2x for $10" in told
    assert "Spot 1: bet 1x for $5" in play("ultimate", "--seed", "1", lines="go / c / c / b / q")
