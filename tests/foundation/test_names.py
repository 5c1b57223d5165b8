"""Names that mean one thing: each class is defined once in the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pitboss

BOTH_KINDS = {"Chips", "Definition", "Game", "Limit", "Session"}
"""What a house game and a poker game both have; code says ``house.Game`` and ``poker.Game``."""


PROTOCOL = {"room/commands.py", "room/messages.py"}
"""Classes named after the words of the protocol; code says ``commands.Act`` and ``messages.Seal``."""


def test_each_class_name_is_defined_once() -> None:
    package = Path(pitboss.__file__).parent
    places: dict[str, set[str]] = defaultdict(set)
    for path in package.rglob("*.py"):
        if path.relative_to(package).as_posix() in PROTOCOL:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].add(path.relative_to(package).as_posix())
    assert len(places) > 250
    assert {name: sorted(files) for name, files in places.items() if len(files) > 1}.keys() == BOTH_KINDS


def test_the_words_of_the_protocol_are_used_with_their_module() -> None:
    package = Path(pitboss.__file__).parent
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in ("pitboss.room.commands", "pitboss.room.messages"):
                classes = [alias.name for alias in node.names if alias.name[0].isupper() and not alias.name.isupper()]
                assert not set(classes) & CLASHES, f"{path.name} imports {classes} without their module"


CLASHES = {"Act", "Clock", "Leave", "Lobby", "Page", "Place", "Seal", "Step"}
"""Words of the protocol that are also classes elsewhere."""
