"""``pitboss backup`` and ``pitboss restore``: save a whole room in one file while it is open, and restore it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import click

from pitboss.cli.common.usage import opened_room, room_options, server_packages
from pitboss.errors import PitbossError


@click.command(short_help="Back up the whole room to one file, even while it is open.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@room_options()
def command(file: Path, force: bool, settings: str | None, **options: str | None) -> None:
    """Write everything the room has stored to FILE, whether it is open or closed, and verify the file.

    The file can be restored into SQLite or PostgreSQL alike (pitboss restore). The key file is not included: keep a
    separate copy of it, because decks and hands are encrypted with it.

    \b
    pitboss backup room.backup
    pitboss backup --db postgresql://me@host/room /var/backups/room-$(date +%F).backup
    """
    if file.exists() and not force:
        raise PitbossError(f"{file} exists already; name another file, or replace it with --force.")
    with opened_room(settings, options) as (config, storage):
        from pitboss.storage import backup
        from pitboss.storage.places import database_url, key_file

        if not file.absolute().parent.is_dir():
            raise PitbossError(f"there is no folder {file.absolute().parent}; make it first.")
        end = backup.write(storage.engine, file.absolute(), round(time.time() * 1_000_000))
    keys = key_file(config.keys, database_url(config.db, config.folder))
    click.echo(f"{file}: {_counted(end.rows)}, verified.")
    click.echo(f"Keep the key file {keys} as well; it is not in the backup.", err=True)


@click.command("restore", short_help="Restore a room from a backup.")
@click.argument("file", type=click.Path(path_type=Path))
@room_options("Database to create, as for pitboss serve; it must be empty.")
def restore(file: Path, settings: str | None, **options: str | None) -> None:
    """Restore FILE, written by pitboss backup, into a new database, and verify it before it is kept.

    A backup of PostgreSQL may be restored into SQLite, and the other way round. Before you start the server, put the
    key file of that room where the new one expects it.

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
    click.echo(f"{_counted(end.rows)} restored and verified.")
    keys = key_file(config.keys, url)
    if not keys.exists():
        click.echo(f"Now put the key file of that room at {keys}, readable by you only.", err=True)


def _counted(rows: Mapping[str, int]) -> str:
    return f"{rows['tables'] - 1} tables, {rows['lines']} lines, {rows['hands']} hands"
