"""The audit of a clean room: rounds and hands checked in a second by one core, everything included."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path
from time import process_time

from bench.measure import Row
from pitboss import datafile
from pitboss.audit.database import Database, place
from pitboss.audit.run import _snapshot
from pitboss.audit.table_log import Reached, audit_stretch
from pitboss.simulated_room.description import read_description
from pitboss.simulated_room.run import simulate_room

MIXED, POKER = 2_000, 1_300
"""Deals a second and core that are enough for a room of fifteen tables, and for one of poker alone."""
TURNS = 3
ROOM = Path(__file__).parent.parent / "docs" / "room.toml"


def rows() -> list[Row]:
    text = ROOM.read_text("utf-8").replace("days = 365", "days = 1")
    clean = "\n".join(line for line in text.splitlines() if not line.startswith("thief"))
    head, *tables = clean.split("[[table]]")
    poker = "[[table]]".join([head, *(table for table in tables if "\nhouse = " in table)])
    return [_row("a day of fifteen tables", clean, MIXED), _row("a day of its poker tables", poker, POKER)]


def _row(what: str, text: str, target: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "room.sqlite")
        simulate_room(read_description(datafile.parse(text, ROOM.name)), database)
        data = place(database).open()
        gc.disable()
        try:
            deals, seconds = min((_audited(data) for _ in range(TURNS)), key=lambda each: each[1])
        finally:
            gc.enable()
            data.close()
    rate = deals / seconds
    return Row(f"{what}, {deals:,} rounds and hands", f"{rate:,.0f}/s", f"{target:,}/s", rate / target, 1.0)


def _audited(data: Database) -> tuple[int, float]:
    """How many deals were played again, and the processor's time for them, their ledger included."""
    began = process_time()
    snapshot = _snapshot(data)
    deals = 0
    for table in snapshot.tables:
        stretch = audit_stretch(data, table, Reached(table=table.id), 1 << 40)
        assert not stretch.findings, stretch.findings[0]
        deals += stretch.end.deals
    return deals, process_time() - began
