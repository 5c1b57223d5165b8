"""The application: every route behind the gate."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from pitboss.errors import PitbossError
from pitboss.server.access import refusals
from pitboss.server.access.credentials import Passwords
from pitboss.server.access.gate import Gate
from pitboss.server.access.limits import Limits
from pitboss.server.api import ROUTES
from pitboss.server.background import Audits, Proofs
from pitboss.server.config import Config
from pitboss.server.context import Context
from pitboss.server.live.tables import LiveTables
from pitboss.server.metrics import Metrics
from pitboss.server.web_files import published
from pitboss.storage.storage import Storage


def create_app(
    config: Config,
    store: Storage,
    live: LiveTables,
    *,
    clock: Callable[[], float] = time.time,
    sockets: Sequence[ControllerRouterHandler] = (),
    limits: Limits | None = None,
    tasks: Sequence[Callable[[], Coroutine[Any, Any, None]]] = (),
) -> Gate:
    """The server as an ASGI application; ``sockets`` are the handlers of the live side, ``tasks`` run along with it."""
    limits, proofs, audits = limits or Limits.of(config), Proofs(60 * config.proof_minutes), Audits(clock)
    context = Context(config, store, live, clock, limits, Passwords(), proofs, audits, Metrics(live), ROUTES)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        if not config.web_sources:
            published()
        await live.start()
        working = [asyncio.create_task(task()) for task in tasks]
        try:
            yield
        finally:
            for task in working:
                task.cancel()
            await context.proofs.stop()
            await context.audits.stop()
            await live.stop()

    app = Litestar(
        [*ROUTES, *sockets],
        state=State({"context": context}),
        lifespan=[running],
        exception_handlers={
            HTTPException: refusals.refuse_http,
            PitbossError: refusals.refuse_ours,
            Exception: refusals.refuse_any,
        },
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=6, exclude_opt_key="packed"
        ),
        openapi_config=None,
        logging_config=None,
        request_class=refusals.StrictRequest,
        request_max_body_size=config.body_size,
    )
    return Gate(app, context)
