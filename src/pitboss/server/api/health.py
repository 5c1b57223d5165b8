"""Health checks and metrics of the server."""

from __future__ import annotations

from litestar import MediaType, Response, get

from pitboss.errors import PitbossError
from pitboss.server.context import AnyRequest, context_of
from pitboss.server.live.wire import Health
from pitboss.server.metrics import CONTENT_TYPE


@get("/healthz", tags=["health"])
async def healthz() -> Health:
    """The process answers."""
    return Health(ok=True)


@get("/readyz", tags=["health"])
async def readyz(request: AnyRequest) -> Response[Health]:
    """The tables are restored and their changes can be stored; otherwise 503 and the reason."""
    context = context_of(request)
    why = context.live.ready()
    if not why:
        try:
            await context.store.check()
        except PitbossError as error:
            why = str(error)
    return Response(Health(ok=not why, why=why), status_code=503 if why else 200)


@get("/metrics", media_type=MediaType.TEXT, tags=["health"])
async def metrics(request: AnyRequest) -> Response[bytes]:
    """Counters for Prometheus."""
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE)
