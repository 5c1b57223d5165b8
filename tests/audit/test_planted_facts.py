"""Forged facts of movements and notes are found, in the ledger alone and with every hash recomputed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import audit
from pitboss.storage.check import AuditFinding
from tests.audit import forger
from tests.audit.conftest import execute

Forge = Callable[..., None]
PURPOSE, WAGER, RESULT = 5, 6, 7


def found(stored: DatabasePlace) -> list[AuditFinding]:
    return audit(stored, workers=1).findings


def move_of(line: dict[str, Any], purpose: str) -> list[Any] | None:
    return next((move for move in line.get("moves", ()) if move[PURPOSE] == purpose), None)


@pytest.mark.parametrize(("column", "value"), [("purpose", "bonus"), ("wager", "bet"), ("result", "push")])
def test_a_fact_changed_in_the_ledger_alone(stored: DatabasePlace, forge: Forge, column: str, value: str) -> None:
    first = "SELECT min(id) FROM movements WHERE \"table\" = 't1' AND purpose = 'pay'"
    forge(execute, f"UPDATE movements SET {column} = '{value}' WHERE id = ({first})")
    (finding,) = found(stored)
    assert (finding.kind, finding.table) == ("ledger", "t1")
    assert "[pay" in finding.text
    assert value in finding.text


@pytest.mark.parametrize(
    ("table", "purpose", "place", "value", "kind"),
    [
        ("t1", "pay", PURPOSE, "bonus", "replay"),
        ("t1", "pay", WAGER, "returned", "replay"),
        ("t1", "stake", RESULT, "", "replay"),
        ("t1", "wager", PURPOSE, "", "replay"),
        ("t1", "opener", PURPOSE, "fill", "chips"),
        ("t2", "award", PURPOSE, "uncalled", "replay"),
        ("t2", "fee", WAGER, "ante", "replay"),
        ("room", "start", PURPOSE, "refill", "chips"),
        ("room", "count", WAGER, "tens", "chips"),
    ],
)
def test_a_fact_changed_with_every_hash_computed_again(
    stored: DatabasePlace, forge: Forge, table: str, purpose: str, place: int, value: str, kind: str
) -> None:
    def change(connection: Connection) -> None:
        number = forger.first_line(connection, table, lambda line: move_of(line, purpose) is not None)

        def alter(line: dict[str, Any]) -> None:
            move = move_of(line, purpose)
            assert move is not None
            move[place] = value

        forger.rewrite(connection, table, number, alter)

    forge(change)
    assert (table, kind) in {(each.table, each.kind) for each in found(stored)}


def test_a_word_that_is_not_a_purpose(stored: DatabasePlace, forge: Forge) -> None:
    def change(connection: Connection) -> None:
        number = forger.first_line(connection, "t1", lambda line: move_of(line, "pay") is not None)
        line = forger.line_text(connection, "t1", number).replace(b'"pay"', b'"gift"', 1)
        forger._set_line(connection, "t1", number, line)
        forger.rechain(connection, "t1")

    forge(change)
    assert any(each.kind == "chain" and "cannot be read" in each.text for each in found(stored))


def test_a_line_that_pretends_to_be_of_an_earlier_release(stored: DatabasePlace, forge: Forge) -> None:
    """Its facts would be read out of its words; only the lines of a log before its first new one are so old."""

    def change(connection: Connection) -> None:
        number = forger.first_line(connection, "t1", lambda line: move_of(line, "pay") is not None)

        def alter(line: dict[str, Any]) -> None:
            del line["format"]
            line["moves"] = [move[:PURPOSE] for move in line["moves"]]

        forger.rewrite(connection, "t1", number, alter)

    forge(change)
    findings = found(stored)
    assert [(each.kind, each.table) for each in findings] == [("chain", "t1")]
    assert "format 1" in findings[0].text


@pytest.mark.parametrize(
    "alter",
    [
        lambda line: line["fact"].update(digest="0" * 64),
        lambda line: line.pop("fact"),
        lambda line: line.update(note="table t9 opened"),
        lambda line: line["fact"].update(type="table closed"),
    ],
    ids=["another digest", "no fact", "another note", "another fact"],
)
def test_a_changed_note_with_every_hash_computed_again(
    stored: DatabasePlace, forge: Forge, alter: Callable[[dict[str, Any]], None]
) -> None:
    def change(connection: Connection) -> None:
        opened = "table opened"
        number = forger.first_line(connection, "room", lambda line: line.get("fact", {}).get("type") == opened)
        forger.rewrite(connection, "room", number, alter)

    forge(change)
    assert any(each.table == "room" and "words is not the fact" in each.text for each in found(stored))


@pytest.mark.parametrize(
    "planted",
    [{"note": "account Mal: owner"}, {"fact": {"type": "table closed", "table": "t2"}}],
    ids=["note", "fact"],
)
def test_a_note_on_a_line_of_a_table(stored: DatabasePlace, forge: Forge, planted: dict[str, Any]) -> None:
    forge(forger.rewrite, "t1", 2, lambda line: line.update(planted))
    (finding,) = found(stored)
    assert (finding.kind, finding.table, finding.line) == ("columns", "t1", 2)
    assert "only lines of the room's log" in finding.text


def test_roles_are_read_from_facts(stored: DatabasePlace, forge: Forge) -> None:
    def change(connection: Connection) -> None:
        execute(
            connection,
            "INSERT INTO players (key, name, kind, password, roles, created, seen) "
            "VALUES ('mal: owner', 'Mal: owner', 'registered', '', 'player owner', 0, 0)",
        )

    forge(change)
    (finding,) = found(stored)
    assert "Mal: owner is stored as player owner" in finding.text
