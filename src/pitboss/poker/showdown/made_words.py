"""A made hand in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.cards import UNKNOWN, Card
from pitboss.deal.english import hand_words
from pitboss.poker.bots.strength import value

if TYPE_CHECKING:
    from pitboss.poker.spread_game import Contest


def made_words(contests: Sequence[Contest], own: Sequence[Card], board: Sequence[Card]) -> str:
    """The hand so far in words; empty while there are too few cards, or unknown ones."""
    words: list[str] = []
    for contest in contests:
        few = len(own) + len(board) < contest.ranking.cards
        if few or UNKNOWN in own or (contest.hole and len(board) < contest.ranking.cards - contest.hole):
            continue
        strength = value(contest, own, board)
        if strength:
            called = contest.called(strength)
            said = hand_words(called)
            words.append(said if not words or called.category == "low" else f"{said} for low")
    return "; ".join(words)
