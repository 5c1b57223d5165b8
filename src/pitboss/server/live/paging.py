"""Waiting lists: joining and leaving them, and paging the next in line when a seat is free."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, TypeAlias

import structlog

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.lists import GOING, INTEREST, Hold, ListPlace, Waiting
from pitboss.room.messages import encode
from pitboss.room.people import Person
from pitboss.room.table.outcome import USED_KEY, Refused
from pitboss.server.live.clock import Timer
from pitboss.server.live.transport import Client

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

log = structlog.get_logger(__name__)


NOBODY_WAITS = Waiting()
MOST_KEYS = 2000
"""Commands about lists that are known by their keys."""

ListCommand: TypeAlias = commands.JoinList | commands.MoveTo


class Paging:
    """The waiting lists of a live room."""

    def __init__(self, live: LiveTables) -> None:
        self.live = live
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._stored: Waiting | None = None
        self._held: set[str] = set()  # tables that were told of held seats
        self._turns = asyncio.Lock()
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()  # digests of commands by player and key
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, command: commands.TableCommand, client: Client, table: str) -> bool:
        """Carry out a command about lists; False if it is about something else."""
        if isinstance(command, commands.JoinList) or (isinstance(command, commands.MoveTo) and command.table):
            self._start(self._answer(command, client, table))
            return True
        return False

    async def _answer(self, command: ListCommand, client: Client, table: str) -> None:
        """Carry out a command once however often it arrives, and acknowledge it once it is stored."""
        given, digest = (client.person.name, command.key), commands.digest(command)
        async with self._turns:
            again = bool(command.key) and given in self._done
            try:
                if not again:
                    await self._carry_out(command, client.person, table)
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

    async def _carry_out(self, command: ListCommand, person: Person, table: str) -> None:
        """Change the lists and store them; if that fails, restore what this player waits for."""
        lists = self.live.room.lists
        before = lists.stored()
        self._do(command, person, table)
        try:
            await self._store()
        except PitbossError:
            lists.put_back(person.name, before)
            raise

    def _changed(self) -> None:
        """The lists changed: tell the lobby, and page the next in line."""
        for id in self.live.room.tables:
            self.live.lobby.changed(id)
        self.look()

    def _do(self, command: ListCommand, person: Person, table: str) -> None:
        room, now = self.live.room, self.live.clock.now()
        if isinstance(command, commands.MoveTo):
            room.ask_table(table, person, command.table, now)
            return
        at, want = command.table or table, _wanted(command)
        if want:
            room.join_list(at, person, want, now)
        else:
            room.leave_list(at, person)

    def look(self) -> None:
        """Page the next in line for a free seat, and give up holds that ran out."""
        live, now = self.live, self.live.clock.now()
        if live.room.lists.stored() == NOBODY_WAITS and not self._held:
            return
        holds, missed = live.room.page(now)
        self._hold()
        self._page(holds, missed, now)
        if holds or missed:
            self.store()
        self._wait_for_next()

    def _page(self, holds: tuple[Hold, ...], missed: tuple[Hold, ...], now: float) -> None:
        """Tell the players of new holds, and those whose holds ran out."""
        send_to = self.live.send_to
        for hold in holds:
            send_to(hold.player, encode(messages.Page(hold.table, hold.seat, hold.until - now)))
        for hold in missed:
            send_to(hold.player, encode(messages.Note(f"seat {hold.seat} is no longer held for you")))

    def _wait_for_next(self) -> None:
        """Look again when the next hold runs out."""
        due = self.live.room.lists.due()
        if due is not None and (self._timer is None or due < self._timer_at):
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._timer_at = self.live.clock.at(due, self._ring), due

    def _hold(self) -> None:
        """Let tables know which of their seats are held; the lists say so, also after a restart."""
        lists = self.live.room.lists
        held = {hold.table for hold in lists.stored().holds}
        for table in held | self._held:
            if table in self.live.owners:
                holds = {seat: hold.player for seat, hold in lists.held(table).items()}
                self.live.owners[table].table.holds = holds
        self._held = held

    def _ring(self) -> None:
        self._timer = None
        self.look()

    def freed(self, places: tuple[ListPlace, ...]) -> None:
        """Tell those who waited for a table that closed."""
        self._tell_freed(places)
        self.store()

    def _tell_freed(self, places: tuple[ListPlace, ...]) -> None:
        for place in places:
            self.live.send_to(place.player, encode(messages.Note("the table you waited for is closed")))

    def store(self) -> None:
        """Store the lists soon."""
        if self.live.room.lists.stored() != self._stored:
            self._start(self._store())

    async def _store(self) -> None:
        waiting = self.live.room.lists.stored()
        await self.live.store.waiting.save(waiting)
        self._stored = waiting

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _wanted(command: commands.JoinList) -> str:
    if command.off or command.want == "off":
        return ""
    return GOING if command.going or command.want == GOING else INTEREST


async def _logged(work: Awaitable[None]) -> None:
    try:
        await work
    except Exception:
        log.exception("waiting lists were not stored")
