"""``pitboss check`` on house books, poker games and jurisdictions: every mistake once, and none hidden by another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.cli import check as _files
from pitboss.datafile import Problem

FOLDER = Path(pitboss.__file__).parent
BOOK, GAME, LAW = "houses/pot.toml", "games/poker/holdem.toml", "jurisdictions/washington.toml"


def checked(folder: Path, file: str, *changes: tuple[str, str]) -> list[Problem]:
    """The mistakes of a shipped file in which the first match of each pattern is replaced."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    for pattern, other in changes:
        text, count = re.subn(pattern, lambda _, other=other: other, text, count=1, flags=re.MULTILINE)  # type: ignore[misc]
        assert count, pattern
    path = folder / Path(file).name
    path.write_text(text, encoding="utf-8")
    return list(_files.problems(str(path))[1])


def known_keys(problems: list[Problem]) -> set[str]:
    (problem,) = problems
    return set(problem.sentence.partition("it may be ")[2].rstrip(".").split(", "))


def test_the_keys_of_a_house_book_are_all_listed(tmp_path: Path) -> None:
    top = known_keys(checked(tmp_path, BOOK, ("^id =", "colour = 1\nid =")))
    assert {"strict", "any_stakes", "wild", "antes", "short_buy", "limits", "games", "misprint"} <= top
    betting = known_keys(checked(tmp_path, BOOK, ("^raises = 3", "raises = 3\ncolour = 1")))
    assert {"raises", "blind_is_bet", "reopens", "no_limit", "rule"} <= betting
    assert "names_game" in known_keys(checked(tmp_path, BOOK, ("^names_game = false", "colour = 1")))
    spread = known_keys(checked(tmp_path, BOOK, (r"^\[games\.lowball\]", "[games.lowball]\ncolour = 1")))
    assert spread == {"limits", "seats", "play", "betting", "street", "opening"}


def test_the_keys_of_a_street_and_a_poker_game_are_all_listed(tmp_path: Path) -> None:
    street = known_keys(checked(tmp_path, GAME, (r"^\[street\.first\]", "[street.first]\ncolour = 1")))
    assert street == {
        *("burn", "down", "up", "board", "draw", "starts", "opens", "limit", "shortage", "must_bet", "completes"),
        *("open_pair", "sandbag", "burn_rule", "sandbag_rule", "rule"),
    }
    assert "opening" in known_keys(checked(tmp_path, GAME, ("^id =", "colour = 1\nid =")))


@pytest.mark.parametrize(
    ("file", "change", "sentence"),
    [
        (BOOK, (r"^heads = \[7, 5, 1\]", "heads = 7"), "write the least number of players"),
        (BOOK, (r"^heads = \[7, 5, 1\]", ""), "a fee needs heads"),
        (BOOK, (r"^heads = \[7, 5, 1\]", "headz = [7, 5, 1]"), 'did you mean "heads"'),
        (BOOK, (r"^moment = \{.*\}", "moment = 5"), "5 is not a table"),
        (BOOK, (r'^"1-2" = \{.*\}', '"1-2" = 5'), "5 is not a table"),
        (BOOK, (r'fee = \["2", "1", "1"\]', 'fee = ["2", "x", "1"]'), "'x' is not an amount"),
        (BOOK, (r'fee = \["2", "1", "1"\], ', 'feee = ["2", "1", "1"], '), 'did you mean "fee"'),
        (GAME, (r"^seats = .*", ""), '"seats" is missing'),
        (GAME, (r"^seats = ", "seatz = "), 'did you mean "seats"'),
        (GAME, (r'^ranking = "standard"', "ranking = 5"), "write the name of a ranking"),
        (GAME, (r'^ranking = "standard"', 'rankin = "standard"'), 'did you mean "ranking"'),
        (LAW, (r'^limits = "single wager"', 'limits = "single"'), '"single" is unknown'),
        (LAW, (r'^limits = "single wager"', ""), '"limits" is missing'),
        (LAW, (r'^most = "\$.*"', "most = [5]"), "how much is allowed must be dollars"),
        (LAW, (r'^above = ".*"', ""), '"above" is missing'),
    ],
    ids=str,
)
def test_a_mistake_is_reported_once_without_its_consequences(
    file: str, change: tuple[str, str], sentence: str, tmp_path: Path
) -> None:
    problems = checked(tmp_path, file, change)
    assert len(problems) == 1, problems
    assert sentence in problems[0].sentence


def test_a_part_that_is_no_table_lacks_nothing_else(tmp_path: Path) -> None:
    for key, table in (("win", r"(?s)^\[win\.high\].*"), ("street", r"(?s)^\[street\.first\].*")):
        problems = checked(tmp_path, GAME, (table, ""), ("^id =", f"{key} = 5\nid ="))
        about = [one.sentence for one in problems if one.key == key or f'"{key}"' in one.sentence]
        assert about == ["5 is not a table."]


def test_a_mistake_hides_none_elsewhere_in_the_file(tmp_path: Path) -> None:
    unposted = (r'^"1-2" = \{ blinds = \["1", "1"\]', '"1-2" = { blinds = ["1"]')
    problems = checked(tmp_path, BOOK, ('^name = "Pot house"', "name = 5"), unposted)
    assert [one.key for one in problems] == ["name", "games.holdem.limits"]
    too_many = (r"^seats = .*", "seats = [2, 24]")
    problems = checked(tmp_path, GAME, ("^name = .*", "name = 5"), too_many, ('^ranking = "standard"', 'ranking = "x"'))
    assert [one.key for one in problems] == ["name", "street.turn", "win.high.ranking"]
