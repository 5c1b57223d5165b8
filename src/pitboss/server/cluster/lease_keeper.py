"""The leases of this process, and the journal that stores nothing without one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from time import monotonic

import msgspec

from pitboss.room.journal import Fenced, Journal
from pitboss.room.line import Change
from pitboss.storage.shared import LeaseReport


class LeaseKeeper:
    """The tables this process owns, with their fencing numbers and the end of each lease.

    Leases are renewed together. They are good for ``seconds`` from the moment the renewal was *sent*, by a clock of
    this process that nobody turns: PostgreSQL counts from a later moment, so that no other process owns a table before
    this one knows that it does not.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self.fences: dict[str, int] = {}
        self._clock = clock
        self._until = 0.0

    @property
    def good(self) -> bool:
        """True if the leases have not run out."""
        return self._clock() < self._until

    def now(self) -> float:
        return self._clock()

    def fence(self, table: str) -> int:
        """The fencing number of a table that this process owns now; raise :class:`Fenced` otherwise."""
        fence = self.fences.get(table)
        if fence is None or not self.good:
            raise Fenced(f"this process does not own {table} now; the one that does goes on with it.")
        return fence

    def renewed(self, report: LeaseReport, asked: Collection[str], sent: float) -> None:
        """Note what a renewal for the tables ``asked`` that was sent at this time brought."""
        self._until = sent + self.seconds
        opened = {table: fence for table, fence in self.fences.items() if table not in asked}
        self.fences = {**opened, **report.kept, **report.taken}

    def opened(self, table: str, fence: int) -> None:
        self.fences[table] = fence

    def drop(self, table: str) -> None:
        self.fences.pop(table, None)


class LeasedJournal:
    """Commits changes of a table under one lease; implements :class:`~pitboss.room.journal.Journal`.

    The number is that of the lease under which the table was restored: if this process lost the table and took it
    again meanwhile, what was begun before is stored no more.
    """

    def __init__(self, journal: Journal, leases: LeaseKeeper, fence: int) -> None:
        self._journal, self._leases, self._fence = journal, leases, fence

    async def commit(self, change: Change) -> None:
        if self._leases.fence(change.table) != self._fence:
            raise Fenced(f"{change.table} was restored meanwhile; nothing was stored.")
        await self._journal.commit(msgspec.structs.replace(change, fence=self._fence))
