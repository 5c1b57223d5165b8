"""Imports inside functions: each is for something heavy, or is listed here with its reason."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pytest
from bench.structure import inner_imports, module_name

import pitboss

MOST = 120
"""Imports inside functions in all."""
STANDARD = sys.stdlib_module_names - {"asyncio", "concurrent", "multiprocessing", "readline", "sqlite3", "webbrowser"}
"""Light modules of Python. What is neither one of them nor ours counts as heavy: NumPy, Numba, SQLAlchemy, …"""
KERNELS = "kernels"
"""Modules of kernels load Numba when they are imported, through a function."""
CYCLE = "cycle"
LISTED = {
    ("pitboss.house.game", "pitboss.house.session.session"): CYCLE,
    ("pitboss.library", "pitboss.ranking.makers"): "import pitboss loads no ranking",
    ("pitboss.poker.game", "pitboss.poker.session.session"): CYCLE,
    ("pitboss.poker.hand", "pitboss.poker.library"): CYCLE,
}
"""By importing and imported module: a cycle that an import at the top would close, or another reason."""

Import = ast.Import | ast.ImportFrom
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Inner(NamedTuple):
    """An import inside a function."""

    module: str
    imported: str
    line: int


class Tree:
    """The modules of a package and what they import."""

    def __init__(self, package: Path) -> None:
        self.name = package.name
        self.modules = {
            module_name(path, package): ast.parse(path.read_text("utf-8")) for path in package.rglob("*.py")
        }

    @cached_property
    def at_start(self) -> dict[str, set[str]]:
        """For each module the modules of ours and the heavy packages that importing it loads, however far away."""
        direct = {module: self._loaded(module) for module in self.modules}
        return {module: _reached(direct, module) for module in direct}

    def _loaded(self, module: str) -> set[str]:
        loaded = set(_with_parents(module)[:-1])
        if KERNELS in module.split("."):
            loaded.add("numba")
        for node in _at_top(self.modules[module].body):
            for imported in self._imported(node):
                own = self._own(imported)
                loaded.update(_with_parents(imported) if own else {imported.partition(".")[0]} - STANDARD)
        return loaded

    def _own(self, module: str) -> bool:
        return module.partition(".")[0] == self.name

    def _imported(self, node: Import) -> list[str]:
        if isinstance(node, ast.Import):
            return [each.name for each in node.names]
        assert node.module is not None, "imports are absolute"
        inner = [f"{node.module}.{each.name}" for each in node.names]
        return list(dict.fromkeys(each if each in self.modules else node.module for each in inner))

    def inner(self) -> Iterator[Inner]:
        """Every import inside a function, once for each module it imports."""
        for module, tree in sorted(self.modules.items()):
            for node in sorted(set(inner_imports(tree)), key=lambda each: each.lineno):
                yield from (Inner(module, imported, node.lineno) for imported in self._imported(node))

    def heavy(self, inner: Inner) -> set[str]:
        """The heavy packages that an import loads and that its module does not load anyway."""
        top = inner.imported.partition(".")[0]
        brought = self.at_start[inner.imported] if self._own(inner.imported) else {top} - STANDARD
        return {each for each in brought - self.at_start[inner.module] if not self._own(each)}

    def closes_a_cycle(self, module: str, imported: str) -> bool:
        """Whether an import at the top would import the module that it stands in."""
        return module in self.at_start.get(imported, ())


def _with_parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:size]) for size in range(1, len(parts) + 1)]


def _at_top(body: list[ast.stmt]) -> Iterator[Import]:
    """The imports that run when a module is imported: outside functions, and not for type checkers only."""
    for node in body:
        if isinstance(node, Import):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _at_top(node.orelse)
        elif not isinstance(node, Function):
            yield from _at_top([each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)])


def _reached(direct: dict[str, set[str]], module: str) -> set[str]:
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        new = direct.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def judged(tree: Tree, listed: dict[tuple[str, str], str]) -> list[str]:
    """What is wrong with the imports inside functions, and with the list."""
    light = [inner for inner in tree.inner() if not tree.heavy(inner)]
    wrong = [
        f"{module}:{line} imports {imported}, which is light: import it at the top"
        for module, imported, line in light
        if (module, imported) not in listed
    ]
    for (module, imported), reason in listed.items():
        if all((module, imported) != (each.module, each.imported) for each in light):
            wrong.append(f"{module} imports no light {imported} inside a function: take it off the list")
        elif reason == CYCLE and not tree.closes_a_cycle(module, imported):
            wrong.append(f"{module} and {imported} make no cycle: import it at the top")
    return wrong


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(Path(pitboss.__file__).parent)


def test_every_import_inside_a_function_is_for_something_heavy_or_listed(tree: Tree) -> None:
    wrong = judged(tree, LISTED)
    assert not wrong, "\n".join(wrong)


def test_imports_inside_functions_stay_few(tree: Tree) -> None:
    assert len(list(tree.inner())) <= MOST


@pytest.fixture
def toy(tmp_path: Path) -> Tree:
    files = {
        "__init__.py": "",
        "one.py": "def late():\n    import numpy\n    import toy.two\n    from toy import three\n    import math\n",
        "two.py": "from numpy import array\n",
        "three.py": "import toy.one\n",
        "four.py": "import toy.two\ndef late():\n    import numpy\n",
    }
    package = tmp_path / "toy"
    package.mkdir()
    for name, text in files.items():
        (package / name).write_text(text)
    return Tree(package)


def test_a_light_import_inside_a_function_is_found(toy: Tree) -> None:
    cycle = {("toy.one", "toy.three"): CYCLE}
    assert judged(toy, cycle | {("toy.one", "math"): "a reason"}) == [
        "toy.four:3 imports numpy, which is light: import it at the top"
    ]
    assert len(judged(toy, cycle)) == 2


def test_an_entry_that_is_not_needed_is_found(toy: Tree) -> None:
    listed = {("toy.one", "math"): CYCLE, ("toy.one", "toy.three"): CYCLE, ("toy.four", "numpy"): "loaded anyway"}
    assert judged(toy, listed) == ["toy.one and math make no cycle: import it at the top"]
    gone = {("toy.one", "toy.two"): "it was light once"}
    assert "toy.one imports no light toy.two inside a function: take it off the list" in judged(toy, gone)
