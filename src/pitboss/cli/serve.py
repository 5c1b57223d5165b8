"""``pitboss serve`` and ``pitboss owner-link``: run the card room as a server, and make a link for its owner."""

from __future__ import annotations

from contextlib import closing, suppress

import click

from pitboss.cli.common.usage import opened_room, room_options, server_packages
from pitboss.errors import PitbossError


@click.command(short_help="Run the card room as a server.")
@click.option("--host", metavar="ADDRESS", help="Address to listen at (default: 127.0.0.1).")
@click.option("--port", type=int, metavar="N", help="Port to listen at (default: 8000); 0 picks a free one.")
@click.option("--db", metavar="URL", help="Database: sqlite:///FILE or postgresql://… (default: SQLite).")
@click.option("--redis", metavar="URL", help="Redis, for a room of several processes (default: a single process).")
@click.option("--data", metavar="FOLDER", help="Folder of the database and the keys.")
@click.option("--config", "file", metavar="FILE", help="A TOML file of settings.")
@click.option("--print-config", is_flag=True, help="Print every effective setting and its source, and exit.")
def command(file: str | None, print_config: bool, **options: str | int | None) -> None:
    """Run the card room: tables for people and bots, over HTTP and WebSockets.

    The first line on standard output is the address; logs go to standard error. Settings come from the options, the
    environment (PITBOSS_PORT=8080), the file of --config, and the defaults, in this order.

    \b
    pitboss serve                                  http://127.0.0.1:8000, data in the user's data folder
    pitboss serve --port 0                         any free port
    pitboss serve --db postgresql://me@host/room   another database
    pitboss serve --print-config                   every setting, in the format of a settings file
    """
    from pitboss.server.config import given, load, shown

    config = load(file, options=options)
    if print_config:
        click.echo(shown(config, given(file, options=options)))
        return
    with server_packages():
        from pitboss.server.live import opening
        from pitboss.server.run import address, bound, serve, to_stderr

    with closing(bound(config)) as listener, opening.alone(config), closing(opening.open_storage(config)) as storage:
        code = opening.new_owner_link(storage) if opening.needs_owner(storage) else ""

        def started(at: str) -> None:
            click.echo(at)
            if code:
                link = opening.owner_address(at, code)
                click.echo(f"Nobody owns this room yet; this link makes you its owner, once: {link}", err=True)

        to_stderr(config.log, config.log_format)
        opening.note_address(storage, address(listener))
        if not serve(opening.card_room(config, storage, address(listener)), config, listener, started):
            raise PitbossError("the server could not start; the log above says why.")
        with suppress(PitbossError):  # owner-link finds out that nothing answers there
            opening.note_address(storage, "")
        click.echo("The room is closed; hands under way continue when it opens again.", err=True)


@click.command("owner-link", short_help="Make a one-time link that makes you the owner of the room.")
@room_options()
@click.option("--url", metavar="URL", help="Address of the server (default: where it runs).")
def owner_link(settings: str | None, url: str | None, **options: str | None) -> None:
    """Print a link that makes the account that opens it an owner of the card room, once, within a day.

    Run it on the machine of the server, with the database that the server uses. Earlier links stop working.
    """
    if url is not None and not url.startswith(("http://", "https://")):
        raise PitbossError(f"--url {url!r} is not an address; write it as https://cards.example.")
    with opened_room(settings, options) as (config, storage):
        from pitboss.server.live import opening

        address = url or opening.running_at(storage)
        code = opening.new_owner_link(storage)
    if not address:
        address = f"http://{config.host}:{config.port}"
        click.echo("The server is not running; the link works once it listens at this address.", err=True)
    click.echo(opening.owner_address(address, code))
