"""The card room's storage: its journal, accounts, ledger, hands and waiting lists on one database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Engine, insert
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from pitboss.move import Move
from pitboss.room.day import Calendar, day_names
from pitboss.room.line import Change, Line
from pitboss.storage import schema
from pitboss.storage.access import Access, micros
from pitboss.storage.accounts import StoredAccounts
from pitboss.storage.books import Books
from pitboss.storage.check import problems
from pitboss.storage.engine import file_of, migrate, noted, open_engine, require_durable, same_file, unreachable
from pitboss.storage.hands import StoredHands
from pitboss.storage.keys import Keys, open_keys
from pitboss.storage.places import StorageError, database_url, key_file
from pitboss.storage.reading import StoredLedger, StoredTables
from pitboss.storage.slips import Slips
from pitboss.storage.upkeep import Checkpointer
from pitboss.storage.waiting import Invitations, WaitingLists
from pitboss.storage.writing import room_log
from pitboss.storage.writing.bulk import BulkInsert
from pitboss.storage.writing.group import GroupWriter
from pitboss.storage.writing.process import ProcessSettings, WritingProcess
from pitboss.storage.writing.writer import Writer


class Storage(Access):
    """Everything the room keeps, by subject; it is the room's :class:`~pitboss.room.journal.Journal`.

    Open it with :meth:`open`, and close it at the end.
    """

    def __init__(self, engine: Engine, keys: Keys, writer: Writer, group: GroupWriter, calendar: Calendar) -> None:
        super().__init__(engine, keys, writer, group, calendar)
        self.tables, self.ledger, self.books = StoredTables(self), StoredLedger(self), Books(self)
        self.accounts, self.hands, self.slips = StoredAccounts(self), StoredHands(self), Slips(self)
        self.waiting, self.invitations = WaitingLists(self), Invitations(self)
        self._note = BulkInsert(engine.dialect, schema.meta, ("name", "value"), update=("value",))
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
        """Open a database, creating or migrating it if needed; refuse settings that could lose a commit.

        ``database`` is a path, ``sqlite:///path`` or ``postgresql://…`` (default: a file in the data folder), ``keys``
        the key file (default: next to the database). ``linger`` is how many seconds a group waits for more before it
        is written, ``patience`` how many PostgreSQL may take for a statement (0: no limit), ``busy`` the number of
        waiting changes at which a separate writer process starts (0: never).
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
        """Store the queued changes, then close the database."""
        if self._checkpointer is not None:
            self._checkpointer.close()
        super().close()

    # Journal ----------------------------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store a change; on return it is on disk. If this raises, nothing was stored, with one exception: after
        :class:`~pitboss.room.journal.Unavailable` the change may be stored if the database went away during the commit,
        so restore the table before you go on.
        """
        await self.writer.store(change)

    async def post(self, moves: Sequence[Move], *, now: float, by: str, key: str = "") -> Line:
        """Append a line to the room's own log, with movements that belong to no table."""
        return await self.write(
            lambda connection: room_log.post(connection, self.group, moves, at=micros(now), by=by, key=key)
        )

    async def verify(self, table: str = "") -> list[str]:
        """The problems of a table's log, or of the whole database if no table is given; empty if it is sound."""
        return await self.read(problems, table)

    # Notes about the database -----------------------------------------------------------------------------------------

    async def note(self, name: str, value: str) -> None:
        """Store a note about the database, replacing an earlier one of this name."""
        await self.write(lambda connection: self._note(connection, [(name, value)]))

    async def noted(self, name: str) -> str:
        """The note of this name; empty if there is none."""
        return await self.read(noted, name)

    async def check(self) -> None:
        """Write a row, to see that changes can be stored."""
        await self.note("check", "written")

    async def note_calendar(self, now: float) -> None:
        """Write the calendar into the room's log if it is new, so that the audit can tell the day of every line."""
        await self.write(lambda connection: room_log.note_calendar(connection, self.group, self.calendar, micros(now)))

    async def use_noted_calendar(self) -> None:
        """Use the calendar that the room last ran with, regardless of the settings here."""
        calendar: Calendar | None = await self.read(room_log.noted_calendar)
        self.calendar = calendar or self.calendar


def _keys(engine: Engine, path: Path) -> Keys:
    """The key file, which must be the one this database was written with."""
    with engine.connect() as connection:
        known = noted(connection, "keys")
    if known and not path.exists():
        raise StorageError(
            f"the key file {path} is missing, and without it the stored decks cannot be opened; "
            "put your copy of it back, or name it in PITBOSS_KEYS."
        )
    keys = open_keys(path)
    if not known:
        with engine.connect().execution_options(pitboss_writes=True) as connection, connection.begin():
            try:
                with connection.begin_nested():
                    connection.execute(insert(schema.meta).values(name="keys", value=keys.fingerprint()))
            except SQLAlchemyError:  # another process was first
                known = noted(connection, "keys")
    if known and known != keys.fingerprint():
        raise StorageError(
            f"the key file {path} is not the one this database was written with; "
            "restore that one or name it in PITBOSS_KEYS."
        )
    return keys
