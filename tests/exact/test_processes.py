"""Stopped processes: nothing on standard error, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import MINUTE

SCRIPT = """
import os, sys, time
from concurrent.futures import wait
from pitboss.exact.jobs import processes

if __name__ == "__main__":
    try:
        with processes(2) as pool:
            print(*{pool.submit(os.getpid).result() for _ in range(3)}, flush=True)
            wait([pool.submit(time.sleep, 600) for _ in range(4)])
    except KeyboardInterrupt:
        print("stopped", flush=True)
        os._exit(130)
"""


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_stopped_processes_end_without_a_word(tmp_path: object, number: int, code: int) -> None:
    """Ctrl-C goes to all of them; a parent that is killed cannot end the others, they see to it themselves."""
    script = f"{tmp_path}/work.py"
    with open(script, "w") as file:
        file.write(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background ignores it
    )
    assert process.stdout is not None
    workers = [int(pid) for pid in process.stdout.readline().split()]
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.kill()
    said, complaints = process.communicate(timeout=2 * MINUTE)
    assert (process.returncode, said) == (code, "stopped\n" if number == signal.SIGINT else "")
    if number == signal.SIGINT:
        assert complaints == ""
    deadline = time.monotonic() + MINUTE
    while any(map(_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_alive, workers))


LARGE = """
from pitboss.exact.jobs import processes

if __name__ == "__main__":
    with processes(2) as pool:
        sent = [pool.submit(bytes, 100_000_000) for _ in range(4)]
        sent[0].result()
    print("left", flush=True)
"""


def test_processes_that_are_sending_when_they_are_ended_hold_up_nobody(tmp_path: Path) -> None:
    """The other results are on their way, half of one in the pipe."""
    script = tmp_path / "large.py"
    script.write_text(LARGE)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=2 * MINUTE, check=False
    )
    assert (done.stdout, done.stderr) == ("left\n", "")
