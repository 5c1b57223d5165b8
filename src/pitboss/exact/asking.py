"""Asking for advice in any house game: one decision, or decisions street by street."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.exact import stages_advice
from pitboss.exact.advice import Advice, AdviceError, Worth, advise
from pitboss.exact.knowledge import Outside
from pitboss.exact.reveal import Reveal
from pitboss.exact.shapes import recognise
from pitboss.exact.stages_solve import Stages
from pitboss.exact.stakes import combination, tied
from pitboss.house.definition import PLAYER, DecideStep, Definition

BOARD = "board"


def ask(
    game: Definition,
    cards: Sequence[int],
    shown: Mapping[str, Sequence[int]] | None = None,
    stakes: Mapping[str, Fraction | int] | None = None,
    did: Sequence[str] = (),
) -> Advice:
    """What every option is worth with these cards; ``did`` are the earlier decisions of a game with several."""
    lying = {pile: cards for pile, cards in (shown or {}).items() if cards}
    if sum(isinstance(step, DecideStep) for step in game.script) < 2:
        if did:
            raise AdviceError(f"{game.name} has one decision, so nothing was decided before it; leave out --did.")
        try:
            return advise(game, cards, lying, stakes)
        except Outside:
            pass
    placed = combination(game, stakes if stakes else tied(game, game.unit))
    shape = recognise(placed.game, placed.stakes)
    if not isinstance(shape, Stages | Reveal):
        raise AdviceError(f"{game.name} is proved by plain recursion, which keeps no advice for single hands.")
    worths = [Worth(each.option.text, each.ev) for each in stages_advice.advise(shape, cards, lying, did)]
    return Advice(game.id, tuple(sorted(worths, key=lambda each: -each.ev)))


def piles(game: Definition, board: Sequence[int], up: Sequence[int]) -> dict[str, Sequence[int]]:
    """Where cards of a command line lie: ``board`` is the pile of that name, ``up`` the house's own hand."""
    found: dict[str, Sequence[int]] = {}
    others = [pile for pile in game.piles if pile not in (PLAYER, BOARD)]
    if board:
        if BOARD not in game.piles:
            raise AdviceError(f"{game.name} has no board; leave out --board.")
        found[BOARD] = board
    if up:
        if not others:
            raise AdviceError(f"{game.name} has no hand of the house, so none of its cards is up; leave out --up.")
        found[others[0]] = up
    return found
