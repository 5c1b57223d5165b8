"""``pitboss restore``: a room from a backup."""

from __future__ import annotations

from pathlib import Path

import click

from pitboss.cli.common.server import room_options, server_packages
from pitboss.errors import PitbossError


@click.command(short_help="Make a room from a backup.")
@click.argument("file", type=click.Path(path_type=Path))
@room_options("Database to make, as for pitboss serve; it must be empty.")
def command(file: Path, settings: str | None, **options: str | None) -> None:
    """Restore FILE, which pitboss backup wrote, into a new database, and verify it before it is kept.

    A backup of PostgreSQL may be restored into SQLite, and the other way round. Put the key file of that room where the
    new one expects it before you start the server.

    \b
    pitboss restore room.backup --data new-room
    pitboss restore room.backup --db postgresql://me@host/empty
    """
    from pitboss.server.config import load

    config = load(settings, options=options)
    with server_packages():
        from pitboss.storage import backup
        from pitboss.storage.places import database_url, key_file

    if not file.is_file():
        raise PitbossError(f"there is no file {file}; name one that pitboss backup wrote.")
    url = database_url(config.db, config.folder)
    end = backup.restore(file, url.render_as_string(hide_password=False))
    rows = end.rows
    click.echo(f"{rows['tables'] - 1} tables, {rows['lines']} lines, {rows['hands']} hands restored and verified.")
    keys = key_file(config.keys, url)
    if not keys.exists():
        click.echo(f"Now put the key file of that room at {keys}, readable by you only.", err=True)
