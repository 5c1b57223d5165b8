"""What the commands of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.errors import PitbossError


@contextmanager
def server_packages() -> Iterator[None]:
    """Say in one sentence which package of the server is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "pitboss":
            raise
        raise PitbossError(
            f"the server needs the package {error.name}; pip install 'pitboss[server]' installs everything it needs."
        ) from None
