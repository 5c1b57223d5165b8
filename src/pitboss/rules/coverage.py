"""Which tests cover which rule: read off the tests of a checkout, or from the file that ships with the package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeAlias

from pitboss.rules.markers import markers

Coverage: TypeAlias = dict[str, list[str]]
"""Rule ID to the tests that carry it, both in order."""

SHIPPED = Path(__file__).parent / "coverage.json"


def checkout() -> Path | None:
    """The folder of tests beside the package, if this is a checkout and not an installed package."""
    root = Path(__file__).resolve().parents[3]
    tests = root / "tests"
    return tests if (root / "pyproject.toml").is_file() and tests.is_dir() else None


def coverage() -> Coverage:
    """The tests of every covered rule."""
    tests = checkout()
    return markers(tests) if tests else shipped()


def shipped() -> Coverage:
    """What the coverage file says; a test keeps it equal to the markers."""
    if not SHIPPED.is_file():
        return {}
    found: Coverage = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return found


def write(found: Coverage) -> Path:
    """Write the coverage file anew."""
    SHIPPED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return SHIPPED
