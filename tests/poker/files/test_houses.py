"""``pitboss houses``: the terms of every house, and a single fee with one command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.houses import show_house
from pitboss.cli.terminal.screen import Screen
from pitboss.poker import library
from pitboss.poker.posted import listing
from tests.conftest import Said
from tests.poker.table import book


def houses(command: Callable[..., Said], *words: str) -> dict[str, dict[str, Any]]:
    said = command("houses", *words, "--json")
    assert (said.code, said.err) == (0, "")
    return {house["id"]: house for house in json.loads(said.out)["houses"]}


@pytest.mark.rule("PK-13", "PK-31")
def test_the_fee_of_a_six_handed_lowball_table_is_one_command(command: Callable[..., Said]) -> None:
    words = ("lowball", "--house", "pot", "--limit", "2-4", "--seats", "6")
    (row,) = houses(command, *words)["pot"]["games"]
    assert (row["game"], row["limit"], row["ante"], row["buy_in"]) == ("lowball", "2-4", 50, 20_00)
    assert row["fees"] == {"6": 3_00}
    assert (row["fee_moment"], row["fee_count"]) == ("after antes", "posted")
    shown = command("houses", *words).out
    assert "fee, 6" in shown
    assert shown.count("lowball") == 1
    assert "$3" in shown
    assert "taken out of the pot, after the antes, counted by players who posted an ante (PK-13)." in shown


def test_every_house_game_and_limit_is_listed_with_the_fee_of_every_head_count(command: Callable[..., Said]) -> None:
    listed = houses(command)
    assert list(listed) == list(library.houses())
    for name, house in library.houses().items():
        rows = listed[name]["games"]
        expected = [(game, limit) for game, spread in house.games.items() for limit in spread.limits or ("any",)]
        assert [(row["game"], row["limit"]) for row in rows] == expected
        for row in rows:
            if row["limit"] == "any":
                continue
            game = library.load(row["game"], name, row["limit"])
            least, most = row["seats"]
            assert row["fees"] == {str(heads): game.fee(heads) for heads in range(least, most + 1)}
            assert (tuple(row["blinds"]), row["ante"]) == (game.blinds, game.ante)
    assert listed["button"]["dealers_choice"]
    assert not listed["pot"]["dealers_choice"]


@pytest.mark.rule("PK-2", "PK-31", "PK-32", "TH-3")
def test_what_the_documents_print_is_what_is_listed(command: Callable[..., Said]) -> None:
    listed = houses(command)
    pot = {(row["game"], row["limit"]): row for row in listed["pot"]["games"]}
    assert pot["holdem", "2-4"]["blinds"] == [1_00, 2_00]
    assert [pot["holdem", "2-4"]["fees"][heads] for heads in ("4", "5", "6", "7", "10")] == [100, 200, 200, 300, 300]
    assert [pot["draw", "2-4"]["fees"][heads] for heads in ("2", "4", "5", "6")] == [200, 200, 300, 300]
    button = {(row["game"], row["limit"]): row for row in listed["button"]["games"]}
    assert button["holdem", "6-12"]["blinds"] == [4_00, 6_00]
    assert button["holdem", "6-12"]["buy_in"] == 60_00
    assert button["lowball", "10-20"]["ante"] == 1_00
    assert [button["lowball", "10-20"]["fees"][heads] for heads in ("4", "5")] == [100, 200]


def test_for_people_the_columns_are_those_of_the_house(command: Callable[..., Said]) -> None:
    shown = command("houses").out
    for words in ("Pot house (pot)", "Button house (button), the button names the game", "Tournament (wsop)"):
        assert words in shown
    for words in (
        "fee, 7   fee, 5     fee, 4",
        "or more     or 6   or fewer",
        "fee, 5     fee, 4",
        "as agreed",
        "No fee",
    ):
        assert words in shown


def test_nothing_is_cut_off_at_a_narrow_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.console.width = 60
    for house in listing():
        show_house(screen, house, 0)
    shown = capsys.readouterr().out
    rows = [" ".join(line.split()) for line in shown.splitlines()]
    assert "…" not in shown
    assert max(len(line) for line in shown.splitlines() if "─" in line) <= 60
    assert "omaha-hi-lo 2-4 $1 and $2 $20 2–10 $3 / $2 / $1" in rows
    assert "Fees for 7 or more / 5 or 6 / 4 or fewer players." in shown


def test_an_own_house_book_is_read_from_its_file(command: Callable[..., Said], tmp_path: Path) -> None:
    path = book(tmp_path, "pot", ('fee = ["4", "3", "2"]', 'fee = ["9", "8", "7"]'))
    (house,) = houses(command, "draw", "--house", str(path)).values()
    assert house["games"][0]["fees"]["6"] == 8_00


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("lowbal",), "there is no poker game 'lowbal'; did you mean 'lowball'?"),
        (("holdem", "--house", "buton"), "'buton' is not a house; did you mean 'button'?"),
        (("omaha", "--house", "button"), "the Button house does not spread Omaha; it spreads holdem, draw"),
        (("lowball", "--limit", "5-10"), "no house spreads Lowball at '5-10'; choose one of 1-2, 2-4"),
        (("lowball", "--seats", "9"), "no house spreads Lowball for 9 seats"),
        (("--seats", "1"), "write a number between 2 and 23."),
    ],
)
def test_mistakes_are_one_sentence(command: Callable[..., Said], words: tuple[str, ...], sentence: str) -> None:
    said = command("houses", *words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1
