"""Names that mean one thing: each class is defined once in the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pitboss


def test_each_class_name_is_defined_once() -> None:
    package = Path(pitboss.__file__).parent
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(package).as_posix())
    assert len(places) > 500
    assert not {name: files for name, files in places.items() if len(files) > 1}
