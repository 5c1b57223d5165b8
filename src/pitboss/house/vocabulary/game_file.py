"""What a game file may say: its text in, a :class:`Definition` out, or every mistake with its line and the fix.

The words are described in ``docs/defining-a-game.md``. Reading happens in three passes: the words of each place
(``vocabulary_script``, ``vocabulary_wagers``), then names that refer to each other, then a walk through the script
that keeps account of every card (``reach``).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, cast

from pitboss import datafile
from pitboss.cards import FULL, CardError, Deck, deck
from pitboss.datafile import DataFile, FileError, Problem, Section
from pitboss.errors import PitbossError
from pitboss.house import script_check
from pitboss.house.definition import (
    PLAYER,
    DealStep,
    DecideStep,
    Decision,
    Definition,
    Hand,
    Limit,
    Reading,
    Spots,
    Wager,
)
from pitboss.house.vocabulary.script import placed, read_decision, read_script
from pitboss.house.vocabulary.wagers import check_wagers, read_hand, read_ranking, read_wager, share_tables, threshold
from pitboss.rules import catalogue

MISDEALS = ("void", "spot")
RULINGS = ("void", "misdeal", "wrong count", "shuffler fault")
"""The rulings whose rule a file may name; the default is the rule common to all house games."""

_TOP = (
    *("id", "name", "deck", "spots", "unit", "ranking", "script", "decision", "hand", "wager", "options", "rulings"),
    *("limits", "reading", "rules", "published"),
)

_ABOUT = ("published", "reading")
"""Keys that say something about the game without being part of it: they do not change its version."""


def parse(text: str, name: str = "game", changes: Sequence[tuple[str, Any]] = ()) -> Definition:
    """The game a text describes; ``name`` is what messages call the file, ``changes`` replace values by key path.

    >>> parse('id = "x"', "x.toml")
    Traceback (most recent call last):
    pitboss.datafile.FileError: x.toml, line 1: "wager" is missing; every game has a wager (and 7 more: see pitboss check).
    """  # noqa: E501
    file = datafile.parse(text, name)
    if changes:
        file.data = _changed(file.data, changes)
    definition = read(file, tuple(changes))
    file.refuse()
    assert definition is not None
    return definition


def load(path: str | Path) -> Definition:
    """The game of the file at this path."""
    return parse(datafile.read(path).text, str(path))


def check(text: str, name: str) -> list[Problem]:
    """Every mistake of a text, in the order of its lines; an empty list for a game that can be dealt."""
    try:
        parse(text, name)
    except FileError as error:
        return list(error.problems)
    return []


def restore(source: str, file: str, changes: Sequence[tuple[str, Any]], in_force: Mapping[str, Any]) -> Definition:
    """A definition again from what names it; used when one crosses to another process."""
    from pitboss.house.options import choose

    return choose(parse(source, file, changes), **in_force)


def changed(definition: Definition, **by_path: Any) -> Definition:
    """The same game with other values at some key paths, such as ``{"wager.ante.tie": "lose"}``; checked anew."""
    from pitboss.house.options import choose, in_force

    changes = (*definition.changes, *by_path.items())
    return choose(parse(definition.source, definition.file, changes), **in_force(definition))


def _changed(data: dict[str, Any], changes: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = deepcopy(data)
    for path, value in changes:
        keys: list[str] = []
        try:
            place: Any = tomllib.loads(f"{path} = 0")
        except tomllib.TOMLDecodeError:
            raise PitbossError(
                f'{path!r} is not a key path; write one such as wager.bet.table."royal flush".'
            ) from None
        while isinstance(place, dict):
            ((key, place),) = place.items()
            keys.append(key)
        target = data
        for key in keys[:-1]:
            if not isinstance(target.get(key), dict):
                raise PitbossError(f"the file has no {path!r}: {key!r} is no table there.")
            target = target[key]
        target[keys[-1]] = value
    return data


def read(file: DataFile, changes: tuple[tuple[str, Any], ...] = ()) -> Definition | None:
    """The definition, with every mistake noted in ``file.problems``; None where no structure could be made of it."""
    top = file.top
    own_rules = {key: text for key, text in top.table("rules").data.items() if isinstance(text, str)}
    rule = _RuleReader(own_rules)
    wager_tables, hand_tables, decision_rows = top.tables("wager"), top.tables("hand"), top.table("decision")
    for key in ("wager", "hand", "script"):
        if key not in top:
            top.problem(None, f'"{key}" is missing; every game has a {key}.')
    for key in _TOP:
        top.raw(key)
    cards = _deck(top)
    ranking = read_ranking(top, "ranking", None, cards, needed=True)
    begun = len(file.problems)
    rows = top.rows("script")
    steps = read_script(rows, tuple(wager_tables), rule)
    told = bool(rows) and len(steps) == len(rows)  # what follows from a script that could not be read is not reported
    piles = tuple(dict.fromkeys(step.pile for _, step in steps if isinstance(step, DealStep)))
    hands: dict[str, Hand] = {}
    for name, section in hand_tables.items():
        hand = read_hand(name, section, piles if told else None, ranking, cards, rule(section))
        if hand is not None:
            hands[name] = hand
    judged = hands[PLAYER].ranking if PLAYER in hands else None

    def needs(row: Section, line: str) -> int:
        if hand_tables and PLAYER not in hand_tables:
            row.problem("needs", f'it is judged on the hand "{PLAYER}", and there is none; define it under [hand].')
        return threshold(row, "needs", line, judged)

    decisions = {name: read_decision(name, decision_rows.rows(name), needs, rule) for name in decision_rows.data}
    unread = any(not one.key.endswith(".rule") for one in file.problems[begun:])
    wagers = {
        key: read_wager(key, section, hands, tuple(hand_tables), rule.by_outcome(section))
        for key, section in wager_tables.items()
    }
    wagers = share_tables(wagers, wager_tables)
    check_wagers(wagers, hands, wager_tables)
    decide = [(section, step) for section, step in steps if isinstance(step, DecideStep)]
    if not top.misspelt("decision"):
        _check_names(file, decisions, wagers, decide if told else None)
    for name, hand in hands.items():
        if hand.at not in ("", "deal", *decisions) and not top.misspelt("decision"):
            moments = ", ".join(["deal", *decisions])
            file.problem(("hand", name, "at"), f'"{hand.at}" is no moment of this game; it may be {moments}.')
    options = top.table("options")
    spots = _spots(top)
    id_, title, unit = top.text("id"), top.text("name"), top.text("unit")
    if id_ and not re.fullmatch(r"[a-z0-9][a-z0-9-]*", id_):
        top.problem("id", f'"{id_}" is no id; use small letters, digits and dashes.')
    if unit and wagers and (unit not in wagers or not wagers[unit].initial):
        top.problem("unit", f'"{unit}" is no wager placed before the deal; edges are counted in one of those.')
    found = Definition(
        id=id_,
        name=title,
        deck=cards or FULL,
        spots=spots,
        ranking=cast(Any, ranking),
        unit=unit,
        script=tuple(step for _, step in steps),
        decisions=decisions,
        hands=hands,
        wagers=wagers,
        may_require=placed(options, "required", tuple(key for key, wager in wagers.items() if wager.initial)),
        misdeal=cast(Literal["void", "spot"], options.choice("misdeal", MISDEALS, "void")),
        rulings=_rulings(top, rule),
        limits=_limits(top, wagers),
        readings=_readings(top),
        rules=own_rules,
        published=top.table("published").data,
        version=_version(file.data),
        source=file.text,
        file=file.name,
        changes=changes,
    )
    options.done()
    top.done()
    if ranking is None:
        return None
    if cards is not None and told and not unread and _sound(found):
        script_check.check(found, tuple(section for section, _ in steps), file)
    return found


def _sound(game: Definition) -> bool:
    """Whether every name leads somewhere, so that the script can be walked through."""
    piles, hands, wagers = game.piles, game.hands, game.wagers
    placed = {key for each in game.decisions.values() for choice in each.choices for key in choice.place}
    taken = {choice.take for each in game.decisions.values() for choice in each.choices if choice.take}
    needed = any(choice.needs for each in game.decisions.values() for choice in each.choices)
    asked = [step.decision for step in game.script if isinstance(step, DecideStep)]
    return (
        sorted(asked) == sorted(game.decisions)
        and all(set(hand.of) <= set(piles) and set(hand.must) <= set(hand.of) for hand in hands.values())
        and all(wager.hand in hands and (not wager.against or wager.against in hands) for wager in wagers.values())
        and placed | taken <= set(wagers)
        and (PLAYER in hands or not needed)
    )


class _RuleReader:
    """Reads the rule ID of a place and holds it against the catalogue and the file's own rules."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self.own = own

    def __call__(self, section: Section) -> str:
        rule = section.text("rule", "")
        self._known(section, rule)
        return rule

    def by_outcome(self, section: Section) -> dict[str, str]:
        """A wager's rules by outcome; one text stands for all of them under the key ""."""
        if not isinstance(section.raw("rule"), dict):
            rule = self(section)
            return {"": rule} if rule else {}
        table = section.table("rule")
        outcomes = ("fold", "unqualified", "win", "tie", "lose", "shown", "bonus")
        rules = {name: table.text(name) for name in outcomes if name in table}
        for name, rule in rules.items():
            self._known(table, rule)
            if name not in section:
                table.problem(name, f'the wager has no outcome "{name}" to which this rule could belong.')
        table.done()
        return rules

    def _known(self, section: Section, rule: str) -> None:
        if rule and rule not in self.own and rule not in catalogue():
            section.problem("rule", f'"{rule}" is no rule of the catalogue; write its text under [rules].')


