"""The cards the player sees at each moment of a script, and the cards that settle each wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.exact.script.views import Outside
from pitboss.house.decisions import dealt_in
from pitboss.house.definition import PLAYER, DealStep, DecideStep, Definition, DiscardStep, SettleStep, TurnStep


class Judgement(NamedTuple):
    """A hand, or two hands compared, that settle wagers; ``cards`` counts the cards of each pile at that moment."""

    hand: str
    against: str
    cards: tuple[tuple[str, int], ...]


class StreetSight(NamedTuple):
    """The view at one moment: cards of each pile, the decisions taken on it, the judgements it is enough for."""

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
    up: dict[str, int] = {}
    down: dict[str, int] = {}
    seen: list[_Moment] = []
    for index, step in enumerate(game.script):
        if isinstance(step, DiscardStep):
            raise Outside(index, f"takes cards out of {step.pile} by what they are")
        if isinstance(step, DealStep):
            if not dealt_in(step, in_play):
                continue
            target = up if step.up or step.pile == PLAYER else down
            target[step.pile] = target.get(step.pile, 0) + step.cards
        elif isinstance(step, TurnStep):
            if step.if_none_up:
                raise Outside(index, f"turns {step.pile} only if {step.if_none_up} shows nothing")
            turned = step.cards or down.get(step.pile, 0)
            down[step.pile] = down.get(step.pile, 0) - turned
            up[step.pile] = up.get(step.pile, 0) + turned
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
