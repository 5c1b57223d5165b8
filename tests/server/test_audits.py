"""Audits of the open room: one at a time, with progress and findings, and audits that cannot run."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pitboss.server.audits import AuditPlace, Audits, AuditState

WORKER = """
import json, sys, time
asked = json.load(sys.stdin)
with open({log!r}, "a") as log:
    print(asked["resume"], file=log)
{body}
"""
REPORT = """
print(json.dumps({"done": 0.5, "deals": 3}), flush=True)
finding = {"kind": "replay", "text": "pays 20, not 10", "table": "t1", "hand": "t1-4"}
report = {"findings": [finding] * 300, "lines": 40, "deals": 6, "movements": 90, "heads": {}}
print(json.dumps({"report": report}), flush=True)
"""


def audited(folder: Path, body: str, times: int = 1) -> tuple[AuditState, list[str]]:
    """The state after an audit by a fake worker, and what the worker was asked."""
    worker = folder / "worker.py"
    worker.write_text(WORKER.format(log=str(folder / "log"), body=body))
    place = AuditPlace("sqlite:///room.sqlite", "room.keys", folder)

    async def play() -> AuditState:
        audits = Audits(lambda: 7.0, (str(worker),))
        assert audits.state.state == "never"
        for _ in range(times):
            assert audits.start(place).state == "running"
        while audits.state.state == "running":
            await asyncio.sleep(0.01)
        await audits.stop()
        return audits.state

    state = asyncio.run(play())
    return state, (folder / "log").read_text().splitlines()


def test_findings_are_told_in_part_and_counted_whole(tmp_path: Path) -> None:
    state, _ = audited(tmp_path, REPORT)
    assert (state.state, state.found, len(state.findings), state.at) == ("done", 300, 200, 7.0)
    assert (state.lines, state.deals, state.movements) == (40, 6, 90)
    assert (state.findings[0].hand, state.findings[0].text) == ("t1-4", "pays 20, not 10")


def test_one_audit_runs_at_a_time_and_goes_on_from_the_last(tmp_path: Path) -> None:
    _, asked = audited(tmp_path, REPORT, times=3)
    assert asked == [str(tmp_path / "audit.state")]


def test_an_audit_that_cannot_be_run_says_why(tmp_path: Path) -> None:
    state, _ = audited(tmp_path, 'print(json.dumps({"why": "there is no key file."}))')
    assert (state.state, state.why) == ("failed", "there is no key file.")
    ended, _ = audited(tmp_path, "sys.exit(1)")
    assert ended.state == "failed"
    assert "ended early" in ended.why
