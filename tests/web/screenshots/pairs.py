"""One page with every picture next to its drawing."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

STYLE = "body{font:16px sans-serif;background:#222;color:#eee}td{vertical-align:top;padding:8px}img{max-width:46vw}"


def write(folder: Path, names: list[str], drawn: Path | None) -> Path:
    """Write a page of all pairs into the folder of the pictures; ``drawn`` has pictures of the same names."""
    rows = []
    for name in names:
        ours = f'<img src="{name}.png" alt="{name}, ours">'
        source = drawn / f"{name}.png" if drawn else None
        theirs = ""
        if source and source.is_file():
            theirs = f'<img src="{escape(os.path.relpath(source, folder))}" alt="{name}, drawn">'
        rows.append(f"<tr><th colspan=2>{name}</th></tr><tr><td>{theirs}</td><td>{ours}</td></tr>")
    page = folder / "index.html"
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>Pictures</title><style>{STYLE}</style>"
    page.write_text(f"{head}<table>{''.join(rows)}</table></html>", "utf-8")
    return page
