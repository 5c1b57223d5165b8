"""Statements for many rows at once.

One or two statements per table and group instead of one per row: the driver lets other threads run during every
statement, and has to wait for its turn afterwards. Rows are inserted in batches of a few fixed sizes, so that the
statements stay prepared. SQLAlchemy compiles the text for two rows; for more, only the values are repeated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, Dialect, Insert, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

Row: TypeAlias = tuple[Any, ...]

SIZES = (64, 48, 32, 24, 20, *range(16, 0, -1))
"""Rows per statement."""
PREPARED = 500
"""Statements that a connection keeps prepared: every size for every table, and the reading ones."""


class Numbered(str):
    """A statement for PostgreSQL whose parameters are numbered: ``$1``, ``$2`` …

    In any other statement the driver searches for ``%s`` every time, since it caches only short ones.
    """

    @classmethod
    def of(cls, text: str) -> Numbered:
        numbers = count(1)
        return cls(re.sub("%s", lambda _: f"${next(numbers)}", text))


class BulkInsert:
    """Inserts rows into some columns of a table; ``update`` names the columns to set if the key exists already."""

    def __init__(self, dialect: Dialect, table: Table, columns: Sequence[str], *, update: Sequence[str] = ()) -> None:
        one, two = (compiled(dialect, table, columns, rows, update) for rows in (1, 2))
        end = _end_of_values(one)
        another = two[end : len(two) - len(one) + end]  # the values of a second row
        self._texts = {size: one[:end] + another * (size - 1) + one[end:] for size in SIZES}
        if dialect.name == "postgresql":
            self._texts = {size: Numbered.of(text) for size, text in self._texts.items()}

    def __call__(self, connection: Connection, rows: Sequence[Row]) -> None:
        start, end = 0, len(rows)
        while start < end:
            size = next(size for size in SIZES if size <= end - start)
            connection.exec_driver_sql(self._texts[size], tuple(chain.from_iterable(rows[start : start + size])))
            start += size


def compiled(dialect: Dialect, table: Table, columns: Sequence[str], rows: int, update: Sequence[str] = ()) -> str:
    """The statement that inserts this many rows."""
    values: list[dict[str, Any]] = [{name: bindparam(f"{name}_{at}") for name in columns} for at in range(rows)]
    insert = (postgresql if dialect.name == "postgresql" else sqlite).insert(table).values(values)
    statement: Insert = insert
    if update:
        new = {name: insert.excluded[name] for name in update}
        statement = insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=new)
    return str(statement.compile(dialect=dialect))


def _end_of_values(text: str) -> int:
    """The index at which the values of the single row end."""
    at, depth = text.index(" VALUES (") + len(" VALUES ("), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


class BulkSelect:
    """Reads some columns of the rows with these keys; in PostgreSQL it locks them until the end of the transaction."""

    def __init__(self, dialect: Dialect, key: Column[Any], columns: Sequence[Column[Any]]) -> None:
        self._postgresql = dialect.name == "postgresql"
        if self._postgresql:
            keys = bindparam("keys", type_=postgresql.ARRAY(key.type))
            ask = select(*columns).where(key == func.any(keys)).order_by(key).with_for_update()
        else:
            # One row of JSON: fetching row by row would release the interpreter lock for each.
            given = func.json_each(bindparam("keys")).table_valued("value")
            ask = select(func.json_group_array(func.json_array(*columns))).where(key.in_(select(given.c.value)))
        self._text = str(ask.compile(dialect=dialect))

    def __call__(self, connection: Connection, keys: Sequence[str]) -> list[Any]:
        import msgspec

        if self._postgresql:
            return list(connection.exec_driver_sql(self._text, (list(keys),)))
        asked = msgspec.json.encode(keys).decode()
        answer = connection.exec_driver_sql(self._text, (asked,)).scalar_one()
        rows: list[Any] = msgspec.json.decode(answer)
        return rows
