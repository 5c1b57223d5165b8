"""The tables of a room as one process knows them: its own under leases, and those posted by other processes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from time import monotonic

import msgspec

from pitboss.deal.table_layout import AnyLayout, TableSheet
from pitboss.room.journal import Fenced, Journal
from pitboss.room.line import Change
from pitboss.room.table.table import Table
from pitboss.server.cluster.bulletin import Bulletin, CutOff
from pitboss.server.cluster.news import News, TableLook, TablePrint
from pitboss.server.live.owner import Owner
from pitboss.server.live.tables import LiveTables
from pitboss.storage.shared import LeaseReport


class LeaseKeeper:
    """The tables this process owns, with their fencing numbers and the end of each lease.

    Leases are renewed together. They are valid for ``seconds`` from the moment the renewal was *sent*, by a monotonic
    clock. PostgreSQL counts from a later moment, so this process gives up a table before another can own it.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.seconds = seconds
        self.now = clock
        self.fences: dict[str, int] = {}
        self._until = 0.0

    @property
    def good(self) -> bool:
        """True if the leases have not expired."""
        return self.now() < self._until

    def fence(self, table: str) -> int:
        """The fencing number of a table that this process owns now; raise :class:`Fenced` if it does not."""
        fence = self.fences.get(table)
        if fence is None or not self.good:
            raise Fenced(f"this process does not own {table} now; the one that does goes on with it.")
        return fence

    def renewed(self, report: LeaseReport, asked: Collection[str], sent: float) -> None:
        """Record the result of a renewal for the tables ``asked``, sent at this time."""
        self._until = sent + self.seconds
        opened = {table: fence for table, fence in self.fences.items() if table not in asked}
        self.fences = {**opened, **report.kept, **report.taken}


class LeasedJournal:
    """Commits changes of a table under one lease; implements :class:`~pitboss.room.journal.Journal`.

    ``fence`` is the number of the lease under which the table was restored: if this process has lost the table and
    taken it again since, changes begun before are not stored.
    """

    def __init__(self, journal: Journal, leases: LeaseKeeper, fence: int) -> None:
        self._journal, self._leases, self._fence = journal, leases, fence

    async def commit(self, change: Change) -> None:
        if self._leases.fence(change.table) != self._fence:
            raise Fenced(f"{change.table} was restored meanwhile; nothing was stored.")
        await self._journal.commit(msgspec.structs.replace(change, fence=self._fence))


class MirroredSession:
    """The part of a session that the room uses (:class:`~pitboss.room.room.SeatedSession`)."""

    def __init__(self, print: TablePrint, look: TableLook) -> None:
        self.size, self.seats, self.done, self._print = print.size, look.seats, look.done, print

    def sheet(self) -> TableSheet:
        return self._print.sheet

    def printed(self) -> AnyLayout:
        return self._print.printed


class MirroredTable:
    """A table of another process as it was posted; implements :class:`~pitboss.room.room.Hosted`."""

    def __init__(self, print: TablePrint, look: TableLook) -> None:
        self.id, self.config, self.state, self.average_pot = look.table, print.config, look, look.pot
        self.session = MirroredSession(print, look)


def look_of(table: Table, owner: str, fence: int, invited: frozenset[str]) -> TableLook:
    """The post with the current state of a table of this process."""
    state, session = table.state, table.session
    return TableLook(
        table=table.id,
        owner=owner,
        fence=fence,
        seats=dict(session.seats),
        done=session.done,
        people=state.people,
        moving=state.moving,
        leaving=state.leaving,
        paused=state.paused,
        closing=state.closing,
        pot=table.average_pot,
        invited=tuple(sorted(invited)) if table.config.private else (),
    )


UNKNOWN = TableLook(table="", owner="", fence=0)
"""The look of a table that nobody has posted."""
POSTED_AGAIN = 10.0
"""Seconds until everything is posted again, in case Redis has lost it."""


