"""The tables of the database. A change here needs a migration in ``migrations/versions``; a test compares the two.

Times are microseconds since 1970 (UTC), amounts cents. ``table`` is a card table's id; the room's own log has the id
``room``.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Big = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts rows up only in a column of type INTEGER

ROOM = "room"
"""The id of the room's own log."""


def _where(condition: str) -> dict[str, Any]:
    """Options that limit an index to some rows, for both dialects."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


meta = Table("meta", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False))

players = Table(
    "players",
    metadata,
    Column("key", Text, primary_key=True),  # the name casefolded, in NFC
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),  # guest, registered, bot
    Column("password", Text, nullable=False),  # argon2 hash, empty for none
    Column("roles", Text, nullable=False),  # words separated by spaces
    Column("created", Big, nullable=False),
    Column("seen", Big, nullable=False),
)

logins = Table(
    "logins",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of the token
    Column("player", Text, ForeignKey("players.key", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", Big, nullable=False),
    Column("until", Big, nullable=False, index=True),
)

links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of the token
    Column("purpose", Text, nullable=False),  # owner
    Column("until", Big, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("config", LargeBinary, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("opened", Big, nullable=False),
    Column("closed", Big),
)

# Narrow and apart from `tables`, since every commit updates it.
heads = Table(
    "heads",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Big, nullable=False),
    Column("seq", Big, nullable=False),
    Column("head", Text, nullable=False),
    Column("state_line", Big, nullable=False),  # the last line that carries the table's state, 0 for none
    Column("closed", Boolean, nullable=False),
    Column("fence", Big, nullable=False, server_default=text("0")),
    Column("owner", Text, nullable=False, server_default=text("''")),
    Column("lease_until", Big, nullable=False, server_default=text("0")),
)

lines = Table(
    "lines",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Big, primary_key=True),
    Column("seq", Big, nullable=False),
    Column("at", Big, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("hash", Text, nullable=False),  # the hash of the chain up to this line
    sqlite_with_rowid=False,
)
Index("uq_lines_key", lines.c.table, lines.c.by, lines.c.key, unique=True, **_where("key <> ''"))

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Big, nullable=False),
    Column("state_line", Big, nullable=False),
    Column("cipher", LargeBinary, nullable=False),
)

decks = Table(
    "decks",
    metadata,
    Column("root", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Big, nullable=False),  # the line that sealed it
    Column("used", Boolean, nullable=False),
    Column("cipher", LargeBinary, nullable=False),
)
Index("ix_decks_ready", decks.c.table, **_where("NOT used"))

movements = Table(
    "movements",
    metadata,
    Column("id", Big, primary_key=True, autoincrement=True),
    Column("table", Text, nullable=False),
    Column("number", Big, nullable=False),
    Column("at", Big, nullable=False),
    Column("day", Text, nullable=False),  # the gambling day, YYYY-MM-DD
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", Big, nullable=False),
    Column("why", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("purpose", Text, nullable=False, server_default=text("''")),  # empty: stored before revision 0003
    Column("wager", Text, nullable=False, server_default=text("''")),
    Column("result", Text, nullable=False, server_default=text("''")),
    CheckConstraint("cents > 0", name="positive"),
)
Index("ix_movements_day", movements.c.day)
Index("ix_movements_source", movements.c.source, movements.c.id)
Index("ix_movements_target", movements.c.target, movements.c.id)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", Big, nullable=False),
    Column("guarded", Boolean, nullable=False),
    CheckConstraint("cents >= 0 OR NOT guarded", name="covered"),
)

hands = Table(
    "hands",
    metadata,
    Column("id", Text, primary_key=True),  # t1-17
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("number", Big, nullable=False),
    Column("game", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("started", Big, nullable=False),
    Column("ended", Big, nullable=False),
    Column("first_line", Big, nullable=False),
    Column("last_line", Big, nullable=False),
    Column("size", Big, nullable=False),
    Column("net", Text, nullable=False),  # JSON: player to cents
    Column("seals", Text, nullable=False),  # JSON
    Column("cipher", LargeBinary, nullable=False),
)
Index("uq_hands_table", hands.c.table, hands.c.number, unique=True)
Index("ix_hands_day", hands.c.day)
Index("ix_hands_game", hands.c.game, hands.c.ended)
Index("ix_hands_ended", hands.c.ended)
Index("ix_hands_size", hands.c.size)

hand_players = Table(
    "hand_players",
    metadata,
    Column("hand", Text, ForeignKey("hands.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", Text, nullable=False),  # the name casefolded, in NFC
    Column("name", Text, nullable=False),
    Column("net", Big, nullable=False),  # in the first row of a player with several seats
)
Index("ix_hand_players_player", hand_players.c.player, hand_players.c.hand)

waiting = Table(
    "waiting",
    metadata,
    Column("kind", Text, primary_key=True),  # place, hold
    Column("number", Big, primary_key=True, autoincrement=False),
    Column("list", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# Slips as of their latest signature; earlier states are in the lines of their log.
slips = Table(
    "slips",
    metadata,
    Column("id", Text, primary_key=True),  # t1-F3
    Column("log", Text, ForeignKey("tables.id"), nullable=False),
    Column("line", Big, nullable=False),  # the line of the log that changed it last
    Column("series", Text, nullable=False),
    Column("number", Big, nullable=False),
    Column("kind", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("day", Text, nullable=False),  # the gambling day on which it was written
    Column("at", Big, nullable=False),
    Column("cents", Big, nullable=False),
    Column("state", Text, nullable=False),  # open, done, void
    Column("slip", LargeBinary, nullable=False),
)
Index("uq_slips_number", slips.c.log, slips.c.series, slips.c.number, unique=True)
Index("ix_slips_day", slips.c.day)
Index("ix_slips_open", slips.c.log, **_where("state = 'open'"))

# Sums of a table's past gambling days, stored so that a month or a year adds up quickly.
table_days = Table(
    "table_days",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("day", Text, primary_key=True),
    Column("line", Big, nullable=False),  # the last line of the log included
    Column("sums", LargeBinary, nullable=False),
)
Index("ix_table_days_day", table_days.c.day)

Index("ix_movements_table", movements.c.table, movements.c.number)

invitations = Table(
    "invitations",
    metadata,
    Column("code", Text, primary_key=True),  # SHA-256 of the table and the player
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("by", Text, nullable=False),  # the player who showed the table's invitation
    Column("until", Big, nullable=False),  # 0: while the table is open
)
