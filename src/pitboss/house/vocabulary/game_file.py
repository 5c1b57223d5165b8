"""Parse a game file into a :class:`Definition`, or report every mistake with its line and the fix.

The format is described in ``docs/defining-a-game.md``. Reading has three passes: the keys of each section (``script``,
``wagers``, ``terms``), then the names that refer to each other (``terms``), then a walk through the script that counts
every card (:mod:`pitboss.house.vocabulary.script_check`).
"""

from __future__ import annotations

import copyreg
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, cast

from pitboss import datafile
from pitboss.cards import FULL
from pitboss.datafile import DataFile, FileError, Problem, Section
from pitboss.errors import PitbossError
from pitboss.house.definition import MISDEALS, PLAYER, DealStep, DecideStep, Decision, Definition, JudgedHand, Wager
from pitboss.house.options import choose
from pitboss.house.vocabulary import script_check, terms
from pitboss.house.vocabulary.script import placed, read_decision, read_script
from pitboss.house.vocabulary.wagers import check_wagers, read_hand, read_ranking, read_wager, share_tables, threshold

MOST_RANKINGS = 6
"""Different rankings of one game; each takes seconds to build the first time."""

_TOP = (
    *("id", "name", "deck", "spots", "unit", "ranking", "script", "decision", "hand", "wager", "options", "rulings"),
    *("limits", "jurisdiction", "reading", "rules", "published"),
)

_ABOUT = ("published", "reading", "jurisdiction")
"""Keys that describe the game without being part of it; they do not change its version."""


def parse(text: str, name: str = "game", changes: Sequence[tuple[str, Any]] = ()) -> Definition:
    """Parse the text of a game; ``name`` is the file's name in messages, ``changes`` replace values by key path.

    >>> parse('id = "x"', "x.toml")
    Traceback (most recent call last):
    pitboss.datafile.section.FileError: x.toml, line 1: "wager" is missing; every game has a wager (and 7 more: see pitboss check).
    """  # noqa: E501
    file = datafile.parse(text, name)
    if changes:
        file.data = _changed(file.data, changes)
    definition = read(file, tuple(changes))
    file.refuse()
    assert definition is not None
    return definition


def load(path: str | Path) -> Definition:
    """Load the game of the file at this path."""
    return parse(datafile.read(path).text, str(path))


def check(text: str, name: str) -> list[Problem]:
    """Every mistake in a text, in line order; empty for a game that can be dealt."""
    try:
        definition = parse(text, name)
        file = datafile.parse(text, name)
        terms.check_readings(file, definition.readings, lambda changes: parse(text, name, changes))
        file.refuse()
    except FileError as error:
        return list(error.problems)
    return []


def restore(source: str, file: str, changes: Sequence[tuple[str, Any]], in_force: Mapping[str, Any]) -> Definition:
    """Rebuild a definition from its text and options."""
    return choose(parse(source, file, changes), **in_force)


# Rankings hold large lookup tables; another process parses the text instead.
copyreg.pickle(Definition, lambda game: (restore, (game.source, game.file, game.changes, game.in_force)))


def changed(definition: Definition, **by_path: Any) -> Definition:
    """The game with other values at some key paths, such as ``{"wager.ante.tie": "lose"}``, checked again."""
    changes = (*definition.changes, *by_path.items())
    return restore(definition.source, definition.file, changes, definition.in_force)


