"""Strategy in words for rounds whose cards come street by street with nobody to beat: a list for every decision.

Lists are made from the first decision on; each counts the deals that reach it when the lists before it are followed,
and loses what its options give away against perfect play from there on. So the costs of all lines, one after the other,
add up to exactly what a player loses who follows the lists all the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import show
from pitboss.exact.induction.values import hand_values
from pitboss.exact.script.course import CourseStreet
from pitboss.exact.shapes.streets.streets import OpenStreets, SolvedStreets
from pitboss.exact.strategy.decision_list import ENOUGH
from pitboss.exact.strategy.features import SUITED, codes, things
from pitboss.exact.strategy.lists import LISTED, Border, StrategyLine, StrategyList, Tell, untold
from pitboss.exact.strategy.search import CLOSED, CodeCells, Rules, WrittenList, joined, made, summed
from pitboss.house.definition import PLAYER

Whole = npt.NDArray[np.int64]
SEEN = 4
"""Cards up to which a list finds words for what is seen."""


def staged(shape: OpenStreets, tell: Tell = untold) -> tuple[StrategyList, ...]:
    """The lists of every decision that can be reached; none where more cards are seen than there are words for."""
    return lists(shape, tell)[0]


def lists(shape: OpenStreets, tell: Tell = untold) -> tuple[tuple[StrategyList, ...], dict[tuple[int, int], Rules]]:
    """The lists of every decision, and the rules to follow them at each place of each street."""
    course = shape.course
    streets = course.streets[: shape.closes + 1]
    deciding = [number for number, street in enumerate(streets) if street.decides]
    if course.game.deck.joker or any(course.own + sum(streets[number].shown) > SEEN for number in deciding):
        return (), {}
    followed: dict[tuple[int, int], Rules] = {}
    every: list[StrategyList] = []
    after = _after(streets)
    layers = [(number, layer) for number in deciding for layer in _layers(streets[number])]
    for done, (number, layer) in enumerate(layers):
        tell(done, len(layers))
        every += _layer(shape, number, layer, followed, after[number])
    return tuple(every), followed


def _layers(street: CourseStreet) -> Iterator[list[int]]:
    """The deciding places in the order they are reached, in layers that do not lead to each other."""
    layer: list[int] = []
    for place in range(len(street.places) - 1, len(street.leaving) - 1, -1):
        if any(edge.to == place for each in layer for edge in street.places[each]):
            yield layer
            layer = []
        layer.append(place)
    if layer:
        yield layer


def _after(streets: Sequence[CourseStreet]) -> list[dict[int, str]]:
    """The decisions on the way to each place of each street."""
    entering: dict[int, str] = {0: ""}
    by_street = []
    for street in streets:
        here: dict[int, str] = {}
        for entry, words in entering.items():
            for place in street.entry[entry]:
                here.setdefault(place, words)
        for place in range(len(street.places) - 1, -1, -1):
            if place in here:
                for edge in street.places[place]:
                    words = ", ".join(filter(None, (here[place], edge.option.text)))
                    here.setdefault(edge.to, words)
        by_street.append(here)
        entering = {place: here[place] for place in range(len(street.leaving)) if place in here}
    return by_street


# Deals -------------------------------------------------------------------------------------------------------------


class _Reached(NamedTuple):
    """The situations of a street after some first hands: the cards seen, how often each place is reached, its worth."""

    seen: npt.NDArray[np.uint8]
    weights: Whole
    mass: Whole
    values: Whole
    codes: Whole


def _reached(shape: OpenStreets, target: int, followed: dict[tuple[int, int], Rules]) -> Iterator[_Reached]:
    """Job by job, the situations of a street that following the lists made so far leads to."""
    from pitboss.exact.kernels import streets as compiled

    kernels: Any = compiled
    for job in range(shape.jobs):
        part = slice(job * shape.size, (job + 1) * shape.size)
        own, weights = shape.first.cards[part], shape.first.weights[part]
        solved, free = shape.solve(own), shape._free(own)
        reach = np.ones((1, len(own) * len(shape.rows[0])), dtype=np.int64)
        for number in range(target + 1):
            street, edge = shape.course.streets[number], shape.edges[number]
            seen = shape._seen(own, free, number)
            code = codes(seen) if street.decides else np.zeros(0, dtype=np.int64)
            mass = np.zeros((len(street.places), reach.shape[1]), dtype=np.int64)
            kernels.arrive(reach, edge.entry, solved.classes[number], mass)
            choice = _choice(solved, number, street, edge.first, code, followed)
            _commit(mass, street, edge.to, choice, {place for at, place in followed if at == number})
            if number == target:
                rows = len(shape.rows[number])
                yield _Reached(seen, np.repeat(weights, rows), mass, solved.values[number], code)
                break
            before, after = len(shape.rows[number]), len(shape.rows[number + 1])
            reach = np.zeros((len(street.leaving), len(own) * after), dtype=np.int64)
            kernels.fall(mass[: len(street.leaving)], len(own), shape.parents[number], before, reach)


def _choice(
    solved: SolvedStreets,
    number: int,
    street: CourseStreet,
    first: Whole,
    code: Whole,
    followed: dict[tuple[int, int], Rules],
) -> npt.NDArray[np.int16]:
    """The edges taken on a street: those of the lists where there are any."""
    choice = solved.choices[number].copy()
    for (at, place), rules in followed.items():
        if at == number:
            where = np.minimum(np.searchsorted(rules.codes, code), len(rules.codes) - 1)
            choice[place - len(street.leaving)] = first[place] + rules.options[where]
    return choice


def _commit(mass: Whole, street: CourseStreet, to: Whole, choice: npt.NDArray[np.int16], done: set[int]) -> None:
    """Decisions whose list is made are taken; those without one keep what came to them."""
    for place in range(len(street.places) - 1, len(street.leaving) - 1, -1):
        if place in done:
            row = to[choice[place - len(street.leaving)]]
            for target in np.unique(row):
                here = row == target
                mass[target, here] += mass[place, here]


def _losses(shape: OpenStreets, number: int, place: int, at: _Reached) -> Whole:
    """The loss of each option against the best in each situation; -1 where it is not open."""
    edge = shape.edges[number]
    options = range(int(edge.first[place]), int(edge.first[place + 1]))
    losses = np.stack([at.values[place] - at.values[edge.to[option]] for option in options])
    needs = np.array([edge.needs[option] for option in options])
    if needs.any():
        judged = hand_values(shape.course.game.hands[PLAYER], shape.course.columns(number), at.seen).astype(np.int64)
        losses[needs[:, None] > judged[None, :]] = CLOSED
    return losses


# Lists -------------------------------------------------------------------------------------------------------------


class _Place:
    """The situations at one deciding place: their cells, the closest ones, and those with equal options."""

    def __init__(self, place: int, street: CourseStreet) -> None:
        self.place = place
        self.texts = tuple(edge.option.text for edge in street.places[place])
        self.parts: list[CodeCells] = []
        self.near: list[Border] = []
        self.equal: list[Border] = []
        self.equals = 0

    def add(self, shape: OpenStreets, number: int, at: _Reached, left: int) -> None:
        """Add the situations of one job that lead here; ``left`` is the number of ways to deal the rest after each."""
        weights = at.mass[self.place] * at.weights
        here = np.flatnonzero(weights)
        if not len(here):
            return
        losses = _losses(shape, number, self.place, at)[:, here]
        weighed = np.where(losses < 0, CLOSED, losses * weights[here])
        self.parts.append(summed(at.codes[here], weights[here], weighed))
        near, equal, ways = _borders(losses, at.seen[here], at.codes[here], weights[here], self.texts, left, shape)
        self.near = _apart(sorted([*self.near, *near], key=lambda border: border.margin))
        self.equal = _apart([*self.equal, *equal])
        self.equals += ways * left


def _layer(
    shape: OpenStreets, number: int, layer: Sequence[int], followed: dict[tuple[int, int], Rules], after: dict[int, str]
) -> list[StrategyList]:
    """The lists of one decision: one for everything done before if that costs no more, otherwise one for each."""
    street = shape.course.streets[number]
    places = [_Place(place, street) for place in layer]
    left, deals = _continuations(shape, number), 0
    for at in _reached(shape, number, followed):
        deals += int(at.mass[[*range(len(street.leaving)), *layer]].sum(axis=0) @ at.weights)
        for place in places:
            place.add(shape, number, at, left)
    reached = [place for place in places if place.parts]
    unit = shape.deals * shape.pay.scale
    decision = street.places[layer[0]][0].option.decision
    lists = []
    grouped = _grouped(reached, shape.course.own + sum(street.shown), ENOUGH * unit)
    for group, written in grouped:
        for member in group:
            followed[number, member.place] = written.rules
        before = after.get(group[0].place, "") if len(grouped) > 1 else ""
        lines = tuple(
            StrategyLine(when, group[0].texts[option], Fraction(weight, deals), Fraction(loss, unit))
            for when, option, weight, loss in written.lines
        )
        near = sorted((border for member in group for border in member.near), key=lambda border: border.margin)
        equal = [border for member in group for border in member.equal]
        asked = f"{decision}, after {before}" if before else decision
        equals = sum(member.equals for member in group)
        lists.append(StrategyList("", lines, tuple(_apart(near)), tuple(_apart(equal)), equals, asked))
    return lists


def _grouped(reached: Sequence[_Place], cards: int, enough: float) -> list[tuple[list[_Place], WrittenList]]:
    """The places that share a list, with it: all of them where that costs no more, otherwise each by itself."""

    def written(cells: CodeCells) -> WrittenList:
        return made(cells, things(cells.codes, cards), enough)

    cells = [joined(place.parts) for place in reached]
    single = [([place], written(each)) for place, each in zip(reached, cells, strict=True)]
    if len(reached) > 1 and len({place.texts for place in reached}) == 1:
        together = written(joined(cells))
        if together.loss <= sum(each.loss for _, each in single):
            return [(list(reached), together)]
    return single


def _apart(borders: Sequence[Border]) -> list[Border]:
    """A few of them, none like another but for its suits."""
    distinct: dict[tuple[str, Fraction], Border] = {}
    for border in borders:
        distinct.setdefault(("".join(card[0] for card in border.hand.split()), border.margin), border)
    return list(distinct.values())[:LISTED]


def _continuations(shape: OpenStreets, number: int) -> int:
    """In how many ways the rest is dealt once a street is seen."""
    from math import comb

    left, before, total = shape.free, (0,) * len(shape.course.piles), 1
    for at, street in enumerate(shape.course.streets):
        for now, old in zip(street.shown, before, strict=True):
            total *= comb(left, now - old) if at > number else 1
            left -= now - old
        before = street.shown
    return total


def _borders(
    losses: Whole,
    seen: npt.NDArray[np.uint8],
    code: Whole,
    weights: Whole,
    texts: Sequence[str],
    left: int,
    shape: OpenStreets,
) -> tuple[list[Border], list[Border], int]:
    """The closest situations, those with equal options, and in how many ways the latter are reached."""
    if len(texts) < 2:
        return [], [], 0
    lost = np.where(losses < 0, np.iinfo(np.int64).max, losses)
    order = np.argsort(lost, axis=0, kind="stable")
    margin = lost[order[1], np.arange(lost.shape[1])]

    def border(at: int) -> Border:
        hand = show(sorted((int(card) for card in seen[at]), reverse=True))
        gained = Fraction(int(margin[at]), left * shape.pay.scale)
        return Border(hand, texts[order[0, at]], texts[order[1, at]], gained)

    def apart(these: Whole) -> list[int]:
        _, first = np.unique(code[these] // SUITED, return_index=True)
        return [int(at) for at in these[np.sort(first)]]

    equal = np.flatnonzero(margin == 0)
    ordered = np.argsort(margin, kind="stable")
    near = apart(ordered[(margin[ordered] > 0) & (margin[ordered] < np.iinfo(np.int64).max)][:200])
    return (
        [border(at) for at in near[:LISTED]],
        [border(at) for at in apart(equal)[:LISTED]],
        int(weights[equal].sum()),
    )
