"""The wagers of a person at a house table, repeated from round to round until changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pitboss.errors import PitbossError
from pitboss.house import limits as house_limits
from pitboss.house.definition import Definition, Limit
from pitboss.money import dollars, parse_dollars
from pitboss.rules import jurisdiction

USUAL = 500
"""Cents wagered by default if a table posts no minimum."""

_FOR_SPOT = re.compile(r"(\d+)\s*:\s*(.*)$")
_PAIR = re.compile(r"([\w-]+)(?:\s*=\s*|\s+)(\$?[\d.,]+¢?)$")
_NEXT = re.compile(r"(?<=[\d.¢]),?\s+(?=[\d_-]*[^\W\d_])")  # between an amount and the name of the next wager


def under(place: str, on: date | None, kind: str) -> str:
    """The line of a table's heading about the law in force; ``place`` is a jurisdiction, "none" or empty."""
    if place in ("", house_limits.NONE):
        return "  no legal ceilings apply (--jurisdiction NAME applies some)"
    where, day = jurisdiction.load(place), f" on {on}" if on is not None else ""
    single = where.ceiling("single wager", kind, on or date.max)
    most = f": at most {single.amount} on a single wager" if single else ""
    return f"  under the ceilings of {where.name} in force{day}{most}"


def posted(limits: Mapping[str, Limit]) -> str:
    """The line of a table's heading about its limits; wagers with the same limit share it."""
    groups: dict[Limit, list[str]] = {}
    for key, limit in limits.items():
        groups.setdefault(limit, []).append(key)
    if len(groups) == 1:
        return f"  table limits: {_amounts(next(iter(groups)))} on each wager"
    return "  table limits: " + "; ".join(f"{', '.join(keys)} {_amounts(limit)}" for limit, keys in groups.items())


def _amounts(limit: Limit) -> str:
    if not limit.maximum:
        return "any amount" if limit.minimum <= 1 else f"{dollars(limit.minimum)} or more"
    steps = f" in steps of {dollars(limit.step)}" if limit.step > 1 else ""
    least = f"{dollars(limit.minimum)} to" if limit.minimum > 1 else "up to"
    return f"{least} {dollars(limit.maximum)}{steps}"


class Stakes:
    """The wagers of every spot the person plays."""

    def __init__(self, game: Definition, spots: int, limits: Mapping[str, Limit] | None, written: str = "") -> None:
        self.game = game
        self.limits = game.limits if limits is None else limits
        # The first wagers are the required ones, or else the game's unit.
        needed = [wager.key for wager in game.initial if wager.initial == "required"] or [game.unit]
        usual = {key: max(USUAL, self.limits[key].minimum) if key in self.limits else USUAL for key in needed}
        self.spots: dict[int, dict[str, int]] = {spot: dict(usual) for spot in range(1, spots + 1)}
        if written:
            self.change(written)

    def change(self, line: str) -> None:
        """Parse a typed line: ``ante 10 tens 5`` for every spot, ``2: ante 10`` or ``2: none`` for one."""
        match = _FOR_SPOT.match(line.strip())
        spots = [int(match[1])] if match else list(self.spots)
        words = (match[2] if match else line).strip()
        for spot in spots:
            if spot not in self.spots:
                played = ", ".join(map(str, self.spots))
                raise PitbossError(f"you do not play spot {spot}; yours are {played} (--spots asks for more).")
        wagers = {} if words.lower() in ("none", "0", "") else self._read(words)
        for spot in spots:
            self.spots[spot] = dict(wagers)

    def _read(self, typed: str) -> dict[str, int]:
        wagers: dict[str, int] = {}
        for part in _NEXT.sub(",", typed).split(","):
            if not part.strip():
                continue
            match = _PAIR.match(part.strip())
            initial = [wager.key for wager in self.game.initial]
            if not match:
                example = f"{initial[0]} 5"
                raise PitbossError(f"{part.strip()!r} is not a wager; write its name and dollars, such as {example}.")
            key = _meant(match[1], initial)
            if not key:
                raise PitbossError(f"{match[1]!r} is not a wager you can place now; those are {', '.join(initial)}.")
            if cents := parse_dollars(match[2]):
                wagers[key] = cents
        for wager in (*self.game.initial, *self.game.initial):  # twice: several may equal the one that follows them
            for one, other in ((wager.key, wager.equals), (wager.equals, wager.key)):
                if wager.equals and other in wagers:
                    wagers.setdefault(one, wagers[other])
        return wagers

    def placed(self) -> dict[int, dict[str, int]]:
        """The wagers of the next round; spots without any are left out."""
        placed = {spot: dict(wagers) for spot, wagers in self.spots.items() if wagers}
        if not placed:
            raise PitbossError(f"nothing is wagered, so there is no round; type a wager, such as {self.game.unit} 5.")
        return placed

    def __str__(self) -> str:
        texts = {
            spot: " · ".join(f"{key} {dollars(cents)}" for key, cents in w.items()) or "nothing"
            for spot, w in self.spots.items()
        }
        if len(set(texts.values())) == 1:
            each = " on each spot" if len(texts) > 1 else ""
            return f"Wager: {next(iter(texts.values()))}{each}"
        return "Wagers: " + "; ".join(f"{spot}: {text}" for spot, text in texts.items())


def _meant(typed: str, names: Sequence[str]) -> str:
    """The wager of this name, or the first whose name begins with it; capitals do not matter. Empty if none does."""
    word = typed.casefold()
    begun = [name for name in names if name.casefold().startswith(word)]
    return min(begun, key=lambda name: (name != typed, name.casefold() != word), default="")
