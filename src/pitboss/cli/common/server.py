"""Code shared by the commands of the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from pitboss.errors import PitbossError


def room_options(db: str = "Database, as for pitboss serve.") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options that name a room: ``db``, ``data``, and ``settings`` for the file of ``--config``."""
    options = (
        click.option("--db", metavar="URL", help=db),
        click.option("--data", metavar="FOLDER", help="Folder of the database and the keys, as for pitboss serve."),
        click.option("--config", "settings", metavar="FILE", help="A TOML file of settings, as for pitboss serve."),
    )

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


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
