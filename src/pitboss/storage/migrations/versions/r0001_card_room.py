"""The card room's first schema."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GENESIS = hashlib.sha256(b"pitboss log 1").hexdigest()


def big() -> sa.types.TypeEngine[int]:
    """Large whole numbers; SQLite counts rows up only in a column of type INTEGER."""
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "balances",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("cents", big(), nullable=False),
        sa.Column("guarded", sa.Boolean(), nullable=False),
        sa.CheckConstraint("cents >= 0 OR NOT guarded", name="ck_balances_covered"),
        sa.PrimaryKeyConstraint("account", name="pk_balances"),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("until", big(), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_links"),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_meta"),
    )
    op.create_table(
        "movements",
        sa.Column("id", big(), autoincrement=True, nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("at", big(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("cents", big(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.CheckConstraint("cents > 0", name="ck_movements_positive"),
        sa.PrimaryKeyConstraint("id", name="pk_movements"),
    )
    op.create_index("ix_movements_day", "movements", ["day"], unique=False)
    op.create_index("ix_movements_source", "movements", ["source", "id"], unique=False)
    op.create_index("ix_movements_target", "movements", ["target", "id"], unique=False)
    op.create_table(
        "players",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("created", big(), nullable=False),
        sa.Column("seen", big(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_players"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("config", sa.LargeBinary(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("opened", big(), nullable=False),
        sa.Column("closed", big(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_table(
        "waiting",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", big(), autoincrement=False, nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "number", name="pk_waiting"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("state_line", big(), nullable=False),
        sa.Column("cipher", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_checkpoints_table_tables"),
        sa.PrimaryKeyConstraint("table", name="pk_checkpoints"),
    )
    op.create_table(
        "decks",
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.Column("cipher", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_decks_table_tables"),
        sa.PrimaryKeyConstraint("root", name="pk_decks"),
    )
    op.create_index(
        "ix_decks_ready",
        "decks",
        ["table"],
        unique=False,
        sqlite_where=sa.text("NOT used"),
        postgresql_where=sa.text("NOT used"),
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("started", big(), nullable=False),
        sa.Column("ended", big(), nullable=False),
        sa.Column("first_line", big(), nullable=False),
        sa.Column("last_line", big(), nullable=False),
        sa.Column("size", big(), nullable=False),
        sa.Column("net", sa.Text(), nullable=False),
        sa.Column("seals", sa.Text(), nullable=False),
        sa.Column("cipher", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_hands_table_tables"),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
    )
    op.create_index("ix_hands_day", "hands", ["day"], unique=False)
    op.create_index("ix_hands_ended", "hands", ["ended"], unique=False)
    op.create_index("ix_hands_game", "hands", ["game", "ended"], unique=False)
    op.create_index("ix_hands_size", "hands", ["size"], unique=False)
    op.create_index("uq_hands_table", "hands", ["table", "number"], unique=True)
    op.create_table(
        "heads",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("seq", big(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("state_line", big(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("fence", big(), server_default=sa.text("0"), nullable=False),
        sa.Column("owner", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("lease_until", big(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_heads_table_tables"),
        sa.PrimaryKeyConstraint("table", name="pk_heads"),
    )
    op.create_table(
        "invitations",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("until", big(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_invitations_table_tables"),
        sa.PrimaryKeyConstraint("code", name="pk_invitations"),
    )
    op.create_table(
        "lines",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", big(), nullable=False),
        sa.Column("seq", big(), nullable=False),
        sa.Column("at", big(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_lines_table_tables"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_lines"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_lines_key",
        "lines",
        ["table", "by", "key"],
        unique=True,
        sqlite_where=sa.text("key <> ''"),
        postgresql_where=sa.text("key <> ''"),
    )
    op.create_table(
        "logins",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("created", big(), nullable=False),
        sa.Column("until", big(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.key"], name="fk_logins_player_players", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token", name="pk_logins"),
    )
    op.create_index("ix_logins_player", "logins", ["player"], unique=False)
    op.create_index("ix_logins_until", "logins", ["until"], unique=False)
    op.create_table(
        "hand_players",
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("net", big(), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hands.id"], name="fk_hand_players_hand_hands"),
        sa.PrimaryKeyConstraint("hand", "seat", name="pk_hand_players"),
    )
    op.create_index("ix_hand_players_player", "hand_players", ["player", "hand"], unique=False)
    op.bulk_insert(
        sa.table("tables", sa.column("id"), sa.column("config"), sa.column("record"), sa.column("opened")),
        [{"id": "room", "config": b"", "record": b"", "opened": 0}],
    )
    op.bulk_insert(
        sa.table("heads", *(sa.column(name) for name in ("table", "number", "seq", "head", "state_line", "closed"))),
        [{"table": "room", "number": 0, "seq": 0, "head": GENESIS, "state_line": 0, "closed": False}],
    )


def downgrade() -> None:
    raise NotImplementedError("the log of a card room is not thrown away; restore a backup instead.")
