"""``pitboss cache``: where things are kept between runs, how much room they take, and emptying that folder."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import click

# What lies in the folder of each kind.
HOLDS = {
    "book": "optimal play of games that were simulated",
    "compiled": "compiled loops, made again in seconds to a minute",
    "counts": "counts from which advice and changed pay cells are solved",
    "none": "whether a ranking knows cards that make no hand",
    "proof": "finished proofs, and jobs of long ones",
    "ranking": "tables of hand values",
    "strategy": "strategies put in words",
    "sums": "half-done sums of a proof that was stopped",
}


@click.command(short_help="Where proofs, counts and compiled code are kept, and how much room they take; --clear.")
@click.option("--clear", is_flag=True, help="Delete all of it; it is made again when it is needed.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(clear: bool, as_json: bool) -> None:
    """Show what is kept between runs, by kind; nothing of it is needed, all of it saves time.

    The folder is $PITBOSS_CACHE, or else pitboss in the user's cache folder.
    """
    from pitboss import store

    kinds = [
        {
            "kind": kind,
            "holds": HOLDS.get(kind, "of another version"),
            "files": len(files),
            "bytes": sum(map(_size, files)),
        }
        for kind, files in store.cached_files().items()
    ]
    files, room = (sum(int(str(each[what])) for each in kinds) for what in ("files", "bytes"))
    if not as_json:
        click.echo(f"{store.folder()}: {f'{_files(files)}, {_room(room)}' if files else 'nothing is kept'}")
        width = max((len(str(each["kind"])) for each in kinds), default=0)
        for each in kinds:
            click.echo(f"  {each['kind']:<{width}}  {_room(int(str(each['bytes']))):>8}  {each['holds']}")
    left = store.clear() if clear else 0
    if as_json:
        data = {"folder": str(store.folder()), "files": files, "bytes": room, "kinds": kinds}
        click.echo(json.dumps({**data, "cleared": clear, "left": left}, ensure_ascii=False))
    elif clear and files:
        click.echo(f"deleted{f', but for {_files(left)} in use' if left else ''}; it is made again when it is needed.")
    elif files:
        click.echo("it may be deleted at any time: pitboss cache --clear")


def _size(file: Path) -> int:
    with suppress(OSError):  # another run may be done with it
        return file.stat().st_size
    return 0


def _files(many: int) -> str:
    return "1 file" if many == 1 else f"{many:,} files"


def _room(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
