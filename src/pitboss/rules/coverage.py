"""The tests that cover each rule, and the places in code and data that carry it out.

The tests are read from a checkout, or from the file shipped with the package.

Tests carry ``@pytest.mark.rule("T5-6")``, which is read without running them. The marker may be on a test, on its
class, in ``pytestmark`` of a class or file, and in ``pytest.param(..., marks=...)`` in the decorator or in a list
that the decorator names. The IDs must be literals or constants of the file; anything else is an error with its line,
since it could not be counted.

The places are all citations of a rule's ID in the package, in a checkout or an installation. The catalogue is left out,
and so is code that only displays rules or names one as an example. A docstring of a module or class only mentions a
rule: it is named where there is no line of code, comment or data and no function that says it carries the rule out.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pitboss.errors import PitbossError

_MARKER = re.compile(r"\bmark\s*\.\s*rule\b")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class MarkerError(PitbossError):
    """A marker whose rule IDs cannot be read, or that marks no test."""


def markers(tests: Path) -> dict[str, list[str]]:
    """The rule IDs in order, each with the tests in this folder that carry it."""
    tests_of: dict[str, set[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        name, source = path.relative_to(tests.parent).as_posix(), path.read_text(encoding="utf-8")
        if not _MARKER.search(source):
            continue  # parsing takes most of the time
        for test, ids in _File(name, source).tests():
            for id in ids:
                tests_of.setdefault(id, set()).add(f"{name}::{test}")
    return {id: sorted(tests_of[id]) for id in sorted(tests_of, key=_order)}


def _order(id: str) -> tuple[str, int]:
    family, _, number = id.partition("-")
    return family, int(number) if number.isdecimal() else 0


class _File:
    """One test file: its constants, its markers, and which of them mark a test."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.written = len(_MARKER.findall(source))
        self.tree = ast.parse(source, name)
        self.used: set[ast.Call] = set()
        self.values: dict[str, ast.expr] = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self.values[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self.values[node.target.id] = node.value

    def tests(self) -> Iterator[tuple[str, set[str]]]:
        yield from self._tests(self.tree.body, "", self._pytestmark(self.tree.body))
        if len(self.used) == self.written and not any(map(self._marks, self.values.values())):
            return  # every marker in the text marks a test, and no other name stands for one
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and self._marks(node.func) and node not in self.used:
                raise MarkerError(f"{self.name}:{node.lineno}: this rule marker marks no test; put it on one.")

    def _tests(self, body: list[ast.stmt], prefix: str, outer: set[str]) -> Iterator[tuple[str, set[str]]]:
        for node in body:
            if isinstance(node, _Function) and node.name.startswith("test"):
                yield prefix + node.name, outer | self._ids(node.decorator_list)
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                inner = outer | self._ids(node.decorator_list) | self._pytestmark(node.body)
                yield from self._tests(node.body, f"{prefix}{node.name}::", inner)

    def _pytestmark(self, body: list[ast.stmt]) -> set[str]:
        ids: set[str] = set()
        for node in body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in targets):
                ids |= self._ids([node.value])
        return ids

    def _ids(self, expressions: list[ast.expr], seen: frozenset[str] = frozenset()) -> set[str]:
        """The IDs of all markers in these expressions and in the constants they refer to."""
        ids: set[str] = set()
        for expression in expressions:
            for node in ast.walk(expression):
                if isinstance(node, ast.Call) and self._marks(node.func):
                    self.used.add(node)
                    ids |= {id for argument in node.args for id in self._strings(argument)}
                elif isinstance(node, ast.Name) and node.id in self.values and node.id not in seen:
                    ids |= self._ids([self.values[node.id]], seen | {node.id})
        return ids

    def _marks(self, function: ast.expr) -> bool:
        """True if this is ``pytest.mark.rule`` or an alias of it in the file."""
        if isinstance(function, ast.Name):
            value = self.values.get(function.id)
            return isinstance(value, ast.Attribute) and self._marks(value)
        if not isinstance(function, ast.Attribute) or function.attr != "rule":
            return False
        owner = function.value
        return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
            isinstance(owner, ast.Name) and owner.id == "mark"
        )

    def _strings(self, argument: ast.expr) -> list[str]:
        inner = argument.value if isinstance(argument, ast.Starred) else argument
        if isinstance(inner, ast.Name) and inner.id in self.values:
            inner = self.values[inner.id]
        try:
            value = ast.literal_eval(inner)
        except ValueError:
            value = None
        strings = [value] if isinstance(value, str) else list(value) if isinstance(value, tuple | list | set) else []
        if not strings or not all(isinstance(string, str) for string in strings):
            raise MarkerError(
                f'{self.name}:{argument.lineno}: the rule IDs cannot be read; write them out, as in rule("T5-6").'
            )
        return strings


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


PACKAGE = Path(__file__).resolve().parents[1]
SUFFIXES = (".py", ".toml", ".html")
# These folders display rules; of the rules folder, only the jurisdictions carry some out.
SHOWN = ("cli/", "rules/")
ACTING = ("rules/jurisdiction.py",)
_CITED = re.compile(r"\b[A-Z0-9]{2}-[1-9][0-9]*\b")


@cache
def sources() -> dict[str, list[str]]:
    """Every ID cited in the package, with its places as ``file:line`` in file order."""
    root = PACKAGE.parents[1] if checkout() else PACKAGE.parent
    places: dict[str, list[str]] = {}
    mentions: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        own = path.relative_to(PACKAGE).as_posix()
        if path.suffix in SUFFIXES and (own in ACTING or not own.startswith(SHOWN)):
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


def by_file(places: list[str]) -> list[str]:
    """Group places by file: ``houses/pot.toml:18, 24``."""
    lines: dict[str, list[str]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        lines.setdefault(file, []).append(line)
    return [f"{file}:{', '.join(numbers)}" for file, numbers in lines.items()]
