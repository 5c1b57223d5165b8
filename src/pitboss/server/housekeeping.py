"""Periodic work of the server: deleting expired rows."""

from __future__ import annotations

import asyncio
import time

import structlog

from pitboss.errors import PitbossError
from pitboss.server.config import Config
from pitboss.storage.storage import Storage
from pitboss.storage.upkeep import sweep

EVERY = 6 * 3600.0
"""Seconds between two rounds."""

log = structlog.get_logger(__name__)


async def keep_house(storage: Storage, config: Config) -> None:
    """Delete expired rows, again and again."""
    while True:
        try:
            swept = await storage.write(lambda connection: sweep(connection, time.time(), config.checkpoint_days))
        except PitbossError as error:
            log.warning("nothing was swept", why=str(error))
        else:
            log.info("swept", **swept._asdict())
        await asyncio.sleep(EVERY)
