"""``pitboss owner-link``: a link that makes an account the owner of the card room."""

from __future__ import annotations

from contextlib import closing

import click

from pitboss.cli.common.server import room_options, server_packages
from pitboss.errors import PitbossError


@click.command(short_help="Make a one-time link that makes you the owner of the room.")
@room_options()
@click.option("--url", metavar="URL", help="Address of the server (default: where it runs).")
def command(settings: str | None, url: str | None, **options: str | None) -> None:
    """Print a link that makes the account that opens it an owner of the card room, once, within a day.

    Run it on the machine of the server, with the database that the server uses. Earlier links stop working.
    """
    from pitboss.server.config import load

    if url is not None and not url.startswith(("http://", "https://")):
        raise PitbossError(f"--url {url!r} is not an address; write it as https://cards.example.")
    config = load(settings, options=options)
    with server_packages():
        from pitboss.server.live import opening
    opening.require_room(config)
    with closing(opening.open_storage(config)) as storage:
        address = url or opening.running_at(storage)
        code = opening.new_owner_link(storage)
    if not address:
        address = f"http://{config.host}:{config.port}"
        click.echo("The server is not running; the link works once it listens at this address.", err=True)
    click.echo(opening.owner_address(address, code))