def _deck(top: Section) -> Deck | None:
    spec = top.raw("deck")
    if spec is None:
        top.problem(None, '"deck" is missing; write deck = 52.')
        return None
    try:
        return deck(spec)
    except CardError as error:
        top.problem("deck", str(error))
        return None


MOST_SPOTS = 53  # a card each; also where no player gets cards, so that a slip of the pen is no layout of millions
_TOO_MANY_SPOTS = f"that is more spots than a layout can have; write {MOST_SPOTS} or fewer."


def _spots(top: Section) -> Spots:
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
    listed = value if isinstance(value, list) else [value]
    if not listed or any(isinstance(one, bool) or not isinstance(one, int) or one < 1 for one in listed):
        where = "spots" if "spots" in top else None
        top.problem(where, "spots should be a number such as 7, layouts such as [6, 7], or { usual = 7, most = 9 }.")
        return Spots((1,), 1)
    if max(listed) > MOST_SPOTS:
        top.problem("spots", _TOO_MANY_SPOTS)
        return Spots((1,), 1)
    if isinstance(value, list):
        return Spots(tuple(sorted(set(listed))), max(listed))
    return Spots(tuple(range(1, listed[0] + 1)), listed[0])


def _check_names(
    file: DataFile,
    decisions: Mapping[str, Decision],
    wagers: Mapping[str, Wager],
    decide: Sequence[tuple[Section, DecideStep]] | None,
) -> None:
    """Decisions place and take wagers that exist, and every decision and placed wager has its use.

    ``decide`` are the steps that ask for one; None where the script could not be read.
    """
    before: set[str] = set()
    for section, step in decide or ():
        if step.decision in before:
            section.problem("decide", f'"{step.decision}" was decided before; give the second decision its own name.')
        before.add(step.decision)
        if step.decision not in decisions:
            known = f"the decisions are {', '.join(decisions)}" if decisions else "write it under [decision]"
            section.problem("decide", f'there is no decision "{step.decision}"; {known}.')
    for name, decision in decisions.items():
        if decide is not None and name not in before:
            file.problem(("decision", name), f'no step of the script says decide = "{name}"; add one or drop it.')
        if name == "deal":
            file.problem(("decision", name), '"deal" means the moment of the deal in a hand; choose another name.')
        for index, choice in enumerate(decision.choices):
            path = ("decision", name, index)
            for key in choice.place:
                if wagers and (key not in wagers or wagers[key].initial):
                    can = ", ".join(wager.key for wager in wagers.values() if not wager.initial) or "none"
                    file.problem((*path, "place", key), f"a decision cannot place this; wagers with of: {can}.")
            if wagers and choice.take and choice.take not in wagers:
                file.problem((*path, "take"), f'"{choice.take}" is no wager; the wagers are {", ".join(wagers)}.')
    if any(step.decision not in decisions for _, step in decide or ()):
        return  # the missing decision may be the one that places it
    put = {key for decision in decisions.values() for choice in decision.choices for key in choice.place}
    for key, wager in wagers.items():
        if wager.of and key not in put:
            file.problem(("wager", key, "of"), "no option of a decision places this wager; add place to one.")


