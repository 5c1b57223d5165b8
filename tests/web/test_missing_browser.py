"""Without chromium, browser tests are skipped with one line that says so; in CI they fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import MINUTE

TEST = "tests/web/test_lobby.py::test_people_are_for_an_owner_only"


def run(path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a test in a browser where the programs are those of an empty folder."""
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs", TEST]
    environment = {**{key: value for key, value in os.environ.items() if key != "CI"}, "PATH": str(path), **settings}
    return subprocess.run(words, capture_output=True, text=True, timeout=4 * MINUTE, env=environment)


@pytest.mark.long
def test_a_missing_browser_is_skipped_here_and_red_in_ci(tmp_path: Path) -> None:
    skipped = run(tmp_path)
    assert skipped.returncode == 0, skipped.stdout + skipped.stderr
    assert "apt-get install chromium brings it" in skipped.stdout
    red = run(tmp_path, CI="true")
    assert red.returncode == 1, red.stdout + red.stderr
    assert "no chromium" in red.stdout


def test_continuous_integration_says_what_it_is() -> None:
    script = (Path(__file__).parents[2] / ".ci" / "run").read_text()
    assert "export CI=true" in script
    assert script.index("export CI=true") < script.index("make test") < script.index("make long")
