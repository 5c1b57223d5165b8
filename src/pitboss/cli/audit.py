"""``pitboss audit``: check everything that a card room has stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from pitboss.cli.common.progress import Working, stops_in_order
from pitboss.cli.common.usage import WholeNumber, server_packages

if TYPE_CHECKING:
    from pitboss.audit.run import AuditReport

SHOWN = 50


@click.command(short_help="Check everything a card room has stored, and replay every hand.")
@click.option("--data", metavar="FOLDER", help="Folder of the database and the keys.")
@click.option("--database", "--db", metavar="URL", default="", help="Database: a file, sqlite:///… or postgresql://….")
@click.option("--keys", metavar="FILE", default="", help="The key file (default: next to the database).")
@click.option("--resume", metavar="FILE", default="", help="Continue from this file, and save the progress in it.")
@click.option("--workers", type=WholeNumber(0, 256), default=0, metavar="N", help="Processes (default: all cores).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="No progress on standard error.")
@stops_in_order()
def command(data: str | None, database: str, keys: str, resume: str, workers: int, as_json: bool, quiet: bool) -> int:
    """Check everything that is stored: every log's hash chain, every balance, every slip number; and replay every
    round and hand from its sealed deck and its decisions, settle it and compare every chip.

    Nothing is written to the database, and the room may be open meanwhile. With --resume a stopped audit continues,
    and a later one checks only what is new. Exit code 1 if anything was found.

    \b
    pitboss audit                                   the database in the data folder
    pitboss audit --database postgresql://me@host/room --keys room.keys
    pitboss audit --resume audit.state --json
    """
    with server_packages():
        from pitboss.audit.database import place
        from pitboss.audit.run import Done, audit

    where = place(database, keys, Path(data).expanduser() if data else None)
    with Working("checking the logs and the ledger", quiet) as working:

        def tell(done: Done) -> None:
            working.what = f"{done.deals:,} rounds and hands replayed"
            working(done.part)

        report = audit(where, workers=workers, resume=resume, tell=tell)
    if as_json:
        clean = not report.findings and not report.stopped
        click.echo(msgspec.json.encode({"clean": clean, **msgspec.to_builtins(report)}))
    else:
        _show(report, resume)
    return 130 if report.stopped else 1 if report.findings else 0


def _show(report: AuditReport, resume: str) -> None:
    for finding in report.findings[:SHOWN]:
        click.echo(f"{finding.kind}: {finding}")
    if len(report.findings) > SHOWN:
        click.echo(f"… and {len(report.findings) - SHOWN} more")
    rate = f", {report.checked_now / report.seconds:,.0f} a second" if report.seconds > 1 else ""
    click.echo(
        f"{len(report.heads)} logs with {report.lines:,} lines, {report.deals:,} rounds and hands and "
        f"{report.movements:,} movements checked{rate}."
    )
    if report.stopped:
        hint = f"the same command continues from {resume}" if resume else "use --resume FILE to continue an audit later"
        click.echo(f"stopped; {hint}.", err=True)
    elif report.findings:
        many = len(report.findings)
        click.echo(f"{many} finding{'s' * (many > 1)}.")
    else:
        click.echo("Nothing was found.")
