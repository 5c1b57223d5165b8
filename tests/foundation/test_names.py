"""Names that mean one thing, and docstrings that stand on their own."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pitboss

ROOT = Path(__file__).parents[2]
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LEANING = re.compile(r"(The same|Or the|And the|As above|Ditto)\b")
QUOTED = re.compile(rf"[\"']\s*{LEANING.pattern}")
"""What a file has in which a docstring may lean: only these are parsed."""
CLASS = re.compile(r"^ *class (\w+)\b.*:", re.M)


def test_each_class_name_is_defined_once() -> None:
    package = Path(pitboss.__file__).parent
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        for name in CLASS.findall(path.read_text(encoding="utf-8")):
            places[name].append(path.relative_to(package).as_posix())
    assert len(places) > 500
    assert not {name: files for name, files in places.items() if len(files) > 1}


def test_no_docstring_leans_on_the_one_before_it() -> None:
    found = []
    for path in sorted(each for top in ("src", "tests", "bench") for each in (ROOT / top).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if QUOTED.search(text) else ():
            if isinstance(node, DOCUMENTED) and LEANING.match(ast.get_docstring(node) or ""):
                found.append(f"{path.relative_to(ROOT)}:{node.body[0].lineno}")
    assert not found
