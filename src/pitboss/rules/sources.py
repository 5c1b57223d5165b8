"""The places in code and data that carry out a rule: every citation of its ID in the package.

They are read from the package itself, in a checkout or an installation. The catalogue is left out, and so is code that
only displays rules or names one as an example. A docstring of a module or class only mentions a rule: it is named where
there is no line of code, comment or data and no function that says it carries the rule out.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from pitboss.rules import coverage

PACKAGE = Path(__file__).resolve().parents[1]
SUFFIXES = (".py", ".toml", ".html")
# These folders display rules; of the rules folder, only the jurisdictions carry some out.
SHOWN = ("cli/", "rules/")
ACTING = ("rules/jurisdiction.py",)
_CITED = re.compile(r"\b[A-Z0-9]{2}-[1-9][0-9]*\b")


@cache
def sources() -> dict[str, list[str]]:
    """Every ID cited in the package, with its places as ``file:line`` in file order."""
    root = PACKAGE.parents[1] if coverage.checkout() else PACKAGE.parent
    places: dict[str, list[str]] = {}
    mentions: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in SUFFIXES and _acts(path.relative_to(PACKAGE).as_posix()):
            name, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
            if not _CITED.search(text):
                continue  # parsing takes most of the time
            about = docstrings(text)[0] if path.suffix == ".py" else frozenset()
            for number, line in enumerate(text.splitlines(), 1):
                for id in dict.fromkeys(_CITED.findall(line)):
                    (mentions if number in about else places).setdefault(id, []).append(f"{name}:{number}")
    return {**mentions, **places}


def docstrings(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of a Python file that lie in docstrings: of its modules, classes and values, and of its functions."""
    functions: set[int] = set()
    others: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():  # of a lambda it is a single expression
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
                (functions if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else others).update(lines)
    return frozenset(others), frozenset(functions)


def _acts(name: str) -> bool:
    return name in ACTING or not name.startswith(SHOWN)


def by_file(places: list[str]) -> list[str]:
    """Group places by file: ``houses/pot.toml:18, 24``."""
    lines: dict[str, list[str]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        lines.setdefault(file, []).append(line)
    return [f"{file}:{', '.join(numbers)}" for file, numbers in lines.items()]