class Board:
    """The tables of a room as a process posts its own and reads the others'.

    ``moved`` is called with a table of another process and its new owner.
    """

    def __init__(
        self, live: LiveTables, leases: LeaseKeeper, bulletin: Bulletin, moved: Callable[[str, str], None]
    ) -> None:
        self.live, self.leases, self.bulletin, self.moved = live, leases, bulletin, moved
        self._prints: dict[str, TablePrint] = {}
        self._looks: dict[str, TableLook] = {}  # of tables of other processes
        self._told: dict[str, TableLook] = {}
        self._all_told = 0.0

    def owner_of(self, table: str) -> str:
        """The name of the other process that owns a table; empty if unknown."""
        return self._looks.get(table, UNKNOWN).owner

    def fence_of(self, table: str) -> int:
        """The fencing number under which another process owns a table; 0 if unknown."""
        return self._looks.get(table, UNKNOWN).fence

    # Posting ----------------------------------------------------------------------------------------------------------

    def host(self, owner: Owner) -> None:
        """Record that this process owns a table now."""
        table, session = owner.table, owner.table.session
        known = self._looks.pop(table.id, None)
        if known is not None:
            self.live.room.admit(table.id, known.invited)
        self._prints[table.id] = TablePrint(
            table=table.id, size=session.size, config=table.config, sheet=session.sheet(), printed=session.printed()
        )

    def let_go(self, owner: Owner) -> None:
        """Record that this process lost a table and that nobody is known to own it."""
        table = owner.table
        self._told.pop(table.id, None)
        self._looks[table.id] = look_of(table, "", 0, self.live.room.invited(table.id))
        self.live.room.replace(MirroredTable(self._prints[table.id], self._looks[table.id]))

    def forget(self, table: str) -> None:
        """Remove a closed table."""
        for known in (self._prints, self._looks, self._told):
            known.pop(table, None)

    async def post(self, tables: list[str], *, all: bool = False) -> None:
        """Post the looks of these tables of ours that changed; with ``all``, everything again from time to time."""
        live, leases, told = self.live, self.leases, list[News]()
        again = all and leases.now() > self._all_told + POSTED_AGAIN
        for table in tables:
            if table not in live.owners or table not in leases.fences:
                continue
            look = look_of(live.owners[table].table, self.bulletin.name, leases.fences[table], live.room.invited(table))
            if again or table not in self._told:
                told.append(self._prints[table])
            if again or self._told.get(table) != look:
                told.append(look)
                self._told[table] = look
        if again:
            self._all_told = leases.now()
        if told:
            try:
                await self.bulletin.tell(*told)
            except CutOff:  # posted once Redis is back
                for table in tables:
                    self._told.pop(table, None)

    async def post_all(self) -> None:
        """Post all tables of this process, as on a new bulletin board."""
        self._told.clear()
        await self.post(list(self.live.owners))

    # Reading ----------------------------------------------------------------------------------------------------------

    async def read_all(self) -> None:
        """Read everything that is posted."""
        prints, looks = await self.bulletin.posted()
        for table, look in looks.items():
            if table in prints:
                self.learn_print(prints[table])
                self.learn(look)

    def gone(self, table: str) -> None:
        """Remove a closed table of another process."""
        if table not in self.live.owners:
            self.forget(table)
            self.live.room.forget(table)
            self.live.lobby.changed(table)

    def learn_print(self, told: TablePrint) -> None:
        """Store the constant part of another process's table."""
        if told.table not in self.live.owners:
            self._prints[told.table] = told

    def learn(self, look: TableLook) -> None:
        """Store the current look of another process's table."""
        table, room = look.table, self.live.room
        known = self._looks.get(table)
        if table in self.live.owners or table not in self._prints or (known is not None and look.fence < known.fence):
            return
        self._looks[table] = look
        hosted = MirroredTable(self._prints[table], look)
        if table in room.tables:
            room.replace(hosted)
        else:
            room.add(hosted)
            room.sort()
        room.admit(table, look.invited)
        self.live.lobby.changed(table)
        if known is not None and known.owner != look.owner:
            self.moved(table, look.owner)
