"""Table limits and legal ceilings, checked before a card is dealt (HB-2, PK-28), and the house's liability.

A table limit is the minimum, maximum and step of a wager; a ceiling is the law of a jurisdiction on a day. The error
names the limit and its source. By default, an opening wager without a posted limit has
:data:`~pitboss.house.definition.DEFAULT_LIMIT`, and the ceilings are those of the jurisdiction in the game's file;
``"none"`` for limits or jurisdiction lifts them. A wager that a decision places later counts at the largest multiple
the game offers, so that no later action can exceed a ceiling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from pitboss import money
from pitboss.errors import PitbossError
from pitboss.house import settlement
from pitboss.house.decisions import change, offers
from pitboss.house.definition import DEFAULT_LIMIT, Definition, Limit, Wager
from pitboss.money import dollars, parse_dollars
from pitboss.rules import jurisdiction as law
from pitboss.rules.jurisdiction import Ceiling, Finding, Jurisdiction

RULE = "HB-2"
NONE = "none"
"""Given for limits or jurisdiction, it lifts them."""

Limits: TypeAlias = Mapping[str, Limit] | str | None
"""A table's own limits, also as text (:func:`parse`); None for those of the game's file."""
Law: TypeAlias = Jurisdiction | str | None
"""The jurisdiction whose ceilings apply; None for the one of the game's file."""


class OverLimit(PitbossError):
    """A wager beyond a table limit or a legal ceiling; nothing was dealt."""


def check(
    definition: Definition,
    stakes: Mapping[int, Mapping[str, int]],
    limits: Limits = None,
    jurisdiction: Law = None,
    on: date | None = None,
) -> None:
    """Refuse the first stake (cents per spot and wager) that is beyond a limit, before the deal.

    The ceilings are those in force on the day ``on``. ``"none"`` lifts ``limits`` or ``jurisdiction``.
    """
    if limits == NONE and jurisdiction == NONE:
        return
    posted = in_force(definition, limits)
    # Unknown wagers and wrong amounts are skipped here; the round refuses them with a better reason.
    stakes = {
        spot: {key: cents for key, cents in placed.items() if key in definition.wagers and type(cents) is int}
        for spot, placed in stakes.items()
    }
    for spot, placed in stakes.items():
        for key, cents in placed.items():
            _within(posted.get(key), definition.wagers[key], cents, spot)
        for wager, cents, words in _later(definition, placed):
            limit = posted.get(wager.key)
            if limit is not None and limit.maximum and cents > limit.maximum:
                raise _over_table_limit(
                    f"the {words} on spot {spot} would be {dollars(cents)}; this table takes at most "
                    f"{dollars(limit.maximum)} on {wager.key}"
                )
    place, day = _law(definition, jurisdiction, on)
    if place is not None:
        _lawful(definition, stakes, place, day)


def in_force(definition: Definition, limits: Limits = None) -> dict[str, Limit]:
    """The limit of every wager: the one this table posts, or the default for opening wagers."""
    return dict.fromkeys((wager.key for wager in definition.initial), DEFAULT_LIMIT) | _posted(definition, limits)


def largest(definition: Definition, limits: Limits = None) -> dict[str, int]:
    """The most cents that each wager can have at this table; one without a maximum is left out."""
    own = {key: limit.maximum for key, limit in in_force(definition, limits).items() if limit.maximum}
    opening = {key: cents for key, cents in own.items() if definition.wagers[key].initial}
    later = {wager.key: min(cents, own.get(wager.key, cents)) for wager, cents, _ in _later(definition, opening)}
    return own | later


def _posted(definition: Definition, limits: Limits) -> dict[str, Limit]:
    """The limits the house posts."""
    if isinstance(limits, str):
        return parse(limits, definition)
    posted = dict(definition.limits if limits is None else limits)
    _known(definition, posted)
    return posted


