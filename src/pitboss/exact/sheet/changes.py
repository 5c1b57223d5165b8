"""A game with pay cells changed, what they paid before, and other readings of open rules.

>>> from pitboss import house
>>> game = house.load("top5").definition
>>> with_pay(game, "tens/1:flush=6").wagers["tens"].tables["1"].lines[4].odds
Fraction(6, 1)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError
from pitboss.exact.figures import Figures, ProofResult
from pitboss.exact.stakes import Group, groups, in_play
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.house.vocabulary.game_file import changed
from pitboss.money import odds, odds_text


class PayCellError(PitbossError):
    """A pay cell that this game does not have, or odds that cannot be read."""


@dataclass(frozen=True)
class PayChange:
    """A pay cell with what it pays and what it would pay instead."""

    wager: str
    line: str
    path: str
    before: Fraction
    after: Fraction

    @property
    def words(self) -> str:
        return f"{self.wager} {self.line} pays {_paid(self.after)} instead of {_paid(self.before)}"

    def data(self) -> dict[str, str]:
        return {
            "wager": self.wager,
            "line": self.line,
            "pays": str(self.after),
            "instead_of": str(self.before),
            "words": self.words,
        }


@dataclass(frozen=True)
class WhatIf:
    """The changed cells, and the unchanged figures of every stake group they can affect."""

    changes: tuple[PayChange, ...]
    before: Mapping[str, Figures]


def with_pay(game: Definition, *cells: str) -> Definition:
    """The game with pay cells changed, each written ``WAGER[/TABLE]:LINE=ODDS``; ``ante/bonus:LINE`` is a bonus."""
    changes: dict[str, Any] = {}
    for each in pay_changes(game, *cells):
        paid = each.after
        text = paid.numerator if paid.denominator == 1 else odds_text(paid)
        changes[f'{each.path}."{each.line}"'] = text
    return changed(game, **changes) if changes else game


def touched(before: Group, after: Group) -> bool:
    """True if the pay of a stake group has changed."""
    pairs = ((before.game.wagers[key], after.game.wagers[key]) for key in in_play(after.game, after.stakes))
    return any((old.table, old.bonus) != (new.table, new.bonus) for old, new in pairs)


def pay_changes(game: Definition, *cells: str) -> tuple[PayChange, ...]:
    """Parse pay cells, written ``WAGER[/TABLE]:LINE=ODDS``, with what each pays now."""
    changes: dict[tuple[str, str], PayChange] = {}
    for written in cells:
        name, colon, rest = written.partition(":")
        line, equals, value = rest.rpartition("=")
        if not colon or not equals or not line.strip():
            raise PayCellError(f"{written!r} is not a pay cell; write it like 'tens/1:flush=6' or 'bet:flush=8 to 5'.")
        path, table = _place(game, name.strip())
        known = [each.hand for each in table.lines]
        if line.strip() not in known:
            raise PayCellError(f"{line.strip()!r} is not a line of {name.strip()}; its lines are {', '.join(known)}.")
        before = table.lines[known.index(line.strip())].odds
        changes[path, line.strip()] = PayChange(name.strip(), line.strip(), path, before, odds(value.strip()))
    return tuple(changes.values())


def _paid(value: Fraction) -> str:
    return odds_text(value) if value else "nothing (a push)"


def _tables(game: Definition) -> Iterator[str]:
    """The pay tables of a game as cells name them: ``ante/bonus``, ``tens/1``, ``bet``."""
    for key, wager in game.wagers.items():
        if wager.bonus is not None:
            yield f"{key}/bonus"
        if wager.table is not None:
            yield from (f"{key}/{table}" if table else key for table in wager.tables or ("",))


def _place(game: Definition, name: str) -> tuple[str, PayTable]:
    """The key path of a pay table in the game's file, and the table."""
    key, _, table = name.partition("/")
    wager = game.wagers.get(key)
    if wager is None:
        raise PayCellError(f"{key!r} is not a wager of {game.name}; its wagers are {', '.join(game.wagers)}.")
    if table == "bonus" and wager.bonus is not None:
        return f'wager."{key}".bonus', wager.bonus
    owner: Wager = game.wagers[wager.shares] if wager.shares else wager
    named = [each for each in owner.tables if each]
    if not named:
        if owner.table is None or table:
            has = "one pay table, without a name" if owner.table is not None else "no pay table"
            raise PayCellError(f"{key} has {has}; pay tables of {game.name} are {', '.join(_tables(game))}.")
        return f'wager."{owner.key}".table', owner.table
    if table not in named:
        raise PayCellError(f"{key} needs one of its pay tables, such as {key}/{named[0]}; they are {', '.join(named)}.")
    return f'wager."{owner.key}".tables."{table}"', owner.tables[table]


@dataclass(frozen=True)
class OtherReading:
    """The result of another reading of an open rule."""

    rule: str
    change: str
    edges: dict[str, Fraction]
    words: str = ""


