"""Statements for many rows: the text for each size, and any number of rows."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Column, Dialect, Integer, MetaData, String, Table, create_engine, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from pitboss.storage import schema
from pitboss.storage.engine import open_engine
from pitboss.storage.places import database_url
from pitboss.storage.writing.bulk import SIZES, BulkInsert, Numbered, _end_of_values, compiled

DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(),
    "postgresql": postgresql.psycopg.dialect(paramstyle="format"),  # type: ignore[no-untyped-call]
}
CASES: dict[str, tuple[Table, str, str]] = {
    "balances": (schema.balances, "account cents guarded", "cents"),
    "lines": (schema.lines, "table number seq at by key line hash", ""),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", DIALECTS)
def test_the_repeated_values_are_the_text_that_sqlalchemy_writes(name: str, case: str) -> None:
    table, columns, update = CASES[case]
    insert = BulkInsert(DIALECTS[name], table, columns.split(), update=update.split())
    assert tuple(insert._texts) == SIZES
    for size in (1, 2, 3, 64):
        text = compiled(DIALECTS[name], table, columns.split(), size, update.split())
        assert insert._texts[size] == (Numbered.of(text) if name == "postgresql" else text)


def test_a_numbered_statement_names_each_parameter_once() -> None:
    text = Numbered.of("INSERT INTO t (a, b) VALUES (%s::VARCHAR, %s), (%s, %s)")
    assert text == "INSERT INTO t (a, b) VALUES ($1::VARCHAR, $2), ($3, $4)"


def test_the_values_of_a_row_end_with_the_bracket_that_began_them() -> None:
    text = "INSERT INTO t (a) VALUES (f(g(?), (?)), ?) ON CONFLICT (a) DO NOTHING"
    assert text[: _end_of_values(text)] == "INSERT INTO t (a) VALUES (f(g(?), (?)), ?)"


@pytest.mark.parametrize("update", [(), ("value",)], ids=["insert", "upsert"])
def test_any_number_of_rows_is_written_in_few_statements(update: tuple[str, ...]) -> None:
    metadata = MetaData()
    table = Table("t", metadata, Column("key", Integer, primary_key=True), Column("value", String))
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    insert = BulkInsert(engine.dialect, table, ("key", "value"), update=update)
    with engine.begin() as connection:
        for count in range(1, 200):
            asked: list[Any] = []
            rows = [(number, f"{count} {number}") for number in range(count)]
            if not update:
                connection.execute(table.delete())
            insert(_Counting(connection, asked), rows)  # type: ignore[arg-type]
            assert [tuple(row) for row in connection.execute(select(table).order_by(table.c.key))] == rows
            assert len(asked) <= 2 + count // 64


class _Counting:
    """A connection that notes its statements."""

    def __init__(self, connection: Any, asked: list[Any]) -> None:
        self._connection, self._asked = connection, asked

    def exec_driver_sql(self, text: str, values: Any) -> Any:
        self._asked.append(text)
        return self._connection.exec_driver_sql(text, values)


def test_rows_are_written_and_refusals_translated_on_each_database(database: str) -> None:
    metadata = MetaData()
    table = Table("t", metadata, Column("key", Integer, primary_key=True), Column("value", String))
    engine = open_engine(database_url(database))
    metadata.create_all(engine)
    insert = BulkInsert(engine.dialect, table, ("key", "value"))
    rows = [(number, f"100% of {number}, '$1' and %s") for number in range(70)]
    with engine.begin() as connection:
        insert(connection, rows)
        assert [tuple(row) for row in connection.execute(select(table).order_by(table.c.key))] == rows
    with engine.connect() as connection, pytest.raises(IntegrityError):
        insert(connection, rows[:3])
    engine.dispose()
