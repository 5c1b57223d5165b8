"""How simple the code is, counted: the way of a wager and of a raise through the files, and the shape of the tree.

``python -m bench structure`` compares with the state before facts travelled as facts (5a7b545). The way is that of one
command of a player at a running table over a real socket, until its answer is there: the calls into our own files, how
many files they are in, and how often a call is in another file than the call before it.
"""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pitboss
from bench.measure import Row

PACKAGE = Path(pitboss.__file__).parent
SHORT = 50
"""Lines below which a file is short."""


class Before(NamedTuple):
    """A count before, and what part of it may be left; None where nothing is demanded."""

    count: int
    most: float | None


BEFORE = {
    "a wager: calls": Before(267, None),
    "a wager: files": Before(36, None),
    "a wager: changes of file": Before(174, 0.5),
    "a raise: calls": Before(223, None),
    "a raise: files": Before(40, None),
    "a raise: changes of file": Before(144, 0.5),
    "lines of code": Before(50_846, 0.92),
    "files": Before(608, None),
    f"files under {SHORT} lines": Before(149, 0.5),
    "imports inside functions": Before(355, None),
    "modules in cycles": Before(101, None),
    "deepest inheritance": Before(6, None),
}
FIRM = {"imports inside functions": 215, "modules in cycles": 40}
"""Counts with a limit that does not depend on the state before."""


def rows() -> list[Row]:
    counts = {**asyncio.run(ways()), **tree()}
    return [_row(what, count) for what, count in counts.items()]


def _row(what: str, count: int) -> Row:
    before = BEFORE[what]
    if what in FIRM:
        return Row(what, f"{count:,}", f"{before.count:,}", count / FIRM[what], 1.0, at_most=True)
    return Row(what, f"{count:,}", f"{before.count:,}", count / before.count, before.most, at_most=True)


# The way of a command ---------------------------------------------------------------------------------------------


class Trace:
    """A profiler that notes the file of every call into the package."""

    def __init__(self) -> None:
        self.files: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (file := frame.f_code.co_filename).startswith(str(PACKAGE)):
            self.files.append(file)

    def counts(self, what: str) -> dict[str, int]:
        changes = sum(one != two for one, two in zip(self.files, self.files[1:], strict=False))
        return {
            f"{what}: calls": len(self.files),
            f"{what}: files": len(set(self.files)),
            f"{what}: changes of file": changes,
        }


async def ways() -> dict[str, int]:
    """The ways of a wager placed and of a raise; a first command of each loads what is loaded once."""
    from tests.live.rooms import HOLDEM, HOUSE, playing  # a server, which the counts of the tree do not need

    counts: dict[str, int] = {}
    async with playing(("Ann", "Ben"), HOUSE, deal=False) as (_, owner, players):
        session = owner.table.session
        seat = session.seats_of("Ann")[0]
        for _ in range(2):
            trace = await traced(players[0].ask("place", spot=seat, wagers=session.least_wagers(seat)))
        counts |= trace.counts("a wager")
    async with playing(("Ann", "Ben", "Cid"), HOLDEM) as (_, owner, players):
        session = owner.table.session
        for _ in range(2):
            seat = session.actors[0]
            player = next(each for each in players if session.players[seat] == each.name)
            trace = await traced(player.ask("act", seat=seat, action="raise", cents=0))
        counts |= trace.counts("a raise")
    return counts


async def traced(asking: Any) -> Trace:
    trace = Trace()
    sys.setprofile(trace)
    try:
        answer = await asking
    finally:
        sys.setprofile(None)
    if not answer["ok"]:
        raise RuntimeError(f"the command was refused: {answer['why']}")
    return trace


# The tree ---------------------------------------------------------------------------------------------------------


def tree(package: Path = PACKAGE) -> dict[str, int]:
    """The counts of a tree of Python files."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in sources.items()}
    names = {path: module_name(path, package) for path in sources}
    return {
        "lines of code": sum(code_lines(text, trees[path]) for path, text in sources.items()),
        "files": len(sources),
        f"files under {SHORT} lines": sum(len(text.splitlines()) < SHORT for text in sources.values()),
        "imports inside functions": sum(len(list(inner_imports(each))) for each in trees.values()),
        "modules in cycles": len(in_cycles(_graph({names[path]: tree for path, tree in trees.items()}))),
        "deepest inheritance": deepest(trees.values()),
    }


def module_name(path: Path, package: Path) -> str:
    parts = (package.name, *path.relative_to(package).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """The statements of a tree, inner ones included; looking into expressions would take five times as long."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            found = getattr(node, field, ())
            waiting += found if isinstance(found, list) else ()


def code_lines(text: str, tree: ast.Module) -> int:
    """Lines with code: without blank ones, comments and docstrings."""
    skipped: set[int] = set()
    for node in statements(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(bool(line.strip()) and not line.lstrip().startswith("#") and at not in skipped for at, line in lines)


def inner_imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports in the bodies of functions."""
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (each for each in statements(node) if isinstance(each, ast.Import | ast.ImportFrom))


def _graph(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """For each module the others that it imports, also in functions and for types only.

    The package itself hands its public names to type checkers and is left out.
    """
    imports: dict[str, set[str]] = {}
    for module, tree in trees.items():
        found: set[str] = set()
        for node in statements(tree):
            if isinstance(node, ast.Import):
                found.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{each.name}" for each in node.names}
                found |= {each if each in trees else node.module for each in inner}
        imports[module] = found - {module}
    imports.pop(PACKAGE.name, None)
    return imports


def in_cycles(imports: dict[str, set[str]]) -> set[str]:
    """The modules that can be reached from themselves."""
    known = set(imports)
    graph = {module: sorted(others & known) for module, others in imports.items()}
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    cyclic: set[str] = set()

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            members = []
            while not members or members[-1] != module:
                members.append(stack.pop())
            if len(members) > 1:
                cyclic.update(members)

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        for module in graph:
            if module not in index:
                visit(module)
    finally:
        sys.setrecursionlimit(limit)
    return cyclic


def deepest(trees: Any) -> int:
    """The longest chain of classes of the package that inherit from each other."""
    bases: dict[str, list[str]] = {}
    for each in trees:
        for node in statements(each):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = [base.id if isinstance(base, ast.Name) else _attribute(base) for base in node.bases]

    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases and base != name), default=0)

    return max(depth(name) for name in bases)


def _attribute(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


if __name__ == "__main__":
    for name, value in tree(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE).items():
        print(f"{name}: {value:,}")
