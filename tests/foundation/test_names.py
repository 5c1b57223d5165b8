"""Names that mean one thing: each class is defined once in the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pitboss

BOTH_KINDS = {"Definition", "Game", "Limit", "Session"}
"""What a house game and a poker game both have; code says ``house.Game`` and ``poker.Game``."""


def test_each_class_name_is_defined_once() -> None:
    package = Path(pitboss.__file__).parent
    places: dict[str, set[str]] = defaultdict(set)
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].add(path.relative_to(package).as_posix())
    assert len(places) > 250
    assert {name: sorted(files) for name, files in places.items() if len(files) > 1}.keys() == BOTH_KINDS
