"""Settlement: what becomes of a wager, as a pure function of facts, never of cards.

The round derives the facts from the cards on the table, the solver from its counts; both call these functions, and no
other code reads an outcome or a pay table. What is proved is what is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.house.definition import LOSE, PUSH, STANDS, TABLE, PayTable, Wager


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


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A result and why: the outcome of the wager that applied, and the pay line reached ("" where none was read).

    The endings of a wager are made once, so that they can be told apart by identity.
    """

    wager: str
    result: Result
    odds: Fraction
    rule: str
    outcome: str
    line: str = ""
    table: str = ""

    @property
    def settled(self) -> Settled:
        return Settled(self.result, self.odds, self.rule)

    @property
    def net(self) -> Fraction:
        """What one unit of stake gains: the odds, 0 or -1; for a bonus what is paid on top."""
        return net(self)


def result(wager: Wager, folded: bool, qualified: bool, comparison: int, value: int) -> Settled:
    """What becomes of a wager.

    ``folded``: whether the spot folded; ``qualified``: whether the hand it is against qualifies; ``comparison``: 1 if
    the wager's hand beats that hand, 0 if they tie, -1 if it is beaten; ``value``: of the wager's own hand under its
    ranking. Facts that cannot matter are ignored: all of them after a fold that decides, the two in the middle for a
    wager on a hand alone.
    """
    return ending(wager, folded, qualified, comparison, value).settled


def ending(wager: Wager, folded: bool, qualified: bool, comparison: int, value: int) -> Ending:
    """The same, and why."""
    cases = _cases(wager)
    if folded and not wager.stands:
        case = cases["fold"]
    elif not wager.against:
        case = cases["shown"]
    elif not qualified and "unqualified" in cases:
        case = cases["unqualified"]
    else:
        case = cases[_COMPARED[comparison]]
    for least, found in case:
        if value >= least:
            return found
    raise AssertionError(f"{wager.key} leaves a hand of value {value} without an outcome")  # files are checked for it


def bonus(wager: Wager, folded: bool, value: int) -> Settled | None:
    """What a wager is paid on top of its result, whatever that is, unless the spot folded (S4-7); None for nothing."""
    found = bonus_ending(wager, folded, value)
    return None if found is None else found.settled


def bonus_ending(wager: Wager, folded: bool, value: int) -> Ending | None:
    """The same, with the line that was reached."""
    if wager.bonus is not None and not folded:
        for least, found in _cases(wager)["bonus"]:
            if value >= least:
                return found if found.odds else None
    return None


def net(settled: Settled | Ending) -> Fraction:
    """What one unit of stake gains: the odds, 0 or -1."""
    return Fraction(-1) if settled.result is Result.LOSE else settled.odds


def endings(wager: Wager) -> tuple[Ending, ...]:
    """Every way this wager can end, bonuses included."""
    return tuple(found for case in _cases(wager).values() for _, found in case)


def breaks(wager: Wager) -> tuple[int, ...]:
    """The values of its hand from which this wager may be settled otherwise than just below; between two of them every
    value is settled alike, so that a proof needs to ask only once."""
    return tuple(sorted({least for case in _cases(wager).values() for least, _ in case if least > 0}))


_COMPARED = ("tie", "win", "lose")  # by the comparison 0, 1 and -1
_ANY = -1  # any hand, also one of value 0, which is no hand


@lru_cache(maxsize=1024)
def _cases(wager: Wager) -> dict[str, tuple[tuple[int, Ending], ...]]:
    """For every outcome of a wager its endings with the least value of each; only the highest is paid (HB-4)."""
    cases: dict[str, tuple[tuple[int, Ending], ...]] = {}
    for name, outcome in wager.outcomes.items():
        if outcome == (STANDS,):
            continue
        rule = wager.rules.get(name) or wager.rules.get("", "")
        read = wager.table.name if TABLE in outcome and wager.table is not None else ""
        ladder: list[tuple[int, Ending]] = []
        for what in outcome:
            if what == TABLE:
                ladder += _lines(wager, wager.table, name, rule)
            elif what == LOSE:
                ladder.append((_ANY, Ending(wager.key, Result.LOSE, NOTHING, rule, name, "", read)))
            elif what == PUSH:
                ladder.append((_ANY, Ending(wager.key, Result.PUSH, NOTHING, rule, name, "", read)))
            elif isinstance(what, Fraction):
                won = Result.WIN if what else Result.PUSH
                ladder.append((_ANY, Ending(wager.key, won, what, rule, name, "", read)))
        cases[name] = tuple(ladder)
    if wager.bonus is not None:
        rule = wager.rules.get("bonus") or wager.rules.get("", "")
        cases["bonus"] = tuple(_lines(wager, wager.bonus, "bonus", rule))
    return cases


def _lines(wager: Wager, table: PayTable | None, name: str, rule: str) -> list[tuple[int, Ending]]:
    return [
        (
            line.least,
            Ending(wager.key, Result.WIN if line.odds else Result.PUSH, line.odds, rule, name, line.hand, table.name),
        )
        for line in (table.lines if table is not None else ())
        if table is not None
    ]
