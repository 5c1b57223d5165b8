"""Read the parts around the script: deck, spots, limits and jurisdiction, rule IDs, and readings of open rules.

The last part checks the names in a file: every reference has a target, and every named thing is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from pitboss.cards import Deck, deck
from pitboss.datafile import DataFile, FileError, KeyPath, Section
from pitboss.errors import PitbossError
from pitboss.house import definition as script
from pitboss.house.decisions import offers
from pitboss.house.definition import DEFAULT_LIMIT, PLAYER, Definition, JudgedHand, Limit, Reading, Spots, Wager
from pitboss.rules import catalogue, jurisdiction

ReadT = TypeVar("ReadT")


def attempt(section: Section, key: str, read: Callable[[], ReadT], otherwise: ReadT) -> ReadT:
    """Return the result of ``read``, or ``otherwise`` with a problem at the key if it refuses the value."""
    try:
        return read()
    except PitbossError as error:
        section.problem(key, str(error))
        return otherwise


# The table ------------------------------------------------------------------------------------------------------------


def read_deck(top: Section) -> Deck | None:
    """The deck, or None if it cannot be read."""
    spec = top.raw("deck")
    if spec is None:
        top.problem(None, '"deck" is missing; write deck = 52.')
        return None
    return attempt(top, "deck", lambda: deck(spec), None)


MOST_SPOTS = 53  # one card each; also the limit if players get no cards, so that a typo does not make millions of spots
_TOO_MANY_SPOTS = f"that is more spots than a layout can have; write {MOST_SPOTS} or fewer."


def read_spots(top: Section) -> Spots:
    """``7``: up to seven; ``[6, 7]``: one of these layouts; ``{ usual = 7, most = 9 }``."""
    value = top.raw("spots")
    if isinstance(value, dict):
        table = top.table("spots")
        usual, most = table.whole("usual", low=1), table.whole("most", low=1)
        table.done()
        if usual > most:
            table.problem("usual", f"{usual} is more than the most spots, {most}.")
        if max(usual, most) > MOST_SPOTS:
            table.problem("most", _TOO_MANY_SPOTS)
            return Spots((1,), 1)
        return Spots(tuple(range(1, max(usual, most) + 1)), usual)
    counts = value if isinstance(value, list) else [value]
    if not counts or any(isinstance(count, bool) or not isinstance(count, int) or count < 1 for count in counts):
        where = "spots" if "spots" in top else None
        top.problem(where, "spots should be a number such as 7, layouts such as [6, 7], or { usual = 7, most = 9 }.")
        return Spots((1,), 1)
    if max(counts) > MOST_SPOTS:
        top.problem("spots", _TOO_MANY_SPOTS)
        return Spots((1,), 1)
    if isinstance(value, list):
        return Spots(tuple(sorted(set(counts))), max(counts))
    return Spots(tuple(range(1, counts[0] + 1)), counts[0])


def read_limits(top: Section, wagers: Mapping[str, Wager]) -> dict[str, Limit]:
    """The table limits by wager, in cents; ``maximum = 0`` means no maximum (HB-2)."""
    limits = {}
    for key, table in top.tables("limits").items():
        if wagers and key not in wagers:
            table.problem(None, f'"{key}" is not a wager of this game; the wagers are {", ".join(wagers)}.')
        low, step = table.whole("minimum", 1, low=1), table.whole("step", 1, low=1)
        high = table.whole("maximum", max(DEFAULT_LIMIT.maximum, low))
        if high and high < low:
            table.problem("maximum", f"{high} is less than the minimum {low}; amounts are in cents.")
        table.done()
        limits[key] = Limit(low, high, step)
    return limits


def read_jurisdiction(top: Section) -> str:
    """The default jurisdiction for legal ceilings (HB-2); "" for none."""
    name = top.text("jurisdiction", "")
    if name and name not in jurisdiction.names():
        known = ", ".join(jurisdiction.names())
        top.problem("jurisdiction", f'"{name}" is not a shipped jurisdiction; write one of {known}, or leave it out.')
    return name


# Rules ----------------------------------------------------------------------------------------------------------------

_ID = re.compile(r"[^\W_][\w.-]{0,19}")

RULINGS = ("void", "misdeal", "wrong count", "shuffler fault")
"""The rulings whose rule a file may name; the default is the rule common to all house games."""


def read_rules(top: Section) -> dict[str, str]:
    """The texts of the file's own rules by their IDs."""
    table = top.table("rules")
    for key in table.data:
        if not _ID.fullmatch(key):
            table.problem(key, f'"{key}" is not a rule ID; use letters, digits and dashes, 20 at most, such as LQ-1.')
    return {key: text for key in table.data if (text := table.text(key))}


