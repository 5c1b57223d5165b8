"""Settlement: the result of a wager as a pure function of facts, never of cards.

The round derives the facts from the cards on the table, the solver from its counts; both call these functions, and no
other code reads an outcome or a pay table, so the game that is proved is the game that is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from pitboss.house.definition import LOSE, STANDS, TABLE, PayTable, Wager


class Result(StrEnum):
    """The outcome of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


NO_ODDS = Fraction(0)


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A result with its reason: the outcome of the wager that applied, and the pay line reached ("" if none).

    The endings of a wager are created once, so that they can be compared by identity.
    """

    wager: str
    result: Result
    odds: Fraction
    rule: str
    outcome: str
    line: str = ""
    table: str = ""

    @property
    def net(self) -> Fraction:
        """The gain of one unit of stake: the odds, 0 or -1; for a bonus, what is paid on top."""
        return Fraction(-1) if self.result is Result.LOSE else self.odds


def ending(wager: Wager, folded: bool, qualified: bool, comparison: int, value: int) -> Ending:
    """Settle a wager.

    ``folded``: whether the spot folded; ``qualified``: whether the hand it is against qualifies; ``comparison``: 1 if
    the wager's hand beats that hand, 0 if they tie, -1 if it is beaten; ``value``: of the wager's own hand under its
    ranking. Facts that do not matter are ignored: all others after a fold that loses the wager, and ``qualified`` and
    ``comparison`` for a wager on a hand alone.
    """
    cases = _cases(wager)
    if folded and not wager.stands:
        case = cases["fold"]
    elif not wager.against:
        case = cases["shown"]
    elif not qualified and "unqualified" in cases:
        case = cases["unqualified"]
    else:
        case = cases[_COMPARED[comparison]]
    for least, ending in case:
        if value >= least:
            return ending
    raise AssertionError(f"{wager.key} has no outcome for value {value}")  # game files are checked for this


def bonus_ending(wager: Wager, folded: bool, value: int) -> Ending | None:
    """The bonus paid on top of any result, unless the spot folded (S4-7); None if there is none."""
    if wager.bonus is not None and not folded:
        for least, ending in _cases(wager)["bonus"]:
            if value >= least:
                return ending if ending.odds else None
    return None


def endings(wager: Wager) -> tuple[Ending, ...]:
    """Every way this wager can end, bonuses included."""
    return tuple(ending for case in _cases(wager).values() for _, ending in case)


def breaks(wager: Wager) -> tuple[int, ...]:
    """The hand values at which the settlement of this wager may change.

    All values between two of them are settled alike, so a proof needs to ask only once.
    """
    return tuple(sorted({least for case in _cases(wager).values() for least, _ in case if least > 0}))


_COMPARED = ("tie", "win", "lose")  # by the comparison 0, 1 and -1
_ANY = -1  # any hand, including value 0 (no hand)


@lru_cache(maxsize=1024)
def _cases(wager: Wager) -> dict[str, tuple[tuple[int, Ending], ...]]:
    """For every outcome of a wager, its endings with the lowest value of each; only the first is paid (HB-4)."""
    cases: dict[str, tuple[tuple[int, Ending], ...]] = {}
    for name, outcome in wager.outcomes.items():
        if outcome == (STANDS,):
            continue
        rule = wager.rules.get(name) or wager.rules.get("", "")
        read = wager.table.name if TABLE in outcome and wager.table is not None else ""
        ladder: list[tuple[int, Ending]] = []
        for what in outcome:
            if what == TABLE:
                ladder += _lines(wager, wager.table, name, rule) if wager.table is not None else ()
                continue
            odds = what if isinstance(what, Fraction) else NO_ODDS
            result = Result.LOSE if what == LOSE else Result.WIN if odds else Result.PUSH
            ladder.append((_ANY, Ending(wager.key, result, odds, rule, name, "", read)))
        cases[name] = tuple(ladder)
    if wager.bonus is not None:
        rule = wager.rules.get("bonus") or wager.rules.get("", "")
        cases["bonus"] = tuple(_lines(wager, wager.bonus, "bonus", rule))
    return cases


def _lines(wager: Wager, table: PayTable, name: str, rule: str) -> list[tuple[int, Ending]]:
    lines = []
    for line in table.lines:
        result = Result.WIN if line.odds else Result.PUSH
        lines.append((line.least, Ending(wager.key, result, line.odds, rule, name, line.hand, table.name)))
    return lines
