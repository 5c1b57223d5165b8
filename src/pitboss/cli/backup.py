"""``pitboss backup``: the whole room in one file, taken while it is open."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import click

from pitboss.cli.common.server import room_options, server_packages
from pitboss.errors import PitbossError


@click.command(short_help="Write the whole room into one file, while it is open.")
@click.argument("file", type=click.Path(path_type=Path))
@room_options()
def command(file: Path, settings: str | None, **options: str | None) -> None:
    """Write everything the room has stored into FILE, while it is open or closed, and verify it there.

    The file can be restored into SQLite or PostgreSQL alike (pitboss restore). The key file is not in it: keep a copy
    of that too, elsewhere, for the decks and hands are encrypted with it.

    \b
    pitboss backup room.backup
    pitboss backup --db postgresql://me@host/room /var/backups/room-$(date +%F).backup
    """
    from pitboss.server.config import load

    config = load(settings, options=options)
    with server_packages():
        from pitboss.server.live import opening
        from pitboss.storage import backup
        from pitboss.storage.places import database_url, key_file

    opening.require_room(config)
    if not file.absolute().parent.is_dir():
        raise PitbossError(f"there is no folder {file.absolute().parent}; make it first.")
    with closing(opening.open_storage(config)) as storage:
        end = backup.write(storage.engine, file.absolute(), round(time.time() * 1_000_000))
    keys = key_file(config.keys, database_url(config.db, config.folder))
    rows = end.rows
    click.echo(f"{file}: {rows['tables'] - 1} tables, {rows['lines']} lines, {rows['hands']} hands, verified.")
    click.echo(f"Keep the key file {keys} as well; it is not in the backup.", err=True)
