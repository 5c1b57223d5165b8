"""The owner of a table: one task, one ordered queue of jobs.

Everything that reads or changes the table goes through its queue, so nobody is shown a state that is not stored yet.
A command is carried out, committed, announced to everybody and acknowledged, in this order. If it cannot be stored, the
table is restored as it was, and the command is refused without having been announced.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import structlog

from pitboss.errors import PitbossError
from pitboss.room import commands, messages
from pitboss.room.journal import Fenced, Journal, JournalError, Unsure
from pitboss.room.messages import encode
from pitboss.room.people import BOT, Person
from pitboss.room.table import host
from pitboss.room.table.outcome import BotTurn, Outcome, Refused
from pitboss.room.table.table import Table
from pitboss.server.live.clock import Alarm
from pitboss.server.live.hub import Hub
from pitboss.server.live.transport import Client

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

log = structlog.get_logger(__name__)

MOST_JOBS = 1000
"""Jobs that may wait for one table; further commands are refused."""
RETRY = 1.0
"""Seconds between attempts to restore a table whose journal cannot be reached."""

Work: TypeAlias = Callable[[Table, float], Outcome | None]


class Asked(NamedTuple):
    """A command of a person; the answer goes to the socket it came from, or to the task that waits for it."""

    command: commands.TableCommand
    person: Person
    client: Client | None
    future: asyncio.Future[messages.Ack] | None = None
    at: float = 0.0


class Called(NamedTuple):
    """A change that the room itself makes to the table; the future gets the outcome."""

    work: Work
    future: asyncio.Future[Outcome | None]


class Met(NamedTuple):
    """A client opened the table or asks for news it missed."""

    client: Client
    have: int
    joins: bool


class Parted(NamedTuple):
    client: Client


Job: TypeAlias = Asked | Called | Met | Parted


class Owner:
    """The task that owns one table."""

    def __init__(self, table: Table, hub: Hub, room: LiveTables, journal: Journal) -> None:
        self.table, self.hub = table, hub
        self.ill = ""
        self.actions = 0
        self._room, self._journal, self._clock = room, journal, room.clock
        self._wallet = room.store.accounts.wallet
        self._jobs: deque[Job] = deque()
        self._wake: asyncio.Future[None] | None = None
        self._alarm = Alarm(room.clock, self._woken)
        self.stopped = False  # True once no more jobs are carried out
        self._gone: tuple[int, str] | None = None
        self._failures = 0
        self._look: tuple[object, ...] = ()
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"owner of {table.id}")
        self._doubtful: list[Asked] = []
        self._held: list[Met] = []  # clients that came during a failure, and may have seen changes never stored

    @property
    def asleep(self) -> bool:
        """True if only bots are here and nobody watches: then the table rests, unless it is being closed."""
        if self.hub.clients or not self._room.rests:
            return False
        state = self.table.state
        return not state.closing and all(kind == BOT for kind in state.people.values())

    # Asking -----------------------------------------------------------------------------------------------------------

    def ask(self, command: commands.TableCommand, person: Person, client: Client | None = None) -> None:
        """Queue a command."""
        asked = Asked(command, person, client, None, perf_counter())
        if len(self._jobs) < MOST_JOBS:
            self._put(asked)
        else:
            self._answer(asked, messages.Ack(command.key, False, why="this table is too busy; try again."))

    async def do(self, command: commands.TableCommand, person: Person) -> messages.Ack:
        """Queue a command and wait for the answer."""
        future: asyncio.Future[messages.Ack] = asyncio.get_running_loop().create_future()
        self._put(Asked(command, person, None, future))
        return await future

    async def call(self, work: Work) -> Outcome | None:
        """Queue a change that the room itself makes to the table, and wait for its outcome."""
        future: asyncio.Future[Outcome | None] = asyncio.get_running_loop().create_future()
        self._put(Called(work, future))
        return await future

    def join(self, client: Client, have: int) -> None:
        self._put(Met(client, have, True))

    def sync(self, client: Client, have: int) -> None:
        self._put(Met(client, have, False))

    def part(self, client: Client) -> None:
        self._put(Parted(client))

    def _put(self, job: Job) -> None:
        if self._gone is not None:
            self._turn_away(job, *self._gone)
            return
        self._jobs.append(job)
        self._woken()

    def _turn_away(self, job: Job, code: int, why: str) -> None:
        """Answer a job for a table that is no longer here."""
        if isinstance(job, Asked):
            self._answer(job, messages.Ack(job.command.key, False, why=why))
        elif isinstance(job, Called):
            if not job.future.done():
                job.future.set_exception(Refused(why))
        elif isinstance(job, Met):
            job.client.close(code, why)

    def _woken(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    # The task ---------------------------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Finish the current job and let the table rest; queued jobs are not carried out."""
        self._end()
        await self._task

    def retire(self, why: str, code: int = messages.GOING_AWAY) -> None:
        """End after the current job and close every socket; for a table that is closed or gone."""
        self._end()
        self.close(code, why)
        self._gone = (code, why)
        jobs, self._jobs = self._jobs, deque()
        for job in jobs:
            self._turn_away(job, code, why)

    def _end(self) -> None:
        self.stopped = True
        self._woken()
        self._alarm.cancel()

    def close(self, code: int, why: str) -> None:
        """Close every socket, including those that were not shown the table yet."""
        self.hub.close(code, why)
        for met in self._held:
            met.client.close(code, why)

    async def _run(self) -> None:
        while not self.stopped:
            try:
                now, due = self._clock.now(), self._due()
                ticked = due is not None and due <= now and await self._tick()
                if self._jobs:
                    await self._job(self._jobs.popleft(), now)
                elif not ticked:
                    await self._rest(now, due)
            except Exception:  # a bug must not stop the table
                log.exception("table failed", table=self.table.id)
                self._failures += 1
                await asyncio.sleep(min(5.0, 0.01 * 2**self._failures))
                await self._recover("the table failed and was restored; nothing was changed.")

    async def _rest(self, now: float, due: float | None) -> None:
        """Wait for a job or for the time when the table has something to do."""
        if self.ill:
            due = now + RETRY
        # A timer may fire too early without harm: most commands only postpone what is due.
        if due is not None:
            self._alarm.set(max(due, now + 0.001))  # never at once, to avoid a busy loop
        self._wake = asyncio.get_running_loop().create_future()
        await self._wake
        self._wake = None
        if self.ill and not self.stopped:
            await self._recover(self.ill)

    def _due(self) -> float | None:
        """The time at which the table has something to do."""
        return None if self.ill or self.asleep else self.table.due()

    async def _tick(self) -> bool:
        try:
            if self.table.state.topup:
                await self._look_into_wallets()
            outcome = host.tick(self.table, self._clock.now())
            if outcome is None:
                return False
            await self._settle(outcome)
        except JournalError as error:
            await self._recover(str(error))
        return True

    async def _look_into_wallets(self) -> None:
        """Give the table the wallet balances of players who are topped up before every deal."""
        cents = {name: await self._wallet(name) for name in self.table.state.topup}
        self.table.wallets = lambda name: cents.get(name, 0)

    async def _settle(self, outcome: Outcome) -> None:
        """Commit an outcome, then announce it."""
        if outcome.change is not None:
            await self._journal.commit(outcome.change)
            self.actions += 1
            self._failures = 0
        self.hub.tell(outcome)
        for notice in outcome.notices:
            if isinstance(notice, BotTurn):
                self._room.bots.turn(self, notice)
        if outcome.change is not None and (outcome.of_table or outcome.change.line.state is not None):
            self._tell_room()

    def _tell_room(self) -> None:
        """Tell the room about changes that matter to the lobby, the lists or the bots: seats, opening and closing."""
        table = self.table
        seats = tuple([(seat, view.player, view.status) for seat, view in table.seated.items()])
        look = (seats, table.state.paused, table.state.closing, table.state.closed)
        if look != self._look:
            self._look = look
            self._room.changed(self)

    async def _recover(self, why: str) -> None:
        """Restore the table from the database; until that succeeds, refuse everything."""
        if self._gone is not None:
            return
        try:
            self.table = await self._room.restored(self.table.id)
        except Fenced as error:
            self.ill, self.stopped = str(error), True
            self.close(messages.RESTART, self.ill)
            return
        except Exception as error:
            self.ill = why
            if not isinstance(error, JournalError):
                log.exception("a table could not be restored", table=self.table.id)
            return
        self.ill = ""
        now = self._clock.now()
        self._answer_doubtful(why)
        self.hub.replace(self.table)
        self._tell_room()
        self._jobs.extendleft(reversed(self._held))
        self._held.clear()
        for name in dict.fromkeys(client.person.name for client in self.hub.clients):
            outcome = host.connected(self.table, name, now)
            if outcome is not None:
                await self._settle(outcome)
        self.ask_bots()

    def _answer_doubtful(self, why: str) -> None:
        """Once the journal is back, tell clients still waiting for an answer whether their command was stored."""
        doubtful, self._doubtful = self._doubtful, []
        for asked in doubtful:
            try:
                seq = host.answered(self.table, asked.command, asked.person)
            except Refused as error:
                self._answer(asked, messages.Ack.refused(asked.command.key, error))
                continue
            stored = messages.Ack(asked.command.key, True, seq or 0, again=True)
            self._answer(asked, messages.Ack(asked.command.key, False, why=why) if seq is None else stored)
            if type(asked.command) is commands.Sit and seq is not None:
                self._room.paging.sat(self.table, asked.person)

    def ask_bots(self) -> None:
        """Ask the bots that have to act; at a restored table nobody has asked them."""
        for turn in self.table.bot_turns():
            self._room.bots.turn(self, turn)

    # Jobs -------------------------------------------------------------------------------------------------------------

    async def _job(self, job: Job, now: float) -> None:
        if isinstance(job, Called):
            await self._call(job)
        elif isinstance(job, Met):
            await self._meet(job)
        elif isinstance(job, Parted):
            await self._part(job.client)
        else:
            await self._ask(job, now)

    async def _ask(self, asked: Asked, now: float) -> None:
        command, client = asked.command, asked.client
        if self.ill:
            sent = command.key, asked.person.name
            if any(sent == (each.command.key, each.person.name) for each in self._doubtful):
                self._doubtful.append(asked)
            else:
                self._answer(asked, messages.Ack(command.key, False, why=self.ill))
            return
        try:
            wallet = await self._wallet(asked.person.name) if type(command) in SPENDING else 0
            if self.table.state.topup:
                await self._look_into_wallets()
            outcome = host.handle(self.table, command, asked.person, now, wallet=wallet, admitted=True)
            await self._settle(outcome)
        except Unsure as error:
            self._doubtful.append(asked)
            await self._recover(str(error))
        except JournalError as error:
            await self._recover(str(error))
            self._answer(asked, messages.Ack.refused(command.key, error))
        except PitbossError as error:
            stale = isinstance(error, Refused) and error.stale
            self._answer(asked, messages.Ack.refused(command.key, error, stale))
            if stale and client is not None:
                self.hub.sync(client)
        except Exception:
            self._answer(asked, messages.Ack(command.key, False, why="the table failed; nothing was changed."))
            raise
        else:
            self._answer(asked, messages.Ack(command.key, True, outcome.seq, outcome.again))
            if type(command) is commands.Sit and not outcome.again:
                self._room.paging.sat(self.table, asked.person)

    def _answer(self, asked: Asked, ack: messages.Ack) -> None:
        if asked.client is not None:
            asked.client.send(encode(ack))
            self._room.latency.observe(perf_counter() - asked.at)
        if asked.future is not None and not asked.future.done():
            asked.future.set_result(ack)

    async def _call(self, called: Called) -> None:
        if called.future.done():
            return
        if self.ill:
            called.future.set_exception(Refused(self.ill))
            return
        try:
            outcome = called.work(self.table, self._clock.now())
            if outcome is not None:
                await self._settle(outcome)
        except JournalError as error:
            await self._recover(str(error))
            called.future.set_exception(error)
        except Exception as error:
            called.future.set_exception(error)
            if not isinstance(error, PitbossError):
                raise
        else:
            called.future.set_result(outcome)

    async def _meet(self, met: Met) -> None:
        client = met.client
        if self.ill:
            self._held.append(met)
            return
        if not met.joins:
            self.hub.sync(client, met.have)
            return
        if client.closing is not None:
            return
        name, asleep = client.person.name, self.asleep
        if asleep:
            host.wake(self.table, self._clock.now())
        if self.table.session.seats_of(name):
            for other in self.hub.clients_of(name):
                self.hub.part(other)
                other.close(messages.ELSEWHERE, "this table was opened elsewhere")
        self.hub.join(client, met.have)
        await self._presence(host.connected, name)
        if asleep:
            self.ask_bots()

    async def _part(self, client: Client) -> None:
        self.hub.part(client)
        self._held = [met for met in self._held if met.client is not client]
        if not self.hub.clients_of(client.person.name):
            await self._presence(host.disconnected, client.person.name)

    async def _presence(self, change: Callable[[Table, str, float], Outcome | None], name: str) -> None:
        outcome = None if self.ill else change(self.table, name, self._clock.now())
        if outcome is not None:
            await self._settle(outcome)


SPENDING: frozenset[type[Any]] = frozenset(
    {commands.Sit, commands.Buy, commands.TopUp, commands.TakeSpot, commands.Toke}
)
"""Commands that need the balance of the sender's wallet."""
