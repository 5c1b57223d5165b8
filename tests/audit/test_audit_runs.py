"""An audit resumes where it stopped, checks new data, and reports plainly on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.audit import run
from pitboss.audit.database import DatabasePlace
from pitboss.cli.audit import command
from pitboss.errors import PitbossError
from tests.audit.conftest import execute


@pytest.fixture
def in_small_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "STRETCH", 5)
    monkeypatch.setattr("pitboss.storage.check.AT_ONCE", 7)


def test_small_stretches_find_the_same_as_large_ones(stored: DatabasePlace, in_small_stretches: None) -> None:
    report = run.audit(stored, workers=1)
    assert report.findings == []
    assert report.deals == 64


def test_an_audit_that_was_stopped_goes_on(stored: DatabasePlace, tmp_path: Path, in_small_stretches: None) -> None:
    file = str(tmp_path / "audit.state")
    steps = 0

    def stop(done: run.Done) -> None:
        nonlocal steps
        steps += 1
        if steps == 4:
            raise KeyboardInterrupt

    first = run.audit(stored, workers=1, resume=file, tell=stop)
    assert first.stopped
    assert 0 < first.deals < 64
    second = run.audit(stored, workers=1, resume=file)
    assert not second.stopped
    assert (second.findings, second.deals) == ([], 64)
    assert second.checked_now == 64 - first.deals
    third = run.audit(stored, workers=1, resume=file)
    assert (third.findings, third.checked_now) == ([], 0)


def test_a_line_changed_where_the_audit_stopped_is_noticed(
    stored: DatabasePlace, forge: Callable[..., None], tmp_path: Path
) -> None:
    file = str(tmp_path / "audit.state")
    assert run.audit(stored, workers=1, resume=file).findings == []
    forge(
        execute,
        "UPDATE lines SET hash = 'x' WHERE \"table\" = 't1' AND number = "
        "(SELECT number FROM heads WHERE \"table\" = 't1')",
    )
    assert any(each.kind == "chain" for each in run.audit(stored, workers=1, resume=file).findings)


def test_the_state_of_another_database_is_refused(stored: DatabasePlace, tmp_path: Path) -> None:
    file = tmp_path / "audit.state"
    file.write_text('{"database": "another"}')
    with pytest.raises(PitbossError, match="another database"):
        run.audit(stored, workers=1, resume=str(file))


def test_the_command_says_what_it_checked(small_room: Path) -> None:
    result = CliRunner().invoke(command, ["--data", str(small_room), "--workers", "1"], standalone_mode=False)
    assert result.return_value == 0
    assert "64 rounds and hands" in result.output
    assert "Nothing was found." in result.output


def test_the_command_finds_with_exit_code_1(stored: DatabasePlace, forge: Callable[..., None]) -> None:
    forge(execute, "DELETE FROM hand_players")
    forge(execute, "DELETE FROM hands WHERE id = 't1-2'")
    options = ["--database", stored.url, "--keys", stored.keys, "--workers", "1", "--json", "--quiet"]
    result = CliRunner().invoke(command, options, standalone_mode=False)
    assert result.return_value == 1
    data = json.loads(result.output)
    assert data["clean"] is False
    assert any("t1-2" in each["text"] for each in data["findings"])


def test_no_database_is_made(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--data", str(tmp_path)], standalone_mode=False)
    assert isinstance(result.exception, PitbossError)
    assert "there is no database" in str(result.exception)
    assert list(tmp_path.iterdir()) == []


def test_all_cores_find_the_same_as_one(small_room: Path) -> None:
    from pitboss.audit.database import place

    report = run.audit(place(str(small_room / "room.sqlite")), workers=2)
    assert (report.findings, report.deals) == ([], 64)


ADD = (
    'INSERT INTO movements ("table", number, at, day, source, target, cents, why, rule) '
    "SELECT \"table\", number, at, day, 'cage', 'wallet Eve', 50000, 'refill', '' FROM movements "
    "WHERE \"table\" = 't1' AND number = 9 LIMIT 1"
)
TURN = (
    "UPDATE movements SET source = target, target = source WHERE id = "
    "(SELECT min(id) FROM movements WHERE \"table\" = 't1' AND number = 9)"
)


@pytest.mark.parametrize("statement", [ADD, TURN], ids=["added", "turned"])
def test_movements_changed_after_their_line_was_checked(
    stored: DatabasePlace, forge: Callable[..., None], tmp_path: Path, statement: str
) -> None:
    file = str(tmp_path / "audit.state")
    assert run.audit(stored, workers=1, resume=file).findings == []
    forge(execute, statement)
    found = run.audit(stored, workers=1, resume=file).findings
    assert "t1" in {each.table for each in found if each.kind == "ledger"}
