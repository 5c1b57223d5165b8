"""One place knows the kinds of games: nothing outside the registry tells house games and poker apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.kinds import KINDS, Kind

ROOT = Path(pitboss.__file__).parent
CLASSES = {"Game", "Hand", "HouseGame", "HouseSession", "PokerGame", "PokerSession", "Round"}
OWN = ("house", "poker", "kinds.py")
"""The packages of the kinds themselves, and the registry."""

ALLOWED = {
    "simulated_room/day.py:_round": "a day at a table against the house; the check narrows the type",
    "spread/coach.py:_game_of": "only tables against the house have a coach; the check narrows the type",
    "spread/sessions.py:_ruled": "only the house posts payout limits; the check narrows the type",
}
"""Places that tell the kinds apart all the same, each with its reason."""


def _named(node: ast.AST) -> set[str]:
    """The kinds that an expression names as constants."""
    if isinstance(node, ast.Constant):
        return {node.value} & set(KINDS) if isinstance(node.value, str) else set()
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return set().union(*map(_named, node.elts))
    if isinstance(node, ast.Dict):
        return set().union(*(_named(key) for key in node.keys if key is not None))
    return set()


def _tells_apart(node: ast.AST) -> bool:
    """True for a comparison with a kind, a collection or dict of both, and a check of a kind's class."""
    if isinstance(node, ast.Compare):
        equal = any(isinstance(each, ast.Eq | ast.NotEq) for each in node.ops)
        return equal and any(map(_named, (node.left, *node.comparators)))
    if isinstance(node, ast.MatchValue):
        return bool(_named(node.value))
    if isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set):
        return _named(node) == set(KINDS)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        return any(isinstance(each, ast.Name) and each.id in CLASSES for each in ast.walk(node.args[1]))
    return False


def places(tree: ast.Module) -> Iterator[str]:
    """The functions of a module that tell kinds apart; empty for its top level."""

    def visit(node: ast.AST, where: str) -> Iterator[str]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            where = node.name
        if _tells_apart(node):
            yield where
        for child in ast.iter_child_nodes(node):
            yield from visit(child, where)

    yield from visit(tree, "")


def found() -> list[str]:
    files = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in OWN]
    return [
        f"{path.relative_to(ROOT).as_posix()}:{place}"
        for path in files
        for place in places(ast.parse(path.read_text(encoding="utf-8")))
    ]


def test_only_the_registry_tells_the_kinds_apart() -> None:
    assert sorted(set(found())) == sorted(ALLOWED)


@pytest.mark.parametrize(
    "code",
    [
        'if kind == "house": pass',
        'x = 1 if "poker" != deal.kind else 2',
        'NAMES = {"house": 1, "poker": 2}',
        'KINDS = ("house", "poker")',
        "isinstance(deal, Round)",
        "isinstance(deal, (Deal, Hand))",
        'match kind:\n case "poker": pass',
    ],
)
def test_the_lint_finds_what_tells_them_apart(code: str) -> None:
    assert list(places(ast.parse(code))) == [""]


@pytest.mark.parametrize("code", ['row["house"]', '{"house": book}', 'ceiling("single wager", "house")', 'x == "pot"'])
def test_the_lint_leaves_other_houses_alone(code: str) -> None:
    assert not list(places(ast.parse(code)))


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_part_of_a_kind_is_there(kind: Kind) -> None:
    assert set(kind.places) == set(_HOUSE.places)
    for part in kind.places:
        assert getattr(kind, part) is not None
    assert kind.deal.kind == kind.session.kind == kind.id
    assert {entry["kind"] for entry in kind.files.listing()} == {kind.id}


_HOUSE = KINDS["house"]
