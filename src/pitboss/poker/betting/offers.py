"""Bets and raises that a seat may make, or why it may not."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.poker.definition import Betting, OpeningRule


class WagerOffer(NamedTuple):
    """The one way a seat may put in more than a call: its word, and the totals in front of it that are accepted."""

    word: str
    low: int
    high: int
    step: int


def offer(word: str, low: int, high: int, step: int) -> WagerOffer:
    """A wager offer; cached, since the same ones recur."""
    cached = _OFFERED.get((word, low, high, step))
    if cached is None:
        if len(_OFFERED) > 10_000:
            _OFFERED.clear()
        cached = _OFFERED[word, low, high, step] = WagerOffer(word, low, high, step)
    return cached


_OFFERED: dict[tuple[str, int, int, int], WagerOffer] = {}


class Refusal(NamedTuple):
    """Why a seat may not bet, complete or raise, and the rule."""

    why: str
    rule: str


def refusals(betting: Betting, opening: OpeningRule, openers: str) -> dict[str, Refusal]:
    """Every reason against a wager, with the house's rule; ``openers`` is the least hand that opens, in words."""
    rule = betting.rule
    return {
        "raises": Refusal("no more raises are allowed in this round", rule.get("raises", "")),
        "chips": Refusal("these are not enough chips for more than a call", rule.get("short_all_in", "")),
        "nobody": Refusal("nobody is left who could call it", rule.get("short_all_in", "")),
        "acted": Refusal(
            "having acted, a player may call an all-in of less than a full raise, not raise it",
            rule.get("reopens", ""),
        ),
        "openers": Refusal(f"it takes {openers} or better to open", opening.rule),
    }
