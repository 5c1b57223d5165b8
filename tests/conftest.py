"""What all tests share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

# The examples are the same on every run, so that a red test is red for everybody; look for new ones with
# HYPOTHESIS_PROFILE=explore. Times are not judged example by example: machines are shared and noisy.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeat", derandomize=True, database=None, **_COMMON)
settings.register_profile("explore", max_examples=2000, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))


def pytest_unconfigure() -> None:
    """Stop the databases that tests have started."""
    servers = sys.modules.get("tests.storage.servers")
    if servers is not None:
        servers.close_all()


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs ``pitboss`` with these words in this process, no terminal attached, and gives exit code and output."""
    from pitboss.cli import main

    def run(*words: str) -> Said:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(list(words))
        out, err = capsys.readouterr()
        code = left.value.code
        return Said(code if isinstance(code, int) else 1, out, err)

    return run
