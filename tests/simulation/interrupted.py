"""A command in a real process, interrupted by Ctrl-C after a given line."""

from __future__ import annotations

import signal
import subprocess
import time
from typing import NamedTuple

from tests.patience import MINUTE


class Stopped(NamedTuple):
    """What the process wrote: the line waited for and everything after it; and the seconds it took to end."""

    code: int
    line: str
    out: str
    err: str
    seconds: float


def stopped(words: list[str], said: str, after: float = 0, times: int = 1) -> Stopped:
    """Run these words, wait for a line with ``said`` on standard error and some seconds more, then interrupt ``times``
    times, a tenth of a second apart.

    The test runner may ignore Ctrl-C, as a shell makes its background jobs do.
    """
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            assert process.stderr is not None
            line = next(line for line in process.stderr if said in line)
            time.sleep(after)
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            began = time.monotonic()
            for _ in range(1, times):
                time.sleep(0.1)
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=2 * MINUTE)
        finally:
            process.kill()
    return Stopped(process.returncode, line, out, err, time.monotonic() - began)
