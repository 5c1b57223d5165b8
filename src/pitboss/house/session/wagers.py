"""The wagers a seat may place before a round, within the limits of the table (HB-1, HB-2)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.deal.option import Option
from pitboss.house.definition import DEFAULT_LIMIT, Definition, Limit

USUAL = 500
"""Five dollars, if a table posts no minimum."""


def options(game: Definition, limits: Mapping[str, Limit], cents: int) -> tuple[Option, ...]:
    """Every wager placed before the deal, with the amounts the table accepts from a player with these chips."""
    listed = []
    for wager in game.initial:
        limit = limits.get(wager.key, DEFAULT_LIMIT)
        low = limit.minimum or 1
        high = min(cents, limit.maximum) if limit.maximum else cents
        why = "" if low <= high else "the player has too few chips"
        listed.append(Option(wager.key, low=low, high=high, step=limit.step, why=why, rule="HB-2"))
    return tuple(listed)


def least(game: Definition, limits: Mapping[str, Limit]) -> dict[str, int]:
    """The required wagers, or else the game's unit, each at the table's minimum; tied wagers are equal."""
    needed = [wager.key for wager in game.initial if wager.initial == "required"] or [game.unit]
    tied: list[str] = []
    while len(tied) != len(needed):
        tied = list(needed)
        needed += [
            wager.key for wager in game.initial if wager.key not in needed and wager.equals and wager.equals in needed
        ]
        needed += [game.wagers[key].equals for key in tied if game.wagers[key].equals not in ("", *needed)]
    cents = {key: limits[key].minimum or USUAL if key in limits else USUAL for key in needed}
    groups = {key: max(cents[other] for other in needed if _tied(game, key, other)) for key in needed}
    return {wager.key: groups[wager.key] for wager in game.initial if wager.key in groups}


def _tied(game: Definition, one: str, other: str) -> bool:
    """True if two wagers must be of the same amount."""
    return _root(game, one) == _root(game, other)


def _root(game: Definition, key: str) -> str:
    while game.wagers[key].equals:
        key = game.wagers[key].equals
    return key
