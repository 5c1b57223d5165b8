"""Wagers beyond a limit are refused before the deal, with the limit and its source; deviations are findings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.house import approval, limits
from pitboss.house.definition import Definition, Limit
from pitboss.house.vocabulary import game_file
from pitboss.rules import jurisdiction

GAMES = Path(pitboss.__file__).parent / "games" / "house"
OLD, NEW = date(2015, 6, 1), date(2024, 6, 1)


def game(name: str) -> Definition:
    path = GAMES / f"{name}.toml"
    return game_file.parse(path.read_text(), str(path))


TOP5 = game("top5")
TABLE = {"ante": Limit(500, 10_000, 500), "tens": Limit(100, 2_500, 100), "bet": Limit(500, 9_000, 1)}


def refusal(stakes: dict[str, int], law: str | None = None, on: date | None = None, of: Definition = TOP5) -> str:
    with pytest.raises(limits.OverLimit) as caught:
        limits.check(of, {1: stakes}, TABLE if of is TOP5 else None, law, on)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


@pytest.mark.rule("HB-2")
@pytest.mark.parametrize(
    ("stakes", "words"),
    [
        ({"ante": 400}, "$4 on ante (spot 1) is below the table minimum of $5 (table limit, HB-2)"),
        ({"ante": 10_500}, "above the table maximum of $100"),
        ({"ante": 700}, "steps of $5"),
        ({"ante": 500, "tens": 50}, "below the table minimum of $1"),
        ({"ante": 9_500}, "bet wager equal to the ante"),
    ],
)
def test_beyond_the_table(stakes: dict[str, int], words: str) -> None:
    assert words in refusal(stakes)


@pytest.mark.rule("HB-2")
def test_within_the_table() -> None:
    """Least, most and each step are allowed on every spot; what has no limit is free. A cent more is refused."""
    for stakes, wager in (({"ante": 500}, "ante"), ({"ante": 9_000, "tens": 2_500}, "tens"), ({"tens": 100}, "tens")):
        limits.check(TOP5, {1: stakes, 3: stakes}, TABLE)
        with pytest.raises(limits.OverLimit, match=rf"on {wager} \(spot 3\)"):
            limits.check(TOP5, {1: stakes, 3: stakes | {wager: stakes[wager] + 1}}, TABLE)
    limits.check(TOP5, {1: {"ace-or-face": 7}, 3: {"ace-or-face": 8}}, TABLE)


@pytest.mark.rule("HB-2", "PK-28")
def test_single_wager_by_date() -> None:
    stakes = {1: {"ante": 350_00}}
    limits.check(TOP5, stakes, {}, "washington", NEW)
    with pytest.raises(limits.OverLimit, match=r"would be \$350; Washington allows \$300 .*WAC 230-15-140"):
        limits.check(TOP5, stakes, {}, "washington", OLD)
    with pytest.raises(limits.OverLimit, match=r"\$400 on a single wager \(WAC 230-15-140, in force since 2023-08\)"):
        limits.check(TOP5, {1: {"ante": 400_01}}, {}, "washington", NEW)
    limits.check(TOP5, {1: {"ante": 400_00}}, {}, "washington", NEW)


@pytest.mark.rule("HB-2", "PK-28")
def test_a_later_multiple_counts_at_its_largest() -> None:
    ultimate = game("ultimate")
    limits.check(ultimate, {1: {"ante": 100_00, "blind": 100_00}}, None, "washington", NEW)
    sentence = refusal({"ante": 101_00, "blind": 101_00}, "washington", NEW, ultimate)
    assert "play wager of 4 times the ante" in sentence
    assert "$404" in sentence


class NoShuffle:
    def mix(self, cards: Sequence[int]) -> tuple[int, ...]:
        raise AssertionError("the deck was shuffled for a wager beyond a limit")


@pytest.mark.rule("HB-2")
def test_a_round_beyond_a_limit_is_never_shuffled() -> None:
    top5 = pitboss.game("top5")
    with pytest.raises(limits.OverLimit, match="table maximum"):
        top5.deal({1: {"ante": 20_000}}, shuffle=NoShuffle(), limits=TABLE)
    with pytest.raises(limits.OverLimit, match="WAC 230-15-140"):
        top5.deal({1: {"ante": 500}, 2: {"ante": 500_00}}, shuffle=NoShuffle(), jurisdiction="washington", on=NEW)
    for wrong in ({"ante": "5"}, {"ante": -500}, {"nickels": 500}, {"ante": 5.0}):
        with pytest.raises(PitbossError, match=r"nickels|amount"):
            top5.deal({1: wrong}, shuffle=NoShuffle(), limits=TABLE, jurisdiction="washington", on=NEW)
    dealt = top5.deal({1: {"ante": 500}}, shuffle=pitboss.seeded(1), limits=TABLE, jurisdiction="washington", on=NEW)
    assert dealt.stakes == {1: {"ante": 500}}


SIDES = "\n".join(
    f"""
