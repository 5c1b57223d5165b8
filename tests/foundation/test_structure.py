"""The counts of ``python -m bench structure``, on a small tree whose counts are known."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from bench.structure import Trace, code_lines, deepest, in_cycles, tree

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
