"""``pitboss owner-link``: a link that makes an account the owner of the card room."""

from __future__ import annotations

from contextlib import closing

import click

from pitboss.cli.common.server import server_packages


@click.command(short_help="Make a one-time link that makes you the owner of the room.")
@click.option("--db", metavar="URL", help="Database, as for pitboss serve.")
@click.option("--data", metavar="FOLDER", help="Folder of the database and the keys, as for pitboss serve.")
@click.option("--config", "file", metavar="FILE", help="A TOML file of settings, as for pitboss serve.")
@click.option("--url", metavar="URL", help="Address of the server (default: from its settings).")
def command(file: str | None, url: str | None, **options: str | None) -> None:
    """Print a link that makes the account that opens it an owner of the card room, once, within a day.

    Run it on the machine of the server, with the database that the server uses. Earlier links stop working.
    """
    from pitboss.server.config import load

    config = load(file, options=options)
    with server_packages():
        from pitboss.server.live import opening
    with closing(opening.open_storage(config)) as storage:
        code = opening.new_owner_link(storage)
    click.echo(opening.owner_address(url or f"http://{config.host}:{config.port}", code))
