"""The card room's storage: its journal, accounts, ledger, hands and waiting lists on one database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.books.sums import Period, TableDay
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.bank import ChipPolicy
from pitboss.room.day import Calendar, day_names
from pitboss.room.journal import StoredTable
from pitboss.room.line import Change, Line
from pitboss.room.lists import Waiting
from pitboss.room.notes import AccountMade, Refilled, RolesGranted
from pitboss.room.people import BOT, Account
from pitboss.room.recall import HandQuery, HandRow, StoredHand
from pitboss.room.slips import Chips, Slip, as_chips
from pitboss.storage import schema
from pitboss.storage.engine import file_of, open_engine, require_durable, same_file, unreachable
from pitboss.storage.failures import unavailable
from pitboss.storage.keys import Keys, open_keys
from pitboss.storage.migrate import migrate
from pitboss.storage.places import StorageError, database_url, key_file
from pitboss.storage.rows import accounts, books, hands, invitations, reading, slips, waiting
from pitboss.storage.rows.accounts import micros
from pitboss.storage.rows.books import TableOnFile
from pitboss.storage.rows.reading import Movement
from pitboss.storage.rows.slips import SlipQuery
from pitboss.storage.upkeep import verify
from pitboss.storage.upkeep.checkpointer import Checkpointer
from pitboss.storage.writing import room_log
from pitboss.storage.writing.bulk import BulkInsert
from pitboss.storage.writing.group import GroupWriter
from pitboss.storage.writing.process import ProcessSettings, WritingProcess
from pitboss.storage.writing.writer import Writer

AnswerT = TypeVar("AnswerT")

READERS = 4


class Storage:
    """Everything the room keeps.

    Implements :class:`~pitboss.room.journal.Journal`, :class:`~pitboss.room.people.Accounts` and
    :class:`~pitboss.room.recall.Hands`. Open it with :meth:`open`, and close it at the end.
    """

    def __init__(
        self, engine: Engine, keys: Keys, writer: Writer, group: GroupWriter, calendar: Calendar | None = None
    ) -> None:
        self.engine, self.keys, self.writer = engine, keys, writer
        self.group = self._group = group
        self.calendar = calendar or Calendar()
        self._note = BulkInsert(engine.dialect, schema.meta, ("name", "value"), update=("value",))
        self._reading = engine  # whose transactions see one state of the database from begin to end
        if engine.dialect.name == "postgresql":
            self._reading = engine.execution_options(isolation_level="REPEATABLE READ")
        self._readers = ThreadPoolExecutor(READERS, "pitboss reader")
        self._checkpointer = Checkpointer(engine) if engine.dialect.name == "sqlite" else None

    @classmethod
    def open(
        cls,
        database: str = "",
        *,
        keys: str = "",
        calendar: Calendar | None = None,
        linger: float = 0.0,
        patience: float = 0.0,
        busy: int = 0,
        writer: type[Writer] = Writer,
    ) -> Storage:
        """Open a database, made and migrated if need be, and refuse one that could forget a commit.

        ``database`` is a path, ``sqlite:///path`` or ``postgresql://…``, by default a file in the data folder; ``keys``
        is the key file, by default beside it; ``linger`` is how many seconds a group
        waits for more before it is written, ``patience`` how many PostgreSQL may take for a statement (0: for ever),
        ``busy`` how many changes wait at once when a process of their own begins to store them (0: never).
        """
        url = database_url(database)
        engine = open_engine(url, patience=patience)
        try:
            migrate(engine)
            with engine.connect() as connection:
                require_durable(connection)
            secrets = _keys(engine, key_file(keys, url))
        except (DBAPIError, OSError) as error:
            engine.dispose()
            raise unreachable(error, url) from None
        except StorageError:
            engine.dispose()
            raise
        calendar = calendar or Calendar()
        group = GroupWriter(engine.dialect, secrets, day_names(calendar))
        file = file_of(url)
        process = None
        if busy and os.name == "posix":
            process = WritingProcess(ProcessSettings(url, secrets, calendar, patience, file), busy)
        thread = writer(engine, group, linger=linger, healthy=same_file(url, file), process=process)
        return cls(engine, secrets, thread, group, calendar)

    def close(self) -> None:
        """Store what is waiting, then let go of the database."""
        if self._checkpointer is not None:
            self._checkpointer.close()
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # Journal ------------------------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store a change; on return it is on disk. If it raises, nothing of it is stored, except that after
        :class:`~pitboss.room.journal.Unavailable` it may be, if the database went away during the commit itself:
        restore the table before you go on.
        """
        await self.writer.store(change)

    async def commit_all(
        self,
        changes: Sequence[Change],
        *,
        funds: Sequence[Move] = (),
        counts: Sequence[tuple[str, str, int, int]] = (),
        notes: Mapping[str, str],
        by: str,
    ) -> None:
        """Store many changes of a simulated room in one transaction, all or none.

        ``funds`` go into the room's own log before them. After them boxes are counted: ``counts`` are table, box, cents
        and time. ``notes`` go into the table ``meta``.
        """

        def job(connection: Connection) -> None:
            if funds:
                room_log.post(connection, self._group, funds, at=changes[0].line.at, by=by)
            if notes:
                connection.execute(insert(schema.meta), [{"name": key, "value": text} for key, text in notes.items()])
            refused = next((why for why in self._group.write(connection, changes) if why is not None), None)
            if refused is not None:
                raise refused
            for change in changes:
                room_log.table_changed(connection, self._group, change)
            for table, box, cents, at in counts:
                for who in ("the first counter", "the second counter"):
                    slips.count(connection, self._group, table, box, as_chips(cents), by=who, at=at)

        await self._write(job)

    async def post(self, moves: Sequence[Move], *, now: float, by: str, key: str = "") -> Line:
        """Append a line to the room's own log, with movements that belong to no table."""
        line: Line = await self._write(
            lambda connection: room_log.post(connection, self._group, moves, at=micros(now), by=by, key=key)
        )
        return line

    async def load(self, table: str) -> StoredTable:
        """Everything a table is restored from."""
        return await self.read(reading.load, self.keys, table)

    async def lines(self, table: str, after: int = 0, most: int = 1000) -> list[Line]:
        """The lines of a table's log after a number."""
        return await self.read(lambda connection: list(reading.lines(connection, table, after, most)))

    async def open_tables(self) -> list[str]:
        """The ids of the tables that are not closed, in the order they were opened."""
        return await self.read(reading.open_tables)

    async def all_tables(self) -> list[str]:
        """The ids of every table there ever was, and of the room's own log."""
        return await self.read(reading.all_tables)

    # Ledger and hands ---------------------------------------------------------------------------------------------

    async def balance(self, account: str) -> int:
        """What an account of the ledger holds, in cents."""
        return await self.read(reading.balance, account)

    async def balances(self, start: str = "") -> dict[str, int]:
        """The accounts whose names begin with ``start`` and that hold something."""
        return await self.read(reading.balances, start)

    async def statement(self, account: str, before: int = 0, most: int = 200) -> list[Movement]:
        """The latest movements of an account, newest first."""
        return await self.read(reading.statement, account, before, most)

    async def movements_of_day(self, day: str, after: int = 0, most: int = 10_000) -> list[Movement]:
        """The movements of a gambling day (``2026-11-16``) in order."""
        return await self.read(reading.movements_of_day, day, after, most)

    async def hands(self, query: HandQuery) -> list[HandRow]:
        """The finished hands that match, the latest first."""
        return await self.read(hands.search, query)

    async def hand(self, id: str) -> StoredHand | None:
        """One finished hand with its record, which shows every card, and its decks; None if there is none."""
        return await self.read(hands.hand, self.keys, id)

    async def verify(self, table: str = "") -> list[str]:
        """What is wrong with a table's log, or without a table with anything stored; empty for sound ones."""
        if table:
            return await self.read(verify.table_problems, table)
        return await self.read(verify.problems)

    # Slips --------------------------------------------------------------------------------------------------------

    async def slips(self, query: SlipQuery) -> list[Slip]:
        """The slips that match, the latest first."""
        return await self.read(slips.search, query)

    async def slip(self, id: str) -> Slip | None:
        """One slip by its number; None if there is none."""
        return await self.read(slips.slip, id)

    async def count_box(self, table: str, box: str, chips: Chips, *, by: str, now: float, key: str = "") -> Slip:
        """What one person counted in a table's box; when two counted the same, it goes to the cage."""
        slip: Slip = await self._write(
            lambda connection: slips.count(connection, self._group, table, box, chips, by=by, at=micros(now), key=key)
        )
        return slip

    # Books --------------------------------------------------------------------------------------------------------

    async def table_days(self, period: Period, *, now: float, only: str = "") -> list[TableDay]:
        """The sums of every table, or of one, on each gambling day of a period; days that are over are kept."""
        day_of = day_names(self.calendar)
        today = day_of(micros(now - books.LATE))
        listed = await self.read(books.table_days, period, self._wall_hour, day_of, only)
        await self._write(lambda connection: books.keep(connection, listed, today))
        return listed

    async def book_tables(self) -> list[TableOnFile]:
        """Every table there ever was, as the books need it."""
        return await self.read(books.tables)

    async def note_calendar(self, now: float) -> None:
        """Write the calendar into the room's log where it is new, so that the audit can tell the day of every line."""
        await self._write(
            lambda connection: room_log.note_calendar(connection, self._group, self.calendar, micros(now))
        )

    async def use_noted_calendar(self) -> None:
        """Read the books by the calendar that the room was run with, whatever the settings here say."""
        noted: Calendar | None = await self.read(room_log.noted_calendar)
        self.calendar = noted or self.calendar

    def _wall_hour(self, at: int) -> int:
        return self.calendar.local(at / 1_000_000).hour

    # Waiting lists ------------------------------------------------------------------------------------------------

    async def save_waiting(self, lists: Waiting) -> None:
        """Store all waiting lists in place of those stored before."""
        await self._write(lambda connection: waiting.save(connection, lists))

    async def waiting(self) -> Waiting:
        """The stored waiting lists."""
        return await self.read(waiting.load)

    # Invitations --------------------------------------------------------------------------------------------------

    async def add_invited(self, table: str, name: str, now: float) -> None:
        """Store that a person showed the invitation of a private table."""
        await self._write(lambda connection: invitations.add(connection, self._group, table, name, micros(now)))

    async def invited(self) -> dict[str, tuple[str, ...]]:
        """The people invited to each open table."""
        return await self.read(invitations.listed)

    # Accounts -----------------------------------------------------------------------------------------------------

    async def add_account(self, account: Account, cents: int, now: float) -> None:
        """Create an account with this much from the cage in its wallet; raise ``NameTaken``."""
        if not account.created:
            account = Account(account.name, account.kind, account.password, account.roles, micros(now))

        def job(connection: Connection) -> None:
            accounts.add(connection, account)
            if cents:
                is_bot, start = account.kind == BOT, ChipPolicy(start=cents)
                move = bank.fund_bot(account.name, cents) if is_bot else bank.starting_chips(account.name, start)
                room_log.post(
                    connection, self._group, [move], at=micros(now), by="room", fact=AccountMade(account.name)
                )

        await self._write(job)

    async def account(self, name: str) -> Account | None:
        """The account of this name, however it is written."""
        return await self.read(accounts.find, name)

    async def accounts(self, after: str = "", most: int = 200) -> list[Account]:
        """Accounts in the order of their names."""
        return await self.read(accounts.listed, after, most)

    async def set_password(self, name: str, password: str) -> None:
        """Store a new hash; a guest becomes registered."""
        await self._write(lambda connection: accounts.set_password(connection, name, password))

    async def set_roles(self, name: str, roles: tuple[str, ...], *, by: str = "room", now: float = 0.0) -> None:
        """Grant an account these roles and no others."""

        def job(connection: Connection) -> None:
            accounts.change(connection, name, roles=" ".join(roles))
            self._note_roles(connection, name, roles, by, now)

        await self._write(job)

    def _note_roles(self, connection: Connection, name: str, roles: Sequence[str], by: str, now: float) -> None:
        fact = RolesGranted(name, tuple(roles))
        room_log.post(connection, self._group, (), at=micros(now), by=by, fact=fact)

    async def add_session(self, token_hash: str, name: str, until: float, now: float) -> None:
        """Begin a login session, known by the hash of its token."""
        await self._write(lambda connection: accounts.add_session(connection, token_hash, name, until, now))

    async def session(self, token_hash: str, now: float) -> Account | None:
        """Whose session this is, if it has not ended."""
        return await self.read(accounts.of_session, token_hash, now)

    async def end_session(self, token_hash: str) -> None:
        """End a login session."""
        await self._write(lambda connection: accounts.end_session(connection, token_hash))

    async def end_sessions(self, name: str) -> None:
        """End every session of an account."""
        await self._write(lambda connection: accounts.end_sessions(connection, name))

    async def add_owner_link(self, token_hash: str, until: float) -> None:
        """Store a one-time owner link; earlier ones stop working."""
        await self._write(lambda connection: accounts.add_owner_link(connection, token_hash, until))

    async def use_owner_link(self, token_hash: str, name: str, now: float) -> bool:
        """Make this account an owner if the link is valid, once; return whether it was."""

        def job(connection: Connection) -> bool:
            used = accounts.use_owner_link(connection, token_hash, name, now)
            account = accounts.find(connection, name) if used else None
            if account is not None:
                self._note_roles(connection, account.name, account.roles, "owner link", now)
            return used

        done: bool = await self._write(job)
        return done

    async def check(self) -> None:
        """Write a row, to see that changes can be stored."""
        await self.note("check", "written")

    async def note(self, name: str, value: str) -> None:
        """Store a note about the database, replacing an earlier one of this name."""
        await self._write(lambda connection: self._note(connection, [(name, value)]))

    async def noted(self, name: str) -> str:
        """The note of this name; empty if there is none."""
        ask = select(schema.meta.c.value).where(schema.meta.c.name == name)
        return await self.read(lambda connection: connection.execute(ask).scalar() or "")

    async def has_owner(self) -> bool:
        """Whether anybody is an owner."""
        return await self.read(accounts.has_owner)

    async def wallet(self, name: str) -> int:
        """The cents in an account's wallet."""

        def held(connection: Connection) -> int:
            account = accounts.find(connection, name)
            return 0 if account is None else reading.balance(connection, _purse(account))

        return await self.read(held)

    async def refill(self, name: str, cents: int, now: float, *, had: int | None = None) -> None:
        """Move play chips from the cage to a wallet; with ``had``, only if it holds this much now."""

        def job(connection: Connection) -> None:
            account = accounts.find(connection, name)
            if account is None:
                raise StorageError(f"there is no account {name!r}.")
            if had is not None and reading.balance(connection, _purse(account)) != had:
                raise StorageError("your chips moved meanwhile; look at your wallet and ask again.")
            is_bot = account.kind == BOT
            move = bank.fund_bot(account.name, cents) if is_bot else bank.refilled(_purse(account), cents)
            room_log.post(connection, self._group, [move], at=micros(now), by="room", fact=Refilled(account.name))

        await self._write(job)

    # Plumbing -----------------------------------------------------------------------------------------------------

    async def read(self, function: Callable[..., AnswerT], *args: Any) -> AnswerT:
        """Call ``function(connection, *args)`` in a thread, in one transaction that sees one state of the database."""

        def run() -> AnswerT:
            try:
                with self._reading.connect() as connection, connection.begin():
                    return function(connection, *args)
            except (DBAPIError, OSError) as error:
                raise unavailable(error, "read") from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def _write(self, job: Callable[[Connection], Any]) -> Any:
        return await self.writer.store(job)


def _purse(account: Account) -> str:
    return bank.bot_wallet(account.name) if account.kind == BOT else bank.wallet(account.name)


def _keys(engine: Engine, path: Path) -> Keys:
    """The key file, which must be the one this database was written with."""
    meta = schema.meta
    with engine.connect() as connection:
        known = connection.execute(select(meta.c.value).where(meta.c.name == "keys")).scalar()
    if known is not None and not path.exists():
        raise StorageError(
            f"the key file {path} is missing, and without it the stored decks cannot be opened; "
            "put your copy of it back, or name it in PITBOSS_KEYS."
        )
    keys = open_keys(path)
    if known is None:
        with engine.connect() as connection:
            connection = connection.execution_options(pitboss_writes=True)
            with connection.begin():
                try:
                    with connection.begin_nested():
                        connection.execute(insert(meta).values(name="keys", value=keys.fingerprint()))
                except SQLAlchemyError:  # another process was first
                    known = connection.execute(select(meta.c.value).where(meta.c.name == "keys")).scalar()
    if known is not None and known != keys.fingerprint():
        raise StorageError(
            f"the key file {path} is not the one this database was written with; "
            "restore that one or name it in PITBOSS_KEYS."
        )
    return keys
