"""The options of a decision that differ for a player with certain stakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.house.decisions import open_changes
from pitboss.house.definition import PLAYER, Choice, DecideStep, Definition


@dataclass(frozen=True)
class ProofOption:
    """One option at one multiple, as far as it matters to the wagers in play.

    ``stakes`` are those on the layout afterwards; ``hold`` how many cards may be kept (empty: cards are left alone);
    ``needs`` the least value of the hand ``player`` that allows it. ``choices`` are the choices of the file that do
    the same, each with its multiple.
    """

    fold: bool
    stakes: tuple[tuple[str, Fraction], ...]
    hold: tuple[int, ...]
    needs: int
    choices: tuple[tuple[Choice, int], ...]


def options(
    game: Definition, step: DecideStep, stakes: Mapping[str, Fraction], in_play: Sequence[str], own: int
) -> tuple[ProofOption, ...]:
    """The options that differ in what they do, in the file's order."""
    distinct: dict[tuple[object, ...], ProofOption] = {}
    cards_matter = holds_matter(game, in_play)
    placed = {key: stake for key, stake in stakes.items() if stake}
    fold_matters = any(not game.wagers[key].stands or game.wagers[key].bonus is not None for key in placed)
    for offer, does in open_changes(game, step, placed):
        choice, on_layout = offer.choice, does.applied(game, placed)
        hold = tuple(count for count in choice.hold if count) if cards_matter and choice.hold != (own,) else ()
        fold = choice.fold and fold_matters
        what = (fold, on_layout, hold, choice.needs)
        same = distinct.get(what)
        choices = (*(same.choices if same else ()), (choice, offer.times))
        distinct[what] = ProofOption(fold, on_layout, hold, choice.needs, choices)
    return tuple(distinct.values())


def holds_matter(game: Definition, in_play: Sequence[str]) -> bool:
    """True if a wager in play is judged on the cards a player keeps."""
    hands = {name for key in in_play for name in (game.wagers[key].hand, game.wagers[key].against) if name}
    return any(PLAYER in game.hands[name].of and game.hands[name].at != "deal" for name in hands)


def matters(options: Sequence[ProofOption]) -> bool:
    """True if there is anything to decide."""
    return len({(one.fold, one.stakes, one.hold) for one in options}) > 1 or any(one.hold for one in options)
