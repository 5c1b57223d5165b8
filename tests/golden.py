"""Golden files: output reviewed once by a person, kept and compared byte for byte."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest


def write(folder: Path, names: Iterable[str], text: Callable[[str], str]) -> None:
    """All files of a folder anew."""
    folder.mkdir(exist_ok=True)
    for name in names:
        path = folder / f"{name}.txt"
        path.write_text(text(name), encoding="utf-8")
        print(f"{path.relative_to(folder.parents[3])} written")


def compare(path: Path, now: str, writer: str) -> None:
    """Fails with the first differences; ``writer`` is the module that writes the files."""
    kept = path.read_text(encoding="utf-8")
    if kept != now:
        changes = difflib.unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=1)
        again = f"write it again with .venv/bin/python -m {writer} if that is meant"
        pytest.fail(f"{path.name} differs ({again}):\n" + "\n".join(list(changes)[:40]))
