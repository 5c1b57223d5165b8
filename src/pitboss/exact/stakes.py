"""Stake groups: wagers that are solved together.

A group is a wager with those tied to it by ``equals`` or placed by a decision in multiples of it. Each is solved
alone, once for every pay table the house may post; a combination of groups is solved as it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
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
    """Every stake group under every pay table, the game's unit first as the file orders its wagers."""
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
            raise StakeError(f"{key!r} is not a wager placed before the deal of {game.name}; those are {known}.")
        if table:
            game = choose(game, tables={name: table})
        if stake <= 0:
            raise StakeError(f"{key} = {stake} is not a stake; write a number above 0, such as {key}=1.")
        for each in tied(game, name):
            if placed.setdefault(each, Fraction(stake)) != stake:
                raise StakeError(f"{each} and {name} have to be equal, {placed[each]} and {stake} are not.")
    text = ",".join(f"{key}={stake}" for key, stake in stakes.items())
    return Group(text, game, {key: placed[key] for key in game.wagers if key in placed})


def in_play(game: Definition, stakes: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Every wager that can be on the layout in a round that begins with these stakes, in the file's order."""
    placeable = {key for decision in game.decisions.values() for choice in decision.choices for key in choice.place}
    return tuple(
        key for key, wager in game.wagers.items() if stakes.get(key) or (key in placeable and stakes.get(wager.of))
    )
