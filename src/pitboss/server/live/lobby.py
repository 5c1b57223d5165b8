"""The lobby: the people who watch the list of tables, and the changes sent to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.room import commands, messages
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.server.live.clock import Alarm
from pitboss.server.live.transport import Client

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

GATHER = 0.25
"""Seconds in which changes are gathered into one message."""


class LobbyFeed:
    """The clients of ``/ws`` without a table."""

    def __init__(self, live: LiveTables) -> None:
        self.live, self.clock = live, live.clock
        self.clients: list[Client] = []
        self._changed: set[str] = set()
        self._alarm = Alarm(live.clock, self._tell)

    def join(self, client: Client, have: int) -> None:
        self.clients.append(client)
        person = client.person
        roles = tuple(sorted(person.roles))
        client.send(encode(messages.Welcome(person.name, (), self.clock.now(), messages.VERSION, roles=roles)))
        self.sync(client, have)

    def part(self, client: Client) -> None:
        if client in self.clients:
            self.clients.remove(client)

    def sync(self, client: Client, have: int) -> None:
        client.send(encode(messages.Lobby(self._rows(client.person), whole=True)))

    def ask(self, command: commands.TableCommand, client: Client) -> None:
        """Carry out a command that does not concern a single table."""
        if not self.live.paging.ask(command, client, ""):
            why = "this command is for a table; open a socket with ?table=."
            client.send(encode(messages.Ack(command.key, False, why=why)))

    def _rows(self, person: Person, tables: frozenset[str] | None = None) -> tuple[dict[str, Any], ...]:
        """The rows of these tables (None: all), limited to those a person may know of.

        ``yours`` in a row is the person's place on its waiting list.
        """
        room = self.live.room
        wanted = room.tables if tables is None else [id for id in room.tables if id in tables]
        shown = tuple(msgspec.to_builtins(room.row(id)) for id in wanted if room.may_enter(id, person))
        if room.lists.places(person.name):
            for row in shown:
                if yours := room.waits(row["id"], person, self.clock.now()):
                    row["yours"] = yours
        return shown

    def changed(self, table: str) -> None:
        """Announce that a table's row changed, or that it was opened or closed."""
        self._changed.add(table)
        self._alarm.set(self.clock.now() + GATHER)

    def _tell(self) -> None:
        tables, self._changed = frozenset(self._changed), set()
        frames: dict[tuple[str, ...], bytes] = {}
        for client in self.clients:
            rows = self._rows(client.person, tables)
            shown = tuple(row["id"] for row in rows)
            if any("yours" in row for row in rows):
                client.send(encode(messages.Lobby(rows, tuple(sorted(tables - set(shown))))))
                continue
            if shown not in frames:
                frames[shown] = encode(messages.Lobby(rows, tuple(sorted(tables - set(shown)))))
            client.send(frames[shown])

    def send_away(self, code: int, why: str) -> None:
        """Close the sockets of everybody who is here now."""
        for client in list(self.clients):
            client.close(code, why)
