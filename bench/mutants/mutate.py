"""The changes tried on a module: one operator, constant, condition, statement or bound inside a function each time.

Code outside functions (constants, defaults, class bodies, decorators) is left alone: it has run before a trial begins.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, eq=False)
class Mutant:
    """One change: where it is, how it reads, and the place in the syntax tree that gets another node."""

    path: str
    function: str
    line: int
    change: str
    lines: range
    """The lines of what is changed."""
    statement: range
    """The lines of the statement around it, without the body of a compound one."""
    nth: int
    """Which of the identical changes in this function, from 0."""
    tree: ast.Module
    parent: ast.AST
    field: str
    index: int | None
    new: Any

    @property
    def key(self) -> str:
        """Identifies the change, wherever its function has moved in the file."""
        text = "\n".join((self.path, self.function, self.change, str(self.nth)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in {self.function}: {self.change}"

    def code(self, filename: str) -> CodeType:
        """The module with the change, compiled."""
        old = _put(self.parent, self.field, self.index, self.new)
        try:
            return compile(ast.fix_missing_locations(self.tree), filename, "exec", dont_inherit=True)
        finally:
            _put(self.parent, self.field, self.index, old)


def mutants(path: str, source: str) -> list[Mutant]:
    """Every change of a module's functions, in the order of the source."""
    tree = ast.parse(source)
    seen: Counter[tuple[str, str]] = Counter()
    made = []
    for function, names in _functions(tree, ()):
        name = ".".join(names)
        for at in _places(function):
            for new in _changes(at):
                change = _change(at, new)
                made.append(
                    Mutant(
                        path,
                        name,
                        at.node.lineno,
                        change,
                        _lines(at.node),
                        at.statement,
                        seen[name, change],
                        *(tree, at.parent, at.field, at.index, new),
                    )
                )
                seen[name, change] += 1
    return made


@dataclass(frozen=True, eq=False)
class _Place:
    node: Any
    parent: ast.AST
    field: str
    index: int | None
    shown: ast.AST
    """The expression or statement that a reader needs to see."""
    around: ast.AST
    """What is shown for a change that needs more to be seen."""
    statement: range


def _functions(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """The functions of a module and of its classes; a function inside another belongs to that one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTIONS):
            yield child, (*names, child.name)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, (*names, child.name))
        elif isinstance(child, ast.stmt):
            yield from _functions(child, names)


def _places(function: Any) -> Iterator[_Place]:
    for index, statement in enumerate(function.body):
        if index or not _is_text(statement):
            yield from _within(statement, function, "body", index, statement, range(0))


def _within(
    node: ast.AST, parent: ast.AST, field: str, index: int | None, around: ast.AST, statement: range
) -> Iterator[_Place]:
    """A node and everything in it, except annotations, decorators, assertions and texts."""
    if isinstance(node, ast.Assert) or _is_text(node) or _asserts(node):
        return
    if isinstance(node, ast.stmt):
        statement = _head(node)
    shown = node if isinstance(node, ast.stmt | ast.Compare | ast.BinOp | ast.BoolOp | ast.Call) else around
    if hasattr(node, "lineno"):
        yield _Place(node, parent, field, index, shown, around, statement)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment", "format_spec"):
            continue
        below = (
            node if isinstance(node, ast.expr | ast.stmt) and not isinstance(node, ast.UnaryOp | ast.Slice) else around
        )
        if isinstance(value, ast.AST):
            yield from _within(value, node, name, None, below, statement)
        elif isinstance(value, list):
            for place, one in enumerate(value):
                if isinstance(one, ast.AST):
                    yield from _within(one, node, name, place, below, statement)


def _changes(at: _Place) -> Iterator[ast.AST]:
    """The nodes to try instead of this one."""
    node = at.node
    if isinstance(node, ast.stmt):
        yield from _other_statements(node)
    elif isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            ops = [*node.ops[:index], _COMPARED[type(op)](), *node.ops[index + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
        yield ast.BinOp(node.left, _COMPUTED[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from _other_constants(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        yield ast.Call(ast.Name(_CALLED[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.Slice):
        yield from _other_slices(node)
    if _is_condition(at) and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
        yield ast.UnaryOp(ast.Not(), node)


def _other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    if isinstance(node, ast.Return) and not (
        node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
    ):
        yield ast.Return(ast.Constant(None))
    if isinstance(node, ast.AugAssign) and type(node.op) in _COMPUTED:
        yield ast.AugAssign(node.target, _COMPUTED[type(node.op)](), node.value)
    stored = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    left = isinstance(node, ast.Return) and node.value is None
    dropped = isinstance(node, ast.Expr | ast.AugAssign | ast.Raise | ast.Delete | ast.Continue | ast.Break)
    if stored or left or dropped:
        yield ast.Pass()


def _other_constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        if node.value:
            yield ast.Constant(node.value - 1)


def _other_slices(node: ast.Slice) -> Iterator[ast.AST]:
    if node.lower is not None:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper is not None:
        yield ast.Slice(node.lower, None, node.step)
    if node.step is not None:
        yield ast.Slice(node.lower, node.upper, None)


def _is_condition(at: _Place) -> bool:
    if at.field == "test":
        return True
    return at.field in ("values", "ifs") and isinstance(at.parent, ast.BoolOp | ast.comprehension)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _asserts(node: ast.AST) -> bool:
    """Whether this says that something cannot happen; no test can make it happen."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of zip
    return isinstance(node, ast.Raise) and "AssertionError" in ast.unparse(node)


def _lines(node: Any) -> range:
    return range(node.lineno, node.end_lineno + 1)


def _head(node: Any) -> range:
    """The lines of a statement without those of its body."""
    body = getattr(node, "body", None)
    end = body[0].lineno - 1 if body else node.end_lineno
    return range(node.lineno, max(end, node.lineno) + 1)


def _change(at: _Place, new: ast.AST) -> str:
    """How the change reads, without the bodies of compound statements."""
    shown = at.around if isinstance(new, ast.UnaryOp) else at.shown
    before = _spelled(shown)
    old = _put(at.parent, at.field, at.index, new)
    try:
        after = _spelled(new if shown is at.node else shown)
    finally:
        _put(at.parent, at.field, at.index, old)
    return f"{before} → {after}"


def _spelled(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node))
    if isinstance(node, ast.stmt) and hasattr(node, "body"):
        return text.splitlines()[0]
    return " ".join(text.split())


def _put(parent: ast.AST, field: str, index: int | None, node: Any) -> Any:
    """Put a node in its place and return the one that was there."""
    if index is None:
        old = getattr(parent, field)
        setattr(parent, field, node)
    else:
        old = getattr(parent, field)[index]
        getattr(parent, field)[index] = node
    return old
