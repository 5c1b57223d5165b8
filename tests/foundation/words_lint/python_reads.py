"""Find Python code that reads facts out of words.

An expression is *words* if it is a field named ``words``, ``why`` or ``note`` (also ``row["why"]`` and
``row.get("why")``), the text of an error, or a local name for one of these. Shortened or recapitalised words are words
too. :func:`reads` lists the comparisons, searches, lookups and conversions of such expressions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TypeAlias

from tests.foundation.words_lint.finding import NAMES, Read

READERS = frozenset(
    (
        "startswith", "endswith", "split", "rsplit", "splitlines", "partition", "rpartition", "replace",
        "removeprefix", "removesuffix", "find", "rfind", "index", "rindex", "count", "translate", "isdigit",
        "isdecimal", "isnumeric", "like", "ilike", "contains", "regexp_match"
    )
)  # fmt: skip
"""Methods of a text, or of a column of texts, that read or edit it."""
STRIPS = frozenset({"strip", "lstrip", "rstrip"})
SAME = frozenset({"lower", "upper", "casefold", "capitalize", "title"}) | STRIPS
"""Methods that leave a text the same words."""
PATTERN_METHODS = frozenset({"match", "fullmatch", "search", "findall", "finditer", "sub", "subn", "split"})
LOOKUPS = frozenset({"get", "pop", "setdefault", "index", "count"})
PARSERS = re.compile(r"int|float|Fraction|Decimal|loads|decode|_?(read|parse)(_\w+)?")
"""Functions that make something else of the text they are given."""
MAKERS = frozenset({"sentence"})
"""Functions that put something in words; so does every one that is named like a field of words."""
ERROR_TEXTS = frozenset({"message", "detail", "msg"})

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Scoped: TypeAlias = Function | ast.ClassDef | ast.Module


def reads(source: str, *, words: bool = True) -> list[Read]:
    """Every read of a module; ``words=False``: what is called ``words`` in it is not a text for people."""
    names = NAMES if words else NAMES - {"words"}
    found: list[Read] = []
    _Scope(ast.parse(source), "<module>", names, found).walk()
    return sorted(found)


class _Scope:
    """One function, or the module: which of its names are words or errors, and the reads in it."""

    def __init__(
        self, top: Scoped, where: str, names: frozenset[str], found: list[Read], outer: _Scope | None = None
    ) -> None:
        self.top, self.where, self.names, self.found, self.outer = top, where, names, found, outer
        self.words: dict[str, bool] = {}
        self.errors: set[str] = {"error"}
        if isinstance(top, Function):
            self._parameters(top.args)
        for _ in range(2):  # a name may be bound to one that is bound further down
            for node in self._own():
                self._bind(node)

    def walk(self) -> None:
        for node in self._own():
            if self._reads(node):
                self.found.append(Read(getattr(node, "lineno", 0), self.where, ast.unparse(node)))
            if isinstance(node, Function | ast.ClassDef):
                name = getattr(node, "name", "")
                where = self.where if not name else name if self.where == "<module>" else f"{self.where}.{name}"
                _Scope(node, where, self.names, self.found, self).walk()

    def _own(self) -> Iterator[ast.AST]:
        """Every node of this scope; an inner function or class is given, but not entered."""
        waiting: list[ast.AST] = list(ast.iter_child_nodes(self.top))
        while waiting:
            node = waiting.pop(0)
            yield node
            if not isinstance(node, Function | ast.ClassDef):
                waiting.extend(ast.iter_child_nodes(node))

    # Which names are words --------------------------------------------------------------------------------------------

    def _parameters(self, arguments: ast.arguments) -> None:
        listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for one in listed:
            kind = ast.unparse(one.annotation) if one.annotation else "str"
            self.words[one.arg] = one.arg in self.names and kind in ("str", "str | None", "Any", "object")
            if kind.endswith(("Error", "Exception", "Refused")):
                self.errors.add(one.arg)

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.ExceptHandler) and node.name:
            self.errors.add(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value)
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            self._assign(node.target, node.value)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
            self._each(node.target, node.iter)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.words[target.id] = self.words.get(target.id, False) or self.is_words(value)
        elif isinstance(target, ast.Tuple | ast.List):
            values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
            if len(values) == len(target.elts):
                for one, its in zip(target.elts, values, strict=True):
                    self._assign(one, its)
            else:
                self._unpacked(target)

    def _each(self, target: ast.expr, values: ast.expr) -> None:
        if isinstance(target, ast.Name):
            listed = isinstance(values, ast.ListComp | ast.GeneratorExp | ast.SetComp) and self.is_words(values.elt)
            self.words[target.id] = self.words.get(target.id, False) or listed or target.id in self.names
        else:
            self._unpacked(target)

    def _unpacked(self, target: ast.AST) -> None:
        """Names out of something unknown are words if they are called so."""
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self.words[node.id] = self.words.get(node.id, False) or node.id in self.names

    def _named(self, name: str) -> bool:
        if name in self.words:
            return self.words[name]
        return self.outer._named(name) if self.outer is not None else False

    def _is_error(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.errors or (self.outer is not None and self.outer._is_error(node))
        return False

    # Which expressions are words --------------------------------------------------------------------------------------

    def is_words(self, node: ast.expr | None) -> bool:
        match node:
            case ast.Name():
                return self._named(node.id)
            case ast.Attribute():
                return node.attr in self.names or (node.attr in ERROR_TEXTS and self._is_error(node.value))
            case ast.Subscript():
                return self._is_item(node)
            case ast.Call():
                return self._is_call(node)
            case ast.BoolOp():
                return any(map(self.is_words, node.values))
            case ast.IfExp():
                return self.is_words(node.body) or self.is_words(node.orelse)
            case ast.NamedExpr():
                return self.is_words(node.value)
            case ast.JoinedStr(values=[ast.FormattedValue() as only]):
                return self.is_words(only.value) or self._is_error(only.value)
        return False

    def _is_item(self, node: ast.Subscript) -> bool:
        if isinstance(node.slice, ast.Constant) and node.slice.value in self.names:
            return True
        of = node.value
        if isinstance(of, ast.Attribute) and of.attr == "args" and self._is_error(of.value):
            return True
        return self.is_words(of)

    def _is_call(self, node: ast.Call) -> bool:
        first = node.args[0] if node.args else None
        if _name(node.func) in self.names | MAKERS:
            return True
        if isinstance(node.func, ast.Name) and first is not None:
            if node.func.id in ("str", "repr"):
                return self.is_words(first) or self._is_error(first)
            if node.func.id == "getattr" and len(node.args) > 1:
                named = node.args[1]
                return isinstance(named, ast.Constant) and named.value in self.names
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "get" and isinstance(first, ast.Constant):
                return first.value in self.names
            return node.func.attr in SAME and self.is_words(node.func.value)
        return False

    # What reads them --------------------------------------------------------------------------------------------------

    def _reads(self, node: ast.AST) -> bool:
        match node:
            case ast.Compare():
                return self._compares(node)
            case ast.Match():
                return self.is_words(node.subject)
            case ast.Subscript():
                return not isinstance(node.slice, ast.Slice | ast.Constant) and self.is_words(node.slice)
            case ast.Call():
                return self._calls(node)
        return False

    def _compares(self, node: ast.Compare) -> bool:
        sides = [node.left, *node.comparators]
        for place, operator in enumerate(node.ops):
            pair = sides[place : place + 2]
            if isinstance(operator, ast.Is | ast.IsNot) or any(_is_nothing(each) for each in pair):
                continue
            if any(map(self.is_words, pair)):
                return True
        return False

    def _calls(self, node: ast.Call) -> bool:
        given = any(map(self.is_words, node.args))
        if given and PARSERS.fullmatch(_name(node.func)):
            return True
        if not isinstance(node.func, ast.Attribute):
            return False
        method, of = node.func.attr, node.func.value
        if self.is_words(of):
            return method in READERS or (method in STRIPS and bool(node.args))
        if isinstance(of, ast.Name) and of.id == "re":
            return given
        return given and (method in PATTERN_METHODS or (method in LOOKUPS and self.is_words(node.args[0])))


def _name(function: ast.expr) -> str:
    """The last name of a function that is called."""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _is_nothing(node: ast.expr) -> bool:
    """A comparison with an empty text or None asks only whether there are words."""
    return isinstance(node, ast.Constant) and node.value in ("", None)
