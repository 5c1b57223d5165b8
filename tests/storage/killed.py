"""A process that plays at some tables until it is killed.

``python -m tests.storage.killed DATABASE KEYS WHERE NTH WRITER`` resumes where the previous one was killed, and writes
a line to standard output for every change reported as stored. WHERE says where it kills itself: ``before`` the
commit of the NTH group, ``after`` it but before it is announced, ``between`` two halves of a commit, ``during`` the
work of a writing process, when it has ``answered``, or ``never``.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from pitboss.move import Move
from pitboss.room.line import Change
from pitboss.server.run import to_stderr
from pitboss.storage.reading import NotStored
from pitboss.storage.storage import Storage
from pitboss.storage.writing.transactions import Work, WriterAnswer
from pitboss.storage.writing.writer import QueuedChange, Writer
from tests.storage.faults import AnswersFirst, Interrupted, TwoParts
from tests.storage.logs import Log, some_deck, some_hand

TABLES = 6
WRITERS: dict[str, type[Writer]] = {
    "right": Writer,
    "process": Writer,
    "interrupted": Interrupted,
    "answers-first": AnswersFirst,
    "two-parts": TwoParts,
}


TURNS = 200
"""Turns of the event loop within which a premature answer is sent; a few are enough."""


def dying(
    base: type[Writer], where: str, nth: int, *, answered: Callable[[Change], bool] = lambda change: True
) -> type[Writer]:
    """A writer that kills its process at a group with a change whose sender waits for an answer."""

    class Dying(base):  # type: ignore[valid-type, misc]
        group: Sequence[QueuedChange] = ()

        def _serve(self, group: Sequence[QueuedChange]) -> None:
            self.group = group
            super()._serve(group)

        def _at(self, place: str) -> None:
            if place != where or self.groups < nth:
                return
            if any(isinstance(each.work, Change) and answered(each.work) for each in self.group):
                for loop in {each.loop for each in self.group}:
                    asyncio.run_coroutine_threadsafe(turns(), loop).result()
                os.kill(os.getpid(), signal.SIGKILL)

        def write_group(self, works: Sequence[Work]) -> list[WriterAnswer]:
            beside = self._process is not None and self._process._ready
            if beside and where == "during" and self.groups >= nth:
                threading.Timer(random.random() * 0.005, os.kill, (os.getpid(), signal.SIGKILL)).start()
            answers: list[WriterAnswer] = super().write_group(works)
            if beside:
                self._at("answered")
            return answers

        def _commit(self, connection: Connection) -> None:
            self._at("before")
            super()._commit(connection)
            self._at("after")

        def between(self) -> None:
            self._at("between")

    return Dying


async def turns() -> None:
    """Let the event loop run until every answer that was given is sent."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


async def play(storage: Storage, table: str) -> None:
    """Bets and hands without end; each is reported when it is stored."""
    log = Log(table)
    try:
        stored = await storage.tables.load(table)
    except NotStored:
        await told(storage, log.open(cents=10**9))
    else:
        log.number, log.head = stored.number, stored.head
    while True:
        deck = some_deck((table, log.number, os.getpid()))
        await told(storage, log.bet(cents=100, decks=(deck,)))
        await told(storage, log.bet(cents=50, by="Bea", dealt=(deck.root,)))
        pot = await storage.ledger.balance(f"{table}/pot")
        moves = (Move(f"{table}/pot", f"{table}/player Ann", pot, "wins"),)
        hand = some_hand(log.number, seals=(deck.root,))
        await told(storage, log.change(moves, hands=(hand,), checkpoint=b"checkpoint"))


async def told(storage: Storage, change: object) -> None:
    await storage.commit(change)  # type: ignore[arg-type]
    line = change.line  # type: ignore[attr-defined]
    os.write(1, f"{change.table}\t{line.by}\t{line.key}\n".encode())  # type: ignore[attr-defined]


async def main() -> None:
    to_stderr("error", "text")
    database, keys, where, nth, writer = sys.argv[1:]
    dies = dying(WRITERS[writer], where, int(nth))
    storage = Storage.open(database, keys=keys, writer=dies, busy=1 if writer == "process" else 0)
    await asyncio.gather(*(play(storage, f"t{at}") for at in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main())
