"""``pitboss cache``: list or clear the files cached between runs."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from pitboss import store

# What each kind of file contains.
HOLDS = {
    "book": "optimal play of games that were simulated",
    "compiled": "compiled code, rebuilt in seconds to a minute",
    "counts": "counts for advice and changed pay cells",
    "none": "whether a ranking has cards that make no hand",
    "proof": "finished proofs, and finished jobs of long ones",
    "ranking": "tables of hand values",
    "strategy": "strategies in words",
    "sums": "partial sums of proofs that were stopped",
}


@click.command(short_help="Show what is cached between runs, or clear it.")
@click.option("--clear", is_flag=True, help="Delete everything; it is rebuilt when needed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(clear: bool, as_json: bool) -> None:
    """Show what is cached between runs: proofs, counts, tables of hand values, compiled code.

    The cache only saves time; it can be deleted at any moment. Its folder is $PITBOSS_CACHE, or else pitboss in the
    user's cache folder.
    """
    kinds: list[dict[str, Any]] = []
    for kind, cached in store.cached_files().items():
        holds = HOLDS.get(kind, "of another version")
        kinds.append({"kind": kind, "holds": holds, "files": len(cached), "bytes": sum(map(_size, cached))})
    files, room = (sum(each[what] for each in kinds) for what in ("files", "bytes"))
    if not as_json:
        click.echo(f"{store.folder()}: {f'{_files(files)}, {_room(room)}' if files else 'empty'}")
        width = max((len(each["kind"]) for each in kinds), default=0)
        for each in kinds:
            click.echo(f"  {each['kind']:<{width}}  {_room(each['bytes']):>8}  {each['holds']}")
    left = store.clear() if clear else 0
    if as_json:
        data = {"folder": str(store.folder()), "files": files, "bytes": room, "kinds": kinds}
        click.echo(json.dumps({**data, "cleared": clear, "left": left}, ensure_ascii=False))
    elif clear and files:
        click.echo(f"deleted{f', except {_files(left)} in use' if left else ''}; it is rebuilt when needed.")
    elif files:
        click.echo("pitboss cache --clear deletes it; it is rebuilt when needed.")


def _size(file: Path) -> int:
    with suppress(OSError):  # another run may be done with it
        return file.stat().st_size
    return 0


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def _room(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