def _law(definition: Definition, given: Law, on: date | None) -> tuple[Jurisdiction | None, date]:
    """The jurisdiction whose ceilings apply, and the day; by default the latest day of the file's jurisdiction."""
    if given == NONE or (given is None and not definition.jurisdiction):
        return None, date.max
    place = given if given is not None else definition.jurisdiction
    where = law.load(place) if isinstance(place, str) else place
    if on is None and given is not None:
        raise PitbossError(f"which ceilings of {where.name} are in force depends on the day; give the date of play.")
    return where, on or date.max


def _within(limit: Limit | None, wager: Wager, cents: int, spot: int) -> None:
    if limit is None or cents <= 0:
        return
    what = f"{dollars(cents)} on {wager.key} (spot {spot})"
    if cents < limit.minimum:
        raise _over_table_limit(f"{what} is below the table minimum of {dollars(limit.minimum)}")
    if limit.maximum and cents > limit.maximum:
        raise _over_table_limit(f"{what} is above the table maximum of {dollars(limit.maximum)}")
    if (cents - limit.minimum) % limit.step:
        raise _over_table_limit(
            f"{what} is between two steps; this table takes {dollars(limit.minimum)} and then steps of "
            f"{dollars(limit.step)}"
        )


def _over_table_limit(what: str) -> OverLimit:
    return OverLimit(f"{what} (table limit, {RULE}).", rule=RULE, cite=False)


def _later(definition: Definition, placed: Mapping[str, int]) -> Iterator[tuple[Wager, int, str]]:
    """The wagers that decisions can still place on these stakes, each at its largest, with a description."""
    largest: dict[str, int] = {}
    for decision in definition.decisions.values():
        for offer in offers(decision):
            for key, cents in change(definition, placed, offer).placed.items():
                largest[key] = max(largest.get(key, 0), cents)
    for wager in definition.placed:
        base, cents = placed.get(wager.of, 0), largest.get(wager.key, 0)
        if base and cents:
            multiple = "equal to" if cents == base else f"of {cents // base} times"
            yield wager, cents, f"{wager.key} wager {multiple} the {wager.of}"


def _lawful(definition: Definition, stakes: Mapping[int, Mapping[str, int]], where: Jurisdiction, on: date) -> None:
    single, games, above = (
        where.ceiling(limit, "house", on) for limit in ("single wager", "games on one hand", "games above")
    )
    for spot, placed in stakes.items():
        largest: dict[str, int] = {}  # the largest wager of each separate game
        for wager, cents, words in _reached(definition, {key: cents for key, cents in placed.items() if cents > 0}):
            if single is not None and cents > single.most:
                raise OverLimit(
                    f"the {words} on spot {spot} would be {dollars(cents)}; {where.name} allows {single.amount} "
                    f"on a single wager ({single.source})."
                )
            group = game_of(definition, wager)
            largest[group] = max(largest.get(group, 0), cents)
        if games is not None and len(largest) > games.most:
            raise OverLimit(
                f"spot {spot} would play {len(largest)} separate games on one hand; {where.name} allows {games.amount} "
                f"({games.source})."
            )
        over = sorted(key for key, cents in largest.items() if above is not None and cents > above.above)
        if above is not None and len(over) > above.most:
            raise OverLimit(
                f"spot {spot} would have {len(over)} games above {dollars(above.above)} ({', '.join(over)}); "
                f"{where.name} allows {above.amount} on one hand ({above.source})."
            )


def _reached(definition: Definition, placed: Mapping[str, int]) -> list[tuple[Wager, int, str]]:
    """These wagers and those that decisions can still place on them, each at its largest, with a description."""
    named = [(definition.wagers[key], cents, f"{key} wager") for key, cents in placed.items()]
    return [*named, *_later(definition, placed)]


def game_of(definition: Definition, wager: Wager) -> str:
    """The separate game a wager belongs to; a wager tied to another is not a separate game."""
    while wager.of or wager.equals:
        wager = definition.wagers[wager.of or wager.equals]
    return wager.key


def findings(
    definition: Definition, limits: Limits = None, jurisdiction: Law = None, on: date | None = None
) -> tuple[Finding, ...]:
    """The findings when a table with these limits opens: legal ceilings that its posted limits exceed."""
    return tuple(compared(definition, limits, jurisdiction, on)[0])


