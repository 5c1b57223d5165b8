"""Settlement: what becomes of a wager, as a pure function of facts, never of cards.

The round derives the facts from the cards on the table, the solver from its counts; both call these functions, and no
other code reads an outcome or a pay table. What is proved is what is dealt.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.definition import LOSE, PUSH, STANDS, TABLE, Outcome, PayLine, PayTable, Wager


class Result(StrEnum):
    """How a wager ends."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


NOTHING = Fraction(0)


class Settled(NamedTuple):
    """A result with its odds (to one; 0 unless it wins) and the rule behind it."""

    result: Result
    odds: Fraction
    rule: str


class Full(NamedTuple):
    """The same with the outcome that applied and the pay line that was reached ("" where no table was read)."""

    result: Result
    odds: Fraction
    rule: str
    outcome: str
    line: str


_COMPARED = ("tie", "win", "lose")  # by the comparison 0, 1 and -1


def result(wager: Wager, folded: bool, qualified: bool, comparison: int, value: int) -> Settled:
    """What becomes of a wager.

    ``folded``: whether the spot folded; ``qualified``: whether the hand it is against qualifies; ``comparison``: 1 if
    the wager's hand beats that hand, 0 if they tie, -1 if it is beaten; ``value``: of the wager's own hand under its
    ranking. Facts that cannot matter are ignored: all of them after a fold that decides, the two in the middle for a
    wager on a hand alone.
    """
    full = explained(wager, folded, qualified, comparison, value)
    return Settled(full.result, full.odds, full.rule)


def explained(wager: Wager, folded: bool, qualified: bool, comparison: int, value: int) -> Full:
    """The same, and why: which outcome of the wager applied and which line of its table was reached."""
    outcomes = wager.outcomes
    if folded and outcomes["fold"] != _STANDS:
        name = "fold"
    elif not wager.against:
        name = "shown"
    elif not qualified and "unqualified" in outcomes:
        name = "unqualified"
    else:
        name = _COMPARED[comparison]
    rules = wager.rules
    rule = rules.get(name) or rules.get("", "")
    for what in outcomes[name]:
        if what == TABLE:
            line = _highest(wager.table, value)
            if line is None:
                continue
            return Full(Result.WIN if line.odds else Result.PUSH, line.odds, rule, name, line.hand)
        if what == PUSH:
            return Full(Result.PUSH, NOTHING, rule, name, "")
        if what == LOSE:
            return Full(Result.LOSE, NOTHING, rule, name, "")
        assert isinstance(what, Fraction)
        return Full(Result.WIN if what else Result.PUSH, what, rule, name, "")
    raise AssertionError(f"{wager.key}.{name} leaves a hand of value {value} without an outcome")  # the file is checked


def bonus(wager: Wager, folded: bool, value: int) -> Settled | None:
    """What a wager is paid on top of its result, whatever that is, unless the spot folded (S4-7); None for nothing."""
    full = explained_bonus(wager, folded, value)
    return None if full is None else Settled(full.result, full.odds, full.rule)


def explained_bonus(wager: Wager, folded: bool, value: int) -> Full | None:
    """The same, with the line that was reached."""
    if folded or wager.bonus is None:
        return None
    line = _highest(wager.bonus, value)
    if line is None or not line.odds:
        return None
    return Full(Result.WIN, line.odds, wager.rules.get("bonus") or wager.rules.get("", ""), "bonus", line.hand)


def decided_by_fold(wager: Wager) -> bool:
    """Whether a fold alone settles this wager, so that no card need be looked at (HB-10)."""
    return "fold" in wager.outcomes and wager.outcomes["fold"] != _STANDS


def qualifier_matters(wager: Wager) -> bool:
    """Whether it makes a difference to this wager that the hand it is against does not qualify."""
    return "unqualified" in wager.outcomes


def net(settled: Settled | Full) -> Fraction:
    """What one unit of stake gains: the odds, 0 or -1."""
    return Fraction(-1) if settled.result is Result.LOSE else settled.odds


_STANDS: Outcome = (STANDS,)


def _highest(table: PayTable | None, value: int) -> PayLine | None:
    """The highest line a hand reaches: the only one paid (HB-4)."""
    if table is not None:
        for line in table.lines:
            if value >= line.least:
                return line
    return None
