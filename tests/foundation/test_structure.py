"""The counts of ``python -m bench structure``, on a small tree whose counts are known."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import bench
import pytest
from bench.structure import PACKAGE, Trace, code_lines, deepest, in_cycles, statements, tree

FILES = {
    "__init__.py": '"""A tree."""\n',
    "one.py": '"""Docstring\nof two lines."""\n\nfrom toy import two\n\n# a comment\nvalue = two.value  # counts\n',
    "two.py": "def late():\n    from toy.three import thing\n    return thing\n\nvalue = 1\n",
    "three.py": "import json\nfrom typing import TYPE_CHECKING\n"
    "if TYPE_CHECKING:\n    from toy.one import value\nthing = 2\n",
    "kinds.py": "class A: ...\nclass B(A): ...\nclass C(B): ...\n" + "\n" * 60,
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    package = tmp_path / "toy"
    package.mkdir()
    for name, text in FILES.items():
        (package / name).write_text(text)
    return package


def test_the_package_stays_as_simple_as_it_is() -> None:
    """Raise a limit only with a reason; lower it when the package has become simpler."""
    counts = tree()
    assert counts["files under 50 lines"] <= 70
    assert counts["modules in cycles"] <= 32
    assert counts["deepest inheritance"] <= 4


def test_a_tree_is_counted(toy: Path) -> None:
    assert tree(toy) == {
        "lines of code": 2 + 4 + 5 + 3,
        "files": 5,
        "files under 50 lines": 4,
        "imports inside functions": 1,
        "modules in cycles": 3,
        "deepest inheritance": 3,
    }


def test_late_and_typing_imports_close_cycles(toy: Path) -> None:
    (toy / "three.py").write_text("thing = 2\n")
    assert tree(toy)["modules in cycles"] == 0
    assert in_cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {"b", "c"}


def test_a_multi_line_string_that_is_used_is_code() -> None:
    text = 'text = """one\ntwo"""\n'
    assert code_lines(text, ast.parse(text)) == 2
    assert deepest([ast.parse("class A(Exception): ...")]) == 1


def test_a_change_of_file_is_counted_between_calls() -> None:
    trace = Trace()
    trace.files = ["a", "a", "b", "a", "a"]
    assert trace.counts("x") == {"x: calls": 5, "x: files": 2, "x: changes of file": 2}


MOST_ANCESTORS = 3
"""Classes of the package that one class may inherit from in a row: exceptions have a few kinds of kinds."""
KINDS_OF_KINDS = {
    "Shape": "shapes of proof: those of one course of streets, those with a board or an outline",
    "HandStep": "steps of the dealer in a hand of poker: those that concern one player",
}
"""Classes with kinds of kinds below them, and why those are not one thing cut in pieces."""


def test_nothing_is_cut_into_a_chain_of_ancestors() -> None:
    """A session *has* a log, seats and books, a hand *has* chips, cards and a betting round (parts, not ancestors)."""
    classes = {
        node.name: node
        for path in PACKAGE.rglob("*.py")
        for node in statements(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    ancestors = {name: _ancestors(name, classes) for name in classes}
    things = {name: above for name, above in ancestors.items() if "PitbossError" not in (name, *above)}
    assert {name: above for name, above in things.items() if len(above) > 1 and above[-1] not in KINDS_OF_KINDS} == {}
    assert {name: above for name, above in ancestors.items() if len(above) > MOST_ANCESTORS} == {}
    assert ancestors["PokerSession"] == ancestors["HouseSession"] == ("Session",)
    assert ancestors["Hand"] == ancestors["Round"] == ("Deal",)


def _ancestors(name: str, classes: dict[str, ast.ClassDef]) -> tuple[str, ...]:
    """The longest chain of classes of the package above a class."""
    bases = [base.id for base in classes[name].bases if isinstance(base, ast.Name) and base.id in classes]
    return max(((base, *_ancestors(base, classes)) for base in bases if base != name), key=len, default=())


@pytest.mark.parametrize("module", sorted(path.stem for path in Path(bench.__file__).parent.glob("[!_]*.py")))
def test_every_benchmark_finds_what_it_measures(module: str) -> None:
    imported = import_module(f"bench.{module}")
    measures = [node.name for node in ast.parse(inspect.getsource(imported)).body if isinstance(node, ast.FunctionDef)]
    assert measures, f"bench/{module}.py has no function"
