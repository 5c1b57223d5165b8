"""``python -m pitboss.ranking`` builds the tables of the named rankings again, into the package, to be committed."""

from __future__ import annotations

from pitboss import store
from pitboss.ranking.definition import define
from pitboss.ranking.standard import NAMED
from pitboss.ranking.tables import KIND, SHIPPED, make_tables

wanted = {define(name).key: define(name) for name in NAMED}
for old in SHIPPED.glob("*.bin"):
    if old.stem not in wanted:
        old.unlink()
for key, made in wanted.items():
    store.save(KIND, key, make_tables(made).to_bytes(), SHIPPED)
