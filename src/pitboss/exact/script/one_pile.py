"""A canonical script for the proofs: piles that no hand distinguishes are merged.

Cards a player knows before the first decision may be dealt to the player or face up to the table, and so may later
cards. Where every hand in play uses all of these piles or none, it makes no difference: the first are counted as the
player's, the later ones as a pile of the table. A proof then costs the same however the file deals them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain, repeat

from pitboss.exact.script.views import lay
from pitboss.exact.stakes import in_play, judged_hands, matters, options
from pitboss.house.decisions import asked, dealt_in
from pitboss.house.definition import (
    PLAYER,
    BurnStep,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    SetStep,
    SettleStep,
    Step,
    TurnStep,
)

LATER = "player's later cards"
NOTHING = BurnStep(0)
"""Replaces a step that is no longer needed, so that the others keep their numbers."""


def one_pile(game: Definition, stakes: Mapping[str, Fraction]) -> Definition:
    """The game with such piles merged; the game itself if there is nothing to merge or to decide."""
    piles = _Piles(game, in_play(game, stakes))
    placed = {key: stake for key, stake in stakes.items() if stake}
    decisions = [step for step in game.script if isinstance(step, DecideStep) and asked(step, placed)]
    if piles.fixed or not any(matters(options(game, step, placed, piles.wagers, 0)) for step in decisions):
        return game
    first = _first(game, piles)
    return _later(first, _Piles(first, piles.wagers))


class _Piles:
    """The piles that a game's wagers in play can tell apart."""

    def __init__(self, game: Definition, wagers: tuple[str, ...]) -> None:
        self.game, self.wagers = game, wagers
        self.hands = judged_hands(game, wagers)
        decisions = [game.decisions[step.decision] for step in game.script if isinstance(step, DecideStep)]
        choices = [choice for decision in decisions for choice in decision.choices]
        if any(choice.needs for choice in choices):
            self.hands[PLAYER] = game.hands[PLAYER]
        self.fixed = any(choice.hold for choice in choices) or any(
            step.pile == PLAYER and not dealt_in(step, wagers) for step in game.script if isinstance(step, DealStep)
        )

    def hands_with(self, pile: str) -> frozenset[str]:
        """The hands in play that use a pile; piles with the same hands are not distinguished."""
        return frozenset(name for name, hand in self.hands.items() if pile in hand.of)

    def free(self, pile: str) -> bool:
        """True if nothing but hands looks at a pile, and no hand asks for a number of its cards."""
        return not (
            any(pile in hand.must for hand in self.hands.values())
            or any(_looks_at(step, pile) for step in self.game.script)
        )


def _looks_at(step: Step, pile: str) -> bool:
    return (
        (isinstance(step, DiscardStep) and step.pile == pile)
        or (isinstance(step, TurnStep) and bool(step.if_none_up) and pile in (step.pile, step.if_none_up))
        or (isinstance(step, SetStep) and step.rack_unused == pile)
    )


def _first(game: Definition, piles: _Piles) -> Definition:
    """Make known cards of the table the player's, where that makes no difference."""
    kinds = (DecideStep, SettleStep)
    start = next((at for at, step in enumerate(game.script) if isinstance(step, kinds)), len(game.script))
    up, down = Counter[str](), Counter[str]()
    for step in game.script[:start]:
        if isinstance(step, DealStep) or (isinstance(step, TurnStep) and not step.if_none_up):
            lay(step, up, down)
    known = [pile for pile, many in up.items() if many and pile != PLAYER and piles.free(pile)]
    if PLAYER in game.piles:
        base = piles.hands_with(PLAYER) if piles.free(PLAYER) else frozenset[str]()
    else:
        base = piles.hands_with(max(known, key=lambda pile: up[pile])) if known else frozenset()
    same = [pile for pile in known if base and piles.hands_with(pile) == base]
    if not same:
        return game
    own = up[PLAYER] + down[PLAYER] + sum(up[pile] for pile in same)
    # The first of these steps deals the player's cards and those that stay face down; the others do nothing.
    deals = [DealStep(PLAYER, own), *(DealStep(pile, down[pile]) for pile in same if down[pile])]
    steps: Iterator[Step] = chain(deals, repeat(NOTHING))
    merged = {PLAYER, *same}
    first = [
        next(steps) if isinstance(step, DealStep | TurnStep) and step.pile in merged else step
        for step in game.script[:start]
    ]
    script = (*first, *game.script[start:])
    left = {step.pile for step in script if isinstance(step, DealStep)}
    hands = dict(game.hands)
    for name, hand in piles.hands.items():
        if set(hand.of) & set(same):
            of = dict.fromkeys((PLAYER, *(pile for pile in hand.of if pile in left)))
            hands[name] = replace(hand, of=tuple(of))
    return replace(game, script=script, hands=hands)


def _later(game: Definition, piles: _Piles) -> Definition:
    """Deal the cards that a player gets after a decision face up to a pile of the table instead."""
    start = next((at for at, step in enumerate(game.script) if isinstance(step, DecideStep)), len(game.script))
    own = [
        at for at, step in enumerate(game.script) if at > start and isinstance(step, DealStep) and step.pile == PLAYER
    ]
    if not own or not piles.free(PLAYER) or _judged_after_a_fold(game, piles):
        return game
    mine = piles.hands_with(PLAYER)
    open_piles = [
        pile
        for pile in game.piles
        if pile != PLAYER and mine and piles.hands_with(pile) == mine and piles.free(pile)
        if all(step.up for step in game.script if isinstance(step, DealStep) and step.pile == pile)
    ]
    pile = open_piles[0] if open_piles else LATER
    deals = {
        at: replace(step, pile=pile, up=True, if_placed=())
        for at in own
        if isinstance(step := game.script[at], DealStep)
    }
    script = tuple(deals.get(at, step) for at, step in enumerate(game.script))
    hands = {
        name: replace(hand, of=tuple(dict.fromkeys((*hand.of, pile)))) if PLAYER in hand.of else hand
        for name, hand in game.hands.items()
    }
    return replace(game, script=script, hands=hands)


def _judged_after_a_fold(game: Definition, piles: _Piles) -> bool:
    """True if a wager stands after a fold on a hand that would then lack the later cards."""
    folds = any(choice.fold for decision in game.decisions.values() for choice in decision.choices)
    standing = [key for key in piles.wagers if game.wagers[key].stands]
    return folds and any(PLAYER in hand.of for hand in judged_hands(game, standing).values())
