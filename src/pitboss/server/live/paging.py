"""Waiting lists: joining and leaving them, and paging the next in line when a seat is free.

The lists are stored in the database, and changed only if no other process has changed them meanwhile. Each process
offers the free seats of its own tables.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.lists import GOING, INTEREST, Waiting
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.room.table.outcome import USED_KEY, Refused
from pitboss.room.table.table import Table
from pitboss.server.cluster import news
from pitboss.server.live.clock import Alarm, Tasks
from pitboss.server.live.transport import Client
from pitboss.storage.waiting import in_order

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

AnswerT = TypeVar("AnswerT")

NOBODY_WAITS = Waiting()
ATTEMPTS = 50
"""Attempts to change the lists when other processes change them too."""
MOST_KEYS = 2000
"""Number of list commands whose keys are remembered."""

ListCommand: TypeAlias = commands.JoinList | commands.MoveTo


class Paging:
    """The waiting lists of a live room."""

    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self.tasks = Tasks("waiting lists were not stored")
        self._alarm = Alarm(live.clock, self.look)
        self._looking = False
        self._held: set[str] = set()  # tables whose seats are held
        self._turns, self._lock = asyncio.Lock(), asyncio.Lock()
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()  # digests of commands by player and key

    def ask(self, command: commands.TableCommand, client: Client, table: str) -> bool:
        """Carry out a command about lists; False if it is about something else."""
        if isinstance(command, commands.JoinList) or (isinstance(command, commands.MoveTo) and command.table):
            self.tasks.start(self._answer(command, client, table))
            return True
        return False

    async def _answer(self, command: ListCommand, client: Client, table: str) -> None:
        """Carry out a command only once, however often it arrives, and acknowledge it when it is stored."""
        given, digest = (client.person.name, command.key), commands.digest(command)
        async with self._turns:
            again = bool(command.key) and given in self._done
            try:
                if not again:
                    await self.change(lambda: self._do(command, client.person, table))
                elif self._done[given] != digest:
                    raise Refused(USED_KEY)
            except PitbossError as error:
                client.send(encode(messages.Ack.refused(command.key, error)))
                return
            if command.key:
                self._done[given] = digest
                if len(self._done) > MOST_KEYS:
                    self._done.popitem(last=False)
        client.send(encode(messages.Ack(command.key, True, again=again)))
        if not again:
            self._changed()

    async def change(self, work: Callable[[], AnswerT]) -> AnswerT:
        """Change the lists of the room and store them; start over if another process was faster."""
        lists = self.live.room.lists
        async with self._lock:
            for _ in range(ATTEMPTS):
                before = lists.stored()
                try:
                    answer = work()
                    after = lists.stored()
                    if in_order(after) == in_order(before):
                        return answer
                    stored = await self.live.store.waiting.swap(before, after)
                except BaseException:
                    lists.reset(before)
                    raise
                if stored is None:
                    self.live.membership.tell(news.ListsChanged())
                    return answer
                lists.reset(stored)
        raise PitbossError("the waiting lists are very busy; try again.")

    async def refresh(self) -> None:
        """Read the lists again after another process changed them."""
        async with self._lock:
            self.live.room.lists.reset(await self.live.store.waiting.load())
        self._changed()

    def _changed(self) -> None:
        """Tell the tables and the lobby that the lists changed, and page the next in line."""
        self._hold()
        for id in self.live.room.tables:
            self.live.lobby.changed(id)
        self.look()

    def _do(self, command: ListCommand, person: Person, table: str) -> None:
        room, now = self.live.room, self.live.clock.now()
        if isinstance(command, commands.MoveTo):
            room.ask_table(table, person, command.table, now)
            return
        at = command.table or table
        if command.off or command.want == "off":
            room.leave_list(at, person)
        else:
            room.join_list(at, person, GOING if command.going or command.want == GOING else INTEREST, now)

    def sat(self, table: Table, person: Person) -> None:
        """Remove a player who sat down from the waiting lists."""
        self.tasks.start(self._sat(table, person))

    async def _sat(self, table: Table, person: Person) -> None:
        room, owners, seats = self.live.room, self.live.owners, table.session.seats_of(person.name)
        for left in await self.change(lambda: room.sat(table.id, person.name, seats[-1] if seats else 0)):
            if left in owners:
                owners[left].ask(commands.Leave(), person)
            else:
                self.live.membership.tell(news.LeaveFor(left, person.name, person.kind))
        self.look()

    def closed(self, table: str) -> None:
        """Remove a closed table from the room at once, then from the lists, and notify the people who waited for it."""
        room = self.live.room
        key = room.table(table).config.list_key
        room.forget(table)
        last = all(other.config.list_key != key for other in room.tables.values())
        self.tasks.start(self._free(table, key, last))

    async def _free(self, table: str, key: str, last: bool) -> None:
        for place in await self.change(lambda: self.live.room.lists.closed(table, key, last=last)):
            self.live.send_to(place.player, encode(messages.Note("the table you waited for is closed")))

    def look(self) -> None:
        """Soon, page the next in line for a free seat and release expired holds."""
        if self._looking or self.live.stopping:  # if this process stops, another one handles the lists
            return
        if self.live.room.lists.stored() != NOBODY_WAITS or self._held:
            self._looking = True
            self.tasks.start(self._look())

    async def _look(self) -> None:
        live = self.live
        await asyncio.sleep(0)
        self._looking = False
        now = live.clock.now()
        try:
            holds, missed = await self.change(lambda: live.room.page(now, live.owners))
            for hold in holds:
                live.send_to(hold.player, encode(messages.Page(hold.table, hold.seat, hold.until - now)))
            for hold in missed:
                live.send_to(hold.player, encode(messages.Note(f"seat {hold.seat} is no longer held for you")))
        finally:
            self._hold()
            if (due := live.room.lists.due()) is not None:  # look again when the next hold expires
                self._alarm.set(due)

    def _hold(self) -> None:
        """Tell the tables which of their seats are held, according to the lists."""
        lists = self.live.room.lists
        held = {hold.table for hold in lists.stored().holds}
        for table in held | self._held:
            if table in self.live.owners:
                holds = {seat: hold.player for seat, hold in lists.held(table).items()}
                self.live.owners[table].table.holds = holds
        self._held = held
