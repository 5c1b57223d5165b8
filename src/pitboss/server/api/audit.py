"""The audit of the room, for those who read the books: begun by a press of a button, followed and read."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post

from pitboss.audit.database import place
from pitboss.server.api.books import ANSWER, reader, store_of
from pitboss.server.audits import AuditState
from pitboss.server.context import context_of

AnyRequest = Request[Any, Any, Any]


@get("/api/audit", tags=["books"])
async def audit(request: AnyRequest) -> AuditState:
    """The progress of the audit, and the findings of the last one."""
    await reader(request)
    return context_of(request).audits.state


@post("/api/audit", status_code=202, tags=["books"], responses={202: ANSWER[200]})
async def begin(request: AnyRequest) -> Response[AuditState]:
    """Check everything that is stored and play every round and hand again, in a separate process.

    The audit is always a full one. While one is running, another is not started.
    """
    await reader(request)
    store_of(request)
    context = context_of(request)
    config = context.config
    where = place(config.db, config.keys, config.folder)
    return Response(context.audits.start(where), status_code=202)


ROUTES = [audit, begin]
