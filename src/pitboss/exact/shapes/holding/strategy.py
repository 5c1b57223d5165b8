"""The cards to hold, in words: an ordered list of things to look for; the first one found is held.

Every way to hold cards is described by what the held cards are: a pair, four to a flush … If several fit a line,
the one that fits into most straights is held, then the one with the highest ranks (:data:`PICK`). The list is
found by :mod:`pitboss.exact.strategy.search`, and its cost is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.cards.hands import JOKER_BIT, SUIT, Making, cards_of, moved, values
from pitboss.exact.shapes.holding.holding import Holding
from pitboss.exact.shapes.holding.holds import Holds
from pitboss.exact.strategy.lists import (
    ENOUGH,
    LISTED,
    NUMBERS,
    RANKS,
    WINDOWS,
    Border,
    Strategy,
    StrategyList,
    Tell,
    shown,
    spoken,
)
from pitboss.exact.strategy.search import held_first

Whole = npt.NDArray[np.int64]
PICK = "Of several cards that fit a line, hold those that fit into most straights, and of those the highest."


class Ways(NamedTuple):
    """Ways to hold cards: the number of the hand, the hand, the cards held of it, and what that is worth."""

    numbers: Whole
    owns: Whole
    helds: Whole
    worth: Whole


class Followed(NamedTuple):
    """A list as it is followed: for every hand the place of the line that decides it, the row of :class:`Ways` that is
    held, and the row of a best one."""

    lines: Whole
    held: Whole
    best: Whole


def strategy(shape: Holding, tell: Tell) -> Strategy:
    """The list of a round in which cards are held before a hidden board; none where cards lie face up, since the words
    here do not describe them."""
    made = listed(shape)
    together = "the cards to hold are chosen together with something else"
    others = "the cards to hold depend on the other cards that lie face up"
    unlisted = others if any(each.up for each in shape.outline.publics) else together
    return Strategy((made[0],) if made else (), (PICK,), unlisted)


def listed(shape: Holding, pool: Executor | None = None) -> tuple[StrategyList, Ways, Followed] | None:
    """The list, every way to hold cards, and which of them the list holds."""
    publics = shape.outline.publics
    if len(publics) != 1 or publics[0].up or len(shape.acts) != 1:
        return None
    table = Holds(shape, publics[0])
    ways = _ways(table, pool)
    weights = table.hands.weights.astype(np.int64)
    best = np.full(len(weights), np.iinfo(np.int64).min)
    np.maximum.at(best, ways.numbers, ways.worth)
    names, picks = _things(shape, table, ways, len(weights))
    losses = np.where(picks >= 0, best - ways.worth[picks], -1)
    chosen = held_first(losses, weights, ENOUGH * shape.deals * shape.payoffs.scale)
    if not chosen:
        return None
    total = shape.deals // sum(weights.tolist())
    taken = np.argmax(picks[chosen] >= 0, axis=0)
    lines = []
    for place, thing in enumerate(chosen):
        here, last = taken == place, place == len(chosen) - 1
        many, lost = sum(weights[here].tolist()) * total, sum((losses[thing, here] * weights[here]).tolist())
        lines.append(("" if last else names[thing], int(last), many, lost))
    texts = ("hold", f"hold {names[chosen[-1]]}")
    near, same, equals = _borders(table, ways, best, shape, total)
    perfect = np.empty(len(weights), dtype=np.int64)
    rows = np.flatnonzero(ways.worth == best[ways.numbers])
    perfect[ways.numbers[rows]] = rows
    held = picks[np.array(chosen)[taken], np.arange(len(weights))].astype(np.int64)
    listed = spoken(lines, texts, shape.deals, shape.deals * shape.payoffs.scale)
    return StrategyList("", listed, near, same, equals), ways, Followed(taken, held, perfect)


def _ways(table: Holds, pool: Executor | None) -> Ways:
    """Every way to hold cards of every hand, the worth as a sum over boards."""
    pay = table.shape.payoffs.pay[0, 0, 0]
    parts = [
        (rows.numbers.astype(np.int64), rows.owns, rows.helds, rows.counts.astype(np.int64) @ pay)
        for _, rows in table._rows(pool)
    ]
    return Ways(*(np.concatenate(column) for column in zip(*parts, strict=True)))


# Kinds of held cards -----------------------------------------------------------------------------------------------


class _Cards(NamedTuple):
    """Held cards, described: how many, their ranks, whether of one suit, how many straights they fit into; the joker is
    separate and not counted."""

    joker: npt.NDArray[np.bool_]
    size: Whole
    ranks: Whole
    different: Whole
    suited: npt.NDArray[np.bool_]
    straights: Whole
    royal: npt.NDArray[np.bool_]
    twice: Whole


def _described(helds: Whole) -> _Cards:
    joker = helds >> JOKER_BIT > 0
    helds = helds & ~(1 << JOKER_BIT)
    suits = [helds >> 13 * suit & SUIT for suit in range(4)]
    size = np.bitwise_count(helds).astype(np.int64)
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    twice = (suits[0] & (suits[1] | suits[2] | suits[3])) | (suits[1] & (suits[2] | suits[3])) | (suits[2] & suits[3])
    different = np.bitwise_count(ranks).astype(np.int64)
    suited = np.any([np.bitwise_count(one) == size for one in suits], axis=0)
    fits = [
        (ranks & ~(window | (1 << 12 if at == 0 else 0)) == 0) & (different == size)
        for at, window in enumerate(WINDOWS)
    ]
    straights = np.sum(fits, axis=0).astype(np.int64)
    return _Cards(joker, size, ranks, different, suited, straights, ranks & ~WINDOWS[-1] == 0, twice)


def _kinds(held: _Cards, whole: int) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The things to look for, and which held cards match each; the joker comes with any of them, or alone."""
    for name, which in _natural(held, whole):
        yield name, which & ~held.joker
        yield f"the joker and {name}", which & held.joker
    yield "the joker", held.joker & (held.size == 0)


