"""Settlement as a function of facts: every combination of facts, without cards."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss
from pitboss import house
from pitboss.house import Round, settlement
from pitboss.house.definition import Definition, Wager
from pitboss.house.settlement import Ending, Result
from tests.examples import examples
from tests.house.definitions import Drawn, definitions
from tests.house.games.conformance import stakes
from tests.house.rounds import actions

WIN, LOSE, PUSH = Result.WIN, Result.LOSE, Result.PUSH


def wager(name: str, key: str, **options: object) -> Wager:
    return house.load(name, **options).definition.wagers[key]


def settled(ending: Ending | None) -> tuple[Result, Fraction, str] | None:
    return None if ending is None else (ending.result, ending.odds, ending.rule)


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
        assert settled(settlement.ending(ante, False, qualified, comparison, pair)) == for_ante
        assert settled(settlement.ending(bet, False, qualified, comparison, pair)) == for_bet
        assert settled(settlement.ending(ante, True, qualified, comparison, pair)) == (LOSE, 0, "T5-8")


@pytest.mark.rule("H5-7", "H5-11")
def test_the_straight_or_better_exception() -> None:
    play, straight = wager("high5", "play"), least("high5", "straight")
    for comparison in (-1, 0, 1):
        assert settled(settlement.ending(play, False, False, comparison, straight)) == (WIN, 1, "H5-7")
        assert settled(settlement.ending(play, False, False, comparison, straight - 1)) == (PUSH, 0, "H5-7")
    assert settled(settlement.ending(play, False, True, -1, straight)) == (LOSE, 0, "H5-8")


@pytest.mark.rule("S4-7")
def test_a_bonus_is_paid_on_top_unless_folded() -> None:
    ante, flush = wager("six54", "ante"), least("six54", "straight flush")
    assert settled(settlement.bonus_ending(ante, False, flush)) == (WIN, 10, "S4-7")
    assert settled(settlement.bonus_ending(ante, False, flush - 1)) is None
    assert settled(settlement.bonus_ending(ante, True, flush)) is None
    assert settled(settlement.bonus_ending(wager("six54", "play"), False, flush)) is None
    assert settled(settlement.bonus_ending(replace(ante, rules={"": "X-1"}), False, flush)) == (WIN, 10, "X-1")
    assert settled(settlement.bonus_ending(replace(ante, rules={}), False, flush)) == (WIN, 10, "")


def test_a_settlement_changes_only_at_its_breaks_down_to_the_lowest_hand() -> None:
    assert settlement.breaks(wager("top5", "bet"))[0] == 1
    assert settlement.breaks(wager("top5", "ante")) == ()
    assert settlement.breaks(wager("top5", "ace-or-face")) == (10, 11, 12, 13)


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
            assert settlement.ending(each, False, True, 0, lowest - 1).result is LOSE


def test_a_line_that_pays_nothing_pushes() -> None:
    final = wager("holdout", "final")
    ending = settlement.ending(final, False, True, 0, least("holdout", "two pair"))
    assert (ending.result, ending.net) == (PUSH, 0)


def facts(game: Definition, each: Wager) -> list[tuple[bool, bool, int, int]]:
    values = range(1, min(game.hands[each.hand].ranking.top, 400) + 1)
    return list(product((False, True) if "fold" in each.outcomes else (False,), (False, True), (-1, 0, 1), values))


@examples(0.4)
@given(definitions())
def test_every_combination_of_facts_has_a_result(drawn: Drawn) -> None:
    for each in drawn.game.wagers.values():
        known = settlement.endings(each)
        for folded, qualified, comparison, value in facts(drawn.game, each):
            ending = settlement.ending(each, folded, qualified, comparison, value)
            assert ending in known
            assert (ending.odds > 0) == (ending.result is WIN)
            assert ending.net == (-1 if ending.result is LOSE else ending.odds)
            if folded and not each.stands:
                assert ending.outcome == "fold"
            elif not each.against:
                assert ending.outcome == "shown"
            elif not qualified and "unqualified" in each.outcomes:
                assert ending.outcome == "unqualified"
            else:
                assert ending.outcome == {1: "win", 0: "tie", -1: "lose"}[comparison]


def test_no_other_code_reads_an_outcome() -> None:
    """Any module may ask whether a wager has an outcome; only the settlement reads what it says.

    Exceptions: the vocabulary parses outcomes, the definition recognises one that stands, approvals print them side by
    side, and pay words put them in words.
    """
    package = Path(pitboss.__file__).parent
    allowed = {"settlement.py", "definition.py", "approval.py", "pay_words.py"}
    readers: dict[str, list[int]] = {}
    for path in package.rglob("*.py"):
        if path.name in allowed or path.parent.name == "vocabulary":
            continue
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if ".outcomes" in text else ():
            inner = node.value if isinstance(node, ast.Subscript | ast.Attribute) else None
            if isinstance(inner, ast.Attribute) and inner.attr == "outcomes":
                readers.setdefault(path.name, []).append(node.lineno)
    assert readers == {}


def test_odds_are_fractions_and_never_floats() -> None:
    for name in house.names():
        for each in house.load(name).definition.wagers.values():
            assert all(type(ending.odds) is Fraction for ending in settlement.endings(each))


def _settled_as_documented(deal: Round) -> set[str]:
    """Play a round step by step; the cents of each settle event must equal its moves, as ``Event`` documents."""
    results = set()
    while not deal.done:
        events, moves, lines = len(deal.events), len(deal.moves), len(deal.lines)
        if deal.actors:
            spot = deal.actors[0]
            deal.act(spot, actions(deal, spot)[-1 - events % 2 :][0])
        else:
            deal.step()
        for event, line in zip(
            [event for event in deal.events[events:] if event.verb == "settle"], deal.lines[lines:], strict=True
        ):
            moved = [(move.source, move.target, move.cents) for move in deal.moves[moves:]]
            place, player = f"spot {event.seat}/{event.pile}", deal.owners[event.seat]
            paid = [("rack", player, event.cents)] if event.cents else []
            back = [(place, player, line.stake)] if line.outcome != "bonus" else []
            assert (
                moved
                == {
                    "win": [*paid, *back],
                    "push": [(place, player, event.cents)],
                    "lose": [(place, "rack", event.cents)],
                }[line.result]
            )
            assert event.cents == (line.cents if line.result == "win" else line.stake)
            results.add(line.outcome if line.outcome == "bonus" else line.result)
    return results


@examples(0.6)
@given(definitions(), st.integers(0, 2**32))
def test_settle_events_and_moves_agree_in_any_game(drawn: Drawn, seed: int) -> None:
    game, pick = house.Game(drawn.game), Random(seed).randrange
    _settled_as_documented(game.deal(stakes(drawn.game, 1, pick), shuffle=pitboss.seeded(seed), auto=False))


def test_settle_events_and_moves_agree_in_every_shipped_game() -> None:
    seen = set()
    for name in house.names():
        game, pick = house.load(name), Random(name).randrange
        for _ in range(40):
            placed = stakes(game.definition, 1 + pick(2), pick)
            deal = game.deal(placed, shuffle=pitboss.seeded(pick(1 << 30)), auto=False)
            seen |= _settled_as_documented(deal)
    assert seen == {"win", "push", "lose", "bonus"}


@pytest.mark.parametrize("bankroll", [None, {1: 10_000}], ids=["no bankroll", "a bankroll"])
def test_the_accounts_of_a_round_sum_to_the_bankrolls(bankroll: dict[int, int] | None) -> None:
    deal = house.load("top5").deal({1: {"ante": 500}}, shuffle=pitboss.seeded(7), bankroll=bankroll, auto=False)
    while not deal.done:
        assert sum(deal.chips().values()) == (10_000 if bankroll else 0)
        if deal.actors:
            deal.act(1, "play")
        else:
            deal.step()
    assert sum(deal.chips().values()) == (10_000 if bankroll else 0)


def test_the_chips_of_a_decision_are_those_it_moves_either_way() -> None:
    deal = house.load("let-it-ride").deal(
        {1: dict.fromkeys(("bet-1", "bet-2", "bet-3"), 500)}, shuffle=pitboss.seeded(7)
    )
    moved = len(deal.moves)
    deal.act(1, "take back")
    event = next(event for event in deal.events if event.verb == "take back")
    assert [move.cents for move in deal.moves[moved : moved + 1]] == [event.cents] == [500]
