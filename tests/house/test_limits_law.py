"""Ceilings of a jurisdiction: the one in force on a given day, who it applies to, and its citation."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pitboss.datafile import FileError
from pitboss.errors import PitbossError
from pitboss.rules import jurisdiction


@pytest.mark.rule("PK-28", "HB-2")
@pytest.mark.parametrize(
    ("limits", "day", "most", "citation"),
    [
        ("single wager", date(2009, 1, 1), 300_00, "WAC 230-15-140"),
        ("single wager", date(2023, 7, 31), 300_00, "WAC 230-15-140"),
        ("single wager", date(2023, 8, 1), 400_00, "WAC 230-15-140"),
        ("games on one hand", date(2009, 9, 14), 6, "WAC 230-15-040"),
        ("games above", date(2024, 1, 1), 3, "WAC 230-15-040"),
    ],
)
def test_house_ceilings_by_date(limits: str, day: date, most: int, citation: str) -> None:
    ceiling = jurisdiction.load("washington").ceiling(limits, "house", day)
    assert ceiling is not None
    assert (ceiling.most, ceiling.citation) == (most, citation)


@pytest.mark.rule("PK-28")
def test_nothing_is_in_force_before_its_day() -> None:
    washington = jurisdiction.load("washington")
    assert washington.ceiling("single wager", "house", date(2008, 12, 31)) is None
    assert washington.ceiling("games on one hand", "house", date(2009, 9, 13)) is None


@pytest.mark.rule("PK-28")
def test_until_december_2016_the_rake_was_five_dollars_or_a_tenth_whichever_is_less() -> None:
    washington = jurisdiction.load("washington")
    then = washington.ceiling("rake", "poker", date(2016, 12, 22))
    now = washington.ceiling("rake", "poker", date(2016, 12, 23))
    assert then is not None
    assert now is not None
    assert (then.most, then.cap, then.amount) == (10, 5_00, "10% or $5, whichever is less")
    assert "WSR 16-20-099" in then.citation
    assert (now.most, now.cap, now.amount) == (10, 0, "10%")
    assert [then.exceeded_by(cents, 60_00) for cents in (5_00, 5_01)] == [False, True]
    assert [now.exceeded_by(cents, 60_00) for cents in (6_00, 6_01)] == [False, True]
    assert [then.exceeded_by(cents, 40_00) for cents in (4_00, 4_01)] == [False, True]


@pytest.mark.rule("PK-28")
def test_poker_ceilings_by_licence() -> None:
    washington = jurisdiction.load("washington")

    def most(limits: str, day: date, *licences: str) -> int:
        ceiling = washington.ceiling(limits, "poker", day, licences)
        assert ceiling is not None
        return ceiling.most

    day = date(2020, 1, 1)
    assert most("single wager", day) == 40_00
    assert most("single wager", day, "class F") == most("single wager", day, "house-banked") == 300_00
    assert most("single wager", date(2016, 12, 22), "class F") == 100_00
    assert most("single wager", date(2016, 10, 1), "house-banked") == 100_00  # WSR 16-20-099
    assert most("single wager", date(2016, 10, 1)) == most("single wager", date(2016, 9, 30), "class F") == 40_00
    assert most("antes in total", date(2016, 10, 31), "class F") == 100_00
    assert most("antes in total", day) == 40_00
    assert most("antes in total", day, "class F") == 300_00
    assert (most("betting rounds", day), most("wagers in a round", day)) == (5, 4)
    assert (most("fee methods at a table", day), most("fee per hand and player", day)) == (1, 1_00)
    assert (most("fee per hour and player", day), most("rake", day)) == (10_00, 10)
    cited = {one.limits: one.citation for one in washington.in_force("poker", day)}
    assert {cited[word] for word in ("rake", "fee per hand and player", "fee methods at a table")} == {"WAC 230-15-080"}
    assert {cited[word] for word in ("betting rounds", "single wager", "antes in total")} == {"WAC 230-15-135"}


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        (('limits = "rake"', 'limits = "rakes"'), "ceiling[2].limits", 'did you mean "rake"'),
        (('most = "10%"', "most = 10"), "ceiling[2].most", '"10%"'),
        (('most = "$300"', 'most = "many"'), "ceiling[1].most", "not an amount"),
        (('from = "2009"', 'from = "2009-13"'), "ceiling[1].from", "not a day"),
        (('citation = "B"', ""), "ceiling[2]", '"citation" is missing'),
        (('kind = "poker"', 'kind = "bingo"'), "ceiling[2].kind", "house, poker"),
    ],
)
def test_mistakes_in_a_jurisdiction(tmp_path: Path, change: tuple[str, str], key: str, words: str) -> None:
    good = """id = "x"
name = "X"
authority = "A"
[[ceiling]]
limits = "single wager"
kind = "house"
most = "$300"
from = "2009"
citation = "A"
[[ceiling]]
limits = "rake"
kind = "poker"
most = "10%"
citation = "B"
"""
    file = tmp_path / "x.toml"
    file.write_text(good)
    assert len(jurisdiction.load(file).ceilings) == 2
    assert change[0] in good
    file.write_text(good.replace(*change))
    with pytest.raises(FileError) as caught:
        jurisdiction.load(file)
    assert (caught.value.problems[0].key, words in caught.value.problems[0].sentence) == (key, True)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(PitbossError, match="'atlantis'"):
        jurisdiction.load("atlantis")
    with pytest.raises(PitbossError, match="not something a jurisdiction limits"):
        jurisdiction.load("washington").ceiling("colour of the felt", "house", date(2020, 1, 1))
