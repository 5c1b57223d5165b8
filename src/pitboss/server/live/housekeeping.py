"""Periodic work of the server: closing the gambling day at every rack, and deleting expired rows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from datetime import date

import structlog

from pitboss.errors import PitbossError
from pitboss.room.day import Calendar
from pitboss.room.table import host
from pitboss.server.config import Config
from pitboss.server.live.owner import Owner
from pitboss.storage.storage import Storage
from pitboss.storage.upkeep import sweep

log = structlog.get_logger(__name__)
BY = "the room"
EVERY = 6 * 3600.0
"""Seconds between two rounds of deleting."""


class DayTurn:
    """The turn of the gambling day: every table with a rack gets its closer, which is the opener of the next day.

    Without a calendar there are no gambling days.

    When a rack was counted last is in the table's own log, so a closer is neither forgotten nor written twice by a
    server that was down at the closing hour, or by a process that takes the table over.
    """

    def __init__(self, calendar: Calendar | None, owners: Callable[[], Iterable[Owner]]) -> None:
        self._calendar, self._owners = calendar, owners
        self._start = self._end = 0.0
        self._task: asyncio.Task[None] | None = None

    def look(self, now: float) -> None:
        """Write the closer of every rack that was not counted since the gambling day began."""
        if self._calendar is None or (self._task is not None and not self._task.done()):
            return
        if not self._start <= now < self._end:
            today = self._calendar.day(now)
            self._start, self._end = self._calendar.start(today), self._calendar.end(today)
        due = [owner for owner in self._owners() if self._is_due(owner)]
        if due:
            ended = self._calendar.day(self._start - 1)
            self._task = asyncio.get_running_loop().create_task(self.close_day(ended, due))

    def _is_due(self, owner: Owner) -> bool:
        table = owner.table
        return table.has_rack and not table.closed and table.state.counted < self._start * 1_000_000

    async def close_day(self, day: date, due: Iterable[Owner]) -> None:
        """Write the closers of a day that has ended."""
        for owner in due:
            try:
                await owner.call(lambda hosted, now: host.inventory(hosted, BY, now, f"gambling day {day}"))
            except PitbossError as error:
                log.warning("no closer was written", table=owner.table.id, why=str(error))


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
