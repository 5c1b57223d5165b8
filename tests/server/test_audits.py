"""Audits of the open room: one at a time, with progress and findings, and audits that cannot run."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from pitboss.audit.database import DatabasePlace
from pitboss.audit.run import AuditReport
from pitboss.audit.working import TOLD, told
from pitboss.server.background import Audits, AuditState
from pitboss.storage.check import AuditFinding
from tests.patience import until_async

WORKER = """
import json, sys, time
asked = json.load(sys.stdin)
with open({log!r}, "a") as log:
    print(json.dumps(asked), file=log)
{body}
"""
REPORT = """
print(json.dumps({"done": 0.5, "deals": 3}), flush=True)
finding = {"kind": "replay", "text": "pays 20, not 10", "table": "t1", "hand": "t1-4"}
report = {"findings": [finding] * 200, "found": 300, "lines": 40, "deals": 6, "movements": 90, "heads": {}}
report["stopped"] = "STOPPED" == "yes"
print(json.dumps({"report": report}), flush=True)
"""


def audited(folder: Path, body: str, times: int = 1) -> tuple[AuditState, list[str]]:
    """The state after an audit by a fake worker, and what the worker was asked."""
    worker = folder / "worker.py"
    worker.write_text(WORKER.format(log=str(folder / "log"), body=body))
    place = DatabasePlace("sqlite:///room.sqlite", "room.keys")
    now = iter((5.0, 7.0))

    async def play() -> AuditState:
        audits = Audits(lambda: next(now), (str(worker),))
        assert audits.state.state == "never"
        for _ in range(times):
            assert audits.start(place).state == "running"
        await until_async(lambda: audits.state.state != "running", "the audit", 120)
        await audits.stop()
        return audits.state

    state = asyncio.run(play())
    return state, (folder / "log").read_text().splitlines()


def test_findings_are_told_in_part_and_counted_whole(tmp_path: Path) -> None:
    state, _ = audited(tmp_path, REPORT)
    assert (state.state, state.found, len(state.findings)) == ("done", 300, 200)
    assert (state.began, state.at) == (5.0, 7.0)
    assert (state.lines, state.deals, state.movements) == (40, 6, 90)
    assert (state.findings[0].hand, state.findings[0].text) == ("t1-4", "pays 20, not 10")
    report = AuditReport(findings=[AuditFinding("hand", "gone")] * 3_000, lines=1, deals=1, movements=1, heads={})
    assert (len(told(report)["findings"]), told(report)["found"]) == (TOLD, 3_000)


def test_one_audit_runs_at_a_time_and_none_is_asked_to_go_on_from_a_file(tmp_path: Path) -> None:
    _, asked = audited(tmp_path, REPORT, times=3)
    assert [json.loads(each) for each in asked] == [{"url": "sqlite:///room.sqlite", "keys": "room.keys"}]


def test_an_audit_that_was_stopped_has_no_result(tmp_path: Path) -> None:
    state, _ = audited(tmp_path, REPORT.replace("STOPPED", "yes"))
    assert (state.state, state.at, state.found) == ("failed", 0.0, 0)
    assert "stopped before its end" in state.why


@pytest.mark.parametrize("said", ["print('x' * 2**25)", "print('not JSON')", "print('{}')"])
def test_an_audit_that_says_nothing_sensible_failed(tmp_path: Path, said: str) -> None:
    state, _ = audited(tmp_path, said)
    assert (state.state, state.at) == ("failed", 0.0)
    assert state.why


def test_an_audit_that_cannot_be_run_says_why(tmp_path: Path) -> None:
    state, _ = audited(tmp_path, 'print(json.dumps({"why": "there is no key file."}))')
    assert (state.state, state.why) == ("failed", "there is no key file.")
    ended, _ = audited(tmp_path, "sys.exit(1)")
    assert ended.state == "failed"
    assert "ended early" in ended.why
