"""The main function of the writing process: open the database, then store groups until the connection closes."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import pickle
import signal
import sys
from collections.abc import MutableMapping
from multiprocessing.connection import Connection
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from pitboss.room.day import day_names
from pitboss.storage.engine import open_engine, require_durable, same_file, unreachable
from pitboss.storage.places import StorageError
from pitboss.storage.writing.group import GroupWriter
from pitboss.storage.writing.process import READY, ProcessSettings, decoded, encoded_answers
from pitboss.storage.writing.transactions import Transactions

PR_SET_PDEATHSIG = 1


def main(line: Connection, parent: int) -> None:
    # The room's process decides when to end; a Ctrl-C or a stop of the service reaches all processes.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    die_with(parent)
    logged = log_to_a_list()
    settings: ProcessSettings = pickle.loads(line.recv_bytes())
    try:
        engine = opened(settings)
    except StorageError as error:
        line.send_bytes(str(error).encode())
        return
    group = GroupWriter(engine.dialect, settings.keys, day_names(settings.calendar))
    transactions = Transactions(engine, group, healthy=same_file(settings.url, settings.file))
    gc.collect()
    gc.freeze()  # these objects stay; scanning them would hold up every table that waits for an answer
    line.send_bytes(READY)
    while True:
        try:
            changes = decoded(line.recv_bytes())
        except EOFError:
            break
        answers = transactions.write_group(changes)
        line.send_bytes(encoded_answers(answers, logged))
        logged.clear()
    engine.dispose()


def opened(settings: ProcessSettings) -> Engine:
    """The room's database; never a new one, since SQLite deletes the write-ahead log of an empty file."""
    try:
        if healthy := same_file(settings.url, settings.file):
            healthy()
        engine = open_engine(settings.url, patience=settings.patience)
        with engine.connect() as connection:
            require_durable(connection)
    except (DBAPIError, OSError) as error:
        raise unreachable(error, settings.url) from None
    return engine


def die_with(parent: int) -> None:
    """Die with the parent: after a restart, nothing may be stored that the parent was never told of."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit("the card room has ended.")


def log_to_a_list() -> list[dict[str, Any]]:
    """Collect the log entries of this process, to be sent with the answers and logged by the room."""
    logged: list[dict[str, Any]] = []

    def keep(logger: Any, method: str, event: MutableMapping[str, Any]) -> str:
        logged.append({**event, "level_number": logging.getLevelNamesMapping()[method.upper()]})
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.processors.format_exc_info, keep])
    return logged


if __name__ == "__main__":
    main(Connection(int(sys.argv[1])), int(sys.argv[2]))
