"""Strategy lists on a sheet: equal ones appear once, and borderline hands only where there are any."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss import store
from pitboss.exact.request import Report, prove
from pitboss.exact.sheet.model import Contents, sheet
from pitboss.exact.solver import Progress
from pitboss.exact.stakes import groups
from pitboss.exact.strategy.lists import Border, StrategyLine, StrategyList
from pitboss.exact.strategy.rows import _alike, _notes, _rows, in_words
from pitboss.house import library


def listed(shows: str, *lines: tuple[str, str, int], margin: str = "1/100", asked: str = "") -> StrategyList:
    border = Border("As Kd", "play", "fold", Fraction(margin))
    made = tuple(StrategyLine(when, do, Fraction(1, 2), Fraction(cost, 10**6)) for when, do, cost in lines)
    return StrategyList(shows, made, (border,), (), 0, asked)


LOW, HIGH = ("queen high or less", "fold", 1), ("", "play", 2)


def test_lists_that_say_the_same_stand_once_with_what_they_cost_together() -> None:
    lists = (listed("2", LOW, HIGH), listed("3", ("king high or less", "fold", 5), HIGH), listed("4", LOW, HIGH))
    assert [row for each in _alike(lists) for row in _rows(each)] == [
        ("2, 4", "1", "fold: queen high or less", "0.000200%"),
        ("", "2", "otherwise play", "0.000400%"),
        ("3", "1", "fold: king high or less", "0.000500%"),
        ("", "2", "otherwise play", "0.000200%"),
    ]


def test_lists_of_several_decisions_are_never_thrown_together() -> None:
    lists = (listed("", LOW, HIGH, asked="first"), listed("", LOW, HIGH, asked="second"))
    assert [row[0] for each in _alike(lists) for row in _rows(each)] == ["first", "", "second", ""]


def test_a_single_line_is_what_is_always_done() -> None:
    assert _rows([listed("2", HIGH), listed("3", HIGH)]) == [("2, 3", "1", "always play", "0.000400%")]


@pytest.mark.parametrize(
    ("margin", "said"),
    [
        ("1/100", "Hands on the border, and what the better option gains: As Kd when 2 shows, play by 0.010 units."),
        ("2", "No hand is on the border: where options differ, it is by 2.0 units or more."),
    ],
)
def test_a_border_is_where_options_are_close(margin: str, said: str) -> None:
    near, far = listed("2", LOW, HIGH, margin=margin), listed("3", LOW, HIGH, margin="3")
    assert said in _notes((near, far))
    assert said.replace(" when 2 shows", "") in _notes((near,))


@pytest.mark.parametrize("where", ["", "2, 4"])
def test_a_list_for_every_situation_has_no_empty_column(where: str) -> None:
    game = library.definition("three-card")
    rows = [(where, "1", "fold: queen high (Q-6-3) or less", "0"), ("", "2", "otherwise play", "0")]
    sections = sheet(game, prove(game, only="ante"), Contents(strategy={"ante": rows})).sections
    (words,) = [section for section in sections if section.title.endswith("strategy in words")]
    assert len(words.columns) == len(words.align) == len(words.rows[0]) == (4 if where else 3)
    assert words.rows[1][-2:] == ("otherwise play", "0")


def test_scripts_get_the_notes_too() -> None:
    game = library.definition("three-card")
    contents = Contents(strategy_notes={"ante": ("No list, since there are no words.",)})
    wagers = Report(game, prove(game), contents).data()["wagers"]
    assert wagers["ante"]["strategy_notes"] == ["No list, since there are no words."]
    assert "strategy_notes" not in wagers["pair-plus"]


def test_lists_are_told_as_they_are_made_and_not_when_they_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, bytes] = {}
    monkeypatch.setattr(store, "load", lambda kind, key: kept.get(key))
    monkeypatch.setattr(store, "save", lambda kind, key, data: kept.update({key: data}))
    told: list[Progress] = []
    first = in_words(groups(library.definition("three-card")), told.append)
    assert [(each.group, each.stage, each.done, each.jobs) for each in told] == [
        (group, "words", 0, lists) for group in ("ante", "pair-plus") for lists in (0, 1)
    ]
    told.clear()
    assert in_words(groups(library.definition("three-card")), told.append) == first
    assert not told
