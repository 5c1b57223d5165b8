"""Connections to PostgreSQL with a timeout: a cut line looks like a server that takes long to answer."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy import Engine, event


def connect_impatiently(engine: Engine, patience: float) -> None:
    """Make every connection of an engine give up on a statement after this many seconds."""

    class Impatient(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            try:
                return super().wait(gen, interval, timeout or patience)
            except errors.OperationalError:
                if self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE:
                    self.pgconn.finish()  # a late answer may still come, which nobody would expect
                raise

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, args: Any, settings: Any) -> Any:
        return Impatient.connect(*args, **settings)
