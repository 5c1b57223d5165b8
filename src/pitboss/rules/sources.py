"""The places in code and data that carry a rule out: wherever its ID is cited in the package.

They are read off the package itself, in a checkout as after an installation, so that no list of line numbers has to be
kept up to date. The catalogue is left out, and so is what only shows rules to people or names one as an example.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from pitboss.rules import coverage

PACKAGE = Path(__file__).resolve().parents[1]
SUFFIXES = (".py", ".toml", ".html")
# Rules are shown here, not carried out. Of the folder of rules only the jurisdictions act on any.
SHOWN = ("cli/", "rules/")
ACTING = ("rules/jurisdiction.py",)
_CITED = re.compile(r"\b[A-Z0-9]{2}-[1-9][0-9]*\b")


@cache
def sources() -> dict[str, list[str]]:
    """Every ID cited in the package, with the places as ``file:line`` in the order of the files."""
    root = PACKAGE.parents[1] if coverage.checkout() else PACKAGE.parent
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in SUFFIXES and _acts(path.relative_to(PACKAGE).as_posix()):
            name = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for id in dict.fromkeys(_CITED.findall(line)):
                    places.setdefault(id, []).append(f"{name}:{number}")
    return places


def _acts(name: str) -> bool:
    return name in ACTING or not name.startswith(SHOWN)


def by_file(places: list[str]) -> list[str]:
    """Places with the lines of one file together: ``houses/pot.toml:18, 24``."""
    lines: dict[str, list[str]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        lines.setdefault(file, []).append(line)
    return [f"{file}:{', '.join(numbers)}" for file, numbers in lines.items()]
