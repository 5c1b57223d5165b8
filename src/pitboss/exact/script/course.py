"""The course of a round: its streets, the cards the player knows on each, and the possible commitments.

A street is a moment at which the player knows a certain set of cards and may decide. What the player is committed to
(chips placed or taken back, a fold) is a :class:`PlayerCommitment`; the decisions of a street lead from the commitments
at its start to those at its end. Two shapes do backward induction over this course and differ in how they count cards:
:mod:`~pitboss.exact.shapes.streets.streets` and :mod:`~pitboss.exact.shapes.board.board`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from pitboss.exact.figures import LOSE, TIE, WIN, WagerFact
from pitboss.exact.script.views import Outside, lay
from pitboss.exact.stakes import in_play
from pitboss.house import settlement
from pitboss.house.decisions import asked, dealt_in, open_changes
from pitboss.house.definition import (
    PLAYER,
    Choice,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    SettleStep,
    TurnStep,
    Wager,
)


class Judgement(NamedTuple):
    """A hand, or two hands compared, that settle wagers; ``cards`` counts the cards of each pile at that moment."""

    hand: str
    against: str
    cards: tuple[tuple[str, int], ...]


class StreetSight(NamedTuple):
    """The view at one moment: cards of each pile, the decisions taken on it, the judgements it allows."""

    shown: tuple[int, ...]
    decisions: tuple[DecideStep, ...]
    judged: tuple[Judgement, ...]


@dataclass
class _Moment:
    step: int
    shown: dict[str, int]
    decision: DecideStep | None = None
    settle: SettleStep | None = None


def moments(game: Definition, in_play: Sequence[str]) -> list[_Moment]:
    """Every decision and settlement of the script, with the cards a player sees then, own cards included."""
    up, down = Counter[str](), Counter[str]()
    seen: list[_Moment] = []
    for index, step in enumerate(game.script):
        if isinstance(step, DiscardStep):
            raise Outside(index, f"takes cards out of {step.pile} by what they are")
        if isinstance(step, DealStep):
            if dealt_in(step, in_play):
                lay(replace(step, up=step.up or step.pile == PLAYER), up, down)
        elif isinstance(step, TurnStep):
            if step.if_none_up:
                raise Outside(index, f"turns {step.pile} only if {step.if_none_up} shows nothing")
            lay(step, up, down)
        elif isinstance(step, DecideStep):
            for choice in game.decisions[step.decision].choices:
                if choice.hold and choice.hold != (up.get(PLAYER, 0),):
                    raise Outside(index, f"lets cards be exchanged ({choice.say!r})")
            seen.append(_Moment(index, dict(up), decision=step))
        elif isinstance(step, SettleStep):
            seen.append(_Moment(index, dict(up), settle=step))
    return seen


def judgements(game: Definition, in_play: Sequence[str]) -> dict[str, Judgement]:
    """The judgement that settles each wager; refuses a wager that is judged on different cards at different steps."""
    seen = moments(game, in_play)
    last_decision = max((m.step for m in seen if m.decision), default=-1)
    by_wager: dict[str, Judgement] = {}
    for key in in_play:
        wager = game.wagers[key]
        for moment in seen:
            step = moment.settle
            if step is None or key not in step.wagers or (step.only == "folded" and not wager.stands):
                continue
            now = _judgement(game, key, moment, seen)
            if by_wager.setdefault(key, now) != now:
                raise Outside(moment.step, f"settles {key} on other cards than the step before it")
            if not step.only:
                if moment.step < last_decision and not wager.stands and "fold" in wager.outcomes:
                    raise Outside(moment.step, f"settles {key} before a decision that could still fold it")
                break
    return by_wager


def _judgement(game: Definition, key: str, moment: _Moment, seen: Sequence[_Moment]) -> Judgement:
    wager = game.wagers[key]
    cards: dict[str, int] = {}
    for name in filter(None, (wager.hand, wager.against)):
        hand = game.hands[name]
        if hand.at and hand.at != "deal":
            moment = next(m for m in seen if m.decision is not None and m.decision.decision == hand.at)
        for pile in hand.of:
            count = moment.shown.get(pile, 0)
            if cards.setdefault(pile, count) != count:
                raise Outside(moment.step, f"compares hands of {key} that are judged at different moments")
    return Judgement(wager.hand, wager.against, tuple(cards.items()))


def sights(
    game: Definition, in_play: Sequence[str], judged: Sequence[Judgement]
) -> tuple[tuple[str, ...], int, list[StreetSight]]:
    """The piles that matter, the number of the player's first cards, and what is seen from street to street.

    A card matters if it is seen at a decision or a wager is judged on it. The last sight shows everything.
    """
    seen = moments(game, in_play)
    decisions = [m for m in seen if m.decision is not None]
    until = decisions[-1].shown if decisions else {}
    need: dict[str, int] = {}
    for judgement in judged:
        for pile, count in judgement.cards:
            need[pile] = max(need.get(pile, 0), count)
    final = {pile: max(need.get(pile, 0), until.get(pile, 0)) for pile in game.piles}
    first = (decisions[0] if decisions else seen[-1]).shown.get(PLAYER, 0)
    own = min(first, final.get(PLAYER, 0))
    final[PLAYER] = final.get(PLAYER, 0) - own
    piles = tuple(pile for pile in game.piles if final[pile])

    def counts(shown: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(min(shown.get(pile, 0) - (own if pile == PLAYER else 0), final[pile]) for pile in piles)

    rows: dict[tuple[int, ...], list[DecideStep]] = {}
    for moment in seen:
        asked = rows.setdefault(counts(moment.shown), [])
        if moment.decision is not None:
            asked.append(moment.decision)
    # Each judgement belongs to the last view that shows exactly its cards.
    whose: dict[tuple[int, ...], list[Judgement]] = {}
    for judgement in judged:
        wanted = {pile: count - (own if pile == PLAYER else 0) for pile, count in judgement.cards}
        fits = [row for row in rows if all(row[piles.index(p)] == n for p, n in wanted.items() if p in piles)]
        whose.setdefault(fits[-1], []).append(judgement)
    last = list(rows)[-1]
    streets = [
        StreetSight(row, tuple(asked), tuple(whose.get(row, ())))
        for row, asked in rows.items()
        if asked or row in whose or row == last
    ]
    return piles, own, streets


COMPARISONS = (LOSE, TIE, WIN)


class Judged(NamedTuple):
    """``least`` is the lowest value of each class of values; ``facts`` are the facts of each class.

    Without a hand to beat there is one fact a class; with one, six: not qualified and qualified, each beaten, equal and
    better. ``least`` is cut at the qualifier too.
    """

    least: tuple[int, ...]
    facts: tuple[WagerFact, ...]
    qualifies: int


def judged(game: Definition, judgement: Judgement, keys: Sequence[str]) -> Judged:
    """The facts of one judgement, which settles these wagers."""
    ranking = game.hands[judgement.hand].ranking
    low = 0 if ranking.definition.qualifier else 1  # only rankings with a qualifier have value 0, no hand
    qualifies = game.hands[judgement.against].qualifies if judgement.against else 0
    cuts = {low, *(cut for key in keys for cut in _cuts(game.wagers[key], low, ranking.top))}
    if low < qualifies <= ranking.top:
        cuts.add(qualifies)
    least = tuple(sorted(cuts))
    if not judgement.against:
        return Judged(least, tuple(WagerFact(True, 0, value) for value in least), 0)
    facts = tuple(WagerFact(met, side, value) for value in least for met in (False, True) for side in COMPARISONS)
    return Judged(least, facts, qualifies)


@lru_cache(maxsize=256)
def _cuts(wager: Wager, low: int, top: int) -> tuple[int, ...]:
    """The values at which the settlement of a wager changes."""
    cases = [(met, side) for met in (False, True) for side in COMPARISONS] if wager.against else [(True, 0)]
    before: object = None
    cuts = []
    for value in sorted({low, *(cut for cut in settlement.breaks(wager) if low < cut <= top)}):
        now = [settlement.ending(wager, False, met, side, value) for met, side in cases]
        here = (now, settlement.bonus_ending(wager, False, value))
        if here != before:
            cuts.append(value)
        before = here
    return tuple(cuts)


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

    ``final`` are the judgements made when all cards are dealt, ``early`` those made before; ``facts`` says for each
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

    def described(self, judgement: Judgement) -> list[tuple[object, ...]]:
        """The hands of a judgement as plain data, for cache keys."""
        hands = [hand for hand in map(self.game.hands.get, judgement[:2]) if hand]
        return [(hand.ranking.key, hand.of, tuple(hand.must.items())) for hand in hands]

    def columns(self, street: int) -> dict[str, list[int]]:
        """The columns of each pile in a row of the cards seen on a street; the player's own come first."""
        return columns_of(self.own, self.piles, self.streets[street].shown)


