"""Steps of migrations: tables, foreign keys and indexes created in one line each."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

TYPES: dict[str, Any] = {
    "text": sa.Text(),
    "big": sa.BigInteger().with_variant(sa.Integer(), "sqlite"),  # SQLite counts rows up only in INTEGER columns
    "int": sa.Integer(),
    "bytes": sa.LargeBinary(),
    "bool": sa.Boolean(),
}
DEFAULTS = {"fence": sa.text("0"), "owner": sa.text("''"), "lease_until": sa.text("0")}
COUNTED = {("movements", "id"): True, ("waiting", "number"): False}
"""Integer key columns, and whether the database counts them up."""


def create(table: str, columns: str, *constraints: sa.Constraint, key: tuple[str, ...] = (), **options: Any) -> None:
    """Create a table: each column is ``name:type``, with a question mark if it may be null; the first is the key."""
    made = []
    for column in columns.split():
        name, _, kind = column.partition(":")
        counted: dict[str, Any] = {}
        if (table, name) in COUNTED:
            counted["autoincrement"] = COUNTED[table, name]
        default = DEFAULTS.get(name) if table == "heads" else None
        nullable = kind.endswith("?")
        made.append(sa.Column(name, TYPES[kind.rstrip("?")], nullable=nullable, server_default=default, **counted))
    primary = sa.PrimaryKeyConstraint(*(key or (made[0].name,)), name=f"pk_{table}")
    op.create_table(table, *made, *constraints, primary, **options)


def refers(table: str, column: str, to: str = "tables.id", **options: Any) -> sa.Constraint:
    """A foreign key of a table."""
    name = f"fk_{table}_{column}_{to.partition('.')[0]}"
    return sa.ForeignKeyConstraint([column], [to], name=name, **options)


def index(name: str, table: str, columns: str, where: str = "") -> None:
    """Create an index, which is unique if its name begins with ``uq``."""
    partial: dict[str, Any] = {f"{kind}_where": sa.text(where) for kind in ("sqlite", "postgresql") if where}
    op.create_index(name, table, columns.split(), unique=name.startswith("uq"), **partial)


def insert(into: str, /, **row: Any) -> None:
    """Insert a row."""
    op.bulk_insert(sa.table(into, *map(sa.column, row)), [row])