class RuleReader:
    """Reads the rule ID of a section and checks it against the catalogue and the file's own rules."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own

    def __call__(self, section: Section) -> str:
        rule = section.text("rule", "")
        self._known(section, rule)
        return rule

    def by_outcome(self, section: Section) -> dict[str, str]:
        """A wager's rules by outcome; a single text is for all outcomes, under the key ""."""
        if not isinstance(section.raw("rule"), dict):
            rule = self(section)
            return {"": rule} if rule else {}
        table = section.table("rule")
        outcomes = ("fold", "unqualified", "win", "tie", "lose", "shown", "bonus")
        rules = {name: table.text(name) for name in outcomes if name in table}
        for name, rule in rules.items():
            self._known(table, rule)
            if name not in section.data:
                table.problem(name, f'the wager has no outcome "{name}" to which this rule could belong.')
        table.done()
        return rules

    def _known(self, section: Section, rule: str) -> None:
        if rule and rule not in self.own and rule not in catalogue():
            section.problem("rule", f'"{rule}" is not a rule of the catalogue; write its text under [rules].')


def read_rulings(top: Section, rule: RuleReader) -> dict[str, str]:
    """The rule of each ruling in the file."""
    table = top.table("rulings")
    rules = {name: table.text(name) for name in RULINGS if name in table}
    for name, id in rules.items():
        if id not in rule.own and id not in catalogue():
            table.problem(name, f'"{id}" is not a rule of the catalogue; write its text under [rules].')
    for name in table.data:
        if name not in RULINGS:
            table.problem(name, f"it is not a ruling; rulings are {', '.join(RULINGS)}.")
    return rules


# Readings: other values of the file's keys, where a rule leaves a choice ----------------------------------------------

Change: TypeAlias = tuple[str, Any]
"""A key path and the value that replaces the one there."""

MAX_ALTERNATIVES = 20
"""Alternatives a file may have; each is checked and proved as a separate game."""


def read_readings(top: Section) -> tuple[Reading, ...]:
    """Read readings: ``at`` a key path and ``also`` other values, or ``instead`` a list of tables by key path."""
    readings = []
    for name, table in top.tables("reading").items():
        alternatives: list[Mapping[str, Any]] = []
        at, also = table.text("at", ""), table.raw("also")
        if at:
            if not isinstance(also, list) or not also:
                table.problem("also" if "also" in table else None, "also should list the other readings, one or more.")
            else:
                alternatives += [{at: value} for value in also]
        for row in table.rows("instead"):
            alternatives.append(dict(row.data))
        if not alternatives:
            table.problem(None, 'a reading says at = "key path" and also = [ … ], or instead = [ { "key path" = … } ].')
        table.done()
        readings.append(Reading(name, tuple(alternatives)))
    if sum(len(reading.alternatives) for reading in readings) > MAX_ALTERNATIVES:
        top.problem("reading", f"more than {MAX_ALTERNATIVES} alternatives are named; keep those that matter.")
    return tuple(readings)


def check_readings(
    file: DataFile, readings: Sequence[Reading], parse: Callable[[Sequence[Change]], Definition]
) -> None:
    """Check that every alternative changes the game and is valid; ``parse`` parses the file with changes."""
    version = parse(()).version
    for reading in readings:
        for index, changes in enumerate(reading.alternatives):
            path: KeyPath = ("reading", reading.name)
            also = len(file.data["reading"][reading.name].get("also", ()))
            path = (*path, "also", index) if index < also else (*path, "instead", index - also)
            try:
                if parse(tuple(changes.items())).version == version:
                    file.problem(path, "this reading changes nothing; write another value or drop it.")
            except FileError as error:
                first = error.problems[0] if error.problems else None
                why = f"{first.key}: {first.sentence}" if first else str(error)
                file.problem(path, f"with this reading the game is not sound: {why}")
            except PitbossError as error:
                file.problem(path, str(error))


# Names ----------------------------------------------------------------------------------------------------------------

_NAME = re.compile(r"[^\W_][\w-]*")
_TAKEN = {
    ("wager", "all"): '{ settle = "all" } means every wager',
    ("decision", "deal"): '"deal" means the moment of the deal in a hand',
}