def compared(
    definition: Definition, limits: Limits, jurisdiction: Law, on: date | None
) -> tuple[list[Finding], list[Finding]]:
    """The ceilings that a table with these limits exceeds, and those it keeps to, each with what the table has."""
    beyond: list[Finding] = []
    kept: list[Finding] = []
    where, day = _law(definition, jurisdiction, on)
    if where is None:
        return beyond, kept

    def found(listed: list[Finding], place: str, what: str, ceiling: Ceiling) -> None:
        listed.append(Finding(place, what, f"at most {ceiling.amount}", ceiling.source, "PK-28"))

    if (single := where.ceiling("single wager", "house", day)) is not None:
        tops = {key: limit.maximum for key, limit in _posted(definition, limits).items() if limit.maximum}
        reached = _reached(definition, tops)
        for wager, cents, words in reached:
            if cents > single.most:
                found(beyond, f"limits.{wager.key}", f"the {words} may reach {dollars(cents)}", single)
        if reached and not beyond:
            largest = max(cents for _, cents, _ in reached)
            found(kept, "single wager", f"no wager is larger than {dollars(largest)}", single)
    offered = len({game_of(definition, wager) for wager in definition.initial})
    if (games := where.ceiling("games on one hand", "house", day)) is not None:
        if offered > games.most:
            found(beyond, "wager", f"{offered} separate games are offered on one hand", games)
        else:
            found(kept, "games on one hand", f"{offered} on one hand", games)
    return beyond, kept


def _known(definition: Definition, limits: Mapping[str, Limit]) -> None:
    for key in limits:
        if key not in definition.wagers:
            wagers = ", ".join(definition.wagers)
            raise PitbossError(f"there is no wager {key!r} to limit in {definition.name}; its wagers are {wagers}.")


def parse(text: str, definition: Definition) -> dict[str, Limit]:
    """Parse table limits such as ``ante=5-300/5, tens=1-25``; the default step is the minimum.

    A limit that names no wager, ``5-100/5``, applies to every wager placed before the deal that is not named. Other
    wagers have the file's limits; ``none`` lifts all of them.
    """
    if text.strip().lower() == NONE:
        return dict.fromkeys(definition.wagers, Limit())
    limits, named = dict(definition.limits), set[str]()
    for part in filter(None, (word.strip() for word in text.split(","))):
        key, equals, amounts = part.rpartition("=")
        low, dash, rest = amounts.partition("-")
        high, slash, step = rest.partition("/")
        if not (bool(key) == bool(equals) and dash and low and high):
            raise PitbossError(
                f"{part!r} is not a table limit; write wager=minimum-maximum/step, such as ante=5-300/5."
            )
        minimum = parse_dollars(low)
        limit = Limit(minimum, parse_dollars(high), parse_dollars(step) if slash else minimum or 1)
        every = [wager.key for wager in definition.initial if wager.key not in named]
        limits |= dict.fromkeys([key.strip()] if key else every, limit)
        named.add(key.strip())
    _known(definition, limits)
    return limits


# Liability ------------------------------------------------------------------------------------------------------------


def liability(game: Definition, stakes: Mapping[str, int]) -> int:
    """The most the house may pay, in cents, on the wagers of one spot and all that decisions may still add.

    Every wager is counted at its best outcome, even if no single hand can reach them all.
    """
    most = {wager.key: cents for wager, cents, _ in _later(game, stakes)} | dict(stakes)
    return sum(money.pay(cents, odds).cents for key, cents in most.items() for odds in best_odds(game.wagers[key]))


@lru_cache(maxsize=1024)
def best_odds(wager: Wager) -> tuple[Fraction, Fraction]:
    """The best odds a wager can be paid at, and the best odds of its bonus."""
    every = settlement.endings(wager)
    result, bonus = (
        max((ending.odds for ending in every if (ending.outcome == "bonus") is on_top), default=Fraction(0))
        for on_top in (False, True)
    )
    return result, bonus
