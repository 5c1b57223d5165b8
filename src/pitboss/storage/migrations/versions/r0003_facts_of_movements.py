"""Facts of movements: their purpose, the wager they belong to, and how it was settled.

Older movements keep empty facts and are interpreted by their text. The stored sums of past days were computed from that
text too, and were wrong if a wager, a pay line or the reason of a void had certain words; they are computed again.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MISREAD = """
DELETE FROM table_days WHERE "table" IN (
  SELECT "table" FROM movements
  WHERE (source LIKE '%/rack' OR source LIKE '%/spot %' OR target LIKE '%/rack')
    AND (why LIKE '%returned%' AND why NOT LIKE '% returned: %'
      OR why LIKE '% returned: %' AND (why LIKE '%stake back' OR why LIKE '% pushes%'))
)
"""


def upgrade() -> None:
    for name in ("purpose", "wager", "result"):
        op.add_column("movements", sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False))
    op.execute(sa.text(MISREAD))
