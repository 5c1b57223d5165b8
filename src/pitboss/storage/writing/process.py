"""The writing process: in a busy room, changes are stored by a separate process.

A writing thread shares the interpreter with the tables: at a thousand commands a second, each keeps the other waiting
for a fifth of the time. A quiet room needs no second process, so it is started only when several changes
wait at once. The writer's thread sends it a group and waits for the answers; it never stores anything meanwhile. When
the room's process dies, however it dies, this one dies with it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any

import msgspec
import structlog
from sqlalchemy import URL

from pitboss.room.day import Calendar
from pitboss.room.journal import Conflict, Fenced, JournalError, Overdrawn, Unavailable, Unsure
from pitboss.room.line import Change, Line
from pitboss.storage.keys import Keys
from pitboss.storage.writing.transactions import WriterAnswer

log = structlog.get_logger(__name__)

READY = b"ready"
PAUSE = 60.0
"""Seconds after which a process that ended by itself may be started again."""
PATIENCE = 10.0
"""Seconds the process has to end when asked to."""

ERRORS = {error.__name__: error for error in (JournalError, Unavailable, Unsure, Overdrawn, Fenced, Conflict)}


class ProcessSettings(msgspec.Struct, frozen=True):
    """Settings of the process: the database, the keys, the calendar, and the file that the database has to be."""

    url: URL
    keys: Keys
    calendar: Calendar
    patience: float
    file: tuple[int, int] | None


class SentAnswers(msgspec.Struct, frozen=True, array_like=True):
    """For each change the kind and the text of its refusal, or None; and the log entries of the process."""

    answers: list[tuple[str, str] | None]
    logged: list[dict[str, Any]]


_NO_LINE = Line(0, 0, 0, "")
_lines = msgspec.json.Decoder(Line)
_groups = msgspec.msgpack.Decoder(list[tuple[bytes, Change]])
_answers = msgspec.msgpack.Decoder(SentAnswers)


def encoded(changes: Sequence[Change]) -> bytes:
    """Encode a group to be sent: each line as it is stored, and the rest of its change."""
    sent = [
        (each.encoded or each.line.encode(), msgspec.structs.replace(each, line=_NO_LINE, encoded=b""))
        for each in changes
    ]
    return msgspec.msgpack.encode(sent)


def decoded(data: bytes) -> list[Change]:
    """Decode a group that :func:`encoded` made."""
    return [
        msgspec.structs.replace(rest, line=_lines.decode(line), encoded=line) for line, rest in _groups.decode(data)
    ]


def encoded_answers(answers: Sequence[WriterAnswer], logged: list[dict[str, Any]]) -> bytes:
    """Encode the answers to a group, to be sent back."""
    told = [None if answer.error is None else (type(answer.error).__name__, str(answer.error)) for answer in answers]
    return msgspec.msgpack.encode(SentAnswers(told, logged))


class WritingProcess:
    """The process as the writer's thread uses it; it is started by the first group of ``busy`` changes or more."""

    def __init__(self, settings: ProcessSettings, busy: int) -> None:
        self._settings, self._busy = settings, busy
        self._child: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._ready = False
        self._not_before = 0.0

    def takes(self, many: int) -> bool:
        """True if the process can store a group of this many changes; start it if the group is large enough."""
        if self._line is None:
            if many >= self._busy and time.monotonic() >= self._not_before:
                self._start()
            return False
        if not self._ready:
            self._hear()
        return self._ready

    @property
    def ready(self) -> bool:
        """True if the process is waiting for groups."""
        return self._ready

    def write_group(self, changes: Sequence[Change]) -> list[WriterAnswer] | None:
        """Store a group; on return it is on disk. None if it could not be sent, in which case nothing is stored."""
        assert self._line is not None
        try:
            data = encoded(changes)
        except Exception:  # the thread finds out which change is at fault
            return None
        try:
            self._line.send_bytes(data)
        except OSError as error:
            self._end(str(error))
            return None
        try:
            sent = _answers.decode(self._line.recv_bytes())
        except (EOFError, OSError):
            self._end("it went away before it answered")
            why = "the process that stores the room's changes ended; the room now looks up whether this was stored."
            return [WriterAnswer(error=Unsure(why))] * len(changes)
        for event in sent.logged:
            log.log(event.pop("level_number"), event.pop("event"), **event)
        return [WriterAnswer(error=each and ERRORS[each[0]](each[1])) for each in sent.answers]

    def close(self) -> None:
        """End the process; no group may be pending."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._child is not None:
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(PATIENCE)
            self._child.kill()
            self._child.wait()
            self._child = None

    def _hear(self) -> None:
        """Wait for the process to report that it is ready, or why it is not."""
        assert self._line is not None
        try:
            said = self._line.recv_bytes() if self._line.poll() else b""
        except (EOFError, OSError):
            said = b"it did not start"
        self._ready = said == READY
        if said and not self._ready:
            self._end(said.decode())

    def _start(self) -> None:
        try:
            ours, theirs = Pipe()
        except OSError as error:  # too many open files
            self._end(str(error))
            return
        module = "pitboss.storage.writing.process_main"
        command = [sys.executable, "-P", "-m", module, str(theirs.fileno()), str(os.getpid())]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            self._child = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment,
            )
            ours.send_bytes(pickle.dumps(self._settings))
        except OSError as error:
            self._end(str(error))
            ours.close()
            return
        finally:
            theirs.close()
        self._line, self._ready = ours, False
        log.info("changes are now stored by a separate process", pid=self._child.pid)

    def _end(self, why: str) -> None:
        """Make sure that the process has ended: two must never store at once."""
        log.warning("the process that stores changes has ended", why=why)
        if self._child is not None:
            self._child.kill()
        self.close()
        self._ready = False
        self._not_before = time.monotonic() + PAUSE
