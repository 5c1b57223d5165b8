"""What-if: a game with pay cells changed, and what they were.

>>> from pitboss import house
>>> game = house.load("top5").definition
>>> with_pay(game, "tens/1:flush=6").wagers["tens"].tables["1"].lines[4].odds
Fraction(6, 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError
from pitboss.exact.result import Figures
from pitboss.exact.stakes import Group, in_play
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.house.vocabulary.game_file import changed
from pitboss.money import odds, odds_text


class PayCellError(PitbossError):
    """A pay cell that this game does not have, or odds that cannot be read."""


@dataclass(frozen=True)
class PayChange:
    """A pay cell with what it pays and what it is to pay instead."""

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
    """The changed cells, and the figures without the change of every stake group it can touch."""

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