def _natural(held: _Cards, whole: int) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The things to look for in cards with a suit."""
    twice = np.bitwise_count(held.twice)
    yield "four of a kind", (held.size == 4) & (held.different == 1)
    yield "three of a kind", (held.size == 3) & (held.different == 1)
    yield "two pair", (held.size == 4) & (held.different == 2) & (twice == 2)
    yield "two pair and the other card", (held.size == 5) & (held.different == 3) & (twice == 2)
    yield "three of a kind and another card", (held.size == 4) & (held.different == 2) & (twice == 1)
    for rank, name in enumerate(RANKS):
        plural = f"{name}es" if name.endswith("x") else f"{name}s"
        paired = f"a pair of {plural}{' or better' if rank < 12 else ''}" if rank else "a pair"
        high = held.twice >= 1 << rank
        yield paired, (held.size == 2) & (held.different == 1) & high
        yield f"{paired} and another card", (held.size == 3) & (held.different == 2) & high
    for size in range(min(4, whole - 1), 1, -1):
        of, number = held.size == size, NUMBERS[size]
        yield f"{number} to a royal flush", of & held.suited & held.royal & (held.straights > 0)
        yield f"{number} to a flush", of & held.suited
        for ways in range(1, 7 - size):
            how = f" in {NUMBERS[ways]} ways" if ways > 1 else ""
            yield f"{number} to a straight flush{how}", of & held.suited & (held.straights >= ways)
            yield f"{number} to a straight{how}", of & (held.straights >= ways)
    for size in sorted({1, 2, int(held.size.min())} - {0}, reverse=True):
        yield "any card" if size == 1 else f"any {NUMBERS[size]} cards", held.size == size


def _things(shape: Holding, table: Holds, ways: Ways, hands: int) -> tuple[list[str], npt.NDArray[np.int32]]:
    """The things to look for, and which way to hold cards each stands for in each hand; -1 where the hand does not have
    it."""
    own = shape.outline.own
    held = _described(ways.helds)
    names: list[str] = []
    picks: list[npt.NDArray[np.int32]] = []
    # Of several that fit, the one to hold is written last.
    order = np.lexsort((held.ranks, held.straights))

    def add(name: str, which: npt.NDArray[np.bool_]) -> None:
        picked = order[which[order]]
        if len(picked):
            column = np.full(hands, -1, dtype=np.int32)
            column[ways.numbers[picked]] = picked
            names.append(name)
            picks.append(column)

    ranking = table.view.hand.ranking
    whole = held.size + held.joker == own
    if ranking.cards == own and whole.any():
        every = np.flatnonzero(whole)
        value = np.zeros(len(ways.helds), dtype=np.int64)
        value[every] = values(ranking, ways.helds[every], own, (Making((1 << own) - 1, 0),))
        for category in ranking.categories[:-1]:
            add(f"all {NUMBERS[own]}: {category} or better", whole & (value >= ranking.threshold(category)))
    for name, which in _kinds(held, own):
        add(name, which)
    return names, np.stack(picks)


# Borders -----------------------------------------------------------------------------------------------------------


def _borders(
    table: Holds, ways: Ways, best: Whole, shape: Holding, total: int
) -> tuple[tuple[Border, ...], tuple[Border, ...], int]:
    """Hands whose two best ways to hold cards are closest, and those with equal ones."""
    scale = total * shape.payoffs.scale
    order = np.lexsort((-ways.worth, ways.numbers))
    numbers, owns, helds, worth = (column[order] for column in ways)
    first = np.flatnonzero(np.concatenate([[True], numbers[1:] != numbers[:-1]]))
    second = np.minimum(first + 1, len(numbers) - 1)
    # Ways that differ only by exchangeable suits are worth the same, so they are not borderline.
    same = (helds[first] == helds[second]) | (numbers[first] != numbers[second])
    margin = np.where(same, np.iinfo(np.int64).max, worth[first] - worth[second])

    def border(at: int) -> Border:
        one, other = int(first[at]), int(second[at])
        turned = _moved(int(owns[other]), int(owns[one]), int(helds[other]))
        hand, best, next_best = (shown(cards_of(cards)) for cards in (int(owns[one]), int(helds[one]), turned))
        return Border(hand, f"hold {best}", f"hold {next_best}", Fraction(int(margin[at]), scale))

    alike = _alike(helds[first], helds[second])
    equal = np.flatnonzero((margin == 0) & ~alike)
    apart = np.where((margin == 0) | alike, np.iinfo(np.int64).max, margin)
    near: Any = np.argsort(apart, kind="stable")[:LISTED]
    weights = table.hands.weights.astype(np.int64)[numbers[first[equal]]]
    count = sum(weights.tolist()) * total
    return tuple(border(int(at)) for at in near), tuple(border(int(at)) for at in equal[:LISTED]), count


def _moved(own: int, like: int, held: int) -> int:
    """The held cards of a hand, as cards of the same hand with its suits exchanged."""
    orders = (order for order in permutations(range(4)) if moved(own, order) == like)
    return moved(held, next(orders))


def _alike(one: Whole, other: Whole) -> npt.NDArray[np.bool_]:
    """True if two sets differ at most in their suits."""
    sets = [np.sort(np.stack([words >> 13 * suit & SUIT for suit in range(4)]), axis=0) for words in (one, other)]
    return np.asarray((sets[0] == sets[1]).all(axis=0) & (one >> JOKER_BIT == other >> JOKER_BIT))
