"""What a decision changes for a player with certain stakes: the options that differ, and whether they matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.house.decisions import offers
from pitboss.house.definition import PLAYER, Choice, DecideStep, Definition


@dataclass(frozen=True)
class Option:
    """One option at one multiple, as far as it matters to the wagers in play.

    ``stakes`` are those on the layout afterwards; ``hold`` how many cards may be kept (empty: cards are left alone);
    ``needs`` the least value of the hand ``player`` that allows it. ``choices`` are the words of the file that come to
    the same, each with its multiple.
    """

    fold: bool
    stakes: tuple[tuple[str, Fraction], ...]
    hold: tuple[int, ...]
    needs: int
    choices: tuple[tuple[Choice, int], ...]


def asked(step: DecideStep, stakes: Mapping[str, Fraction]) -> bool:
    """Whether a spot with these stakes takes this decision, as long as no other decision came before."""
    return (not step.if_placed or any(stakes.get(key) for key in step.if_placed)) and not any(
        stakes.get(key) for key in step.unless_placed
    )


def options(
    game: Definition, step: DecideStep, stakes: Mapping[str, Fraction], in_play: Sequence[str], own: int
) -> tuple[Option, ...]:
    """The options that come to different things, in the file's order."""
    found: dict[tuple[object, ...], Option] = {}
    cards_matter = holds_matter(game, in_play)
    placed_now = [game.wagers[key] for key, stake in stakes.items() if stake]
    fold_matters = any(not wager.stands or wager.bonus is not None for wager in placed_now)
    for offer in offers(game.decisions[step.decision]):
        choice = offer.choice
        if choice.take and not stakes.get(choice.take):
            continue
        placed = {key: _times(choice, key, offer.times) * stakes.get(game.wagers[key].of, 0) for key in choice.place}
        if choice.place and not any(placed.values()) and offer.times != min(choice.times):
            continue  # there is no wager to multiply
        after = {**stakes, **placed}
        if choice.take:
            after[choice.take] = Fraction(0)
        on_layout = tuple((key, Fraction(after[key])) for key in game.wagers if after.get(key))
        hold = tuple(count for count in choice.hold if count) if cards_matter and choice.hold != (own,) else ()
        fold = choice.fold and fold_matters
        what = (fold, on_layout, hold, choice.needs)
        same = found.get(what)
        choices = (*(same.choices if same else ()), (choice, offer.times))
        found[what] = Option(fold, on_layout, hold, choice.needs, choices)
    return tuple(found.values())


def _times(choice: Choice, key: str, times: int) -> int:
    multiples = choice.place[key]
    return times if len(multiples) > 1 else multiples[0]


def holds_matter(game: Definition, in_play: Sequence[str]) -> bool:
    """Whether a wager in play is judged on the cards a player keeps."""
    hands = {name for key in in_play for name in (game.wagers[key].hand, game.wagers[key].against) if name}
    return any(PLAYER in game.hands[name].of and game.hands[name].at != "deal" for name in hands)


def matters(found: Sequence[Option]) -> bool:
    """Whether there is anything to decide."""
    return len({(one.fold, one.stakes, one.hold) for one in found}) > 1 or any(one.hold for one in found)
