"""Pay lines in the words of a posted pay table: "jacks or better", "any other win".

A line of a game's file is a threshold (``pair of J``); which hands it pays depends on the line above it. Sheets,
``pitboss games`` and the terminal all use these words.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.house.definition import TABLE, JudgedHand, PayLine, PayTable, Wager
from pitboss.money import odds_text
from pitboss.ranking import Ranking
from pitboss.ranking.definition import read_line

RANKS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
PLURALS = tuple(f"{rank}es" if rank == "six" else f"{rank}s" for rank in RANKS)
ACE = len(RANKS) - 1

MATCHED = {
    "pair": ("pair of {}", "{} or better"),
    "two pair": ("two pair, {} up", "two pair, {} up or better"),
    "three of a kind": ("three {}", "three {} or better"),
    "full house": ("{} full", "{} full or better"),
    "four of a kind": ("four {}", "four {} or better"),
}
"""The words for ranks, and for a rank or better, in categories named by one rank."""


class PaidHands(NamedTuple):
    """The hands that a pay line pays, as facts; see :class:`~pitboss.deal.table_layout.PrintedLine`."""

    kind: str
    categories: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    better: bool = False


def paid_hands(hand: JudgedHand, table: PayTable) -> tuple[PaidHands, ...]:
    """The hands that each line of a table pays, best first."""
    above = [hand.ranking.top + 1, *(line.least for line in table.lines)]
    return tuple(_paid(line, hand.ranking, limit) for line, limit in zip(table.lines, above, strict=False))


def _paid(line: PayLine, ranking: Ranking, above: int) -> PaidHands:
    """The hands from a line up to the values below ``above``."""
    if ranking.definition.low or line.least >= above:
        return PaidHands("line")
    place, ranks = read_line(ranking.definition, line.hand)
    order = list(reversed(ranking.categories))
    category = order[place]
    if len(ranks) > 1:
        return PaidHands("line", (category,), ranks, True)
    covered = tuple(order[place : order.index(ranking.category(above - 1)) + 1])
    top = above > ranking.top
    part = not top and ranking.category(above) == category  # a better line pays the best hands of this category
    if ranks:
        (low,) = ranks
        high = int(ranking.ranks(above - 1)[0]) if part else ACE  # the rank that leads the best hand of the line
        only = low == high and len(covered) == 1
        return PaidHands("ranks", (category,), (low, high), not part and not only)
    if category == ranking.categories[-1] and len(ranking.categories) > 1:
        return PaidHands("any" if top else "rest", (category,))
    if part:
        return PaidHands("other", (category,))
    better = top and len(covered) > 1
    return PaidHands("category", (category,) if better else covered, (), better)


def table_words(wager: Wager, hand: JudgedHand, table: PayTable) -> tuple[str, ...]:
    """The words of each line of a wager's table or bonus, best first."""
    rest = "win" if pays_wins_by_table(wager) and table is not wager.bonus else "hand"
    single = hand.ranking.cards == 1
    paid = paid_hands(hand, table)
    return tuple(_words(line.hand, each, rest, single) for line, each in zip(table.lines, paid, strict=True))


def pays_wins_by_table(wager: Wager) -> bool:
    """True if a pay table says what a winning wager is paid."""
    return TABLE in wager.outcomes.get("win", ())


def line_words(wager: Wager, hand: JudgedHand, table: PayTable | None, line: str) -> str:
    """The words of one line of a wager's table or bonus; the line itself if the table does not have it."""
    lines = [entry.hand for entry in table.lines] if table is not None else []
    return table_words(wager, hand, table)[lines.index(line)] if table is not None and line in lines else line


def _words(line: str, paid: PaidHands, rest: str, single: bool) -> str:
    better = " or better" if paid.better else ""
    if paid.kind == "line":
        return f"{line}{better}"
    if paid.kind == "ranks":
        return _ranked(paid, single)
    if paid.kind in ("any", "rest"):
        return f"any {rest}" if paid.kind == "any" else f"any other {rest}"
    first, last = paid.categories[0], paid.categories[-1]
    if paid.kind == "other":
        return f"any other {first}"
    if first == last:
        return f"{first}{better}"
    return f"{first} {'or' if len(paid.categories) == 2 else 'to'} {last}"


def _ranked(paid: PaidHands, single: bool) -> str:
    """The words of a line that starts with a certain rank."""
    (category,), (low, high) = paid.categories, paid.ranks
    if category in MATCHED:
        names, words = PLURALS, MATCHED[category][paid.better]
    else:
        noun = "" if single else " high" if category == "high card" else f"-high {category}"
        names, words = RANKS, f"{{}}{noun}{' or better' * paid.better}"
    return words.format(names[low] if paid.better or low == high else f"{names[low]} to {names[high]}")


SHOWN = ("win", "tie", "unqualified")
"""Outcomes that a felt prints next to a wager."""


def shown_outcomes(wager: Wager) -> dict[str, list[str]]:
    """The print of a felt next to a wager: its odds, or the word of its result, under each outcome that it has."""
    return {
        outcome: [one if isinstance(one, str) else odds_text(one) for one in wager.outcomes[outcome]]
        for outcome in SHOWN
        if wager.outcomes.get(outcome)
    }


_RESULTS = {"table": "pays by its table", "push": "pushes", "lose": "loses", "stands": "stands"}


def outcome_words(wager: Wager, outcome: str) -> str:
    """A wager's result under one outcome: "pays 1 to 1" or "pushes"; empty if it has no such outcome."""
    first, *others = wager.outcomes.get(outcome, ("",))
    if isinstance(first, Fraction):
        return f"pays {odds_text(first)}"
    words = _RESULTS.get(first, first)
    return f"{words} or else {_RESULTS.get(str(others[0]), str(others[0]))}" if first == TABLE and others else words