def columns_of(own: int, piles: Sequence[str], counts: Sequence[int]) -> dict[str, list[int]]:
    """The columns of each pile in a row that begins with the player's ``own`` cards."""
    columns = {PLAYER: list(range(own))}
    start = own
    for pile, many in zip(piles, counts, strict=True):
        columns.setdefault(pile, []).extend(range(start, start + many))
        start += many
    return columns


def course(game: Definition, stakes: Mapping[str, Fraction]) -> Course:
    """Return the course of a round with these stakes; may raise :class:`~pitboss.exact.script.views.Outside`."""
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
        known = () if sight is seen[-1] else tuple(j for j in wagers if j in sight.judged)
        streets.append(_street(game, sight, entering, known, [len(facts[j].facts) for j in known]))
        entering = streets[-1].leaving
    final = tuple(judgement for judgement in wagers if judgement in seen[-1].judged)
    early = tuple(judgement for street in streets for judgement in street.early)
    return Course(game, start, own, piles, tuple(streets), final, early, facts, settles)


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
            raise Outside(game.script.index(step), f"leaves more than {MOST_COMMITMENTS:,} combinations of decisions")
    leaving = tuple(dict.fromkeys(states))
    places: list[tuple[Edge, ...]] = [()] * len(leaving)
    at = {state: place for place, state in enumerate(leaving)}
    for layer in reversed(layers):
        before = {}
        for state, ways in layer.items():
            if ways:
                # Ties go to the first option; folding comes last.
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
    """The options of a decision for a commitment, each with the commitment it leads to; none if it is not asked.

    An option that needs a good hand is listed even though the cards may not allow it.
    """
    stakes = dict(state.stakes)
    if not asked(step, stakes, state.folded):
        return
    for offer, does in open_changes(game, step, stakes):
        option = StreetOption(step.decision, offer.choice, offer.times)
        yield option, PlayerCommitment(does.applied(game, stakes), offer.choice.fold, state.classes)
