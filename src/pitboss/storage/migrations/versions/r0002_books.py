"""The books: slips, and the sums of gambling days that are over."""

from __future__ import annotations

from pitboss.storage.migrations.steps import create, index, refers

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    slips = "id:text log:text line:big series:text number:big kind:text table:text day:text at:big cents:big"
    create("slips", f"{slips} state:text slip:bytes", refers("slips", "log"))
    index("uq_slips_number", "slips", "log series number")
    index("ix_slips_day", "slips", "day")
    index("ix_slips_open", "slips", "log", where="state = 'open'")
    create("table_days", "table:text day:text line:big sums:bytes", refers("table_days", "table"), key=("table", "day"))
    index("ix_table_days_day", "table_days", "day")
    index("ix_movements_table", "movements", "table number")