MOST_NAMES = 40
"""The most wagers, hands or decisions a game may have."""


def check_names(table: Section, kind: str, most: int = MOST_NAMES) -> None:
    """Check that names consist of letters, digits and dashes, so that they can be typed and listed with commas."""
    if len(table.data) > most:
        table.problem(None, f"there are {len(table.data)} of them; a game has at most {most}.")
    for name in table.data:
        if not _NAME.fullmatch(name):
            table.problem(name, f'"{name}" is not a name for a {kind}; use letters, digits and dashes.')
        elif why := _TAKEN.get((kind, name)):
            table.problem(name, f"{why}; choose another name.")


def check_decisions(
    file: DataFile,
    decisions: Mapping[str, script.Decision],
    wagers: Mapping[str, Wager],
    asked: Sequence[tuple[Section, script.DecideStep]] | None,
) -> None:
    """Check that decisions place and take existing wagers, and that every decision and placed wager is used.

    ``asked`` are the steps that ask for a decision; None if the script could not be read.
    """
    if asked is not None:
        _check_asked(file, decisions, asked)
    for name, decision in decisions.items():
        for index, choice in enumerate(decision.choices if wagers else ()):
            path = ("decision", name, index)
            for key in choice.place:
                if key not in wagers or wagers[key].initial:
                    can = ", ".join(wager.key for wager in wagers.values() if not wager.initial) or "none"
                    file.problem((*path, "place", key), f"a decision cannot place this; wagers with of: {can}.")
            if choice.take and choice.take not in wagers:
                file.problem((*path, "take"), f'"{choice.take}" is not a wager; the wagers are {", ".join(wagers)}.')
    if any(step.decision not in decisions for _, step in asked or ()):
        return  # the missing decision may be the one that places it
    put = {key for decision in decisions.values() for choice in decision.choices for key in choice.place}
    for key, wager in wagers.items():
        if wager.of and key not in put:
            file.problem(("wager", key, "of"), "no option of a decision places this wager; add place to one.")


def _check_asked(
    file: DataFile, decisions: Mapping[str, script.Decision], asked: Sequence[tuple[Section, script.DecideStep]]
) -> None:
    """Check that every decision is asked for once, and that its timeout is an option open with any hand."""
    before: set[str] = set()
    for section, step in asked:
        if step.decision in before:
            section.problem("decide", f'"{step.decision}" was decided before; give the second decision its own name.')
        before.add(step.decision)
        if step.decision not in decisions:
            known = f"the decisions are {', '.join(decisions)}" if decisions else "write it under [decision]"
            section.problem("decide", f'there is no decision "{step.decision}"; {known}.')
        elif timeout := step.timeout:
            listed = {offer.word: offer.choice for offer in offers(decisions[step.decision])}
            if timeout not in listed:
                options = ", ".join(listed)
                section.problem("timeout", f'"{timeout}" is not an option of this decision; the options are {options}.')
            elif listed[timeout].needs_line:
                section.problem("timeout", f'"{timeout}" needs a good hand; name an option that is open with any.')
    for name in decisions:
        if name not in before:
            file.problem(("decision", name), f'no step of the script says decide = "{name}"; add one or drop it.')


def check_moments(file: DataFile, hands: Mapping[str, JudgedHand], decisions: Mapping[str, script.Decision]) -> None:
    """Check that the moment at which a hand is judged exists."""
    for name, hand in hands.items():
        if hand.at not in ("", "deal", *decisions):
            moments = ", ".join(["deal", *decisions])
            file.problem(("hand", name, "at"), f'"{hand.at}" is not a moment of this game; it may be {moments}.')


def sound(game: Definition) -> bool:
    """True if every reference has a target, so that the script can be walked through."""
    piles, hands, wagers = game.piles, game.hands, game.wagers
    placed = {key for each in game.decisions.values() for choice in each.choices for key in choice.place}
    taken = {choice.take for each in game.decisions.values() for choice in each.choices if choice.take}
    needed = any(choice.needs for each in game.decisions.values() for choice in each.choices)
    asked = [step.decision for step in game.script if isinstance(step, script.DecideStep)]
    return (
        sorted(asked) == sorted(game.decisions)
        and all(set(hand.of) <= set(piles) and set(hand.must) <= set(hand.of) for hand in hands.values())
        and all(wager.hand in hands and (not wager.against or wager.against in hands) for wager in wagers.values())
        and placed | taken <= set(wagers)
        and (PLAYER in hands or not needed)
    )
