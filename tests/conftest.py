"""Options, fixtures and hooks for all tests."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Generator
from typing import NamedTuple

import pytest
import pytest_timeout
from hypothesis import HealthCheck, settings

from .cpu import CpuTable, add_options
from .examples import EXPLORED, REPEATED, SEED
from .patience import PATIENCE

# The examples are the same on every run, so that a red test is red for everybody; look for new ones with
# HYPOTHESIS_PROFILE=explore. Times are not judged example by example: machines are shared and noisy.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("repeat", max_examples=REPEATED, derandomize=True, database=None, **_COMMON)
settings.register_profile("explore", max_examples=EXPLORED, derandomize=False, **_COMMON)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "repeat")
settings.load_profile(PROFILE)
if PROFILE == "explore":  # the workers inherit the seed
    os.environ.setdefault(SEED, str(secrets.randbits(32)))


def pytest_report_header() -> str | None:
    """Say how the seeds of an exploration are drawn again; hypothesis says it of its own examples when one fails."""
    return f"explore: {SEED}={os.environ[SEED]}" if PROFILE == "explore" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CpuTable(config), "cpu-table")


LONG = 4
"""How many times longer than others the tests marked long may take."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give every test its time limit: its own ``timeout`` mark, or that of ``pyproject.toml``, times the patience."""
    usual = float(config.getoption("timeout") or config.getini("timeout"))
    for item in items:
        own = item.get_closest_marker("timeout")
        limit = own.args[0] if own else usual * LONG if item.get_closest_marker("long") else usual
        item.add_marker(pytest.mark.timeout(limit * PATIENCE), append=False)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Limit the teardown too: a timer that has ended the test, or that a failure has stopped, is gone by now."""
    marker = item.get_closest_marker("timeout")
    assert marker is not None
    limit = pytest_timeout.Settings(marker.args[0], "signal", False, False)
    item.config.pluginmanager.hook.pytest_timeout_set_timer(item=item, settings=limit)
    return (yield)


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
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Runs ``pitboss`` with these words in this process, no terminal attached, and gives exit code and output.

    A busy machine makes anything slow: lines that only say that something takes long are left out.
    """
    from pitboss.cli import main
    from pitboss.cli.common import progress

    for seconds in ("LONG", "SILENT"):
        monkeypatch.setattr(progress, seconds, 3600.0)

    def run(*words: str) -> Said:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(list(words))
        out, err = capsys.readouterr()
        code = left.value.code
        return Said(code if isinstance(code, int) else 1, out, err)

    return run
