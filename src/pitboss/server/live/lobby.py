"""The lobby: who looks at the list of tables, and what changed in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.room import commands, messages
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.server.live.clock import ServerClock, Timer
from pitboss.server.live.transport import Client

GATHER = 0.25
"""Seconds in which changes are gathered into one message."""


class LobbyFeed:
    """The clients of ``/ws`` without a table.

    ``rows`` tells which of these tables (None: all) a person may know of, as rows; ``yours`` in a row is the
    person's place on its waiting list. ``ask`` carries out a command.
    """

    def __init__(
        self,
        clock: ServerClock,
        rows: Callable[[Person, frozenset[str] | None], tuple[dict[str, Any], ...]],
        ask: Callable[[commands.TableCommand, Client], None],
    ) -> None:
        self.clock, self.rows, self.ask = clock, rows, ask
        self.clients: list[Client] = []
        self._changed: set[str] = set()
        self._timer: Timer | None = None

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
        client.send(encode(messages.Lobby(self.rows(client.person, None), whole=True)))

    def changed(self, table: str) -> None:
        """A table's row looks different, or it was opened or closed."""
        self._changed.add(table)
        if self._timer is None:
            self._timer = self.clock.at(self.clock.now() + GATHER, self._tell)

    def _tell(self) -> None:
        self._timer = None
        tables, self._changed = frozenset(self._changed), set()
        frames: dict[tuple[str, ...], bytes] = {}
        for client in self.clients:
            rows = self.rows(client.person, tables)
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
