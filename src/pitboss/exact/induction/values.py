"""Hands of a course valued for many situations at once, and what their values tell the settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss.exact.induction.rows import Rows
from pitboss.exact.script.course import Course
from pitboss.exact.script.judgements import Judgement
from pitboss.house.definition import JudgedHand
from pitboss.ranking.batch import values

Columns: TypeAlias = Mapping[str, list[int]]


def makings(hand: JudgedHand, columns: Columns) -> list[list[int]]:
    """The sets of columns a hand may be made of; one set for a hand that is simply the best of its cards."""
    if not hand.must:
        return [[column for pile in hand.of for column in columns[pile]]]
    parts: list[Any] = []
    wanted = hand.ranking.cards
    for pile, count in hand.must.items():
        count = len(columns[pile]) if count < 0 else count
        parts.append(combinations(columns[pile], count))
        wanted -= count
    free = [column for pile in hand.of if pile not in hand.must for column in columns[pile]]
    return [[column for part in chosen for column in part] for chosen in product(*parts, combinations(free, wanted))]


def hand_values(hand: JudgedHand, columns: Columns, seen: Rows) -> npt.NDArray[np.uint16]:
    """The value of a hand in every situation; ``columns`` says where the cards of each pile stand in a row."""
    ways = makings(hand, columns)
    best = values(hand.ranking, seen[:, ways[0]])
    for each in ways[1:]:
        np.maximum(best, values(hand.ranking, seen[:, each]), out=best)
    return best


def fact_numbers(
    course: Course, judgements: Sequence[Judgement], columns: Columns, seen: Rows
) -> npt.NDArray[np.int64]:
    """The number of the fact in every situation, in mixed radix over the judgements."""
    numbers = np.zeros(len(seen), dtype=np.int64)
    for judgement in judgements:
        judged = course.facts[judgement]
        value = hand_values(course.game.hands[judgement.hand], columns, seen).astype(np.int64)
        fact = np.searchsorted(judged.least, value, side="right") - 1
        if judgement.against:
            other = hand_values(course.game.hands[judgement.against], columns, seen).astype(np.int64)
            fact = fact * 6 + (other >= judged.qualifies) * 3 + np.sign(value - other) + 1
        numbers = numbers * len(judged.facts) + fact
    return numbers
