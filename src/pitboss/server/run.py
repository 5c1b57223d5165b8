"""Run the server: bind, print the address once it answers, serve until a signal."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import structlog
import uvicorn

from pitboss.errors import PitbossError
from pitboss.server.access.gate import Gate
from pitboss.server.config import Config
from pitboss.server.http_limits import http_protocol
from pitboss.server.live.transport import SocketProtocol

COLLECTED = (2_000, 50, 100)
"""Thresholds of the garbage collector in a running server: new objects, young passes, middle passes."""


class Server(uvicorn.Server):
    """uvicorn that calls ``ready`` when it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down cleanly; uvicorn would send itself the signal again afterwards and end midway."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            # Every table waits for the garbage collector. Skip what exists after the start, which lives on, and look
            # less often: play leaves no cycles. With the defaults an action takes 6% more instructions.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*COLLECTED)
            self._ready()


def bound(config: Config) -> socket.socket:
    """A socket that listens at the configured address; port 0 picks a free one."""
    try:
        family, _, _, _, place = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise PitbossError(f"host: {config.host!r} is not an address of this machine; try 127.0.0.1.") from None
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
    except OSError as error:
        listener.close()
        why = (error.strerror or str(error)).lower()
        raise PitbossError(
            f"port: {config.host} port {config.port} cannot be used ({why}); choose another, or 0 for any free one."
        ) from None
    return listener


def address(listener: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}"


def settings(app: Gate, config: Config, **more: Any) -> uvicorn.Config:
    """The configuration with which uvicorn runs the application."""
    return uvicorn.Config(
        app,
        http=http_protocol(config),
        timeout_keep_alive=config.idle_seconds,
        ws=SocketProtocol,
        ws_max_size=config.socket_size,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=config.shutdown,
        **more,
    )


def server_for(app: Gate, config: Config, listener: socket.socket, started: Callable[[str], Any]) -> Server:
    """A server that calls ``started`` with its address once it accepts connections."""
    return Server(settings(app, config, loop="uvloop"), lambda: started(address(listener)))


def serve(app: Gate, config: Config, listener: socket.socket, started: Callable[[str], Any]) -> bool:
    """Serve until SIGINT or SIGTERM; False if the start failed."""
    server = server_for(app, config, listener, started)
    server.run(sockets=[listener])
    return server.started


LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def to_stderr(level: str, style: str) -> None:
    """Send every log line, ours and the libraries', to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # A plain traceback: the default one prints local variables, and with them cookies and passwords.
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    render: structlog.typing.Processor = structlog.processors.JSONRenderer() if style == "json" else plain
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
    )
    handler = logging.StreamHandler(sys.stderr)
    last = [structlog.processors.format_exc_info] if style == "json" else []
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last, render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(LEVELS[level])
    for noisy in ("uvicorn.error", "alembic"):
        logging.getLogger(noisy).setLevel(max(LEVELS[level], logging.WARNING))
