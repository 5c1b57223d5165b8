"""Conditions on the value of a hand, with or without one plain feature of its cards, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.suits import SUIT
from pitboss.exact.strategy.decision_list import Condition
from pitboss.exact.strategy.lists import RANKS
from pitboss.ranking import Ranking


def _ranks(words: Any) -> Any:
    return (words | words >> 13 | words >> 26 | words >> 39) & SUIT


def _suits(up: int) -> int:
    """All cards of the suits that are shown."""
    return sum(SUIT << 13 * suit for suit in range(4) if up >> 13 * suit & SUIT)


def features(up: int, words: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """One bit per feature of hands beside the cards shown, in the order of :func:`conditions`."""
    ranks = _ranks(words)
    bits = ((ranks & _ranks(up)) != 0).astype(np.int64)
    bits |= ((words & _suits(up)) != 0).astype(np.int64) << 1
    return np.asarray(bits | ranks << 2)


def conditions(up: bool) -> Iterator[str]:
    """The words of the features, whether cards are shown or not; a feature without words is not asked for."""
    yield "a card of the rank shown" if up else ""
    yield "a card of the suit shown" if up else ""
    for rank, name in enumerate(RANKS):
        yield f"{'an' if name[0] in 'ae' else 'a'} {name}" if rank >= 8 else ""


def when(condition: Condition, words: Sequence[str], ranking: Ranking, present: npt.NDArray[np.int64]) -> str:
    """A condition in words; ``present`` are the values that occur, in order."""
    parts = []
    if condition.least and condition.below:
        ends = lowest(ranking, condition.least, present), highest(ranking, condition.below, present)
        parts.append(f"{ends[0]} to {ends[1]}" if ends[0] != ends[1] else ends[0])
    elif condition.least:
        parts.append(f"{lowest(ranking, condition.least, present)} or better")
    elif condition.below:
        parts.append(f"{highest(ranking, condition.below, present)} or less")
    if condition.feature >= 0:
        parts.append(f"{'with' if condition.holds else 'without'} {words[condition.feature]}")
    return ", ".join(parts)


def lowest(ranking: Ranking, value: int, present: npt.NDArray[np.int64]) -> str:
    """The hand a run of values begins with; with its ranks if a lower hand has the same name."""
    at = int(np.searchsorted(present, value))
    return _named(ranking, value, int(present[at - 1]) if at else 0)


def highest(ranking: Ranking, below: int, present: npt.NDArray[np.int64]) -> str:
    """The hand a run of values ends with, the last one below a value."""
    at = int(np.searchsorted(present, below))
    return _named(ranking, int(present[at - 1]), int(present[at]) if at < len(present) else 0)


def _named(ranking: Ranking, value: int, beside: int) -> str:
    words = ranking.words(value)
    if not beside or ranking.words(beside) != words:
        return words
    return f"{words} ({'-'.join('23456789TJQKA'[rank] for rank in ranking.ranks(value))})"
