"""Pay lines in the words of a posted pay table: "jacks or better", "any other win".

A line of a game's file is a threshold (``pair of J``); which hands it pays depends on the line above it. Sheets,
``pitboss games`` and the terminal all use these words.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.house.definition import TABLE, JudgedHand, PayLine, PayTable, Wager
from pitboss.money import odds_text
from pitboss.ranking import Ranking
from pitboss.ranking.lines import read_line

RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLURALS = tuple(f"{rank}es" if rank == "six" else f"{rank}s" for rank in RANKS)
ACE = len(RANKS) - 1

MATCHED = {
    "pair": ("pair of {}", "pair of {}", "{} or better"),
    "two pair": ("two pair, {} up", "two pair, {} up", "two pair, {} up or better"),
    "three of a kind": ("three {}", "three {}", "three {} or better"),
    "full house": ("{} full", "{} full", "{} full or better"),
    "four of a kind": ("four {}", "four {}", "four {} or better"),
}
"""The words for one rank, a range of ranks, and a rank or better, in categories named by one rank."""


class _Span(NamedTuple):
    """The hands a line pays: from a category and its ranks up to the values below ``above``."""

    ranking: Ranking
    category: str
    ranks: tuple[int, ...]
    least: int
    above: int

    @property
    def categories(self) -> Sequence[str]:
        """The categories of the hands it pays, worst first."""
        order = list(reversed(self.ranking.categories))
        last = self.ranking.category(self.above - 1)
        return order[order.index(self.category) : order.index(last) + 1]

    @property
    def part(self) -> bool:
        """Whether a better line pays the best hands of this category."""
        return self.above <= self.ranking.top and self.ranking.category(self.above) == self.category


def table_words(wager: Wager, hand: JudgedHand, table: PayTable) -> tuple[str, ...]:
    """The words of each line of a wager's table or bonus, best first."""
    rest = "win" if pays_wins_by_table(wager) and table is not wager.bonus else "hand"
    above = [hand.ranking.top + 1, *(line.least for line in table.lines)]
    return tuple(_words(line, hand.ranking, limit, rest) for line, limit in zip(table.lines, above, strict=False))


def pays_wins_by_table(wager: Wager) -> bool:
    """Whether a pay table says what a winning wager is paid."""
    return TABLE in wager.outcomes.get("win", ())


def line_words(wager: Wager, hand: JudgedHand, table: PayTable | None, line: str) -> str:
    """The words of one line of a wager's table or bonus; the line itself if the table does not have it."""
    lines = (
        dict(zip((entry.hand for entry in table.lines), table_words(wager, hand, table), strict=True)) if table else {}
    )
    return lines.get(line, line)


def _words(line: PayLine, ranking: Ranking, above: int, rest: str) -> str:
    if ranking.definition.low or line.least >= above:
        return line.hand
    place, ranks = read_line(ranking.definition, line.hand)
    category = list(reversed(ranking.categories))[place]
    span = _Span(ranking, category, ranks, line.least, above)
    if len(ranks) > 1:
        return f"{line.hand} or better"
    return _ranked(span) if ranks else _whole(span, rest)


def _whole(span: _Span, rest: str) -> str:
    """The words of a line that starts with the worst hand of its category."""
    if span.category == span.ranking.categories[-1] and len(span.ranking.categories) > 1:
        return f"any other {rest}" if span.above <= span.ranking.top else f"any {rest}"
    if span.part:
        return f"any other {span.category}"
    covered = span.categories
    if len(covered) == 1:
        return span.category
    if span.above > span.ranking.top:
        return f"{span.category} or better"
    return f"{covered[0]} {'or' if len(covered) == 2 else 'to'} {covered[-1]}"


def _ranked(span: _Span) -> str:
    """The words of a line that starts with a certain rank."""
    (low,) = span.ranks
    if span.part:
        high = _leading(span.ranking, span.above - 1)
    else:
        high = ACE if len(span.categories) == 1 else ACE + 1  # beyond it: better categories too
    if span.category in MATCHED:
        one, several, rest = MATCHED[span.category]
        if low == high:
            return one.format(PLURALS[low])
        return several.format(f"{PLURALS[low]} to {PLURALS[high]}") if span.part else rest.format(PLURALS[low])
    single = span.ranking.cards == 1
    noun = "" if single else " high" if span.category == "high card" else f"-high {span.category}"
    if low == high:
        return f"{RANKS[low]}{noun}"
    return f"{RANKS[low]} to {RANKS[high]}{noun}" if span.part else f"{RANKS[low]}{noun} or better"


def _leading(ranking: Ranking, value: int) -> int:
    """The highest-ranking rank of a value."""
    return int(ranking.ranks(value)[0])


SHOWN = ("win", "tie", "unqualified")
"""Outcomes that a felt prints beside a wager."""


def shown_outcomes(wager: Wager) -> dict[str, list[str]]:
    """What a felt prints beside a wager: its odds, or the word of its result, under each outcome that it has."""
    every = {outcome: wager.outcomes.get(outcome, ()) for outcome in SHOWN}
    return {
        outcome: [one if isinstance(one, str) else odds_text(one) for one in results]
        for outcome, results in every.items()
        if results
    }


_RESULTS = {"table": "pays by its table", "push": "pushes", "lose": "loses", "stands": "stands"}


def outcome_words(wager: Wager, outcome: str) -> str:
    """What a wager does under one outcome, such as "pays 1 to 1" or "pushes"; empty if it has no such outcome."""
    first, *others = wager.outcomes.get(outcome, ("",))
    if isinstance(first, Fraction):
        return f"pays {odds_text(first)}"
    words = _RESULTS.get(first, first)
    return f"{words} or else {_RESULTS.get(str(others[0]), str(others[0]))}" if first == TABLE and others else words
