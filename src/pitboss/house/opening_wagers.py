"""The wagers before the deal: which spots are in the round, and with what (HB-1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.definition import Definition
from pitboss.money import dollars


class WagerError(PitbossError):
    """A wager that cannot be placed; nothing was dealt."""


def place(definition: Definition, stakes: Mapping[Any, Mapping[str, int]]) -> dict[int, dict[str, int]]:
    """The wagers of every spot in the round, dealer's left to right, each spot's in the order of the game.

    A spot without any wager is not in the round; one with wagers but without a required one is refused, so that every
    chip on the layout is in play.
    """
    wagers = definition.wagers
    by_spot: dict[int, dict[str, int]] = {}
    for spot, placed in sorted((_spot(definition, written), each) for written, each in stakes.items()):
        if spot in by_spot:
            raise WagerError(f"spot {spot} appears twice among the stakes; give its wagers together.")
        for key, cents in placed.items():
            wager = wagers.get(key)
            if wager is None or not wager.initial:
                initial = ", ".join(each.key for each in definition.initial)
                why = "is placed by a decision" if wager else f"is not a wager of {definition.name}"
                raise WagerError(f"{key!r} {why}; before the deal spot {spot} may place {initial}.", rule="HB-1")
            if isinstance(cents, bool) or not isinstance(cents, int) or cents < 0:
                raise WagerError(f"{cents!r} on {key} (spot {spot}) is not an amount; give whole cents, such as 500.")
        stake = {key: placed[key] for key in wagers if placed.get(key)}
        if stake:
            _complete(definition, spot, stake)
            by_spot[spot] = stake
    if not by_spot:
        first = next((each.key for each in definition.initial if each.initial != "beside"), "ante")
        raise WagerError(f"no wager is placed, so there is no round; place one, such as {{1: {{{first!r}: 500}}}}.")
    return by_spot


def _spot(definition: Definition, number: Any) -> int:
    spot = int(number) if isinstance(number, str) and number.isdecimal() else number
    if isinstance(spot, bool) or not isinstance(spot, int) or not 1 <= spot <= definition.spots.usual:
        raise WagerError(f"{number} is not a spot of this layout; spots run from 1 to {definition.spots.usual}.")
    return spot


def _complete(definition: Definition, spot: int, stake: Mapping[str, int]) -> None:
    first = False
    for wager in definition.wagers.values():
        if wager.initial == "required" and wager.key not in stake:
            raise WagerError(f"spot {spot} has no {wager.key}, which is required; it is not in the round.", rule="HB-1")
        if wager.key in stake:
            first = first or wager.initial != "beside"
            if wager.equals and stake[wager.key] != stake.get(wager.equals):
                want = dollars(stake.get(wager.equals, 0))
                raise WagerError(f"the {wager.key} of spot {spot} has to equal the {wager.equals}, {want}.")
        elif wager.equals and wager.equals in stake:
            raise WagerError(f"spot {spot} has a {wager.equals} without the {wager.key} that goes with it; place both.")
    if not first:
        may = " or ".join(each.key for each in definition.initial if each.initial != "beside")
        raise WagerError(f"{' and '.join(stake)} cannot stand alone on spot {spot}; place {may} too.")


def players(spots: Mapping[int, Any], owners: Mapping[Any, Any] | None) -> dict[int, str]:
    """The player of each spot in the round: by default ``player 3`` plays spot 3 (HB-7)."""
    if not owners:
        return {spot: f"player {spot}" for spot in spots}
    given: dict[int, str] = {}
    for spot, who in owners.items():
        name = f"player {who}" if isinstance(who, int) else str(who)
        if not str(spot).isdecimal() or not name.startswith("player "):
            raise WagerError(f'{who!r} cannot own spot {spot}; players are called "player 1", or 1 for short.')
        given[int(spot)] = name
    return {spot: given.get(spot, f"player {spot}") for spot in spots}


def bankrolls(players: Mapping[int, str], bankroll: Any) -> dict[str, int]:
    """The chips of each player before the round, in cents; a player who is not named has no limit."""
    if bankroll is None:
        return {}
    if isinstance(bankroll, int):
        return dict.fromkeys(players.values(), bankroll)
    given = {f"player {who}" if str(who).isdecimal() else str(who): cents for who, cents in bankroll.items()}
    for who, cents in given.items():
        if isinstance(cents, bool) or not isinstance(cents, int) or cents < 0:
            raise WagerError(f"{cents!r} is not a bankroll for {who}; give whole cents, such as 10000.")
    return {who: given[who] for who in dict.fromkeys(players.values()) if who in given}
