"""The card room's first schema."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa

from pitboss.storage.migrations.steps import create, index, insert, refers

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GENESIS = hashlib.sha256(b"pitboss log 1").hexdigest()


def upgrade() -> None:
    covered = sa.CheckConstraint("cents >= 0 OR NOT guarded", name="ck_balances_covered")
    positive = sa.CheckConstraint("cents > 0", name="ck_movements_positive")
    create("balances", "account:text cents:big guarded:bool", covered)
    create("links", "token:text purpose:text until:big")
    create("meta", "name:text value:text")
    movements = "id:big table:text number:big at:big day:text source:text target:text cents:big why:text rule:text"
    create("movements", movements, positive)
    create("players", "key:text name:text kind:text password:text roles:text created:big seen:big")
    create("tables", "id:text config:bytes record:bytes opened:big closed:big?")
    create("waiting", "kind:text number:big list:text player:text data:bytes", key=("kind", "number"))
    create("checkpoints", "table:text number:big state_line:big cipher:bytes", refers("checkpoints", "table"))
    decks = "root:text table:text number:big used:bool cipher:bytes"
    create("decks", decks, refers("decks", "table"))
    hands = "id:text table:text number:big game:text day:text started:big ended:big first_line:big last_line:big"
    create("hands", f"{hands} size:big net:text seals:text cipher:bytes", refers("hands", "table"))
    heads = "table:text number:big seq:big head:text state_line:big closed:bool fence:big owner:text lease_until:big"
    create("heads", heads, refers("heads", "table"))
    create("invitations", "code:text table:text by:text until:big", refers("invitations", "table"))
    lines = "table:text number:big seq:big at:big by:text key:text line:bytes hash:text"
    create("lines", lines, refers("lines", "table"), key=("table", "number"), sqlite_with_rowid=False)
    cascade = refers("logins", "player", "players.key", ondelete="CASCADE")
    create("logins", "token:text player:text created:big until:big", cascade)
    hand_players = "hand:text seat:int player:text name:text net:big"
    create("hand_players", hand_players, refers("hand_players", "hand", "hands.id"), key=("hand", "seat"))
    index("ix_movements_day", "movements", "day")
    index("ix_movements_source", "movements", "source id")
    index("ix_movements_target", "movements", "target id")
    index("ix_decks_ready", "decks", "table", where="NOT used")
    index("ix_hands_day", "hands", "day")
    index("ix_hands_ended", "hands", "ended")
    index("ix_hands_game", "hands", "game ended")
    index("ix_hands_size", "hands", "size")
    index("uq_hands_table", "hands", "table number")
    index("uq_lines_key", "lines", "table by key", where="key <> ''")
    index("ix_logins_player", "logins", "player")
    index("ix_logins_until", "logins", "until")
    index("ix_hand_players_player", "hand_players", "player hand")
    insert("tables", id="room", config=b"", record=b"", opened=0)
    insert("heads", table="room", number=0, seq=0, head=GENESIS, state_line=0, closed=False)


def downgrade() -> None:
    raise NotImplementedError("the log of a card room is not thrown away; restore a backup instead.")
