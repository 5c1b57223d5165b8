"""Settlement as a function of facts: every combination of facts, without a card in sight."""

from __future__ import annotations

import ast
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

import pitboss
from pitboss import house
from pitboss.house import settlement
from pitboss.house.definition import Definition, Wager
from pitboss.house.settlement import Result
from tests.house.definitions import Drawn, definitions

WIN, LOSE, PUSH = Result.WIN, Result.LOSE, Result.PUSH


def wager(name: str, key: str, **options: object) -> Wager:
    return house.load(name, **options).definition.wagers[key]


def least(name: str, line: str) -> int:
    return house.load(name).definition.ranking.threshold(line)


@pytest.mark.rule("T5-8", "T5-13", "T5-14", "T5-15")
def test_every_situation_of_the_ante_and_bet_table() -> None:
    ante, bet = wager("top5", "ante"), wager("top5", "bet")
    pair = least("top5", "pair of A")
    table = {  # (qualified, comparison): ante, bet
        (False, -1): ((WIN, 1, "T5-13"), (PUSH, 0, "T5-13")),
        (False, 0): ((WIN, 1, "T5-13"), (PUSH, 0, "T5-13")),
        (False, 1): ((WIN, 1, "T5-13"), (PUSH, 0, "T5-13")),
        (True, -1): ((LOSE, 0, "T5-14"), (LOSE, 0, "T5-14")),
        (True, 0): ((PUSH, 0, "T5-15"), (PUSH, 0, "T5-15")),
        (True, 1): ((WIN, 1, "T5-14"), (WIN, 1, "T5-14")),
    }
    for (qualified, comparison), (for_ante, for_bet) in table.items():
        assert settlement.result(ante, False, qualified, comparison, pair) == for_ante
        assert settlement.result(bet, False, qualified, comparison, pair) == for_bet
        assert settlement.result(ante, True, qualified, comparison, pair) == (LOSE, 0, "T5-8")


@pytest.mark.rule("H5-7", "H5-11")
def test_the_straight_or_better_exception() -> None:
    play, straight = wager("high5", "play"), least("high5", "straight")
    for comparison in (-1, 0, 1):
        assert settlement.result(play, False, False, comparison, straight) == (WIN, 1, "H5-7")
        assert settlement.result(play, False, False, comparison, straight - 1) == (PUSH, 0, "H5-7")
    assert settlement.result(play, False, True, -1, straight) == (LOSE, 0, "H5-8")


@pytest.mark.rule("S4-7")
def test_a_bonus_is_paid_on_top_unless_folded() -> None:
    ante, flush = wager("six54", "ante"), least("six54", "straight flush")
    assert settlement.bonus(ante, False, flush) == (WIN, 10, "S4-7")
    assert settlement.bonus(ante, False, flush - 1) is None
    assert settlement.bonus(ante, True, flush) is None
    assert settlement.bonus(wager("six54", "play"), False, flush) is None


@pytest.mark.rule("HB-4")
@pytest.mark.parametrize("name", house.names())
def test_only_the_highest_line_a_hand_reaches_is_paid(name: str) -> None:
    for each in house.load(name).definition.wagers.values():
        if each.table is None or "shown" not in each.outcomes:
            continue
        for index, line in enumerate(each.table.lines):
            ending = settlement.ending(each, False, True, 0, line.least)
            assert (ending.line, ending.odds) == (line.hand, line.odds)
            if index:
                above = each.table.lines[index - 1]
                assert settlement.ending(each, False, True, 0, above.least - 1).line == line.hand
        lowest = each.table.lines[-1].least
        if lowest > 1:
            assert settlement.result(each, False, True, 0, lowest - 1).result is LOSE


def test_a_line_that_pays_nothing_pushes() -> None:
    final = wager("holdout", "final")
    assert settlement.result(final, False, True, 0, least("holdout", "two pair")).result is PUSH
    assert settlement.net(settlement.result(final, False, True, 0, least("holdout", "two pair"))) == 0


def facts(game: Definition, each: Wager) -> list[tuple[bool, bool, int, int]]:
    values = range(1, min(game.hands[each.hand].ranking.top, 400) + 1)
    return list(product((False, True) if "fold" in each.outcomes else (False,), (False, True), (-1, 0, 1), values))


@settings(max_examples=40)
@given(definitions())
def test_every_combination_of_facts_has_a_result(drawn: Drawn) -> None:
    for each in drawn.game.wagers.values():
        known = settlement.endings(each)
        for folded, qualified, comparison, value in facts(drawn.game, each):
            ending = settlement.ending(each, folded, qualified, comparison, value)
            assert ending in known
            assert ending.settled == settlement.result(each, folded, qualified, comparison, value)
            assert (ending.odds > 0) == (ending.result is WIN)
            assert settlement.net(ending.settled) == ending.net >= -1
            if folded and not each.stands:
                assert ending.outcome == "fold"
            elif not each.against:
                assert ending.outcome == "shown"
            elif not qualified and "unqualified" in each.outcomes:
                assert ending.outcome == "unqualified"
            else:
                assert ending.outcome == {1: "win", 0: "tie", -1: "lose"}[comparison]


def test_no_other_code_reads_an_outcome() -> None:
    """Whether a wager has an outcome may be asked anywhere; what it says is read by the settlement alone.

    The vocabulary writes outcomes, the definition tells one that stands, approvals print them side by side, and
    pay words say them to people.
    """
    package = Path(pitboss.__file__).parent
    allowed = {"settlement.py", "definition.py", "approval.py", "pay_words.py"}
    readers: dict[str, list[int]] = {}
    for path in package.rglob("*.py"):
        if path.name in allowed or path.parent.name == "vocabulary":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            inner = node.value if isinstance(node, ast.Subscript | ast.Attribute) else None
            if isinstance(inner, ast.Attribute) and inner.attr == "outcomes":
                readers.setdefault(path.name, []).append(node.lineno)
    assert readers == {}


def test_odds_are_fractions_and_never_floats() -> None:
    for name in house.names():
        for each in house.load(name).definition.wagers.values():
            assert all(type(ending.odds) is Fraction for ending in settlement.endings(each))