def readings(
    game: Definition, result: ProofResult, prove: Callable[[Definition, str], Figures]
) -> tuple[OtherReading, ...]:
    """Every alternative the file names, solved where it can matter; only wagers whose edge differs are listed."""
    other_readings, file = [], tomllib.loads(game.source)
    for reading in game.readings:
        for changes in reading.alternatives:
            other = changed(game, **dict(changes))
            edges = {}
            for group in groups(other):
                if group.key not in result.groups or not _concerns(group, changes):
                    continue
                edge = prove(other, group.key).edge
                if edge != result.groups[group.key].edge:
                    edges[group.key] = edge
            paths = "; ".join(f"{path} = {_text(value, _at(file, path))}" for path, value in changes.items())
            other_readings.append(OtherReading(reading.name, paths, edges, _sentence(file, changes)))
    return tuple(other_readings)


def _concerns(group: Group, changes: Mapping[str, object]) -> bool:
    """True if a change of the file can matter to a stake group: it concerns the group's wagers, or no wager at all."""
    playing = in_play(group.game, group.stakes)
    places = [path.replace('"', "").split(".") for path in changes]
    return any(place[0] != "wager" or place[1] in playing for place in places)


MOST = 4
"""The most lines of a changed pay table that a sheet writes out."""


def _sentence(file: object, changes: Mapping[str, object]) -> str:
    """The changes in words; a change of several wagers or pay tables is named once."""
    places: dict[str, list[str]] = {}
    for path, value in changes.items():
        what, where = _spoken(_keys(path), value, _at(file, path))
        places.setdefault(what, []).append(where)
    return "; ".join(f"{_listed(where)}: {what}" if all(where) else what for what, where in places.items())


def _spoken(keys: Sequence[str], value: object, before: object) -> tuple[str, str]:
    """A change and its place: ``tie loses``, ``ante``."""
    if keys[0] != "wager" or len(keys) < 3:
        return f"{' '.join(keys)} {_text(value, before)}", ""
    wager, part, rest = keys[1], keys[2], list(keys[3:])
    if part == "bonus":
        where = f"{wager} bonus"
    elif part == "tables":
        where = f"{wager} table {rest.pop(0)}"
    else:
        where = wager
    if part in OUTCOMES and not rest:
        return f"{OUTCOMES[part]} {_fate(value)}", where
    if isinstance(value, dict):
        return _lines(value, before if isinstance(before, dict) else {}), where
    return (f"{rest[0]} {_fate(value)}" if rest else _text(value, before)), where


def _lines(table: Mapping[str, object], known: Mapping[str, object]) -> str:
    """The lines of a pay table that pay something other than before, grouped by what they pay."""
    alike: dict[object, list[str]] = {}
    below: object = None  # what the next lower line of the original table pays
    for line, paid in reversed(list(table.items())):
        before = known.get(line, below)
        below = before
        if paid != before:
            alike.setdefault(paid, []).insert(0, line)
    said = [f"{', '.join(lines[:MOST])}{' …' * (len(lines) > MOST)} {_fate(paid)}" for paid, lines in alike.items()]
    return ", ".join(reversed(said)) or "as it was"


OUTCOMES = {"tie": "a tie", "win": "a win", "lose": "a loss", "unqualified": "against a hand that does not qualify it"}
OUTCOMES |= {"fold": "after a fold it", "shown": "it"}
FATES = {"lose": "loses", "push": "pushes", "stands": "stands", "table": "is paid by the table"}


def _fate(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", failing that ".join(map(_fate, value))
    if isinstance(value, str) and value in FATES:
        return FATES[value]
    return f"pays {value} to 1" if isinstance(value, int) else f"pays {value}"


def _listed(names: Sequence[str]) -> str:
    """``ante and bet``; ``queens-up table 1, 2 and 3``."""
    head = names[0].rsplit(" ", 1)[0]
    if len(names) > 1 and " table " in names[0] and all(name.rsplit(" ", 1)[0] == head for name in names):
        names = [names[0], *(name.rsplit(" ", 1)[1] for name in names[1:])]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _keys(path: str) -> list[str]:
    """The keys of a path, quotes undone."""
    place: object = tomllib.loads(f"{path} = 0")
    keys: list[str] = []
    while isinstance(place, dict):
        ((key, place),) = place.items()
        keys.append(str(key))
    return keys


def _at(file: object, path: str) -> object:
    for key in _keys(path):
        file = file.get(key) if isinstance(file, dict) else None
    return file


def _text(value: object, before: object) -> str:
    if isinstance(value, dict):
        known = before if isinstance(before, dict) else {}
        lines = [f"{key} {paid}" for key, paid in value.items() if known.get(key) != paid]
        return ", ".join(lines[:MOST]) + (" …" if len(lines) > MOST else "")
    return " or ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
