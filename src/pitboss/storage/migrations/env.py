"""The alembic environment; :mod:`pitboss.storage.engine` passes in the connection."""

from __future__ import annotations

from alembic import context

from pitboss.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a table: alembic copies it
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
