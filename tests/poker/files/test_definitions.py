"""Game files and house books: read strictly, mistakes with their line, every policy a named value."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss import poker
from pitboss.datafile import FileError
from pitboss.poker.hand import Hand
from tests.poker.table import GAMES, HOUSES, SPREAD, at_random, deal, load

HOLDEM = (GAMES / "holdem.toml").read_text(encoding="utf-8")
POT = (HOUSES / "pot.toml").read_text(encoding="utf-8")


def test_what_ships_is_right() -> None:
    assert set(poker.games()) == {
        "holdem",
        "omaha",
        "omaha-hi-lo",
        "lowball",
        "draw",
        "seven-stud",
        "five-stud",
    }
    assert set(poker.houses()) == {"button", "pot", "wsop"}
    for path in (*GAMES.glob("*.toml"), *HOUSES.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        assert poker.problems(text, path.name) == ()
        assert len([line for line in text.splitlines() if line.strip()]) < 100
    for game in poker.games().values():
        assert all(street.rule for street in game.streets), game.id
        assert all(win.rule for win in game.wins), game.id


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "words"),
    [
        ("down = 2", "down = -2", 11, "street.first.down", "too small"),
        ("down = 2", 'down = "two"', 11, "street.first.down", "whole number"),
        ('opens = "after blinds"', 'opens = "after the blinds"', 13, "street.first.opens", "after blinds"),
        ('limit = "higher"', 'limit = "hihger"', 26, "street.turn.limit", "higher"),
        ("burn = 1", "burns = 1", 17, "street.flop.burns", '"burn"'),
        ("seats = [2, 10]", "seats = [10, 2]", 5, "seats", "fewest and the most"),
        ("seats = [2, 10]", "seats = [2, 24]", 23, "street.turn", "need 54 cards"),
        ("deck = 52", "deck = 40", 4, "deck", "40"),
        ('ranking = "standard"', 'ranking = "standrad"', 38, "win.high.ranking", "standrad"),
        ('ranking = "standard"', 'ranking = "standard"\nhole = 3\nboard = 2', 39, "win.high.hole", "cannot make"),
        ('ranking = "standard"', 'ranking = "standard"\nhole = 2', 37, "win.high", "go together"),
        ('stakes = "blinds"', 'stakes = "chips"', 6, "stakes", "blinds"),
        ('limit = "lower"\nopens = "left of button"', 'opens = "high board"', 16, "street.flop", "nobody shows a card"),
        ("board = 3", 'board = 3\nshortage = "common card"', 16, "street.flop", "one card for each player"),
        ('play = ["limit", "no-limit"]', 'play = ["pot-limit"]', 7, "play", "pot-limit"),
        ('id = "holdem"', "", 1, "", '"id" is missing'),
        ("[street.first]", "[street.first", 10, "", "not TOML"),
        ('name = "Texas', 'colour = "red"\nname = "Texas', 3, "colour", "is not a key"),
    ],
)
def test_mistakes_in_a_game_file(old: str, new: str, line: int, key: str, words: str) -> None:
    text = HOLDEM.replace(old, new)
    problems = poker.problems(text, "mine.toml")
    assert any(problem.line == line and problem.key == key and words in problem.sentence for problem in problems), (
        problems
    )
    assert all(problem.file == "mine.toml" and problem.sentence.endswith((".", "?")) for problem in problems)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("raises = 3", 'raises = "three"', "betting.raises", "whole number"),
        ('heads_up = "unlimited"', 'heads_up = "unlimitde"', "betting.heads_up", "unlimited"),
        ('short_all_in = "action"', 'short_allin = "action"', "betting.short_allin", "short_all_in"),
        ('payer = "pot"', 'payer = "house"', "fee.payer", "pot"),
        ("heads = [7, 5, 1]", "heads = [1, 5, 7]", "fee.heads", "falling to 1"),
        ("blind_is_bet = true", 'blind_is_bet = "yes"', "betting.blind_is_bet", "true or false"),
        ("[games.draw.limits]", "[games.drawn.limits]", "games.drawn", 'no game "drawn"'),
        ('"2-4" = { blinds', '"two-four" = { blinds', "games.holdem.limits.two-four", "not a limit"),
        ('fee = ["3", "2", "1"]', 'fee = ["3", "2"]', "games.holdem.limits.2-4.fee", "3 columns"),
        ('ante = "0.50"', "ante = 0.5", "games.lowball.limits.1-2.ante", "dollars in quotes"),
        ("street.first.sandbag =", "street.second.sandbag =", "games.lowball.street.second", "its streets are"),
        ('sandbag = "7c', 'sandbag = "7x', "games.lowball.street.first.sandbag", "7x"),
        ("strict = false", 'strict = "no"', "strict", "true or false"),
        ("strict = false", "strict = false\nany_stakes = true", "any_stakes", "needs amounts"),
        ("raises = 3 ", 'reopens = "full raise"\nraises = 3 ', "betting.reopens", "leave"),
        ('{ raises = "PK-8", short', '{ rases = "PK-8", short', "betting.rule.rases", '"raises"'),
        ('{ shows = "PK-15", ', '{ show = "PK-15", ', "showdown.rule.show", "shows"),
        ('blinds = "first board" }', 'blinds = "after antes" }', "fee.moment.blinds", "before blinds"),
        ('ties = "split"', 'ties = "spilt"', "showdown.ties", "split"),
        (
            "[games.draw.limits]",
            "[games.draw]\nseats = [2, 11]\n[games.draw.limits]",
            "games.draw.seats",
            "need 55 cards",
        ),
        (
            "[games.omaha.limits]",
            "[games.omaha]\nstreet.turn.opens = 'low card'\n[games.omaha.limits]",
            "games.omaha.street",
            "low",
        ),
    ],
)
def test_mistakes_in_a_house_book(old: str, new: str, key: str, words: str) -> None:
    assert old in POT
    problems = poker.problems(POT.replace(old, new), "mine.toml")
    assert any(problem.key.replace('"', "") == key and words in problem.sentence for problem in problems), problems
    line = next(i for i, row in enumerate(POT.splitlines(), 1) if old in row)
    assert any(problem.line in (line, line + 1) for problem in problems), problems


def test_a_mistake_is_one_sentence_and_every_one_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(HOLDEM.replace("down = 2", "down = -2").replace("deck = 52", "deck = 40"), encoding="utf-8")
    with pytest.raises(FileError, match=r"line 4.*and 1 more"):
        poker.load(path)
    with pytest.raises(poker.TableError, match="'whist' is not a poker game; choose one of draw"):
        poker.load("whist")
    with pytest.raises(poker.TableError, match="'casino' is not a house"):
        poker.load("holdem", "casino")
    with pytest.raises(FileError, match="cannot be read"):
        poker.load(tmp_path / "nothing.toml")


def test_a_game_of_ones_own_is_played_and_its_record_carries_it(tmp_path: Path) -> None:
    """Pineapple-like: three down cards, any five of eight, no game of that name anywhere in the code."""
    game = tmp_path / "three.toml"
    text = (
        HOLDEM.replace('id = "holdem"', 'id = "three"')
        .replace("Texas Hold'em", "Three")
        .replace("down = 2", "down = 3")
    )
    game.write_text(text, encoding="utf-8")
    house = tmp_path / "mine.toml"
    limits = '[games.three.limits]\n"2-4" = { blinds = ["1", "2"], buy_in = "20", fee = ["3", "2", "1"] }\n'
    house.write_text(POT.replace('id = "pot"', 'id = "mine"') + "\n" + limits, encoding="utf-8")
    spread = poker.load(game, house, "2-4")
    hand = at_random(deal(spread, *[5000] * 5), 3)
    data = hand.dump()
    game.unlink()
    house.unlink()
    again = Hand.load(data)
    assert again.events == hand.events
    assert again.moves == hand.moves


def test_a_record_of_other_rules_is_refused() -> None:
    hand = deal(load("holdem", "pot", "2-4"), 5000, 5000)
    data = hand.dump().replace(hand.game.reference["digest"].encode(), b"0" * 16)
    with pytest.raises(poker.TableError, match="have changed since this record"):
        Hand.load(data)
    with pytest.raises(poker.TableError, match="does not name its game"):
        Hand.load(b'{"kind":"poker","setup":{"game":{}}}')


def test_no_code_names_a_game_or_asks_which_house_it_is() -> None:
    """No Python outside tests names a game or a house, except the default house."""
    names = {*poker.games(), "button house", "pot house", "wsop"} - {"draw"}  # the draw is also an act
    here = Path(poker.__file__).parent
    for path in sorted(here.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs
        ]
        assert not names & set(texts), path
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.In):
                sides = [node.left, *node.comparators]
                asks = [side for side in sides if isinstance(side, ast.Attribute) and side.attr in ("id", "name")]
                told = [side for side in sides if isinstance(side, ast.Constant | ast.Tuple | ast.Set | ast.List)]
                assert not (asks and told), (path, node.lineno)


def test_the_listing() -> None:
    entry = next(one for one in poker.listing() if one["id"] == "seven-stud")
    assert entry["kind"] == "poker"
    assert entry["seats"] == [2, 8]
    assert entry["streets"] == ["third", "fourth", "fifth", "sixth", "seventh"]
    assert entry["houses"]["pot"] == ["2-4"]
    assert entry["houses"]["wsop"] == ["any"]
    assert poker.from_file(GAMES / "draw.toml")["id"] == "draw"


def test_stakes_are_named_by_the_house_or_said_where_it_takes_any() -> None:
    assert poker.load("holdem").limit.name == "1-2"
    with pytest.raises(poker.TableError, match="posts its own stakes"):
        poker.load("holdem", "pot", "2-4", lower=300)
    with pytest.raises(poker.TableError, match="takes any stakes"):
        poker.load("holdem", "wsop")
    assert poker.load("holdem", "wsop", "2-4").blinds == (100, 200)
    with pytest.raises(poker.TableError, match="not a limit"):
        poker.load("holdem", "wsop", "two")
    game = pitboss.game("holdem", house="pot", limit="2-4")
    assert repr(game) == "<Texas Hold'em, Pot house, limit 2-4>"


def test_every_house_deals_every_game_it_spreads() -> None:
    for house, game in SPREAD:
        assert at_random(deal(load(game, house), *[3000] * 4), 5).done


@pytest.mark.parametrize("statement", ["import pitboss.poker", "from pitboss.poker import Hand, PokerSession, load"])
def test_the_package_is_imported_without_heavy_libraries(statement: str) -> None:
    """With everything a table needs, too; ``tests/foundation/test_import.py`` counts the modules."""
    script = f"{statement}; import sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not set(run.stdout.split()) & {"numpy", "numba", "rich", "click"}


def test_dealing_needs_no_heavy_library() -> None:
    script = (
        "import sys, pitboss.poker.hand, pitboss.poker.library; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