def _rulings(top: Section, rule: _RuleReader) -> dict[str, str]:
    table = top.table("rulings")
    found = {name: table.text(name) for name in RULINGS if name in table}
    for name, each in found.items():
        if each not in rule.own and each not in catalogue():
            table.problem(name, f'"{each}" is no rule of the catalogue; write its text under [rules].')
    for name in table.data:
        if name not in RULINGS:
            table.problem(name, f"it is no ruling; rulings are {', '.join(RULINGS)}.")
    return found


def _limits(top: Section, wagers: Mapping[str, Wager]) -> dict[str, Limit]:
    found = {}
    for key, table in top.tables("limits").items():
        if wagers and key not in wagers:
            table.problem(None, f'"{key}" is no wager of this game; the wagers are {", ".join(wagers)}.')
        low, step = table.whole("minimum", 1, low=1), table.whole("step", 1, low=1)
        high = table.whole("maximum", 0)
        if high and high < low:
            table.problem("maximum", f"{high} is less than the minimum {low}; amounts are in cents.")
        table.done()
        found[key] = Limit(low, high, step)
    return found


def _readings(top: Section) -> tuple[Reading, ...]:
    """``at`` one key path ``also`` other values for it, or ``instead`` a list of tables of key paths and values."""
    found = []
    for name, table in top.tables("reading").items():
        alternatives: list[Mapping[str, Any]] = []
        at, also = table.text("at", ""), table.raw("also")
        if at:
            if not isinstance(also, list) or not also:
                table.problem("also" if "also" in table else None, "also should list the other readings, one or more.")
            alternatives += [{at: value} for value in also or ()]
        for row in table.rows("instead"):
            alternatives.append(dict(row.data))
        if not alternatives:
            table.problem(None, 'a reading says at = "key path" and also = [ … ], or instead = [ { "key path" = … } ].')
        table.done()
        found.append(Reading(name, tuple(alternatives)))
    return tuple(found)


def _version(data: Mapping[str, Any]) -> str:
    played = {key: value for key, value in data.items() if key not in _ABOUT}
    return sha256(json.dumps(played, ensure_ascii=False, default=str).encode()).hexdigest()[:16]
