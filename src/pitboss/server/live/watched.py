"""The lobby or a table, as a socket watches it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.messages import encode
from pitboss.server.live.owner import Owner
from pitboss.server.live.transport import Client

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables


class Watched(Protocol):
    """The lobby or a table that a socket watches."""

    def join(self, client: Client, have: int) -> None: ...

    def part(self, client: Client) -> None: ...

    def sync(self, client: Client, have: int) -> None: ...

    def ask(self, command: commands.TableCommand, client: Client) -> None: ...


class Seated:
    """A table as a socket is joined to it."""

    def __init__(self, live: LiveTables, owner: Owner) -> None:
        self.live, self.owner = live, owner
        self.join, self.part, self.sync = owner.join, owner.part, owner.sync

    def ask(self, command: commands.TableCommand, client: Client) -> None:
        """Hand a command to the room, where it concerns more than this table, or to the table."""
        table = self.owner.table.id
        if self.live.paging.ask(command, client, table):
            return
        try:
            if isinstance(command, commands.Sit):
                self.live.room.check_sit(table, client.person, command.seat)
        except PitbossError as error:
            client.send(encode(messages.Ack.refused(command.key, error)))
            return
        self.owner.ask(command, client.person, client)
