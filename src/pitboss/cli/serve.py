"""``pitboss serve``: the card room as a server."""

from __future__ import annotations

import click

from pitboss.errors import PitbossError


@click.command(short_help="Run the card room as a server.")
@click.option("--host", metavar="ADDRESS", help="Address to listen at (default: 127.0.0.1).")
@click.option("--port", type=int, metavar="N", help="Port to listen at (default: 8000); 0 picks a free one.")
@click.option("--db", metavar="URL", help="Database: sqlite:///FILE or postgresql://… (default: SQLite).")
@click.option("--redis", metavar="URL", help="Redis, for several processes: redis://host.")
@click.option("--data", metavar="FOLDER", help="Folder of the database and the keys.")
@click.option("--config", "file", metavar="FILE", help="A TOML file of settings.")
@click.option("--print-config", is_flag=True, help="Print every setting in force and exit.")
def command(file: str | None, print_config: bool, **options: str | int | None) -> None:
    """Run the card room: tables for people and bots, over HTTP and WebSockets.

    The first line on standard output is the address; logs go to standard error. Settings come from the options, the
    environment (PITBOSS_PORT=8080), the file of --config, and the defaults, in this order.

    \b
    pitboss serve                                  http://127.0.0.1:8000, data in the user's data folder
    pitboss serve --port 0                         any free port
    pitboss serve --db postgresql://me@host/room   another database
    pitboss serve --print-config                   every setting, as a file of settings has them
    """
    from pitboss.server.config import load, shown

    config = load(file, options=options)
    if print_config:
        click.echo(shown(config))
        return
    try:
        from pitboss.server.app import create_app
        from pitboss.server.logs import to_stderr
        from pitboss.server.run import bound, serve
    except ModuleNotFoundError as error:
        raise PitbossError(
            f"the server needs the package {error.name}; pip install 'pitboss[server]' installs all."
        ) from None
    from pitboss.room.memory import MemoryAccounts
    from pitboss.server.no_room import NoRoom

    to_stderr(config.log, config.log_format)
    listener = bound(config)
    app = create_app(config, MemoryAccounts(), NoRoom())
    if not serve(app, config, listener, click.echo):
        raise PitbossError("the server could not start; the log above says why.")
