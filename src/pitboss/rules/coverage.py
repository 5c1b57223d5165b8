"""The tests that cover each rule, read from the tests of a checkout or from the file shipped with the package."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pitboss.rules.markers import markers

Coverage: TypeAlias = dict[str, list[str]]
"""The tests that cover each rule ID, both in order."""

SHIPPED = Path(__file__).parent / "coverage.json"


def checkout() -> Path | None:
    """The folder of tests next to the package, if this is a checkout and not an installed package."""
    root = Path(__file__).resolve().parents[3]
    tests = root / "tests"
    return tests if (root / "pyproject.toml").is_file() and tests.is_dir() else None


def coverage() -> Coverage:
    """The tests of every covered rule."""
    tests = checkout()
    return _marked(tests) if tests else shipped()


_marked = cache(markers)  # reading the tests of a checkout takes a second


def shipped() -> Coverage:
    """The shipped coverage file; a test keeps it equal to the markers."""
    if not SHIPPED.is_file():
        return {}
    covered: Coverage = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return covered


def write(covered: Coverage) -> Path:
    """Rewrite the coverage file."""
    SHIPPED.write_text(json.dumps(covered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return SHIPPED
