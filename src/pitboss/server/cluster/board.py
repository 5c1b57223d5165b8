"""The bulletin board of tables: posts about ours, posts of other processes, and news received."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.deal.session_view import SeatView
from pitboss.deal.table_layout import AnyLayout
from pitboss.deal.table_sheet import TableSheet
from pitboss.room import commands
from pitboss.room.config import TableConfig
from pitboss.room.people import Person
from pitboss.room.table.table import Table
from pitboss.server.cluster import news
from pitboss.server.cluster.bulletin import CutOff
from pitboss.server.cluster.news import News, TableLook, TablePrint
from pitboss.server.live.owner import Owner

if TYPE_CHECKING:
    from pitboss.server.cluster.tables import ClusterTables


@dataclass(frozen=True)
class MirroredSession:
    """The part of a session that the room uses (:class:`~pitboss.room.room.SeatedSession`)."""

    size: int
    seats: dict[int, SeatView]
    done: bool
    _print: TablePrint

    def sheet(self) -> TableSheet:
        return self._print.sheet

    def printed(self) -> AnyLayout:
        return self._print.printed


@dataclass(frozen=True)
class MirroredTable:
    """A table of another process; implements :class:`~pitboss.room.room.Hosted`."""

    id: str
    config: TableConfig
    session: MirroredSession
    state: TableLook

    @property
    def average_pot(self) -> int:
        return self.state.pot


def mirrored(print: TablePrint, look: TableLook) -> MirroredTable:
    """A table as another process posted it."""
    session = MirroredSession(print.size, look.seats, look.done, print)
    return MirroredTable(look.table, print.config, session, look)


def print_of(table: Table) -> TablePrint:
    """The post about a table of this process that is made once."""
    session = table.session
    return TablePrint(
        table=table.id, size=session.size, config=table.config, sheet=session.sheet(), printed=session.printed()
    )


def look_of(table: Table, owner: str, fence: int, invited: frozenset[str]) -> TableLook:
    """The post about the present state of a table of this process."""
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


POSTED_ANEW = 10.0
"""Seconds between two times that everything is posted again, should Redis have lost it."""


class Board:
    """The tables of a room as one process posts its own and reads the others'."""

    def __init__(self, live: ClusterTables) -> None:
        self.live = live
        self._prints: dict[str, TablePrint] = {}
        self._looks: dict[str, TableLook] = {}  # of tables of other processes
        self._told: dict[str, TableLook] = {}
        self._all_told = 0.0

    def owner_of(self, table: str) -> str:
        """The name of the process that has a table of another process; empty if that is not known."""
        look = self._looks.get(table)
        return look.owner if look is not None else ""

    def fence_of(self, table: str) -> int:
        """Under which number another process has a table, as far as is known."""
        look = self._looks.get(table)
        return look.fence if look is not None else 0

    # Posting ----------------------------------------------------------------------------------------------------------

    def host(self, owner: Owner) -> None:
        """A table is ours now."""
        table = owner.table
        known = self._looks.pop(table.id, None)
        if known is not None:
            self.live.room.admit(table.id, known.invited)
        self._prints[table.id] = print_of(table)

    def let_go(self, owner: Owner) -> None:
        """A table is no longer ours, and nobody's as far as we know."""
        table = owner.table
        self._told.pop(table.id, None)
        self._looks[table.id] = look_of(table, "", 0, self.live.room.invited(table.id))
        self.live.room.replace(mirrored(self._prints[table.id], self._looks[table.id]))

    def forget(self, table: str) -> None:
        """A table is closed."""
        for known in (self._prints, self._looks, self._told):
            known.pop(table, None)

    async def post(self, tables: list[str], *, all: bool = False) -> None:
        """Post how these tables of ours look, where that changed; now and then, of ``all``, everything again."""
        live, told = self.live, list[News]()
        again = all and live.leases.now() > self._all_told + POSTED_ANEW
        for table in tables:
            if table not in live.owners or table not in live.leases.fences:
                continue
            look = look_of(live.owners[table].table, live.name, live.leases.fences[table], live.room.invited(table))
            if again or table not in self._told:
                told.append(self._prints[table])
            if again or self._told.get(table) != look:
                told.append(look)
                self._told[table] = look
        if again:
            self._all_told = live.leases.now()
        if told:
            try:
                await live.bulletin.tell(*told)
            except CutOff:  # once it is back
                for table in tables:
                    self._told.pop(table, None)

    async def post_all(self) -> None:
        """Post everything that is ours, as on a new bulletin board."""
        self._told.clear()
        await self.post(list(self.live.owners))

    # Reading ----------------------------------------------------------------------------------------------------------

    async def read_all(self) -> None:
        """Read everything that is posted."""
        prints, looks = await self.live.bulletin.posted()
        for table, look in looks.items():
            if table in prints:
                self._learn_print(prints[table])
                self._learn(look)

    def hear(self, told: News) -> None:
        """Act on news of another process."""
        live = self.live
        if isinstance(told, TableLook):
            self._learn(told)
        elif isinstance(told, TablePrint):
            self._learn_print(told)
        elif isinstance(told, news.TableGone):
            self._gone(told.table)
        elif isinstance(told, news.LeaveFor):
            if told.table in live.owners:
                live.owners[told.table].ask(commands.Leave(), Person(told.player, told.kind))
        elif isinstance(told, news.LoginTried):
            if told.limit in live.failures:
                live.failures[told.limit].hear(told)
        else:
            live.hear(told)

    def _gone(self, table: str) -> None:
        if table not in self.live.owners:
            self.forget(table)
            self.live.room.forget(table)
            self.live.lobby.changed(table)

    def _learn_print(self, told: TablePrint) -> None:
        if told.table not in self.live.owners:
            self._prints[told.table] = told

    def _learn(self, look: TableLook) -> None:
        """Store how a table of another process looks, as of now."""
        table, room = look.table, self.live.room
        known = self._looks.get(table)
        if table in self.live.owners or table not in self._prints or (known is not None and look.fence < known.fence):
            return
        self._looks[table] = look
        hosted = mirrored(self._prints[table], look)
        if table in room.tables:
            room.replace(hosted)
        else:
            room.add(hosted)
            room.sort()
        room.admit(table, look.invited)
        self.live.lobby.changed(table)
        if known is not None and known.owner != look.owner:
            self.live.passing.moved(table, look.owner)
