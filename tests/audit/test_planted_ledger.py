"""The ledger against the logs: rows missing, out of order, or without line or table; and lines after a break."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from pitboss.audit import run
from pitboss.audit.database import DatabasePlace
from pitboss.storage.check import AuditFinding
from tests.audit import forger
from tests.audit.conftest import execute

ROW = (
    'INSERT INTO movements ("table", number, at, day, source, target, cents, why, rule) '
    "VALUES (:t, :n, 1767600000000000, '2026-01-05', 'cage', 'wallet Ada', 500, 'refill', '')"
)


def findings(stored: DatabasePlace) -> list[AuditFinding]:
    return run.audit(stored, workers=1).findings


def is_round(line: dict[str, Any]) -> bool:
    return any(did["did"]["type"] == "deal" for did in line.get("did", ()))


def test_a_deleted_movement(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def delete(connection: Connection) -> None:
        execute(
            connection, "DELETE FROM movements WHERE id = (SELECT min(id) FROM movements WHERE why LIKE '% wins %')"
        )
        forger.rebalance(connection)

    forge(delete)
    (finding,) = [each for each in findings(stored) if each.kind == "ledger"]
    assert finding.table == "t1"
    assert "wins" in finding.text


def test_a_line_without_any_of_its_movements(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def delete(connection: Connection) -> None:
        number = forger.first_line(connection, "t2", is_round)
        execute(connection, "DELETE FROM movements WHERE \"table\" = 't2' AND number = :n", n=number)
        forger.rebalance(connection)

    forge(delete)
    (finding,) = [each for each in findings(stored) if each.kind == "ledger"]
    assert finding.table == "t2"
    assert finding.text.endswith("the ledger has none")


def test_two_movements_that_changed_places(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def swap(connection: Connection) -> None:
        number = forger.first_line(connection, "t1", is_round)
        ask = text("SELECT id FROM movements WHERE \"table\" = 't1' AND number = :n ORDER BY id")
        ids = connection.scalars(ask, {"n": number}).all()
        for old, new in ((ids[0], 99_999_999), (ids[-1], ids[0]), (99_999_999, ids[-1])):
            execute(connection, "UPDATE movements SET id = :new WHERE id = :old", new=new, old=old)

    forge(swap)
    (finding,) = [each for each in findings(stored) if each.kind == "ledger"]
    assert finding.table == "t1"
    assert "the log says" in finding.text


@pytest.mark.parametrize(
    ("table", "number", "words"),
    [
        ("t1", 0, "a line that is not in the log"),
        ("t1", 99_999, "a line that is not in the log"),
        ("t77", 3, "a table that has no log"),
    ],
)
def test_a_movement_of_no_line(
    stored: DatabasePlace, forge: Callable[..., None], table: str, number: int, words: str
) -> None:
    def add(connection: Connection) -> None:
        execute(connection, ROW, t=table, n=number)

    forge(add)
    assert any(each.kind == "ledger" and words in each.text and each.table == table for each in findings(stored))


def test_a_changed_pay_behind_a_broken_line(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def change(connection: Connection) -> None:
        execute(connection, "UPDATE lines SET hash = 'x' WHERE \"table\" = 't1' AND number = 2")
        last = "(SELECT max(id) FROM movements WHERE \"table\" = 't1' AND why LIKE '% wins %')"
        execute(connection, f"UPDATE movements SET cents = cents + 100 WHERE id = {last}")

    forge(change)
    found = [each for each in findings(stored) if each.table == "t1"]
    assert (found[0].kind, found[0].line) == ("chain", 2)
    assert any(each.kind == "ledger" and "wins" in each.text for each in found)
    assert any(each.kind == "balance" for each in findings(stored))


def test_movements_of_a_round_that_cannot_be_read(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    """The hashes are computed anew: only the text itself tells."""

    def change(connection: Connection) -> None:
        number = forger.first_line(connection, "t1", is_round)
        ask = text("SELECT line FROM lines WHERE \"table\" = 't1' AND number = :n")
        line = bytes(connection.execute(ask, {"n": number}).scalar_one())
        forger._set_line(connection, "t1", number, line[:-3] + b",,]]}")
        forger.rechain(connection, "t1")

    forge(change)
    assert any(each.kind == "chain" and "cannot be read" in each.text for each in findings(stored))


def test_the_state_of_an_earlier_release_is_begun_anew(small_room: Path, tmp_path: Path) -> None:
    from pitboss.audit.database import place

    stored = place(str(small_room / "room.sqlite"))
    data = stored.open()
    file = tmp_path / "audit.state"
    file.write_text(json.dumps({"database": data.identity, "format": 1, "windows": {"1": {}}}))
    data.close()
    report = run.audit(stored, workers=1, resume=str(file))
    assert (report.findings, report.checked_now) == ([], 64)