def _changed(data: dict[str, Any], changes: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    data = deepcopy(data)
    for path, value in changes:
        keys = _keys(path)
        target = data
        for key in keys[:-1]:
            if not isinstance(target.get(key), dict):
                raise PitbossError(f"the file has no {path!r}: {key!r} is not a table there.")
            target = target[key]
        target[keys[-1]] = value
    return data


def _keys(path: str) -> list[str]:
    """The keys of a path as TOML spells them, ``wager.bet.table."royal flush"``."""
    keys: list[str] = []
    try:
        place: Any = tomllib.loads(f"{path} = 0")
        while isinstance(place, dict):
            ((key, place),) = place.items()
            keys.append(key)
    except ValueError:  # no TOML, or more than one key
        keys.clear()
    if not keys or "\n" in path:
        raise PitbossError(f'{path!r} is not a key path; write one such as wager.bet.table."royal flush".')
    return keys


class _GameReader:
    """Reads one file; holds the results of earlier passes for later ones."""

    def __init__(self, file: DataFile) -> None:
        self.file, self.top = file, file.top
        self.wager_tables, self.hand_tables = self.top.tables("wager"), self.top.tables("hand")
        self.own_rules = terms.read_rules(self.top)
        self.rule = terms.RuleReader(self.own_rules)
        for key in ("wager", "hand", "script"):
            if key not in self.top:
                self.top.problem(None, f'"{key}" is missing; every game has a {key}.')
        for key in _TOP:
            self.top.raw(key)
        for kind in ("wager", "hand", "decision"):
            terms.check_names(self.top.table(kind), kind)
        self.deck = terms.read_deck(self.top)
        self.ranking = read_ranking(self.top, "ranking", None, self.deck, needed=True)
        before = len(file.problems)
        rows = self.top.rows("script")
        self.steps = read_script(rows, tuple(self.wager_tables), self.rule)
        self.script_read = bool(rows) and len(self.steps) == len(rows)
        self.hands = self._hands()
        self.decisions = self._decisions()
        # consequences of a script or decision that could not be read are not reported
        self.walkable = all(problem.key.endswith(".rule") for problem in file.problems[before:])
        self.wagers = self._wagers()

    def _hands(self) -> dict[str, JudgedHand]:
        if len({repr(section.data.get("ranking")) for section in self.hand_tables.values()}) > MOST_RANKINGS:
            self.top.problem("hand", f"the hands have more than {MOST_RANKINGS} different rankings; use fewer.")
            return {}
        piles = tuple(dict.fromkeys(step.pile for _, step in self.steps if isinstance(step, DealStep)))
        every = {
            name: read_hand(
                name, section, piles if self.script_read else None, self.ranking, self.deck, self.rule(section)
            )
            for name, section in self.hand_tables.items()
        }
        return {name: hand for name, hand in every.items() if hand is not None}

    def _decisions(self) -> dict[str, Decision]:
        judged = self.hands[PLAYER].ranking if PLAYER in self.hands else None

        def needs(row: Section, line: str) -> int:
            if self.hand_tables and PLAYER not in self.hand_tables:
                row.problem("needs", f'it is judged on the hand "{PLAYER}", and there is none; define it under [hand].')
            return threshold(row, "needs", line, judged)

        table = self.top.table("decision")
        return {name: read_decision(name, table.rows(name), needs, self.rule) for name in table.data}

    def _wagers(self) -> dict[str, Wager]:
        named = tuple(self.hand_tables)
        wagers = {
            key: read_wager(key, section, self.hands, named, self.rule.by_outcome(section))
            for key, section in self.wager_tables.items()
        }
        wagers = share_tables(wagers, self.wager_tables)
        check_wagers(wagers, self.hands, self.wager_tables)
        return wagers

    def definition(self, changes: tuple[tuple[str, Any], ...]) -> Definition:
        """The definition; complete only if there are no problems."""
        top, options = self.top, self.top.table("options")
        initial = tuple(key for key, wager in self.wagers.items() if wager.initial)
        if not top.misspelt("decision"):
            asked = [(section, step) for section, step in self.steps if isinstance(step, DecideStep)]
            terms.check_decisions(self.file, self.decisions, self.wagers, asked if self.script_read else None)
            terms.check_moments(self.file, self.hands, self.decisions)
        id = top.text("id")
        if id and not re.fullmatch(r"[a-z0-9][a-z0-9-]*", id):
            top.problem("id", f'"{id}" is not an id; use small letters, digits and dashes.')
        name, spots, unit = top.text("name"), terms.read_spots(top), top.text("unit")
        if unit and self.wagers and unit not in initial:
            top.problem("unit", f'"{unit}" is not a wager placed before the deal; edges are counted in one of those.')
        definition = Definition(
            id=id,
            name=name,
            deck=self.deck or FULL,
            spots=spots,
            ranking=cast(Any, self.ranking),
            unit=unit,
            script=tuple(step for _, step in self.steps),
            decisions=self.decisions,
            hands=self.hands,
            wagers=self.wagers,
            may_require=placed(options, "required", initial),
            misdeal=cast(Literal["void", "spot"], options.choice("misdeal", MISDEALS, "void")),
            rulings=terms.read_rulings(top, self.rule),
            limits=terms.read_limits(top, self.wagers),
            jurisdiction=terms.read_jurisdiction(top),
            readings=terms.read_readings(top),
            rules=self.own_rules,
            published=top.table("published").data,
            version=_version(self.file.data),
            source=self.file.text,
            file=self.file.name,
            changes=changes,
        )
        options.done()
        top.done()
        return definition


def read(file: DataFile, changes: tuple[terms.Change, ...] = ()) -> Definition | None:
    """The definition, with every mistake in ``file.problems``; None if it cannot be built at all."""
    reader = _GameReader(file)
    definition = reader.definition(changes)
    if reader.ranking is None:
        return None
    if reader.deck is not None and reader.script_read and reader.walkable and terms.sound(definition):
        script_check.check(definition, tuple(section for section, _ in reader.steps), file)
    return definition


def _version(data: Mapping[str, Any]) -> str:
    played = {key: value for key, value in data.items() if key not in _ABOUT}
    return sha256(json.dumps(played, ensure_ascii=False, default=str).encode()).hexdigest()[:16]
