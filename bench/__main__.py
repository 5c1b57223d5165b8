"""``python -m bench [NAME…]``: every module here with ``rows()``, or just those named; exit 1 on a missed target."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from bench import unit
from bench.measure import Row, span

HEADINGS = ("", "ours", "other", "ratio", "target", "")


def names() -> list[str]:
    return sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def show(title: str, rows: list[Row]) -> None:
    lines = [(row.what, row.ours, row.other, f"{row.ratio:,.2f}", row.aim, row.verdict) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *lines, strict=True)]
    print(f"\n{title}")
    for line in (HEADINGS, *lines):
        cells = [
            cell.ljust(width) if i in (0, 5) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip(), flush=True)


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"{unknown[0]!r} is not a benchmark; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    print(f"unit: 10^8 table reads in {span(unit.seconds())}; {os.cpu_count()} cores; one thread unless it says two")
    missed = 0
    for name in wanted or names():
        measure = getattr(import_module(f"bench.{name}"), "rows", None)
        if measure is None:
            continue
        rows: list[Row] = measure()
        show(name, rows)
        missed += sum(row.verdict == "FAIL" for row in rows)
    print(f"\n{missed or 'no'} target{'s' * (missed != 1)} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
