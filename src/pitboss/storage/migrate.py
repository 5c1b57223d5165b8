"""Bring a database to the present schema."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from pitboss.storage.places import StorageError

LATEST = "0003"
"""The revision of the last migration."""

_LOCK = 0x7069_7462_6F73_73  # "pitboss": keeps two processes from migrating PostgreSQL at once


def migrate(engine: Engine) -> None:
    """Run the migrations this database has not seen, all or none of them."""
    with engine.connect() as connection:
        if revision(connection) == LATEST:
            return
    with engine.connect() as connection:
        connection = connection.execution_options(pitboss_writes=True)
        with connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            if revision(connection) != LATEST:
                upgrade(connection)


def revision(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run alembic on this connection, inside its transaction."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        later = revision(connection)
        raise StorageError(
            f"the database is of a later version ({later}) than this card room ({LATEST}); upgrade pitboss."
        ) from None
