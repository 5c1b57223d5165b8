"""Logs on standard error, as text or JSON."""

from __future__ import annotations

import logging
import sys

import structlog

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
