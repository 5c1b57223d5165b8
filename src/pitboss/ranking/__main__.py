"""``python -m pitboss.ranking`` rebuilds the tables of the named rankings that ship with the package."""

from __future__ import annotations

from pitboss import store
from pitboss.ranking.definition import NAMED, define
from pitboss.ranking.tables import KIND, SHIPPED, make_tables

definitions = {define(name).key: define(name) for name in NAMED}
for old in SHIPPED.glob("*.bin"):
    if old.stem not in definitions:
        old.unlink()
for key, definition in definitions.items():
    store.save(KIND, key, make_tables(definition).to_bytes(), SHIPPED)
