"""Chips of a round move in one module only, and a void undoes every one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss.house
from pitboss.house.chips import RoundChips

FOLDER = Path(pitboss.house.__file__).parent
OWNED = {*vars(RoundChips({}, {}, {}, [], []))} - {"events"}
CHANGES = ("append", "extend", "insert", "pop", "clear", "update", "setdefault", "remove")
SETUP = ("self.moves += moves", "self.stakes, self.lines = self.money.stakes, self.money.lines")
"""A round enters the opening moves and names parts of its chips, before the first card is dealt."""


def changed(text: str) -> set[str]:
    """The attributes of a round's chips that a module changes by assignment, deletion or a mutating method."""

    def part(node: ast.expr) -> Iterator[str]:
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            yield node.attr

    parts: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign | ast.Delete):
            for target in node.targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    parts.update(part(one))
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            parts.update(part(node.target))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            parts.update(part(node.func.value))
    return parts & OWNED


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_nothing_but_the_chips_module_moves_a_chip(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name == "chips.py":
        assert changed(text) >= {"moves", "stakes", "lines"}
    else:
        for line in SETUP if path.name == "round.py" else ():
            assert text.count(line) == 1
            text = text.replace(line, "pass")
        assert changed(text) <= ({"owners"} if path.name == "round.py" else set())
        assert "Move(" not in text


def test_the_check_would_notice() -> None:
    assert changed("layout.money.stakes[1] = {}") == {"stakes"}
    assert changed("table.moves.append(1)") == changed("table.moves += [1]") == {"moves"}
    assert changed("del table.stakes[1]['ante']") == changed("table.stakes[1].pop('ante')") == {"stakes"}
