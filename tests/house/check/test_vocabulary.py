"""Mistakes in a game file: all are reported at once, each with its key path, its line and the fix."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pitboss import house
from pitboss.datafile import FileError, Problem
from pitboss.house import library
from pitboss.house.definition import DealStep, DiscardStep, SettleStep, TurnStep
from pitboss.house.vocabulary import game_file
from tests.examples import examples
from tests.house.definitions import Drawn, definitions

TEXTS = {name: library.path(name).read_text(encoding="utf-8") for name in house.names()}


def changed(name: str, old: str, new: str) -> tuple[str, int]:
    """A shipped file with one place rewritten, and the line of that place."""
    text = TEXTS[name]
    assert text.count(old) >= 1, f"{old!r} is not in {name}"
    start = text.index(old)
    return text[:start] + new + text[start + len(old) :], text.count("\n", 0, start) + 1


def problems(name: str, old: str, new: str) -> tuple[list[Problem], int]:
    text, line = changed(name, old, new)
    return game_file.check(text, f"{name}.toml"), line


@pytest.mark.parametrize("name", house.names())
def test_every_shipped_game_is_right_and_its_id_is_its_file(name: str) -> None:
    assert game_file.check(TEXTS[name], name) == []
    definition = library.definition(name)
    assert definition.id == name
    assert len(TEXTS[name].splitlines()) <= 90


@pytest.mark.parametrize("name", ["top5", "high5", "six54", "holdout"])
def test_our_games_carry_the_rule_behind_every_step_option_hand_and_outcome(name: str) -> None:
    game = library.definition(name)
    assert all(step.rule for step in game.script)
    assert all(choice.rule for decision in game.decisions.values() for choice in decision.choices)
    assert all(hand.rule for hand in game.hands.values())
    for wager in game.wagers.values():
        assert all(wager.rules.get(outcome) or wager.rules.get("") for outcome in wager.outcomes)


def test_a_hand_of_which_too_many_cards_must_play_says_so() -> None:
    old, must = 'player = { of = ["player", "board"]', 'must = { player = "all", board = "all" }'
    reported, _ = problems("casino-holdem", old, old.replace("{ ", f"{{ {must}, "))
    assert reported[0].sentence.endswith("cannot be made of 7 cards: 7 of them must play, but it takes 5.")


MISTAKES = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))["mistake"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: f"{each['game']}: {each['words'][:40]}")
def test_a_mistake_is_named_with_key_line_and_fix(mistake: dict[str, str]) -> None:
    name, new, key, words = mistake["game"], mistake["new"], mistake["key"], mistake["words"]
    reported, line = problems(name, mistake["old"], new)
    assert reported, "the mistake was not found"
    here = [problem for problem in reported if problem.key == key and words in problem.sentence]
    assert here, "\n".join(map(str, reported))
    assert here[0].file == f"{name}.toml"
    assert here[0].sentence.endswith((".", "?"))
    if key.startswith("script") and new and "\n" not in new:
        assert here[0].line >= line
    elif new and "{ settle" not in new and not key.startswith(("wager.", "decision.", "ranking")):
        assert abs(here[0].line - line) <= 2


def test_the_line_is_the_one_of_the_word() -> None:
    reported, line = problems("top5", '"Q" = "8 to 5", "J" = 1 }', '"Q" = "8 for 5", "J" = 1 }')
    assert [(problem.key, problem.line) for problem in reported] == [("wager.ace-or-face.tables.2.Q", line)]


def test_all_mistakes_of_a_file_are_found_at_once() -> None:
    text, _ = changed("top5", 'face = "up"', 'face = "left"')
    text = (
        text.replace('fold = "stands"', 'fold = "sits"')
        .replace('unit = "ante"', 'unit = "aunt"')
        .replace("cards = 1,", "cards = -1,")
    )
    reported = game_file.check(text, "top5.toml")
    assert {problem.key for problem in reported} >= {
        "unit",
        "script[3].face",
        "script[3].cards",
        "wager.ace-or-face.fold",
    }
    assert [problem.line for problem in reported] == sorted(problem.line for problem in reported)
    with pytest.raises(FileError, match=r"^top5.toml, line \d+: .*[^.] \(and \d+ more: see pitboss check\)\.$"):
        game_file.parse(text, "top5.toml")


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "words"),
    [
        ("high5", 'ranking = "joker"', 'ranking = "jokr"', "ranking", "did you mean 'joker'?"),
        ("three-card", "ranking = {", "rankng = {", "rankng", 'did you mean "ranking"?'),
        ("three-card", "[decision]", "[decisions]", "decisions", 'did you mean "decision"?'),
        ("three-card", "[hand]", "[hands]", "hands", 'did you mean "hand"?'),
        ("three-card", "script = [", "scrpt = [", "scrpt", 'did you mean "script"?'),
        ("three-card", '  { decide = "play", rule = "3C-2" },\n', "", "decision.play", 'says decide = "play"'),
        (
            "top5",
            '{ deal = "player", cards = 5',
            '{ deal = "player", cards = "5"',
            "script[1].cards",
            "'5' is not a whole",
        ),
        ("top5", '{ deal = "player"', "{ deal = 5", "script[1].deal", "5 is not a text"),
        ("top5", '{ deal = "player"', '{ deel = "player"', "script[1]", "a step does one thing"),
        ("three-card", '"high card of Q"', '"pair of sixes"', "hand.dealer.qualifies", "'sixes' is not a rank"),
        ("three-card", 'fold = "lose"', 'fold = "stands"', "wager.ante.fold", "only for the fold of a wager without"),
        ("three-card", 'tie = "push"', 'tie = "pushh"', "wager.ante.tie", "'pushh' is not an outcome"),
        ("three-card", 'say = "fold"', "say = 1", "decision.play[1].say", "1 is not a text"),
        ("four-card", "[1, 2, 3]", '"some"', "decision.play[2].place.play", "'some' is not a multiple"),
        ("three-card", "table = {", "table = 1 #", "wager.pair-plus.table", "1 is not a table"),
        ("three-card", 'tie = "push"', "tie = push", "", 'text needs quotes, so write "push"'),
        ("three-card", "unit =", "units =", "units", 'did you mean "unit"?'),
    ],
)
def test_what_only_follows_from_a_mistake_is_not_reported(name: str, old: str, new: str, key: str, words: str) -> None:
    reported, _ = problems(name, old, new)
    assert [problem.key for problem in reported] == [key], "\n".join(map(str, reported))
    assert words in reported[0].sentence


def test_what_is_not_toml_is_one_problem_with_its_line() -> None:
    (problem,) = game_file.check('id = "x"\nname = \n', "x.toml")
    assert (problem.line, problem.file) == (2, "x.toml")


def test_the_structure_of_a_peeled_hand() -> None:
    game = library.definition("six54")
    kinds = [type(step) for step in game.script[:7]]
    assert kinds[:3] == [DealStep] * 3
    assert kinds[4:7] == [DiscardStep, TurnStep, DiscardStep]
    assert isinstance(game.script[-1], SettleStep)
    assert game.script[-1].wagers == tuple(game.wagers)


def test_tables_by_name_follow_the_wager_they_belong_to() -> None:
    game = library.definition("let-it-ride")
    assert game.wagers["bet-2"].table is game.wagers["bet-1"].table
    assert game.wagers["bet-2"].shares == "bet-1"


def test_the_version_names_the_content_that_is_played() -> None:
    plain = game_file.parse(TEXTS["top5"], "a.toml")
    remarked = game_file.parse("# a remark\n" + TEXTS["top5"], "b.toml")
    other = game_file.parse(changed("top5", '"K" = 2', '"K" = 3')[0], "c.toml")
    quoted = game_file.parse(TEXTS["top5"] + '\n[published]\n"ante".edge = "3.02%"\n', "d.toml")
    assert plain.version == remarked.version == quoted.version != other.version
    assert plain == remarked
    assert plain != other
    assert quoted.published == {"ante": {"edge": "3.02%"}}


def test_values_can_be_changed_by_key_path_and_are_checked_anew() -> None:
    game = house.load("top5", tens=2).definition
    other = game_file.changed(game, **{'wager.bet.table."royal flush"': 200, "wager.ante.tie": "lose"})
    assert other.wagers["bet"].table is not None
    assert other.wagers["bet"].table.lines[0].odds == Fraction(200)
    assert other.wagers["ante"].outcomes["tie"] == ("lose",)
    assert other.wagers["tens"].sheet_key == "tens/2", "what the house chose stays chosen"
    assert other.version != game.version
    with pytest.raises(FileError, match="'sometimes' is not an outcome"):
        game_file.changed(game, **{"wager.ante.tie": "sometimes"})
    with pytest.raises(ValueError, match="the file has no"):
        game_file.changed(game, **{"wager.aunt.tie": "lose"})


@pytest.mark.parametrize("name", house.names())
def test_every_reading_is_a_game_that_can_be_dealt(name: str) -> None:
    game = library.definition(name)
    for reading in game.readings:
        for alternative in reading.alternatives:
            assert game_file.changed(game, **alternative).version != game.version


def test_readings_are_there_where_the_documents_leave_a_choice() -> None:
    assert [reading.name for reading in library.definition("top5").readings] == ["T5-15"]
    assert [reading.name for reading in library.definition("six54").readings] == ["S4-8"]


@examples(0.6, suppress_health_check=list(HealthCheck))
@given(definitions())
def test_drawn_games_are_read_completely(drawn: Drawn) -> None:
    data = tomllib.loads(drawn.text)
    assert len(drawn.game.script) == len(data["script"])
    assert set(drawn.game.wagers) == set(data["wager"])
    assert set(drawn.game.hands) == set(data["hand"])
    assert game_file.parse(drawn.text, "again.toml") == drawn.game


@examples(4)
@given(st.sampled_from(house.names()), st.integers(0, 2**32))
def test_a_damaged_file_is_refused_or_played_but_never_breaks_the_reader(name: str, seed: int) -> None:
    """Words are dropped, doubled and swapped at random: the reader reports problems or returns a valid game."""
    random = Random(seed)
    words = TEXTS[name].replace(",", " , ").split(" ")
    for _ in range(random.randrange(1, 4)):
        at, other = random.randrange(len(words)), random.randrange(len(words))
        match random.randrange(4):
            case 0:
                del words[at]
            case 1:
                words[at] = words[other]
            case 2:
                words.insert(at, words[other])
            case _:
                words[at] = random.choice(["0", "-1", '""', "[]", "{}", "true", '"player"', "99", '"all"', "1.5"])
    reported = game_file.check(" ".join(words), name)
    for problem in reported:
        assert problem.sentence
        assert problem.line >= 1


def test_the_draft_of_the_vocabulary_is_still_understood(tmp_path: Path) -> None:
    """Old wordings are still read: ``packet`` on any deal, published figures in the game's own file."""
    text = TEXTS["high5"].replace('{ deal = "dealer", cards = 7, ', '{ deal = "dealer", cards = 7, packet = true, ')
    file = tmp_path / "draft.toml"
    file.write_text(text + '\n[published]\n"trips/APP-01" = { edge = "4.81%", hit = "19.19%" }\n')
    assert house.load(file).id == "high5"