[wager.side-{number}]
initial = "beside"
shown = ["table", "lose"]
table = {{ "pair" = 1 }}
"""
    for number in range(1, 7)
)
SEVEN_GAMES = f"""
id = "seven"
name = "Seven Games"
deck = 52
spots = 7
ranking = "standard"
unit = "ante"
script = [ {{ deal = "player", cards = 5 }}, {{ settle = "all" }} ]
[decision]
[hand]
player = {{ of = ["player"] }}
[wager.ante]
initial = "required"
shown = ["table", "lose"]
table = {{ "pair" = 1 }}
{SIDES}
"""


@pytest.mark.rule("HB-2", "PK-28")
def test_separate_games_on_one_hand() -> None:
    seven = game_file.parse(SEVEN_GAMES, "seven.toml")
    six = {"ante": 500} | {f"side-{number}": 500 for number in range(1, 6)}
    limits.check(seven, {1: six}, None, "washington", NEW)
    sentence = refusal(six | {"side-6": 500}, "washington", NEW, seven)
    assert "7 separate games on one hand" in sentence
    assert "WAC 230-15-040" in sentence
    limits.check(seven, {1: six | {"ante": 2500, "side-1": 600, "side-2": 501}}, None, "washington", NEW)
    above = six | {"ante": 2500, "side-1": 600, "side-2": 501, "side-3": 501}
    sentence = refusal(above, "washington", NEW, seven)
    assert "4 games above $5 (ante, side-1, side-2, side-3)" in sentence
    assert "WAC 230-15-040" in sentence
    limits.check(seven, {1: above}, None, "washington", date(2009, 9, 13))
    [finding] = limits.findings(seven, None, "washington", NEW)
    assert (finding.allowed, finding.rule) == ("at most 6", "PK-28")


@pytest.mark.rule("PK-28")
def test_wagers_tied_to_another_are_no_game_of_their_own() -> None:
    ride = game("let-it-ride")
    assert {limits.game_of(ride, wager) for wager in ride.initial} == {"bet-3", "three-card-bonus"}
    assert {limits.game_of(TOP5, wager) for wager in TOP5.wagers.values()} == {"ante", "tens", "ace-or-face"}


@pytest.mark.rule("PK-28")
def test_a_table_that_posts_more_than_the_law_allows_is_a_finding() -> None:
    posted = {"ante": Limit(500, 350_00, 500)}
    assert limits.findings(TOP5, posted, "washington", NEW) == ()
    beyond = limits.findings(TOP5, posted, jurisdiction.load("washington"), OLD)
    assert [(one.where, one.source) for one in beyond] == [
        ("limits.ante", "WAC 230-15-140, in force since 2009"),
        ("limits.bet", "WAC 230-15-140, in force since 2009"),
    ]
    assert "may reach $350" in str(beyond[0])
    assert limits.findings(TOP5, posted) == ()


def test_limits_as_people_type_them() -> None:
    assert limits.parse("ante=5-300/5, tens=1-25", TOP5) == {
        "ante": Limit(500, 30_000, 500),
        "tens": Limit(100, 2_500, 100),
    }
    every = Limit(500, 10_000, 500)
    assert limits.parse("5-100/5", TOP5) == dict.fromkeys(("ante", "ace-or-face", "tens"), every)
    assert limits.parse("tens=1-25, 5-100/5", TOP5)["tens"] == Limit(100, 2_500, 100)
    assert limits.parse("5-100/5, tens=1-25", TOP5)["tens"] == Limit(100, 2_500, 100)
    for wrong in ("ante=5", "ante", "=5-10", "nickels=5-10", "ante=five-ten"):
        with pytest.raises(PitbossError):
            limits.parse(wrong, TOP5)
    with pytest.raises(PitbossError, match="give the date"):
        limits.check(TOP5, {1: {"ante": 500}}, None, "washington")


# The approved game -------------------------------------------------------------------------------------------------


@pytest.mark.rule("HO-13")
def test_the_shipped_game_is_the_approved_one() -> None:
    holdout = game("holdout")
    letter = approval.approval(holdout)
    assert letter is not None
    assert (letter.letter, letter.rules_of) == (date(2015, 4, 21), date(2015, 4, 8))
    assert approval.findings(holdout) == ()
    assert approval.approval(TOP5) is None
    assert approval.findings(TOP5) == ()


@pytest.mark.rule("HO-13")
@pytest.mark.parametrize(
    ("change", "where", "found", "allowed"),
    [
        (('"full house" = 3,', '"full house" = 4,'), 'wager.final.table."full house"', "4 to 1", "3 to 1"),
        (('"pair of A" = 4, ', ""), 'wager.community.table."pair of A"', "nothing", "4 to 1"),
        (("{ burn = 1", "{ burn = 2"), "script[2]", "burn: cards 2", "burn: cards 1"),
        (("hold = [1, 2, 3, 4, 5]", "hold = [2, 3, 4, 5]"), "decision.hold[1]", "hold 2 3 4 5", "hold 1 2 3 4 5"),
        (("spots = 6", "spots = 5"), "spots", "5", "6"),
        (('initial = "beside"', 'initial = "alone"'), "wager.community.initial", "alone", "beside"),
        (('shown = ["table", "lose"]', 'shown = ["table", "push"]'), "wager.first.shown", "table, push", "table, lose"),
    ],
)
def test_every_changed_cell_or_step_is_a_finding(
    tmp_path: Path, change: tuple[str, str], where: str, found: str, allowed: str
) -> None:
    text = (GAMES / "holdout.toml").read_text()
    assert change[0] in text
    file = tmp_path / "ours.toml"
    file.write_text(text.replace(*change, 1))
    findings = approval.findings(game_file.parse(file.read_text(), str(file)))
    match = [one for one in findings if one.where == where]
    assert len(match) == 1
    assert found in match[0].found
    assert allowed in match[0].allowed
    assert "April 21, 2015" in match[0].source
    assert match[0].rule == "HO-13"


@pytest.mark.rule("HO-13")
def test_names_and_rule_ids_are_words_not_rules(tmp_path: Path) -> None:
    text = (GAMES / "holdout.toml").read_text().replace("HO-3", "HB-3").replace("Classic Five Card HoldOut", "HoldOut")
    assert approval.findings(game_file.parse(text, str(tmp_path / "ours.toml"))) == ()


@pytest.mark.rule("HB-2")
@pytest.mark.parametrize("name", ["top5", "high5", "six54", "holdout"])
def test_the_law_a_document_names_holds_by_default(name: str) -> None:
    game = pitboss.game(name)
    assert game.definition.jurisdiction == "washington"
    wager = {game.definition.unit: 400_00}
    game.deal({1: wager}, shuffle=pitboss.seeded(1))
    with pytest.raises(limits.OverLimit, match=r"Washington allows \$400 on a single wager"):
        game.deal({1: {game.definition.unit: 400_01}}, shuffle=pitboss.seeded(1))
    with pytest.raises(limits.OverLimit, match=r"Washington allows \$300"):
        game.deal({1: wager}, shuffle=pitboss.seeded(1), on=OLD)


@pytest.mark.rule("HB-2")
def test_a_game_without_a_jurisdiction_has_table_limits_too() -> None:
    game = pitboss.game("three-card")
    assert not game.definition.jurisdiction
    game.deal({1: {"ante": 10_000_00}}, shuffle=pitboss.seeded(1))
    for _ in range(2):  # a refused wager is not remembered as placed
        with pytest.raises(limits.OverLimit, match=r"above the table maximum of \$10,000 \(table limit, HB-2\)"):
            game.deal({1: {"ante": 10_000_000_000_00}}, shuffle=pitboss.seeded(1))


@pytest.mark.rule("HB-2")
def test_a_house_that_says_otherwise_takes_more() -> None:
    game, shuffle = pitboss.game("top5"), pitboss.seeded(1)
    much = {1: {"ante": 50_000_00}}
    for options in ({"limits": "none"}, {"jurisdiction": "none"}):
        with pytest.raises(limits.OverLimit):
            game.deal(much, shuffle=shuffle, **options)
    game.deal(much, shuffle=shuffle, limits="none", jurisdiction="none")
    game.deal(much, shuffle=shuffle, limits={"ante": Limit(1, 50_000_00)}, jurisdiction="none")
    game.deal(much, shuffle=shuffle, limits="ante=5-50000/5", jurisdiction="none")
    with pytest.raises(limits.OverLimit, match="tens"):  # options not named keep their default
        limits.check(TOP5, {1: {"tens": 10_000_01}}, {"ante": Limit(1, 0)}, "none")


@pytest.mark.rule("HB-2")
def test_a_file_may_lift_or_raise_the_default() -> None:
    text = (GAMES / "three-card.toml").read_text()
    for written, most in (("maximum = 0", 10**12), ("maximum = 5000000", 5_000_000), ("minimum = 500", 1_000_000)):
        game = game_file.parse(f"{text}\n[limits]\nante = {{ {written} }}\n")
        limits.check(game, {1: {"ante": most}})
        if most < 10**12:
            with pytest.raises(limits.OverLimit, match="above the table maximum"):
                limits.check(game, {1: {"ante": most + 1}})
