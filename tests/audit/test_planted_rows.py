"""Rows that reports and restarts rely on, forged without changing the logs: the audit names each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, text

from pitboss.audit import run
from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import audit
from pitboss.books.sums import Period
from pitboss.room.people import Account
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.check import AuditFinding
from pitboss.storage.storage import Storage
from tests.audit import forger
from tests.audit.conftest import execute
from tests.audit.rooms import described

AFTERWARDS = 1_800_000_000.0
"""A time long after the days of the room."""


def findings(stored: DatabasePlace) -> list[AuditFinding]:
    return audit(stored, workers=1).findings


def opened(stored: DatabasePlace) -> closing[Storage]:
    return closing(Storage.open(stored.url, keys=stored.keys, calendar=described().calendar))


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE tables SET closed = 1000000 WHERE id = 't1'", "another time of opening or closing"),
        ("UPDATE heads SET closed = true WHERE \"table\" = 't2'", "another time of opening or closing"),
        ("UPDATE hands SET day = '2026-01-06' WHERE id = 't1-3'", "gambling day"),
        ("UPDATE hand_players SET player = 'somebody' WHERE hand = 't1-3'", "t1-3: stored with the players"),
        ("UPDATE slips SET day = '2026-01-06' WHERE id = 't1-I1'", "slip t1-I1 is stored on the gambling day"),
    ],
    ids=["closed", "head closed", "day of a hand", "player of a hand", "day of a slip"],
)
def test_a_changed_column(stored: DatabasePlace, forge: Callable[..., None], statement: str, words: str) -> None:
    forge(execute, statement)
    assert any(words in each.text for each in findings(stored))


def test_movements_moved_over_the_closing_hour(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    """A whole day is booked on the day before: no two days overlap, so only the calendar shows it."""
    forge(execute, "UPDATE movements SET day = '2026-01-04' WHERE day = '2026-01-05'")
    found = findings(stored)
    assert {each.kind for each in found} == {"ledger"}
    assert any("movements of the gambling day 2026-01-05 are booked on 2026-01-04" in each.text for each in found)


def test_a_definition_that_was_changed_afterwards(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    """A comment is enough: it does not change how a round is settled."""

    def change(connection: Connection) -> None:
        record = bytes(connection.execute(text("SELECT record FROM tables WHERE id = 't1'")).scalar_one())
        data = msgspec.json.decode(record)
        data["setup"]["game"]["source"] += "# nothing\n"
        execute(connection, "UPDATE tables SET record = :r WHERE id = 't1'", r=msgspec.json.encode(data))

    forge(change)
    (finding,) = findings(stored)
    assert (finding.kind, finding.table) == ("columns", "t1")
    assert "rules or settings" in finding.text


def test_a_payout_limit_that_was_posted_afterwards(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def change(connection: Connection) -> None:
        config = bytes(connection.execute(text("SELECT config FROM tables WHERE id = 't1'")).scalar_one())
        data = msgspec.json.decode(config) | {"payout_limits": {"tens": 500_000}}
        execute(connection, "UPDATE tables SET config = :c WHERE id = 't1'", c=msgspec.json.encode(data))

    forge(change)
    (finding,) = findings(stored)
    assert (finding.kind, finding.table) == ("columns", "t1")
    assert "rules or settings" in finding.text


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("DELETE FROM decks WHERE root = :root", "was sealed and is not stored"),
        ("UPDATE decks SET cipher = :other WHERE root = :root", "does not open with the key file"),
    ],
    ids=["gone", "changed"],
)
def test_a_deck_that_waits_to_be_dealt(
    stored: DatabasePlace, forge: Callable[..., None], statement: str, what: str
) -> None:
    def change(connection: Connection) -> None:
        ask = text("SELECT root, cipher FROM decks WHERE \"table\" = 't2' AND used = :used ORDER BY root")
        root = connection.execute(ask, {"used": False}).first()
        other = connection.execute(ask, {"used": True}).first()
        assert root is not None
        assert other is not None
        values = {"root": root[0], "other": bytes(other[1])}
        connection.execute(text(statement), {key: values[key] for key in values if f":{key}" in statement})

    forge(change)
    (finding,) = findings(stored)
    assert (finding.kind, finding.table) == ("deck", "t2")
    assert what in finding.text


def test_a_whole_table_that_is_gone(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def remove(connection: Connection) -> None:
        execute(connection, "DELETE FROM hand_players WHERE hand LIKE 't1-%'")
        for name in ("hands", "decks", "checkpoints", "lines", "heads", "movements"):
            execute(connection, f"DELETE FROM {name} WHERE \"table\" = 't1'")
        execute(connection, "DELETE FROM movements WHERE source LIKE 't1/%'")
        execute(connection, "DELETE FROM slips WHERE log = 't1'")
        execute(connection, "DELETE FROM tables WHERE id = 't1'")
        execute(connection, "DELETE FROM balances WHERE account LIKE 't1/%'")
        forger.rebalance(connection)

    forge(remove)
    assert any((each.table, each.kind) == ("t1", "columns") for each in findings(stored))


def test_a_role_that_nobody_granted(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    with opened(stored) as storage:

        async def grant() -> None:
            for name in ("Ann", "Mal"):
                await storage.accounts.add(Account(name, "registered"), 50_000, AFTERWARDS)
            await storage.accounts.set_roles("Ann", ("player", "floor"), by="owner Flo", now=AFTERWARDS)

        asyncio.run(grant())
    assert findings(stored) == []
    forge(execute, "UPDATE players SET roles = 'player owner' WHERE name = 'Mal'")
    (finding,) = findings(stored)
    assert finding.kind == "columns"
    assert "Mal is stored as player owner; the room's log granted player" in finding.text


def test_sums_of_a_report_that_were_changed(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    with opened(stored) as storage:
        days = asyncio.run(storage.books.days(Period("2026-01-05", "2026-01-08"), now=AFTERWARDS))
    assert {each.day for each in days} == {"2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"}
    assert findings(stored) == []

    def change(connection: Connection) -> None:
        ask = "SELECT sums FROM table_days WHERE \"table\" = 't1' AND day = '2026-01-06'"
        data = msgspec.json.decode(bytes(connection.execute(text(ask)).scalar_one()))
        data["drop"] += 100
        execute(
            connection,
            "UPDATE table_days SET sums = :s WHERE \"table\" = 't1' AND day = '2026-01-06'",
            s=msgspec.json.encode(data),
        )

    forge(change)
    (finding,) = findings(stored)
    assert (finding.kind, finding.table) == ("ledger", "t1")
    assert "2026-01-06" in finding.text


@pytest.mark.parametrize(("gives", "why"), [(True, "a present"), (False, "refill")])
def test_chips_that_the_cage_gave_or_took_for_no_reason(
    stored: DatabasePlace, forge: Callable[..., None], gives: bool, why: str
) -> None:
    def hands_out(line: dict[str, Any]) -> bool:
        return any(move[1].startswith("wallet ") for move in line.get("moves", ()))

    def give(line: dict[str, Any]) -> None:
        wallet = line["moves"][-1][1]
        line["moves"].append([*(("cage", wallet) if gives else (wallet, "cage")), 100, why, ""])

    def change(connection: Connection) -> None:
        forger.rewrite(connection, "room", forger.first_line(connection, "room", hands_out), give)

    forge(change)
    assert any(each.kind == "chips" and "the room does not move" in each.text for each in findings(stored))


def test_a_log_whose_end_was_cut_off_is_found_by_a_resumed_audit(
    stored: DatabasePlace, forge: Callable[..., None], tmp_path: Path
) -> None:
    """The last line of the room's log and all rows that belong to it are gone, so nothing contradicts anything."""
    file = str(tmp_path / "audit.state")
    assert run.audit(stored, workers=1, resume=file).findings == []

    def cut(connection: Connection) -> None:
        last = connection.execute(text("SELECT number FROM heads WHERE \"table\" = 'room'")).scalar_one()
        for name in ("lines", "movements"):
            execute(connection, f"DELETE FROM {name} WHERE \"table\" = 'room' AND number = :n", n=last)
        execute(connection, "DELETE FROM slips WHERE log = 'room' AND line = :n", n=last)
        forger.rechain(connection, "room")
        forger.rebalance(connection)

    forge(cut)
    assert any(
        "is not the one the audit stopped at" in each.text
        for each in run.audit(stored, workers=1, resume=file).findings
    )


def test_what_is_written_while_the_audit_runs_is_left_for_the_next(
    stored: DatabasePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = run._snapshot

    def look_and_play_on(data: Any) -> Any:
        snapshot = look(data)
        simulate_room(msgspec.structs.replace(described(), days=3), stored.url, keys=stored.keys, workers=1)
        return snapshot

    monkeypatch.setattr(run, "_snapshot", look_and_play_on)
    report = run.audit(stored, workers=1)
    assert (report.findings, report.deals) == ([], 64)
    monkeypatch.setattr(run, "_snapshot", look)
    report = run.audit(stored, workers=1)
    assert (report.findings, report.deals) == ([], 96)
