"""The audit on the books page is always a full one: it finds changes made after an earlier, clean audit."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import Connection, create_engine, text

from pitboss.server.config import Config
from pitboss.server.live.opening import card_room, open_storage
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.places import database_url
from tests.audit import forger
from tests.audit.rooms import described
from tests.examples import rest_long
from tests.patience import until
from tests.server.conftest import PLENTY, cheap_hashes, no_giving_way
from tests.server.serving import Served, served

__all__ = ["cheap_hashes", "no_giving_way"]

PAID = "\"table\" = 't1' AND source = 't1/rack' AND why LIKE '%wins%'"


@pytest.fixture(scope="module")
def two_days(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a room in which two days were played."""
    folder = tmp_path_factory.mktemp("room")
    simulate_room(described(), str(folder / "room.sqlite"), workers=1)
    return folder


@pytest.fixture
def played(two_days: Path, tmp_path: Path) -> Iterator[Served]:
    """That room, open."""
    for name in ("room.sqlite", "room.keys"):
        shutil.copy2(two_days / name, tmp_path / name)
    config = Config(port=0, data=str(tmp_path), default_room=False, **PLENTY)
    with closing(open_storage(config)) as storage, served(config, app=card_room(config, storage)) as running:
        yield running


@pytest.fixture
def auditor(played: Served) -> httpx.Client:
    return played.with_roles("Aud", "auditor")


def audited(auditor: httpx.Client) -> dict[str, Any]:
    """The state after an audit that was asked for as the page asks for it."""
    assert auditor.post("/api/audit").json()["state"] == "running"
    state: dict[str, Any] = {}

    def ended() -> bool:
        state.update(auditor.get("/api/audit").json())
        return bool(state["state"] != "running")

    until(ended, "the end of the audit", 120)
    assert (state["state"], state["why"]) == ("done", "")
    return state


def forged(room: Served, how: Callable[[Connection], None]) -> None:
    engine = create_engine(database_url("", room.context.config.folder))
    with engine.begin() as connection:
        how(connection)
    engine.dispose()


def two_pays(connection: Connection) -> list[tuple[int, int, int]]:
    """Row, line and cents of two payments of the house to the same account, of different amounts."""
    ask = text(f"SELECT id, number, cents, target FROM movements WHERE {PAID} ORDER BY id")
    rows = connection.execute(ask).all()
    first = rows[0]
    other = next(row for row in rows if row.target == first.target and row.cents != first.cents)
    return [(row.id, row.number, row.cents) for row in (first, other)]


def pays_changed_in_the_ledger(connection: Connection) -> None:
    """Two payments swap their amounts, so that every sum and every balance stays as it was."""
    (one, _, few), (other, _, many) = two_pays(connection)
    for row, cents in ((one, many), (other, few)):
        connection.execute(text("UPDATE movements SET cents = :c WHERE id = :i"), {"c": cents, "i": row})


def a_pay_changed_in_its_line(connection: Connection) -> None:
    """The house paid $5 more than it did, says the log; ledger and balances are left alone."""
    (_, number, _), _ = two_pays(connection)
    line = forger.line_of(connection, "t1", number)
    move = next(each for each in line["moves"] if each[0] == "t1/rack")  # source, target, cents, why, rule
    move[2] += 500
    change = text("UPDATE lines SET line = :l WHERE \"table\" = 't1' AND number = :n")
    connection.execute(change, {"l": msgspec.json.encode(line), "n": number})


def a_hand_destroyed(connection: Connection) -> None:
    connection.execute(text("UPDATE hands SET cipher = :r WHERE id = 't2-3'"), {"r": b"\x00" * 100})


def a_hand_deleted(connection: Connection) -> None:
    connection.execute(text("DELETE FROM hand_players WHERE hand = 't1-3'"))
    connection.execute(text("DELETE FROM hands WHERE id = 't1-3'"))


TAMPERED = {
    pays_changed_in_the_ledger: ("ledger", "t1"),
    a_pay_changed_in_its_line: ("chain", "t1"),
    a_hand_destroyed: ("hand", "t2"),
    a_hand_deleted: ("hand", "t1"),
}


@pytest.mark.parametrize(
    "tampering", rest_long(TAMPERED, a_pay_changed_in_its_line), ids=lambda each: each.__name__.replace("_", " ")
)
def test_tampering_after_a_clean_audit_is_found(
    played: Served, auditor: httpx.Client, tampering: Callable[[Connection], None]
) -> None:
    clean = audited(auditor)
    assert (clean["found"], clean["deals"]) == (0, 64)
    forged(played, tampering)
    later = audited(auditor)
    assert TAMPERED[tampering] in {(each["kind"], each["table"]) for each in later["findings"]}
    assert later["began"] >= clean["at"]


def test_an_audit_says_when_it_ran_and_leaves_no_file_to_go_on_from(played: Served, auditor: httpx.Client) -> None:
    folder = played.context.config.folder
    before = {each.name for each in folder.iterdir()}
    state = audited(auditor)
    assert 0 < state["began"] <= state["at"]
    assert {each.name for each in folder.iterdir()} == before


def test_a_state_that_an_earlier_version_kept_is_not_used(played: Served, auditor: httpx.Client) -> None:
    kept = played.context.config.folder / "audit.state"
    kept.write_text('{"database": "another"}')
    assert audited(auditor)["found"] == 0
    assert kept.read_text() == '{"database": "another"}'
