"""Which cards to hold, in words: an ordered list of things to look for, the first that is there is held.

Every way to hold cards is described by what the held cards are: a pair, four to a flush … Of several that fit a line
the one that fits into most straights is held, and of those the one of the highest ranks (:data:`PICK`). The list is
found greedily, as for hands to be played, and its cost is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.cards.hands import Making, values
from pitboss.exact.cards.suits import JOKER_BIT, SUIT, cards_of, moved
from pitboss.exact.shapes.holding.holding import Holding, Table
from pitboss.exact.strategy.decision_list import ENOUGH
from pitboss.exact.strategy.lists import LISTED, MOST, NUMBERS, RANKS, WINDOWS, Border, Listed, StrategyLine

Whole = npt.NDArray[np.int64]
PICK = "Of several cards that fit a line, hold those that fit into most straights, and of those the highest."


class Ways(NamedTuple):
    """Ways to hold cards: the number of the hand, the hand, the cards held of it, and what that is worth."""

    numbers: Whole
    owns: Whole
    helds: Whole
    worth: Whole


def holding(shape: Holding, pool: Executor | None = None) -> tuple[Listed, ...]:
    """The list of a round in which cards are held before a hidden board; empty where cards lie face up, since the words
    here do not speak of them."""
    publics = shape.outline.publics
    if len(publics) != 1 or publics[0].up or len(shape.acts) != 1:
        return ()
    table = Table(shape, publics[0])
    ways = _ways(table, pool)
    weights = table.hands.weights.astype(np.int64)
    best = np.full(len(weights), np.iinfo(np.int64).min)
    np.maximum.at(best, ways.numbers, ways.worth)
    names, losses = _losses(shape, table, ways, best)
    chosen = _greedy(losses, weights, ENOUGH * shape.deals * shape.payoffs.scale)
    if not chosen:
        return ()
    total = shape.deals // sum(weights.tolist())
    lines = _lines(names, losses, weights, chosen, total, shape)
    near, same, equals = _borders(table, ways, best, shape, total)
    return (Listed("", lines, near, same, equals),)


def _ways(table: Table, pool: Executor | None) -> Ways:
    """Every way to hold cards of every hand, the worth as a sum over boards."""
    pay = table.shape.payoffs.pay[0, 0, 0]
    parts = [
        (rows.numbers.astype(np.int64), rows.owns, rows.helds, rows.counts.astype(np.int64) @ pay)
        for _, rows in table._rows(pool)
    ]
    return Ways(*(np.concatenate(column) for column in zip(*parts, strict=True)))


# What held cards are -----------------------------------------------------------------------------------------------


class _Cards(NamedTuple):
    """Held cards, described: how many, their ranks, whether of one suit, how many straights they fit into; the joker is
    told apart and not counted."""

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
    """The things to look for, and which held cards are such a thing; the joker comes beside any of them, or alone."""
    for name, which in _natural(held, whole):
        yield name, which & ~held.joker
        yield f"the joker and {name}", which & held.joker
    yield "the joker", held.joker & (held.size == 0)


def _natural(held: _Cards, whole: int) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """The same for cards with a suit."""
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


def _losses(shape: Holding, table: Table, ways: Ways, best: Whole) -> tuple[list[str], Whole]:
    """What each thing loses for each hand; -1 where the hand does not have it."""
    own = shape.outline.own
    held = _described(ways.helds)
    names: list[str] = []
    found: list[Whole] = []
    # Of several that fit, those held are written last.
    order = np.lexsort((held.ranks, held.straights))
    loss = best[ways.numbers] - ways.worth

    def add(name: str, which: npt.NDArray[np.bool_]) -> None:
        picked = order[which[order]]
        if len(picked):
            column = np.full(len(best), -1, dtype=np.int64)
            column[ways.numbers[picked]] = loss[picked]
            names.append(name)
            found.append(column)

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
    return names, np.stack(found)


# The list ----------------------------------------------------------------------------------------------------------


def _greedy(losses: Whole, weights: Whole, enough: float) -> list[int]:
    """Numbers of the things to look for, in order; the last one every hand has."""
    always = [at for at, column in enumerate(losses) if (column >= 0).all()]
    if not always:
        return []
    total = {at: float((losses[at] * weights.astype(np.float64)).sum()) for at in always}
    lines = [min(always, key=total.__getitem__)]
    weighed = losses * weights.astype(np.float64)
    there = losses >= 0
    while len(lines) < MOST:
        taken = _taken(there, lines)
        now = weighed[np.array(lines)[taken], np.arange(len(weights))]
        chosen, most = None, enough
        for place in range(len(lines)):
            reach = taken >= place
            gains = np.where(there & reach, now - weighed, 0).sum(axis=1)
            gains[lines] = 0
            if gains.max() > most:
                most, chosen = float(gains.max()), (place, int(np.argmax(gains)))
        if chosen is None:
            break
        lines.insert(*chosen)
    return lines


def _taken(there: npt.NDArray[np.bool_], lines: Sequence[int]) -> Whole:
    """The place of the first line that each hand has."""
    return np.asarray(np.argmax(there[lines], axis=0), dtype=np.int64)


def _lines(
    names: Sequence[str], losses: Whole, weights: Whole, chosen: Sequence[int], total: int, shape: Holding
) -> tuple[StrategyLine, ...]:
    taken = _taken(losses >= 0, chosen)
    decided = sorted({int(place) for place in np.unique(taken)})
    found = []
    for place in decided:
        thing, here = chosen[place], taken == place
        lost = sum((losses[thing, here] * weights[here]).tolist())
        share = Fraction(sum(weights[here].tolist()) * total, shape.deals)
        cost = Fraction(lost, shape.deals * shape.payoffs.scale)
        last = place == decided[-1]
        found.append(
            StrategyLine("", f"hold {names[thing]}", share, cost)
            if last
            else StrategyLine(names[thing], "hold", share, cost)
        )
    return tuple(found)


def _borders(
    table: Table, ways: Ways, best: Whole, shape: Holding, total: int
) -> tuple[tuple[Border, ...], tuple[Border, ...], int]:
    """Hands whose two best ways to hold cards are closest, and those with equal ones."""
    scale = total * shape.payoffs.scale
    order = np.lexsort((-ways.worth, ways.numbers))
    numbers, owns, helds, worth = (column[order] for column in ways)
    first = np.flatnonzero(np.concatenate([[True], numbers[1:] != numbers[:-1]]))
    second = np.minimum(first + 1, len(numbers) - 1)
    # Ways that are the same but for suits that can be exchanged are worth the same and are no border.
    same = (helds[first] == helds[second]) | (numbers[first] != numbers[second])
    margin = np.where(same, np.iinfo(np.int64).max, worth[first] - worth[second])

    def border(at: int) -> Border:
        one, other = int(first[at]), int(second[at])
        turned = _moved(int(owns[other]), int(owns[one]), int(helds[other]))
        hand, best, next_best = (_shown(cards) for cards in (int(owns[one]), int(helds[one]), turned))
        return Border(hand, f"hold {best}", f"hold {next_best}", Fraction(int(margin[at]), scale))

    alike = _alike(helds[first], helds[second])
    equal = np.flatnonzero((margin == 0) & ~alike)
    apart = np.where((margin == 0) | alike, np.iinfo(np.int64).max, margin)
    near: Any = np.argsort(apart, kind="stable")[:LISTED]
    weights = table.hands.weights.astype(np.int64)[numbers[first[equal]]]
    count = sum(weights.tolist()) * total
    return tuple(border(int(at)) for at in near), tuple(border(int(at)) for at in equal[:LISTED]), count


def _shown(cards: int) -> str:
    return show(sorted(cards_of(cards), reverse=True))


def _moved(own: int, like: int, held: int) -> int:
    """Held cards of a hand as cards of the same hand with its suits elsewhere."""
    orders = (order for order in permutations(range(4)) if moved(own, order) == like)
    return moved(held, next(orders))


def _alike(one: Whole, other: Whole) -> npt.NDArray[np.bool_]:
    """Whether two sets are the same but for their suits."""
    sets = [np.sort(np.stack([words >> 13 * suit & SUIT for suit in range(4)]), axis=0) for words in (one, other)]
    return np.asarray((sets[0] == sets[1]).all(axis=0) & (one >> JOKER_BIT == other >> JOKER_BIT))
