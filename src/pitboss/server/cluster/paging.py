"""Waiting lists that several processes share: kept in the database, and changed only if nobody else did meanwhile.

Each process offers the free seats of its own tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from pitboss.errors import PitbossError
from pitboss.room.lists import ListPlace, Waiting
from pitboss.room.people import Person
from pitboss.server.cluster.news import ListsChanged
from pitboss.server.live.paging import NOBODY_WAITS, ListCommand, Paging
from pitboss.storage.waiting import in_order

if TYPE_CHECKING:
    from pitboss.server.cluster.tables import ClusterTables

AnswerT = TypeVar("AnswerT")

ATTEMPTS = 50


class SharedPaging(Paging):
    """The waiting lists of a room of several processes."""

    live: ClusterTables

    def __init__(self, live: ClusterTables) -> None:
        super().__init__(live)
        self._lock = asyncio.Lock()
        self._looking = False

    async def change(self, work: Callable[[], AnswerT]) -> AnswerT:
        """Do something to the lists of the room and store them; again on what is stored if another was faster."""
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
                    self._stored = after
                    self.live.tell(ListsChanged())
                    return answer
                lists.reset(stored)
        raise PitbossError("the waiting lists are very busy; try again.")

    async def refresh(self) -> None:
        """Read the lists again: another process changed them."""
        async with self._lock:
            waiting: Waiting = await self.live.store.waiting.load()
            self.live.room.lists.reset(waiting)
        self._changed()

    def _changed(self) -> None:
        self._hold()
        super()._changed()

    async def _carry_out(self, command: ListCommand, person: Person, table: str) -> None:
        await self.change(lambda: self._do(command, person, table))

    def look(self) -> None:
        """Page the next in line for a free seat of one of our tables, soon."""
        if self._looking or (self.live.room.lists.stored() == NOBODY_WAITS and not self._held):
            return
        self._looking = True
        self._start(self._look())

    async def _look(self) -> None:
        live = self.live
        await asyncio.sleep(0)
        self._looking = False
        now = live.clock.now()
        holds, missed = await self.change(lambda: live.room.page(now, live.owners))
        self._hold()
        self._page(holds, missed, now)
        self._wait_for_next()

    def freed(self, places: tuple[ListPlace, ...]) -> None:
        self._tell_freed(places)

    def store(self) -> None:
        """Every change is stored as it is made."""
