"""Tables of other processes, as this one knows them from the bulletin board."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.deal.session_view import SeatView
from pitboss.deal.table_layout import AnyLayout
from pitboss.deal.table_sheet import TableSheet
from pitboss.room.config import TableConfig
from pitboss.room.table.table import Table
from pitboss.server.cluster.news import TableLook, TablePrint


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
