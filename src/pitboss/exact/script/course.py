"""The course of a round: its streets, the cards the player knows on each, and the possible commitments.

A street is a moment at which the player knows a certain set of cards and may decide. What the player is committed to
(chips placed or taken back, a fold) is a :class:`PlayerCommitment`; the decisions of a street lead from the commitments
at its start to those at its end. Two shapes do backward induction over this course and differ in how they count cards:
:mod:`~pitboss.exact.shapes.streets.streets` and :mod:`~pitboss.exact.shapes.board.board`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from pitboss.exact.script.facts import Judged, judged
from pitboss.exact.script.judgements import Judgement, StreetSight, judgements, sights
from pitboss.exact.script.views import Outside
from pitboss.exact.stakes import in_play
from pitboss.house.decisions import asked, open_changes
from pitboss.house.definition import PLAYER, Choice, DecideStep, Definition

MOST_COMMITMENTS = 5_000
"""Most commitments of one street; each is valued for every hand."""


class PlayerCommitment(NamedTuple):
    """A player's wagers, whether the player folded, and the results of hands judged on earlier streets.

    ``classes`` has one number per early judgement of the course, in their order, as far as the streets have come.
    """

    stakes: tuple[tuple[str, Fraction], ...]
    folded: bool = False
    classes: tuple[int, ...] = ()


class StreetOption(NamedTuple):
    """One option of a decision at one multiple, as in the file."""

    decision: str
    choice: Choice
    times: int

    @property
    def text(self) -> str:
        return " ".join(self.choice.say.format(times=self.times, held="", out="").split())


class Edge(NamedTuple):
    """An option with the place it leads to."""

    option: StreetOption
    to: int


@dataclass(frozen=True)
class CourseStreet:
    """The cards seen and the decisions taken at one moment.

    ``shown`` counts the cards seen of each pile of the course. ``places`` are first the commitments the street is left
    with, then its decisions, each a list of edges to places before it; ``entry[entering][class]`` is the place at which
    a commitment of the street before arrives. ``early`` are the judgements whose outcome is known from here on.
    """

    shown: tuple[int, ...]
    leaving: tuple[PlayerCommitment, ...]
    places: tuple[tuple[Edge, ...], ...]
    entry: tuple[tuple[int, ...], ...]
    early: tuple[Judgement, ...]

    @property
    def decides(self) -> bool:
        return len(self.places) > len(self.leaving)

    @property
    def needs(self) -> bool:
        """True if an option here depends on the value of the player's hand."""
        return any(edge.option.choice.needs for place in self.places for edge in place)


@dataclass(frozen=True)
class Course:
    """A round of a game for certain wagers: ``own`` cards known from the first street, seen ``piles``, streets.

    ``final`` are the judgements made when every card lies there, ``early`` those made before; ``facts`` says for each
    what it can tell the settlement, ``settles`` which judgement settles each wager that can be on the layout.
    """

    game: Definition
    stakes: tuple[tuple[str, Fraction], ...]
    own: int
    piles: tuple[str, ...]
    streets: tuple[CourseStreet, ...]
    final: tuple[Judgement, ...]
    early: tuple[Judgement, ...]
    facts: Mapping[Judgement, Judged]
    settles: Mapping[str, Judgement]

    def columns(self, street: int) -> dict[str, list[int]]:
        """The columns of each pile in a row of the cards seen on a street; the player's own come first."""
        columns = {PLAYER: list(range(self.own))}
        start = self.own
        for pile, shown in zip(self.piles, self.streets[street].shown, strict=True):
            columns.setdefault(pile, []).extend(range(start, start + shown))
            start += shown
        return columns


def course(game: Definition, stakes: Mapping[str, Fraction]) -> Course:
    """The course of a round with these stakes, or :class:`~pitboss.exact.script.views.Outside`."""
    wagered = in_play(game, stakes)
    settles = judgements(game, wagered)
    piles, own, seen = sights(game, wagered, tuple(dict.fromkeys(settles.values())))
    wagers: dict[Judgement, list[str]] = {}
    for key, judgement in settles.items():
        wagers.setdefault(judgement, []).append(key)
    facts = {judgement: judged(game, judgement, keys) for judgement, keys in wagers.items()}
    start = tuple((key, Fraction(stakes[key])) for key in game.wagers if stakes.get(key))
    entering: tuple[PlayerCommitment, ...] = (PlayerCommitment(start),)
    streets: list[CourseStreet] = []
    for sight in seen:
        early = () if sight is seen[-1] else tuple(j for j in wagers if j in sight.judged)
        streets.append(_street(game, sight, entering, early, [len(facts[j].facts) for j in early]))
        entering = streets[-1].leaving
    return Course(
        game=game,
        stakes=start,
        own=own,
        piles=piles,
        streets=tuple(streets),
        final=tuple(j for j in wagers if j in seen[-1].judged),
        early=tuple(j for street in streets for j in street.early),
        facts=facts,
        settles=settles,
    )


def _street(
    game: Definition,
    sight: StreetSight,
    entering: Sequence[PlayerCommitment],
    early: tuple[Judgement, ...],
    counts: Sequence[int],
) -> CourseStreet:
    classes = list(product(*map(range, counts)))
    first = [[each._replace(classes=each.classes + more) for more in classes] for each in entering]
    layers: list[dict[PlayerCommitment, list[tuple[StreetOption, PlayerCommitment]]]] = []
    states = [state for row in first for state in row]
    for step in sight.decisions:
        layer = {state: list(options(game, step, state)) for state in states}
        layers.append(layer)
        states = list(dict.fromkeys(to for state, ways in layer.items() for to in ([w[1] for w in ways] or [state])))
        if len(states) > MOST_COMMITMENTS:
            raise Outside(game.script.index(step), f"leaves more than {MOST_COMMITMENTS:,} ways to have decided")
    leaving = tuple(dict.fromkeys(states))
    places: list[tuple[Edge, ...]] = [()] * len(leaving)
    at = {state: place for place, state in enumerate(leaving)}
    for layer in reversed(layers):
        before = {}
        for state, ways in layer.items():
            if ways:
                # Of options worth exactly the same the first is taken; folding comes last.
                ways = sorted(ways, key=lambda way: way[0].choice.fold)
                places.append(tuple(Edge(option, at[to]) for option, to in ways))
                before[state] = len(places) - 1
            else:
                before[state] = at[state]
        at = before
    entry = tuple(tuple(at[state] for state in row) for row in first)
    return CourseStreet(sight.shown, leaving, tuple(places), entry, early)


def options(
    game: Definition, step: DecideStep, state: PlayerCommitment
) -> Iterator[tuple[StreetOption, PlayerCommitment]]:
    """The options of a decision for a commitment, and what each makes of it; none if it is not asked.

    An option that needs a good hand is listed; whether it is open is a matter of the cards.
    """
    stakes = dict(state.stakes)
    if not asked(step, stakes, state.folded):
        return
    for offer, does in open_changes(game, step, stakes):
        option = StreetOption(step.decision, offer.choice, offer.times)
        yield option, PlayerCommitment(does.applied(game, stakes), offer.choice.fold, state.classes)
