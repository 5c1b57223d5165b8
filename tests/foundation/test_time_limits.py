"""A test that hangs is stopped, and its report shows where every thread was."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import MINUTE

ROOT = Path(__file__).parents[2]
HANGING = """
import threading
import time

import pytest


def lost_in_a_thread():
    time.sleep(1000)


def test_that_waits_for_a_thread():
    thread = threading.Thread(target=lost_in_a_thread, daemon=True)
    thread.start()
    thread.join()


@pytest.fixture
def never_done():
    yield
    time.sleep(1000)


def test_whose_end_hangs(never_done):
    raise ValueError("this one fails first")


def test_after_them():
    pass
"""
LIMITS = """
import pytest


def limit(request):
    return request.node.get_closest_marker("timeout").args


def test_usual(request):
    assert limit(request) == (600,)


@pytest.mark.long
def test_long(request):
    assert limit(request) == (2400,)


@pytest.mark.long
@pytest.mark.timeout(7)
def test_own(request):
    assert limit(request) == (14,)
"""


def run(folder: Path, text: str, patience: str, *words: str) -> tuple[int, str]:
    """Run a file of tests with the settings of this suite; return the exit code and the output."""
    (folder / "test_some.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder)]
    command += ["-p", "tests.conftest", "-p", "no:cacheprovider", *words, str(folder / "test_some.py")]
    environment = {**os.environ, "PITBOSS_PATIENCE": patience, "COLUMNS": "300"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * MINUTE, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n", "1"), marks=pytest.mark.long)], ids=["alone", "in a worker"]
)
def test_a_hanging_test_fails_with_the_stacks_of_all_threads(tmp_path: Path, workers: tuple[str, ...]) -> None:
    code, said = run(tmp_path, HANGING, "0.01", *workers)
    assert code == 1, said
    assert re.search(r"^FAILED \S+::test_that_waits_for_a_thread - Failed: Timeout \(>3\.0s\)", said, re.M), said
    assert "in lost_in_a_thread\n    time.sleep(1000)" in said, "the other thread"
    assert re.search(r"^> +thread\.join\(\)", said, re.M), "and the one that waits for it"
    assert re.search(r"^ERROR \S+::test_whose_end_hangs - Failed: Timeout", said, re.M), said
    assert "2 failed, 1 passed, 1 error" in said, said


def test_long_tests_may_take_longer_and_a_limit_of_their_own_counts(tmp_path: Path) -> None:
    code, said = run(tmp_path, LIMITS, "2")
    assert code == 0, said
