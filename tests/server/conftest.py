"""Fixtures for the tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import argon2
import pytest

from pitboss.server import background
from pitboss.server.access import credentials
from pitboss.server.config import Config

from .serving import Served, served

PLENTY = {
    "requests_per_minute": 10**6,
    "account_requests_per_minute": 10**6,
    "logins_per_minute": 10**6,
    "accounts_per_hour": 10**6,
}
"""Limits so high that no test reaches them by accident."""


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Real argon2 hashes, but quick ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(credentials, "_hasher", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_giving_way() -> Iterator[None]:
    """Audits and proofs beside a server of this process do not give way: on a busy machine they would never end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "NICENESS", 0)
        yield


@pytest.fixture(scope="module")
def shared() -> Iterator[Served]:
    """One server for all tests of a module; each test uses its own names."""
    with served(Config(port=0, **PLENTY)) as running:
        yield running


@pytest.fixture
def fresh() -> Iterator[Served]:
    """A server for one test."""
    with served(Config(port=0, **PLENTY)) as running:
        yield running
