"""The turn of the gambling day: every table with a rack gets its closer, which is the opener of the next day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING

import structlog

from pitboss.errors import PitbossError
from pitboss.room.day import Calendar

if TYPE_CHECKING:
    from pitboss.server.live.owner import Owner

log = structlog.get_logger(__name__)
BY = "the room"


class DayTurn:
    """Looks at the calendar now and then; without one there are no gambling days."""

    def __init__(self, calendar: Calendar | None, owners: Callable[[], Iterable[Owner]]) -> None:
        self._calendar, self._owners = calendar, owners
        self._day: date | None = None
        self._ends = 0.0
        self._task: asyncio.Task[None] | None = None

    def look(self, now: float) -> None:
        """Write the closers if a new gambling day has begun since the last look."""
        if self._calendar is None or now < self._ends:
            return
        before, self._day = self._day, self._calendar.day(now)
        self._ends = self._calendar.end(self._day)
        if before is not None and before != self._day:
            self._task = asyncio.get_running_loop().create_task(self.close_day(before))

    async def close_day(self, day: date) -> None:
        """Write the closer of a day for every table that has a rack."""
        for owner in list(self._owners()):
            if owner.table.has_rack and not owner.table.closed:
                try:
                    await owner.call(lambda hosted, now: hosted.inventory(BY, now, f"gambling day {day}"))
                except PitbossError as error:
                    log.warning("no closer was written", table=owner.table.id, why=str(error))
