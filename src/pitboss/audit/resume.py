"""How far an audit came, in a file: the same command goes on from there."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from pitboss.audit.kept_days import KeptDays
from pitboss.audit.table_log import Reached
from pitboss.errors import PitbossError
from pitboss.storage.check import AuditFinding

FORMAT = 4
"""The format of the file; with the state of an earlier release, everything is checked again."""


class Saved(msgspec.Struct, kw_only=True):
    """What was checked of one database: every table's log and ledger up to a line, and what was found."""

    database: str
    format: int = FORMAT
    tables: dict[str, Reached] = {}
    days: dict[str, KeptDays] = {}
    findings: list[AuditFinding] = []


class _Named(msgspec.Struct):
    """The part of a state that every release reads."""

    database: str
    format: int = FORMAT


class StateFile:
    """The file of an audit; it is written whole or not at all."""

    def __init__(self, path: str | Path, database: str) -> None:
        self.path = Path(path)
        self.saved = Saved(database=database)
        if not self.path.exists():
            return
        try:
            data = self.path.read_bytes()
            earlier = msgspec.json.decode(data, type=_Named)
            if earlier.database == database and earlier.format < FORMAT:
                return
            self.saved = msgspec.json.decode(data, type=Saved)
        except (OSError, msgspec.MsgspecError):
            raise PitbossError(f"{self.path} is not the state of an audit; name another file with --resume.") from None
        if self.saved.format != FORMAT or self.saved.database != database:
            raise PitbossError(f"{self.path} is of an audit of another database; name another file with --resume.")

    def write(self) -> None:
        draft = self.path.with_name(f".{self.path.name}.new")
        try:
            draft.write_bytes(msgspec.json.encode(self.saved))
            os.replace(draft, self.path)
        except OSError as error:
            raise PitbossError(
                f"{self.path} cannot be written ({error.strerror}); name another file with --resume."
            ) from None
