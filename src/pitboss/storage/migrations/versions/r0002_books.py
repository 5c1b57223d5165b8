"""The books: slips, and the sums of gambling days that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def big() -> sa.types.TypeEngine[int]:
    """Large whole numbers; SQLite counts rows up only in a column of type INTEGER."""
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "slips",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("log", sa.Text(), nullable=False),
        sa.Column("line", big(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("at", big(), nullable=False),
        sa.Column("cents", big(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("slip", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["log"], ["tables.id"], name="fk_slips_log_tables"),
        sa.PrimaryKeyConstraint("id", name="pk_slips"),
    )
    op.create_index("uq_slips_number", "slips", ["log", "series", "number"], unique=True)
    op.create_index("ix_slips_day", "slips", ["day"], unique=False)
    op.create_index(
        "ix_slips_open",
        "slips",
        ["log"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "table_days",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("line", big(), nullable=False),
        sa.Column("sums", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_table_days_table_tables"),
        sa.PrimaryKeyConstraint("table", "day", name="pk_table_days"),
    )
    op.create_index("ix_table_days_day", "table_days", ["day"], unique=False)
    op.create_index("ix_movements_table", "movements", ["table", "number"], unique=False)
