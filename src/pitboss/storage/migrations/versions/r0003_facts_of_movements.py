"""Facts of movements: what each is for, the wager it belongs to, and how that was settled.

Movements stored before keep empty ones, and are read by their words. The sums of days that are over were made by words
too, and were wrong where a wager, a pay line or the reason of a void held certain words; those are summed up again.
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
