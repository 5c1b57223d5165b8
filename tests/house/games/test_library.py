"""Where games come from, and what a house may choose in them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import pitboss
from pitboss import house, seeded
from pitboss.datafile import UnreadableFile
from pitboss.house import Round, library
from pitboss.house.library import NoSuchGame
from pitboss.house.options import OptionError, choose
from tests.house.rounds import deal


def test_the_folder_is_the_list_of_games() -> None:
    files = {path.stem for path in library.folder().glob("*.toml") if ".published" not in path.name}
    assert set(house.names()) == files
    assert len(files) >= 12


def test_no_python_outside_the_tests_names_a_game() -> None:
    package = Path(pitboss.__file__).parent
    for path in [*package.rglob("*.py")]:
        if "poker" in path.parts:
            continue
        words = path.read_text(encoding="utf-8")
        for name in ("six54", "holdout", "let-it-ride", "mississippi", "crazy4", "casino-holdem"):
            quoted = [line for line in words.splitlines() if f'"{name}"' in line and ">>>" not in line]
            assert not quoted, f"{path.name} names {name}: {quoted}"


def test_a_file_works_wherever_a_name_does(tmp_path: Path) -> None:
    text = library.path("three-card").read_text(encoding="utf-8").replace('id = "three-card"', 'id = "my-game"')
    file = tmp_path / "my-game.toml"
    file.write_text(text, encoding="utf-8")
    table = house.load(file).deal({1: {"ante": 500}}, shuffle=seeded(1)).act(1, "play")
    assert Round.load(table.dump()).events == table.events, "its record carries the file's text"
    file.unlink()
    assert Round.load(table.dump()).lines == table.lines
    assert house.load(str(library.path("top5"))).id == "top5"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(NoSuchGame, match="there is no game 'topp5'; did you mean 'top5'"):
        house.load("topp5")
    with pytest.raises(NoSuchGame, match="or give the path of a file"):
        house.load("zzz")
    with pytest.raises(UnreadableFile, match="cannot be read"):
        house.load("nowhere/game.toml")


@pytest.mark.rule("HB-8", "T5-3")
def test_the_house_chooses_tables_layout_required_wagers_and_misdeals() -> None:
    game = house.load("top5", tens=2, ace_or_face="3", required=["ante", "tens"], spots=6, misdeal="spot").definition
    assert game.in_force == {
        "tables": {"ace-or-face": "3", "tens": "2"},
        "required": ["tens", "ante"],
        "spots": 6,
        "misdeal": "spot",
    }
    assert choose(house.load("top5").definition, **game.in_force) == game
    assert choose(game, tables={"tens": 1}).wagers["tens"].sheet_key == "tens/1"
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"tens": 4}, "there is no pay table '4' for tens in Top 5 Poker; the house may post 1, 2, 3"),
        ({"ante": 1}, "no pay table '1' for ante in Top 5 Poker; it has no tables to choose from"),
        (
            {"fives": 1},
            "'fives' is not an option of Top 5 Poker; options are required, spots, misdeal and the pay tables",
        ),
        ({"misdeal": "shrug"}, "misdeal = 'shrug' is unknown; it may be void or spot"),
        ({"tables": {"aunt": 1}}, "'aunt' is not a wager of Top 5 Poker"),
    ],
)
def test_choices_a_game_does_not_offer(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        house.load("top5", **options)


def test_a_wager_that_shares_tables_follows_its_owner(tmp_path: Path) -> None:
    text = library.path("let-it-ride").read_text(encoding="utf-8")
    head, _, tail = text.partition("table = {")
    line, _, rest = tail.partition("\n")
    file = tmp_path / "ride.toml"
    file.write_text(f"{head}tables.A = {{{line}\ntables.B = {{{line.replace('11', '12')}\n{rest}", encoding="utf-8")
    game = house.load(file, bet_1="B").definition
    assert [game.wagers[key].sheet_key for key in ("bet-1", "bet-2", "bet-3")] == ["bet-1/B", "bet-2/B", "bet-3/B"]
    with pytest.raises(OptionError):
        house.load(file, bet_2="A")


@pytest.mark.rule("HB-2")
def test_limits_are_checked_before_the_first_card() -> None:
    from pitboss.house.definition import Limit
    from pitboss.house.limits import OverLimit

    with pytest.raises(OverLimit, match="above the table maximum"):
        house.load("top5").deal({1: {"ante": 50_000}}, limits={"ante": Limit(500, 30_000, 500)})


def test_a_deal_without_a_shuffle_is_live() -> None:
    one, two = (deal_live() for _ in range(2))
    assert one.record.shuffles != two.record.shuffles


def deal_live() -> Round:
    return house.load("top5").deal({1: {"ante": 500}})


def test_a_dumped_round_goes_on_where_it_was() -> None:
    table = deal("mississippi", {1: {"ante": 100}, 2: {"ante": 100}}, auto=False)
    while not table.done:
        again = Round.load(table.dump())
        assert again.events == table.events
        assert again.actors == table.actors
        table.act(table.actors[0], "bet 2x") if table.actors else table.step()
