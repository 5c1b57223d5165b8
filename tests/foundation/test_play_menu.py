"""``pitboss play`` without a game: a menu by kind, from which any game can be played."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from pitboss.cli import room
from pitboss.cli.terminal.game_menu import CHOICE, entries, named
from pitboss.kinds import KINDS
from pitboss.library import listing


def play(lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(room, ["play", *arguments], input=lines)


def test_the_menu_lists_every_game_under_its_kind() -> None:
    shown = play("q\n")
    assert (shown.exit_code, shown.exception) == (0, None)
    lines = [line.strip() for line in shown.output.splitlines()]
    heads = [lines.index(heading) for heading in (*(kind.menu for kind in KINDS.values()), CHOICE)]
    assert heads == sorted(heads)
    for game in listing():
        (line,) = [number for number, each in enumerate(lines) if game["id"] in each.split()]
        assert (line < heads[1]) == (game["kind"] == "house")
        assert game["name"] in lines[line]


@pytest.mark.parametrize("typed", ["top5", "TOP5", "Top 5 Poker", "11"])
def test_a_game_is_named_by_id_name_or_number(typed: str) -> None:
    shown = play(f"{typed}\nq\n")
    assert shown.exit_code == 0
    assert "Top 5 Poker" in shown.output.rpartition("q to leave: ")[2]
    chosen = named(typed, entries())
    assert chosen is not None
    assert chosen.game == "top5"


def test_dealers_choice_is_in_the_menu() -> None:
    assert "Dealer's choice, Button house" in play("button\nq\n").output


def test_what_is_not_in_the_menu_is_asked_again() -> None:
    shown = play("lowbal\n0\n21\nlowball\nq\n").output
    assert "'lowbal' is not in the menu; did you mean lowball?" in shown
    assert shown.count("type a number from 1 to 20 or a name from the list") == 2
    assert "Lowball, Pot house" in shown


def test_help_rules_undo_and_leaving_work_in_the_menu_as_at_a_table() -> None:
    shown = play("?\nrule PK-8\nu\nleave\n")
    assert (shown.exit_code, shown.exception) == (0, None)
    assert "Type the number, the id or the name of a game" in shown.output
    assert shown.output.count("three-card") == 2  # the list again
    assert "PK-8: A bet and three raises" in shown.output
    assert "there is nothing to take back" in shown.output
    assert "is not in the menu" not in shown.output


def test_input_that_ends_before_a_game_is_named_is_a_mistake() -> None:
    assert "say which game to play" in str(play("").exception)
