"""What if this cell paid something else: pay cells by name, and the same game with one of them changed.

>>> from pitboss import house
>>> game = house.load("top5").definition
>>> with_pay(game, "tens/1:flush=6").wagers["tens"].tables["1"].lines[4].odds
Fraction(6, 1)
"""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.house.vocabulary import changed
from pitboss.money import odds


class PayCellError(PitbossError):
    """A pay cell that this game does not have, or odds that cannot be read."""


def with_pay(game: Definition, *cells: str) -> Definition:
    """The game with pay cells changed, each written ``WAGER[/TABLE]:LINE=ODDS``; ``ante/bonus:LINE`` is a bonus."""
    changes: dict[str, Any] = {}
    for written in cells:
        name, colon, rest = written.partition(":")
        line, equals, value = rest.rpartition("=")
        if not colon or not equals or not line.strip():
            raise PayCellError(f"{written!r} is not a pay cell; write it like 'tens/1:flush=6' or 'bet:flush=8 to 5'.")
        path, table = _place(game, name.strip())
        known = [each.hand for each in table.lines]
        if line.strip() not in known:
            raise PayCellError(f"{line.strip()!r} is no line of {name.strip()}; its lines are {', '.join(known)}.")
        paid = odds(value.strip())
        text = paid.numerator if paid.denominator == 1 else f"{paid.numerator} to {paid.denominator}"
        changes[f'{path}."{line.strip()}"'] = text
    return changed(game, **changes) if changes else game


def _place(game: Definition, name: str) -> tuple[str, PayTable]:
    """The key path of a pay table in the game's file, and the table."""
    key, _, table = name.partition("/")
    wager = game.wagers.get(key)
    if wager is None:
        raise PayCellError(f"{key!r} is no wager of {game.name}; its wagers are {', '.join(game.wagers)}.")
    if table == "bonus" and wager.bonus is not None:
        return f'wager."{key}".bonus', wager.bonus
    owner: Wager = game.wagers[wager.shares] if wager.shares else wager
    named = [each for each in owner.tables if each]
    if not named:
        if owner.table is None or table:
            has = "no table by that name" if owner.table is not None else "no pay table"
            raise PayCellError(f"{key} has {has}; 'pitboss games {game.id}' shows the pay tables.")
        return f'wager."{owner.key}".table', owner.table
    if table not in named:
        raise PayCellError(f"{key} needs one of its pay tables, such as {key}/{named[0]}; they are {', '.join(named)}.")
    return f'wager."{owner.key}".tables."{table}"', owner.tables[table]
