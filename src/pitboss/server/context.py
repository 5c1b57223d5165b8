"""State shared by every part of the server: settings, clock, accounts, and the live room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from pitboss.server.access.credentials import Passwords
from pitboss.server.access.limits import Limits
from pitboss.server.background import Audits, Proofs
from pitboss.server.config import Config
from pitboss.server.live.tables import LiveTables
from pitboss.server.metrics import Metrics
from pitboss.storage.accounts import StoredAccounts
from pitboss.storage.storage import Storage

AnyRequest: TypeAlias = Request[Any, Any, Any]


@dataclass
class Context:
    """One per server, stored in the application's state as ``context``."""

    config: Config
    store: Storage
    live: LiveTables
    clock: Callable[[], float]
    limits: Limits
    passwords: Passwords
    proofs: Proofs
    audits: Audits
    metrics: Metrics
    routes: tuple[BaseRouteHandler, ...]

    @property
    def accounts(self) -> StoredAccounts:
        return self.store.accounts


def context_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Context:
    """The context of the server that handles this request or socket."""
    context: Context = connection.app.state.context
    return context
