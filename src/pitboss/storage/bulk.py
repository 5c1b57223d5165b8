"""Statements for many rows at once.

One statement per table and group instead of one per row: the driver lets other threads run during every statement, and
has to wait for its turn afterwards. The text of a statement is compiled by SQLAlchemy once for each power of two of
rows, so that the database finds it among its prepared ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, Dialect, Insert, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

Row: TypeAlias = tuple[Any, ...]

MOST_ROWS = 64


class BulkInsert:
    """Inserts rows into some columns of a table; ``update`` names the columns set where the key exists already."""

    def __init__(self, dialect: Dialect, table: Table, columns: Sequence[str], *, update: Sequence[str] = ()) -> None:
        self._dialect, self._table, self._columns = dialect, table, tuple(columns)
        self._update = tuple(update)
        self._texts: dict[int, str] = {}

    def __call__(self, connection: Connection, rows: Sequence[Row]) -> None:
        start, left, size = 0, len(rows), MOST_ROWS
        while left:
            while size > left:
                size >>= 1
            text = self._texts.get(size) or self._compile(size)
            connection.exec_driver_sql(text, tuple(chain.from_iterable(rows[start : start + size])))
            start, left = start + size, left - size

    def _compile(self, rows: int) -> str:
        values: list[dict[str, Any]] = [
            {name: bindparam(f"{name}_{at}") for name in self._columns} for at in range(rows)
        ]
        insert = (postgresql if self._dialect.name == "postgresql" else sqlite).insert(self._table).values(values)
        statement: Insert = insert
        if self._update:
            new = {name: insert.excluded[name] for name in self._update}
            statement = insert.on_conflict_do_update(index_elements=list(self._table.primary_key.columns), set_=new)
        text = str(statement.compile(dialect=self._dialect))
        self._texts[rows] = text
        return text


class BulkSelect:
    """Reads some columns of the rows with these keys; in PostgreSQL it locks them until the end of the transaction."""

    def __init__(self, dialect: Dialect, key: Column[Any], columns: Sequence[Column[Any]]) -> None:
        self._postgresql = dialect.name == "postgresql"
        if self._postgresql:
            keys = bindparam("keys", type_=postgresql.ARRAY(key.type))
            ask = select(*columns).where(key == func.any(keys)).order_by(key).with_for_update()
        else:
            # One row of JSON: reading row by row would give up the thread's turn for each.
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
