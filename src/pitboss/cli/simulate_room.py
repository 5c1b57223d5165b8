"""``pitboss simulate-room``: simulate a day to a year of a card room, and find when its books catch a thief."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss import datafile
from pitboss.cli.common.progress import Working, stops_in_order
from pitboss.cli.common.usage import WholeNumber, server_packages
from pitboss.library import kind_of
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.simulated_room.description import SimulatedRoom, SimulatedTable
    from pitboss.simulated_room.run import RoomPlayed


@click.command(short_help="Simulate a day to a year of a card room.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--data", metavar="FOLDER", help="Folder for its database (default: named after FILE).")
@click.option("--database", "--db", metavar="URL", default="", help="Another database: postgresql://….")
@click.option("--keys", metavar="FILE", default="", help="The key file (default: next to the database).")
@click.option("--days", type=WholeNumber(1, 3660), metavar="N", help="Days to play (default: as in FILE).")
@click.option("--workers", type=WholeNumber(0, 256), default=0, metavar="N", help="Processes (default: all cores).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@stops_in_order()
def command(
    file: str, data: str | None, database: str, days: int | None, as_json: bool, quiet: bool, **how: Any
) -> int:
    """Play the room that FILE describes: its tables, opening hours, heads and dealers, every round by the real engine.

    The logs, hands and books are written as a real room writes them, so `pitboss audit` reads them.
    Ctrl-C stops after whole days; the same command continues. At the end each table is compared with its band: the
    range of wins that chance explains at an honest table.

    \b
    pitboss simulate-room docs/room.toml --days 7 --data week
    pitboss audit --data week
    """
    with server_packages():
        import msgspec

        from pitboss.simulated_room.description import read_description
        from pitboss.simulated_room.run import default_folder, simulate_room
        from pitboss.storage.places import database_url

    room = read_description(datafile.read(file))
    if days:
        room = msgspec.structs.replace(room, days=days)
    folder = Path(data).expanduser() if data else default_folder(file)
    url = database_url(database, folder).render_as_string(hide_password=False)
    with Working(f"playing {room.days} days of {len(room.tables)} tables", quiet) as working:
        played = simulate_room(room, url, **how, tell=lambda done, of: working(done / of if of else 1))
    with Working("comparing the tables with their bands", quiet):
        shown = [_row(room, table, played) for table in room.tables if table.id in played.days]
    if as_json:
        click.echo(msgspec.json.encode({"room": room.name, "stopped": played.stopped, "tables": shown}))
    else:
        _show(room, shown)
    if played.stopped:
        click.echo("stopped; the same command continues.", err=True)
    return 130 if played.stopped else 0


def _row(room: SimulatedRoom, table: SimulatedTable, played: RoomPlayed) -> dict[str, Any]:
    from pitboss.simulated_room.run import bands_of

    days = played.days[table.id]
    row: dict[str, Any] = {
        "table": table.id,
        "name": table.name,
        "days": len(days),
        "rounds": sum(day.rounds for day in days),
        "handle": sum(day.handle for day in days),
        "win": sum(day.win for day in days),
        "fees": sum(day.fees for day in days),
        "planted": ["thief"] * (table.thief is not None) + ["wrong pay"] * bool(table.pay),
    }
    if kind_of(table.game).banked:
        caught_95, caught_99, away = bands_of(room, table, days)
        row |= {"outside_95_on_day": caught_95, "outside_99_on_day": caught_99, "standard_deviations": round(away, 2)}
    return row


def _show(room: SimulatedRoom, rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=room.name, title_justify="left", box=None, pad_edge=False)
    for heading in ("table", "rounds", "handle", "win or fees", "from the mean", "outside 99%", "planted"):
        table.add_column(heading, justify="left" if heading in ("table", "planted") else "right")
    for row in rows:
        house = "standard_deviations" in row
        caught = row.get("outside_99_on_day", 0)
        table.add_row(
            f"{row['table']} {row['name']}",
            f"{row['rounds']:,}",
            dollars(row["handle"]) if house else "",
            dollars(row["win"]) if house else dollars(row["fees"]),
            f"{row['standard_deviations']:+.1f} sd" if house else "",
            f"day {caught}" if caught else "never" if house else "",
            ", ".join(row["planted"]),
        )
    Console(highlight=False).print(table)
