"""A planted error of each kind is found and named, on both databases; also if the forger continues the chain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import audit
from pitboss.shuffle.seal import SALT, SealedDeck, split_salts
from pitboss.storage.check import AuditFinding
from pitboss.storage.keys import open_keys
from pitboss.storage.writing.group import packed
from tests.audit import forger
from tests.audit.conftest import execute
from tests.examples import rest_long

pytestmark = pytest.mark.parametrize("stored", rest_long(["sqlite", "postgresql"], "sqlite"), indirect=True)

HOUSE, POKER = "t1", "t2"


def findings(stored: DatabasePlace) -> list[AuditFinding]:
    return audit(stored, workers=1).findings


def kinds(stored: DatabasePlace) -> set[str]:
    return {finding.kind for finding in findings(stored)}


def is_settled(line: dict[str, Any]) -> bool:
    """Whether a line holds a payment from the rack."""
    return any(move[0] == "t1/rack" and " wins " in move[3] for move in line.get("moves", ()))


def test_a_clean_room_has_no_findings(stored: DatabasePlace) -> None:
    report = audit(stored, workers=1)
    assert report.findings == []
    assert report.deals == 64
    assert set(report.heads) == {"room", HOUSE, POKER}


def test_an_altered_row(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def alter(connection: Connection) -> None:
        line = bytes(
            connection.execute(text("SELECT line FROM lines WHERE \"table\" = 't1' AND number = 5")).scalar_one()
        )
        execute(
            connection,
            "UPDATE lines SET line = :l WHERE \"table\" = 't1' AND number = 5",
            l=line.replace(b"5", b"6", 1),
        )

    forge(alter)
    (finding,) = [each for each in findings(stored) if each.kind == "chain"]
    assert (finding.table, finding.line) == (HOUSE, 5)
    assert "hash" in finding.text


def test_a_deleted_row(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    forge(execute, "DELETE FROM lines WHERE \"table\" = 't2' AND number = 7")
    (finding,) = [each for each in findings(stored) if each.kind == "chain"]
    assert (finding.table, finding.line) == (POKER, 7)
    assert "missing" in finding.text


def test_reordered_rows(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def swap(connection: Connection) -> None:
        for old, new in ((5, 99_999), (6, 5), (99_999, 6)):
            execute(connection, "UPDATE lines SET number = :n WHERE \"table\" = 't1' AND number = :o", n=new, o=old)

    forge(swap)
    (finding,) = [each for each in findings(stored) if each.kind == "chain"]
    assert (finding.table, finding.line) == (HOUSE, 5)


def test_a_changed_pay_in_the_ledger(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    """The row of a movement and both balances are changed; the log still says what was paid."""

    def change(connection: Connection) -> None:
        first = "(SELECT min(id) FROM movements WHERE why LIKE '% wins %')"
        execute(connection, f"UPDATE movements SET cents = cents + 100 WHERE id = {first}")
        forger.rebalance(connection)

    forge(change)
    (finding,) = findings(stored)
    assert (finding.kind, finding.table) == ("ledger", HOUSE)
    assert "wins" in finding.text


def test_a_changed_pay_with_every_hash_computed_anew(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    places: list[int] = []

    def pay_more(line: dict[str, Any]) -> None:
        move = next(move for move in line["moves"] if move[0] == "t1/rack" and " wins " in move[3])
        move[2] += 500

    def change(connection: Connection) -> None:
        places.append(forger.first_line(connection, HOUSE, is_settled))
        forger.rewrite(connection, HOUSE, places[0], pay_more)

    forge(change)
    found = findings(stored)
    replayed = [each for each in found if each.kind == "replay"]
    assert [(each.table, each.line) for each in replayed] == [(HOUSE, places[0])]
    assert replayed[0].hand.startswith("t1-")
    assert "settled again it is" in replayed[0].text
    assert not [each for each in found if each.kind in ("chain", "ledger")]


def test_a_wrong_fee_with_every_hash_computed_anew(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    places: list[int] = []

    def takes_fee(line: dict[str, Any]) -> bool:
        return any(move[1] == "t2/fee box" for move in line.get("moves", ()))

    def skim(line: dict[str, Any]) -> None:
        fee = next(move for move in line["moves"] if move[1] == "t2/fee box")
        fee[2] += 100

    def change(connection: Connection) -> None:
        places.append(forger.first_line(connection, POKER, takes_fee))
        forger.rewrite(connection, POKER, places[0], skim)

    forge(change)
    (finding,) = [each for each in findings(stored) if each.kind == "replay"]
    assert (finding.table, finding.line) == (POKER, places[0])
    assert "fee box" in finding.text


def test_a_forged_slip_number(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    def closes(line: dict[str, Any]) -> bool:
        return any(slip["kind"] == "closer" for slip in line.get("slips", ()))

    def renumber(line: dict[str, Any]) -> None:
        line["slips"][0]["number"] += 5

    def change(connection: Connection) -> None:
        forger.rewrite(connection, HOUSE, forger.first_line(connection, HOUSE, closes), renumber)

    forge(change)
    assert any(each.kind == "slip" and "where number 2 is next" in each.text for each in findings(stored))


def test_a_signature_of_another_role_with_every_hash_computed_anew(
    stored: DatabasePlace, forge: Callable[..., None]
) -> None:
    """The cashier signs where the dealer has to."""

    def closes(line: dict[str, Any]) -> bool:
        return any(slip["kind"] == "closer" for slip in line.get("slips", ()))

    def sign(line: dict[str, Any]) -> None:
        line["slips"][0]["signed"][1]["role"] = "cashier"

    def change(connection: Connection) -> None:
        forger.rewrite(connection, HOUSE, forger.first_line(connection, HOUSE, closes), sign)

    forge(change)
    assert any("is signed by floor, cashier where floor, dealer sign" in each.text for each in findings(stored))


def test_a_slip_changed_in_its_row_alone(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    forge(execute, "UPDATE slips SET cents = cents + 100 WHERE id = 't1-I1'")
    (finding,) = findings(stored)
    assert finding.kind == "slip"
    assert "t1-I1" in finding.text


def test_chips_from_nowhere_on_a_balance(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    some = "(SELECT min(account) FROM balances WHERE account LIKE 'wallet%')"
    forge(execute, f"UPDATE balances SET cents = cents + 1000 WHERE account = {some}")
    found = findings(stored)
    assert {each.kind for each in found} == {"balance"}
    assert any("chips from nowhere" in each.text for each in found)


@pytest.mark.parametrize("why", ["fill t1-F9", "buy-in"])
def test_chips_from_nowhere_in_a_line_with_every_hash_computed_anew(
    stored: DatabasePlace, forge: Callable[..., None], why: str
) -> None:
    target = "t1/rack" if why.startswith("fill") else "t1/player Ada t1"

    def give(line: dict[str, Any]) -> None:
        line["moves"].insert(0, ["cage", target, 5_000, why, ""])

    def change(connection: Connection) -> None:
        forger.rewrite(connection, HOUSE, forger.first_line(connection, HOUSE, is_settled), give)

    forge(change)
    assert "chips" in kinds(stored)


def test_an_exchanged_deck_of_someone_who_has_the_key(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    """He knows the key and stores other cards under the same seal; only checking the seal shows it."""
    from pathlib import Path

    keys = open_keys(Path(stored.keys))

    def exchange(connection: Connection) -> None:
        root = connection.execute(text("SELECT min(root) FROM decks WHERE \"table\" = 't1'")).scalar_one()
        other = SealedDeck(root, tuple(range(52)), split_salts(bytes(52 * SALT)))
        cipher = keys.encrypt(packed(other), "deck", "t1", root)
        execute(connection, "UPDATE decks SET cipher = :c WHERE root = :r", c=cipher, r=root)

    forge(exchange)
    assert any(each.kind == "deck" and "exchanged" in each.text for each in findings(stored))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hands SET size = size + 100 WHERE id = 't1-3'",
        "UPDATE hand_players SET net = net + 100 WHERE hand = 't1-3'",
        "UPDATE hands SET number = 999 WHERE id = 't1-3'",
    ],
    ids=["size", "net", "number"],
)
def test_a_changed_hand(stored: DatabasePlace, forge: Callable[..., None], statement: str) -> None:
    forge(execute, statement)
    assert any(each.kind == "hand" and "t1-3" in each.text for each in findings(stored))


def test_movements_booked_on_another_day(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    forge(execute, "UPDATE movements SET day = '2026-03-01' WHERE id = (SELECT max(id) FROM movements)")
    found = findings(stored)
    assert {each.kind for each in found} == {"ledger"}
    assert any("2026-03-01" in each.text for each in found)
