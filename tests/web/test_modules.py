"""The modules of the pages, tested without a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.patience import MINUTE

TESTS = sorted(Path(__file__).parent.glob("modules/*.test.js"))


def node() -> str:
    """The Node.js that Playwright ships."""
    from playwright._impl._driver import compute_driver_executable

    executable = compute_driver_executable()
    return str(executable[0] if isinstance(executable, tuple) else executable)


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name)
def test_module(file: Path) -> None:
    run = subprocess.run([node(), "--test", str(file)], capture_output=True, text=True, timeout=2 * MINUTE)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_test_file_is_run() -> None:
    assert len(TESTS) >= 2
