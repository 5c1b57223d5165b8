"""Stake groups: wagers that are solved together.

A group is a wager with those tied to it by ``equals`` or placed by a decision in multiples of it. Each is solved
alone, once for every pay table the house may post; a combination of groups is solved on request. The options of
a decision are those that differ for a player with certain stakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.decisions import open_changes
from pitboss.house.definition import PLAYER, Choice, DecideStep, Definition, JudgedHand
from pitboss.house.options import choose


class StakeError(PitbossError):
    """A combination of wagers that this game does not have."""


@dataclass(frozen=True)
class Group:
    """Wagers solved together: the game with the pay tables in force, and the initial stakes in units."""

    key: str
    game: Definition
    stakes: Mapping[str, Fraction]


def base(game: Definition, key: str) -> str:
    """The wager that sets the size of this one: itself, or the one it equals."""
    return game.wagers[key].equals or key


def tied(game: Definition, key: str) -> dict[str, Fraction]:
    """One unit on a wager and on every wager that has to equal it."""
    return {each.key: Fraction(1) for each in game.initial if base(game, each.key) == base(game, key)}


def groups(game: Definition) -> tuple[Group, ...]:
    """Every stake group under every pay table, in the order of the file."""
    every = []
    bases = dict.fromkeys(base(game, wager.key) for wager in game.initial)
    for first in bases:
        key = game.unit if base(game, game.unit) == first else first
        stakes = tied(game, key)
        members = [wager for wager in game.wagers.values() if wager.key in stakes or wager.of in stakes]
        varied = [wager for wager in members if len(wager.tables) > 1 and not wager.shares]
        for names in product(*(wager.tables for wager in varied)):
            tables = {wager.key: name for wager, name in zip(varied, names, strict=True)}
            every.append(Group("/".join((key, *names)), choose(game, tables=tables), stakes))
    return tuple(every)


def stake_groups(
    game: Definition, stakes: Mapping[str, Fraction | int] | None = None, only: str = "", posted: bool = False
) -> list[Group]:
    """The groups that are asked for: the combination of ``stakes``, the one named ``only``, or all.

    With ``posted``, only those under the pay tables in force.
    """
    if stakes:
        return [combination(game, stakes)]
    every = groups(game)
    if only:
        chosen = [group for group in every if group.key == only]
        if not chosen:
            known = ", ".join(group.key for group in every)
            raise StakeError(f"{only!r} is not a stake group of this game; its stake groups are {known}.")
        return chosen
    if not posted:
        return list(every)
    in_force = {wager.sheet_key for wager in game.wagers.values()}
    return [group for group in every if "/" not in group.key or group.key in in_force]


def combination(game: Definition, stakes: Mapping[str, Fraction | int]) -> Group:
    """A combination such as ``{"ante": 1, "tens": 5}``, under the pay tables in force; tied wagers come along."""
    placed: dict[str, Fraction] = {}
    for key, stake in stakes.items():
        name, _, table = key.partition("/")
        wager = game.wagers.get(name)
        if wager is None or not wager.initial:
            known = ", ".join(each.key for each in game.initial)
            raise StakeError(f"{key!r} is not a wager placed before the deal of {game.name}; those wagers are {known}.")
        if table:
            game = choose(game, tables={name: table})
        if stake <= 0:
            raise StakeError(f"{key} = {stake} is not a stake; write a number above 0, such as {key}=1.")
        for each in tied(game, name):
            if placed.setdefault(each, Fraction(stake)) != stake:
                raise StakeError(f"{each} and {name} must be equal; {placed[each]} and {stake} are not.")
    text = ",".join(f"{key}={stake}" for key, stake in stakes.items())
    return Group(text, game, {key: placed[key] for key in game.wagers if key in placed})


def in_play(game: Definition, stakes: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Every wager that can be on the layout in a round that begins with these stakes, in the file's order."""
    placeable = {key for decision in game.decisions.values() for choice in decision.choices for key in choice.place}
    return tuple(
        key for key, wager in game.wagers.items() if stakes.get(key) or (key in placeable and stakes.get(wager.of))
    )


@dataclass(frozen=True)
class ProofOption:
    """One option at one multiple, as far as it matters to the wagers in play.

    ``stakes`` are those on the layout afterwards; ``hold`` how many cards may be kept (empty: cards are left alone);
    ``needs`` the least value of the hand ``player`` that allows it. ``choices`` are the choices of the file that do
    the same, each with its multiple; options that do the same are equal, whatever the file calls them.
    """

    fold: bool
    stakes: tuple[tuple[str, Fraction], ...]
    hold: tuple[int, ...]
    needs: int
    choices: tuple[tuple[Choice, int], ...] = field(compare=False)


def options(
    game: Definition, step: DecideStep, stakes: Mapping[str, Fraction], in_play: Sequence[str], own: int
) -> tuple[ProofOption, ...]:
    """The options that differ in what they do, in the file's order."""
    distinct: dict[tuple[object, ...], ProofOption] = {}
    # Keeping cards matters if a wager in play is judged on those a player keeps.
    cards_matter = any(PLAYER in hand.of and hand.at != "deal" for hand in judged_hands(game, in_play).values())
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


def judged_hands(game: Definition, wagers: Iterable[str]) -> dict[str, JudgedHand]:
    """The hands that these wagers are judged on, by name."""
    names = (name for key in wagers for name in (game.wagers[key].hand, game.wagers[key].against) if name)
    return {name: game.hands[name] for name in names}


def matters(options: Sequence[ProofOption]) -> bool:
    """True if there is anything to decide."""
    return len({(one.fold, one.stakes, one.hold) for one in options}) > 1 or any(one.hold for one in options)


def acts_of(options: tuple[ProofOption, ...], own: int) -> tuple[ProofOption, ...]:
    """Merge options that differ only in the number of cards they keep.

    Folding comes last: ties go to the first option, and nobody folds what costs nothing to play.
    """
    acts: dict[tuple[Any, ...], list[ProofOption]] = {}
    for option in options:
        acts.setdefault((option.fold, option.stakes, option.needs), []).append(option)
    every = []
    for same in acts.values():
        hold = tuple(sorted({many for one in same for many in one.hold or (own,)})) if len(same) > 1 else same[0].hold
        every.append(replace(same[0], hold=hold, choices=tuple(choice for one in same for choice in one.choices)))
    return tuple(sorted(every, key=lambda act: act.fold))


def touched(game: Definition, wagers: Mapping[str, int]) -> dict[str, int]:
    """The wagers that a decision can affect; the others add the same constant to every option."""
    throws_cards = any(choice.hold for decision in game.decisions.values() for choice in decision.choices)
    affected = {}
    for key, cents in wagers.items():
        wager, hand = game.wagers[key], game.hands[game.wagers[key].hand]
        cards_change = throws_cards and hand.own and hand.at != "deal"
        if cards_change or wager.against or (not wager.stands and "fold" in wager.outcomes):
            affected[key] = cents
    return affected
