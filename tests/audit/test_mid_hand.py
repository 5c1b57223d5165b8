"""A room that is open: its logs end in the middle of a hand, and the next audit resumes before that hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection

from pitboss.audit import run
from pitboss.audit.database import DatabasePlace
from pitboss.audit.hands import opened
from pitboss.audit.replay import Between, Replay
from pitboss.deal.session_record import Dealt
from pitboss.room import bank
from pitboss.room.line import Line
from pitboss.storage import check
from pitboss.storage.engine import snapshot
from pitboss.storage.reading import deck_ciphers
from tests.audit import forger
from tests.audit.conftest import execute

POKER = "t2"
pytestmark = pytest.mark.parametrize("stored", ["sqlite"], indirect=True)


def _last_hand_unfinished(stored: DatabasePlace) -> Line:
    """The line of the last hand as it stands before the hand is finished."""
    data = stored.open()
    with snapshot(data.engine) as connection:
        table = next(each for each in check.stored_logs(connection) if each.id == POKER)
        found = [msgspec.json.decode(row[5], type=Line) for row in check.line_rows(connection, POKER, 0, 10_000)]
        last = next(line for line in reversed(found) if any(isinstance(did.did, Dealt) for did in line.did))
        seals = [root for line in found for did in line.did for root in did.seals]
        decks, _ = opened(data.keys, POKER, deck_ciphers(connection, POKER, seals))
    data.close()
    replay = Replay(POKER, table.record, Between())
    for line in found[: last.number - 1]:
        replay.follow(line, decks)
    version = replay.session.version
    part = msgspec.structs.replace(last, did=last.did[:-1], moves=())
    replay._do_all(part, decks)
    assert not replay.idle
    moves = bank.movements(POKER, replay.session.moves_since(version), bank.wallet, rack=False)
    return msgspec.structs.replace(part, moves=moves, seq=replay.session.version)


def _cut(connection: Connection, part: Line) -> None:
    """Leave the log as it was in the middle of its last hand."""
    at = {"n": part.number}
    execute(connection, f"UPDATE lines SET seq = :s WHERE \"table\" = '{POKER}' AND number = :n", s=part.seq, **at)
    for name in ("lines", "movements"):
        execute(connection, f"DELETE FROM {name} WHERE \"table\" = '{POKER}' AND number > :n", **at)
    hands = f"hands WHERE \"table\" = '{POKER}' AND last_line >= :n"
    execute(connection, f"DELETE FROM hand_players WHERE hand IN (SELECT id FROM {hands})", **at)
    execute(connection, f"DELETE FROM {hands}", **at)

    def replace(line: dict[str, object]) -> None:
        line.clear()
        line.update(msgspec.json.decode(part.encode()))

    forger.rewrite(connection, POKER, part.number, replace)


@pytest.fixture
def open_room(stored: DatabasePlace, forge: Callable[..., None]) -> DatabasePlace:
    forge(_cut, _last_hand_unfinished(stored))
    return stored


def test_a_log_that_ends_in_the_middle_of_a_hand_is_clean(open_room: DatabasePlace) -> None:
    report = run.audit(open_room, workers=1)
    assert (report.findings, report.deals) == ([], 64)


def test_the_next_audit_goes_on_before_the_hand(
    open_room: DatabasePlace, small_room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.storage.check.AT_ONCE", 5)
    file = str(tmp_path / "audit.state")
    first = run.audit(open_room, workers=1, resume=file)
    again = run.audit(open_room, workers=1, resume=file)
    assert (first.findings, again.findings) == ([], [])
    assert (first.movements, first.lines) == (again.movements, again.lines)
    (tmp_path / "room.sqlite").write_bytes((small_room / "room.sqlite").read_bytes())  # the hand is finished
    played_on = run.audit(open_room, workers=1, resume=file)
    assert (played_on.findings, played_on.deals) == ([], 64)
    assert played_on.movements > again.movements


def test_a_changed_balance_is_found_in_the_middle_of_a_hand(
    open_room: DatabasePlace, forge: Callable[..., None]
) -> None:
    forge(execute, "UPDATE balances SET cents = cents + 100 WHERE account = 't2/pot'")
    assert any("t2/pot is stored with" in each.text for each in run.audit(open_room, workers=1).findings)
