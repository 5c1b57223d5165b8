"""Storage on each database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.storage.storage import Storage
from tests.storage import servers


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/room.sqlite"
    return servers.postgres().new_database()


@pytest.fixture
def open_storage(database: str, tmp_path: Path) -> Iterator[Callable[..., Storage]]:
    """Opens storage on the test's database, as often as asked."""
    opened: list[Storage] = []

    def run(**options: Any) -> Storage:
        opened.append(Storage.open(database, keys=str(tmp_path / "keys"), **options))
        return opened[-1]

    yield run
    for each in opened:
        each.close()


@pytest.fixture
def storage(open_storage: Callable[..., Storage]) -> Storage:
    return open_storage()
