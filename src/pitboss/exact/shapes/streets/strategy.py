"""Strategy in words for rounds whose cards come street by street with nobody to beat: a list for every decision.

Lists are made from the first decision on; each counts the deals that reach it when the lists before it are followed,
and loses what its options give away against perfect play from there on. So the costs of all lines, one after the other,
add up to exactly what a player who follows every list loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.exact.induction import needed_values, street_kernels
from pitboss.exact.script.course import CourseStreet
from pitboss.exact.shapes.streets.streets import OpenStreets, SolvedStreets
from pitboss.exact.strategy.lists import (
    CLOSED,
    ENOUGH,
    LISTED,
    Border,
    Margins,
    Strategy,
    StrategyList,
    Tell,
    apart,
    shown,
    spoken,
    untold,
)
from pitboss.exact.strategy.search import (
    SUITED,
    CodeCells,
    Rules,
    WrittenList,
    codes,
    joined,
    made,
    summed,
    things,
)

Whole = npt.NDArray[np.int64]
SEEN = 4
"""Cards up to which a list finds words for what is seen."""


def strategy(shape: OpenStreets, tell: Tell) -> Strategy:
    """The lists of every decision that can be reached; none where more cards are seen than there are words for."""
    unlisted = "its decisions are taken with more cards in sight, or with a joker among them, than there are words for"
    return Strategy(lists(shape, tell)[0], unlisted=unlisted)


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


class _ReachedStreet(NamedTuple):
    """The situations of a street after some first hands: the cards seen, how often each place is reached, its worth."""

    seen: npt.NDArray[np.uint8]
    weights: Whole
    mass: Whole
    values: Whole
    codes: Whole


def _reached(shape: OpenStreets, target: int, followed: dict[tuple[int, int], Rules]) -> Iterator[_ReachedStreet]:
    """Job by job, the situations of a street that following the lists made so far leads to."""
    for job in range(shape.jobs):
        part = slice(job * shape.size, (job + 1) * shape.size)
        own, weights = shape.first.cards[part], shape.first.weights[part]
        solved, free = shape.solve(own), shape._free(own)
        reach = np.ones((1, len(own) * len(shape.rows[0])), dtype=np.int64)
        for number in range(target + 1):
            street, edge = shape.course.streets[number], shape.edges[number]
            seen = shape._seen(own, free, number)
            code = codes(seen) if street.decides else np.zeros(0, dtype=np.int64)
            mass = edge.arrive(reach, solved.classes[number])
            choice = _choice(solved, number, street, edge.first, code, followed)
            _commit(mass, street, edge.to, choice, {place for at, place in followed if at == number})
            if number == target:
                rows = len(shape.rows[number])
                yield _ReachedStreet(seen, np.repeat(weights, rows), mass, solved.values[number], code)
                break
            before, after = len(shape.rows[number]), len(shape.rows[number + 1])
            reach = np.zeros((len(street.leaving), len(own) * after), dtype=np.int64)
            street_kernels.fall(mass[: len(street.leaving)], len(own), shape.parents[number], before, reach)


def _choice(
    solved: SolvedStreets,
    number: int,
    street: CourseStreet,
    first: Whole,
    code: Whole,
    followed: dict[tuple[int, int], Rules],
) -> npt.NDArray[np.int16]:
    """The edges taken on a street, by the lists where there are any."""
    choice = solved.choices[number].copy()
    for (at, place), rules in followed.items():
        if at == number:
            where = np.minimum(np.searchsorted(rules.codes, code), len(rules.codes) - 1)
            choice[place - len(street.leaving)] = first[place] + rules.options[where]
    return choice


def _commit(mass: Whole, street: CourseStreet, to: Whole, choice: npt.NDArray[np.int16], done: set[int]) -> None:
    """Take the decisions whose list is made; deals at the others stay where they are."""
    for place in range(len(street.places) - 1, len(street.leaving) - 1, -1):
        if place in done:
            row = to[choice[place - len(street.leaving)]]
            for target in np.unique(row):
                here = row == target
                mass[target, here] += mass[place, here]


def _losses(shape: OpenStreets, number: int, place: int, at: _ReachedStreet) -> Whole:
    """The loss of each option against the best in each situation; -1 where it is not open."""
    edge = shape.edges[number]
    options = range(int(edge.first[place]), int(edge.first[place + 1]))
    losses = np.stack([at.values[place] - at.values[edge.to[option]] for option in options])
    needs = np.array([edge.needs[option] for option in options])
    if needs.any():
        street = shape.course.streets[number]
        judged = needed_values(shape.course, street, shape.course.columns(number), at.seen)
        losses[needs[:, None] > judged[None, :]] = CLOSED
    return losses


# Lists -------------------------------------------------------------------------------------------------------------


class _Place:
    """The situations at one deciding place: their cells, the closest ones, and those with equal options."""

    def __init__(self, place: int, street: CourseStreet) -> None:
        self.place = place
        self.texts = tuple(edge.option.text for edge in street.places[place])
        self.parts: list[CodeCells] = []
        self.near: tuple[Border, ...] = ()
        self.equal: tuple[Border, ...] = ()
        self.equals = 0

    def add(self, shape: OpenStreets, number: int, at: _ReachedStreet, left: int) -> None:
        """Add the situations of one job that lead here; ``left`` is the number of ways to deal the rest after each."""
        weights = at.mass[self.place] * at.weights
        here = np.flatnonzero(weights)
        if not len(here):
            return
        losses = _losses(shape, number, self.place, at)[:, here]
        weighed = np.where(losses < 0, CLOSED, losses * weights[here])
        self.parts.append(summed(at.codes[here], weights[here], weighed))
        if len(self.texts) > 1:
            margins = Margins.of(losses)
            near, equal = _borders(margins, at.seen[here], at.codes[here], self.texts, left * shape.pay.scale)
            self.near = apart(sorted([*self.near, *near], key=lambda border: border.margin))
            self.equal = apart([*self.equal, *equal])
            self.equals += int(weights[here][margins.equal].sum()) * left


def _layer(
    shape: OpenStreets, number: int, layer: Sequence[int], followed: dict[tuple[int, int], Rules], after: dict[int, str]
) -> list[StrategyList]:
    """The lists of one decision: one for everything done before if that costs no more, otherwise one for each."""
    street = shape.course.streets[number]
    places = [_Place(place, street) for place in layer]
    left, deals = shape.continuations(number), 0
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
        lines = spoken(written.lines, group[0].texts, deals, unit)
        near = sorted((border for member in group for border in member.near), key=lambda border: border.margin)
        equal = [border for member in group for border in member.equal]
        asked = f"{decision}, after {before}" if before else decision
        equals = sum(member.equals for member in group)
        lists.append(StrategyList("", lines, apart(near), apart(equal), equals, asked))
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


def _borders(
    margins: Margins, seen: npt.NDArray[np.uint8], code: Whole, texts: Sequence[str], unit: int
) -> tuple[list[Border], list[Border]]:
    """The closest situations and those with equal options, a few of each, with other ranks in each."""

    def borders(these: Whole) -> list[Border]:
        _, first = np.unique(code[these] // SUITED, return_index=True)
        return [margins.border(at, shown(seen[at]), texts, unit) for at in these[np.sort(first)][:LISTED]]

    return borders(margins.closest[:200]), borders(margins.equal)
