"""Forgers who know how lines are read: duplicate keys, and bytes and fractions where SQLite accepts them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from pitboss.audit import run
from pitboss.audit.database import DatabasePlace
from pitboss.storage import check
from pitboss.storage.check import AuditFinding
from tests.audit import forger
from tests.audit.conftest import execute

pytestmark = pytest.mark.parametrize("stored", ["sqlite"], indirect=True)
Forge = Callable[..., None]


def findings(stored: DatabasePlace) -> list[AuditFinding]:
    return run.audit(stored, workers=1).findings


def is_round(line: dict[str, Any]) -> bool:
    return any(did["did"]["type"] == "deal" for did in line.get("did", ()))


def a_round(connection: Connection, table: str) -> tuple[int, bytes]:
    """A line that is a round, without slips."""
    number = forger.first_line(
        connection,
        table,
        lambda line: is_round(line) and "slips" not in line,
    )
    ask = text('SELECT line FROM lines WHERE "table" = :t AND number = :n')
    return number, bytes(connection.execute(ask, {"t": table, "n": number}).scalar_one())


def put(connection: Connection, table: str, number: int, line: bytes) -> None:
    forger._set_line(connection, table, number, line)
    forger.rechain(connection, table)


def forged_moves(line: bytes) -> bytes:
    """The movements of a line, with a thousand dollars more in the last."""
    moves = json.loads(line)["moves"]
    moves[-1][2] += 100_000
    return json.dumps(moves, separators=(",", ":"), ensure_ascii=False).encode()


def pay_more(connection: Connection, table: str, number: int) -> None:
    """Put a thousand dollars more into the last movement that the ledger has of a line."""
    last = 'SELECT max(id) FROM movements WHERE "table" = :t AND number = :n'
    execute(connection, f"UPDATE movements SET cents = cents + 100000 WHERE id = ({last})", t=table, n=number)
    forger.rebalance(connection)


def hidden(line: bytes) -> bytes:
    return b'{"x":{"moves":' + forged_moves(line) + b"}," + line[1:]


def twice(line: bytes) -> bytes:
    at = line.index(b'"moves":')
    return line[:at] + b'"moves":' + forged_moves(line) + b"," + line[at:]


@pytest.mark.parametrize("forged", [hidden, twice])
@pytest.mark.parametrize("table", ["t1", "t2"])
def test_movements_that_stand_in_a_line_and_are_not_its_own(
    stored: DatabasePlace, forge: Forge, table: str, forged: Callable[[bytes], bytes]
) -> None:
    places: list[int] = []

    def change(connection: Connection) -> None:
        number, line = a_round(connection, table)
        places.append(number)
        put(connection, table, number, forged(line))
        pay_more(connection, table, number)

    forge(change)
    (finding,) = [each for each in findings(stored) if each.kind == "ledger"]
    assert (finding.table, finding.line) == (table, places[0])


def test_a_key_that_only_the_line_has(stored: DatabasePlace, forge: Forge) -> None:
    """It stands after the movements of a round, where no line has it."""

    def change(connection: Connection) -> None:
        number, line = a_round(connection, "t1")
        put(connection, "t1", number, line[:-1] + b',"key":"another"}')

    forge(change)
    assert [each.kind for each in findings(stored)] == ["columns"]


def test_a_round_that_is_not_closed(stored: DatabasePlace, forge: Forge) -> None:
    def change(connection: Connection) -> None:
        number, line = a_round(connection, "t1")
        put(connection, "t1", number, line[:-1] + b",")

    forge(change)
    assert any(each.kind == "chain" and "cannot be read" in each.text for each in findings(stored))


@pytest.mark.parametrize("table", ["t1", "room"])
def test_a_line_with_bytes_that_are_no_text(stored: DatabasePlace, forge: Forge, table: str) -> None:
    forge(lambda connection: put(connection, table, 2, b'{"number":2,"seq":1,"at":1,"by":"\xff\xfe"}'))
    assert any(each.table == table and "cannot be read" in each.text for each in findings(stored))


@pytest.mark.parametrize("number", [0, -7])
def test_a_line_before_the_first(stored: DatabasePlace, forge: Forge, number: int) -> None:
    """It has the key of no other line, and the chain goes on without it."""
    copied = f'SELECT "table", {number}, seq, at, "by", \'planted\', line, hash FROM lines'
    forge(lambda connection: execute(connection, f"INSERT INTO lines {copied} WHERE \"table\" = 't1' AND number = 3"))
    (finding,) = [each for each in findings(stored) if each.kind == "chain"]
    assert str(finding) == f"t1 line 1: line 1 is missing: the log begins with line {number}"


A_MOVEMENT = "WHERE id = (SELECT min(id) FROM movements WHERE \"table\" = 't1' AND number > 10)"
A_LINE = "WHERE \"table\" = 't1' AND number = 10"


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (f"UPDATE lines SET seq = seq + 0.5 {A_LINE}", "columns"),
        (f"UPDATE lines SET seq = 'abc' {A_LINE}", "columns"),
        (f"UPDATE lines SET at = x'00' {A_LINE}", "columns"),
        (f"UPDATE movements SET why = CAST(why AS BLOB) {A_MOVEMENT}", "ledger"),
        (f"UPDATE movements SET cents = cents + 0.5 {A_MOVEMENT}", "ledger"),
        (f"UPDATE movements SET day = x'00' {A_MOVEMENT}", "ledger"),
        (f"UPDATE movements SET number = number + 0.5 {A_MOVEMENT}", "ledger"),
        (f"UPDATE lines SET line = 1.5 {A_LINE}", "chain"),
        ("UPDATE heads SET number = 'abc' WHERE \"table\" = 't1'", "chain"),
        ("UPDATE tables SET record = 'abc' WHERE id = 't1'", "columns"),
        ("UPDATE tables SET id = x'00' WHERE id = 't1'", "columns"),
        ("UPDATE decks SET cipher = 'abc' WHERE \"table\" = 't1'", "deck"),
        ("UPDATE slips SET slip = 'abc' WHERE id = 't1-I1'", "slip"),
        ("UPDATE hands SET cipher = 1.5 WHERE id = 't1-5'", "hand"),
        ("UPDATE hand_players SET name = CAST(name AS BLOB) WHERE hand = 't1-5'", "hand"),
        ("UPDATE balances SET cents = 'abc' WHERE account = 't1/rack'", "balance"),
    ],
)
def test_values_of_another_type(stored: DatabasePlace, forge: Forge, statement: str, kind: str) -> None:
    forge(execute, statement)
    assert kind in {each.kind for each in findings(stored)}


def test_a_slip_of_a_kind_that_there_is_not(stored: DatabasePlace, forge: Forge) -> None:
    def change(connection: Connection) -> None:
        number = forger.first_line(connection, "t1", lambda line: bool(line.get("slips")))
        forger.rewrite(connection, "t1", number, lambda line: line["slips"][0].update(kind="gift"))

    forge(change)
    assert any(each.kind == "slip" and "'gift'" in each.text for each in findings(stored))


def test_a_movement_of_a_table_without_lines(stored: DatabasePlace, forge: Forge) -> None:
    def change(connection: Connection) -> None:
        execute(
            connection, "INSERT INTO tables SELECT 't9', config, record, opened, closed FROM tables WHERE id = 't1'"
        )
        execute(
            connection,
            "INSERT INTO heads SELECT 't9', 0, 0, :h, 0, false, 0, '', 0 FROM heads WHERE \"table\" = 't1'",
            h=forger.GENESIS,
        )
        execute(
            connection,
            'INSERT INTO movements ("table", number, at, day, source, target, cents, why, rule) '
            "SELECT 't9', 0, at, day, source, target, cents, why, rule FROM movements WHERE id = 1",
        )

    forge(change)
    assert any(each.kind == "ledger" and each.table == "t9" for each in findings(stored))


def test_lines_behind_a_break_are_read_in_portions(
    stored: DatabasePlace, forge: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(execute, "UPDATE lines SET hash = 'x' WHERE \"table\" = 't1' AND number = 2")
    whole = findings(stored)
    read: list[int] = []
    rows = check.line_rows

    def counting(*args: Any) -> list[Any]:
        found = rows(*args)
        read.append(len(found))
        return found

    monkeypatch.setattr(check, "AT_ONCE", 7)
    monkeypatch.setattr(check, "line_rows", counting)
    assert findings(stored) == whole
    assert max(read) == 7
