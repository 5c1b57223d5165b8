"""Only the layout modules change chips, cards and turns; everything else calls their methods."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss.poker
from pitboss.poker.betting.rounds import OpenRound
from pitboss.poker.dealing import Burn, TurnBoard
from pitboss.poker.fees import TakeFee
from pitboss.poker.layout.betting_round import BettingRound
from pitboss.poker.layout.cards import TableCards
from pitboss.poker.layout.chips import TableChips
from pitboss.poker.step import HandStep
from pitboss.poker.streets import StartStreet

from .table import SPREAD, deal, load, random_act

FOLDER = Path(pitboss.poker.__file__).parent
PLAY = [
    path
    for path in sorted(FOLDER.rglob("*.py"))
    if path.relative_to(FOLDER).parts[0] not in ("equity", "session", "phh", "bots")
]
CHIPS = {"stacks", "bets", "put", "dead", "pot", "fee", "taken", "live", "able", "deepest"}
CARDS = {*TableCards.__slots__} - {"game"}
TURN = {"actor", "actors", "phase"}
LAYOUT = re.compile(r"\((Felt|BettingRound|TableCards|TableChips)\):")


def targets(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Assign):
        for one in node.targets:
            yield from one.elts if isinstance(one, ast.Tuple) else [one]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets


def assigned(text: str, of: str = "hand") -> set[str]:
    """The attributes of a hand that a module assigns, directly or by index."""
    attributes = set()
    for node in ast.walk(ast.parse(text)):
        for target in targets(node):
            place = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(place, ast.Attribute) and isinstance(place.value, ast.Name) and place.value.id == of:
                attributes.add(place.attr)
    return attributes


@pytest.mark.parametrize(
    ("attributes", "owners"),
    [
        (CHIPS, {"layout/chips.py"}),
        (CARDS, {"layout/cards.py"}),
        (TURN, {"layout/betting_round.py", "layout/__init__.py", "betting/rounds.py"}),
        ({*BettingRound.__slots__} - TURN, {"layout/betting_round.py", "layout/__init__.py", "betting", "streets.py"}),
    ],
)
def test_no_other_module_changes_it(attributes: set[str], owners: set[str]) -> None:
    for path in PLAY:
        name = path.relative_to(FOLDER).as_posix()
        if any(name.startswith(owner) for owner in owners):
            continue
        text = path.read_text(encoding="utf-8")
        of_self = assigned(text, "self") if LAYOUT.search(text) else set()
        assert not (assigned(text) | of_self) & attributes, name


def _assignments(method: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(method):
        yield from targets(node)


def test_only_one_method_changes_a_stack_and_writes_moves() -> None:
    tree = ast.parse((FOLDER / "layout" / "chips.py").read_text(encoding="utf-8"))
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    writing = {one.name for one in methods if "moves.append" in ast.unparse(one)}
    stacks = {one.name for one in methods if any("stacks[" in ast.unparse(one) for one in _assignments(one))}
    assert (writing, stacks) == ({"move"}, {"move"})
    for path in PLAY:
        if path.name != "chips.py":
            assert "moves.append" not in path.read_text(encoding="utf-8"), path


def test_the_check_would_notice() -> None:
    assert assigned("hand.stacks[2] -= 3") & CHIPS
    assert assigned("hand.pot, hand.x = 1, 2") & CHIPS
    assert {*TableChips.__slots__} >= CHIPS


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_the_queue_holds_typed_steps_that_cannot_be_changed(house: str, game: str) -> None:
    hand = deal(load(game, house), *[2000] * 3, auto=False)
    chance = random.Random(1)
    seen: set[type[HandStep]] = set()
    while not hand.done:
        seen |= {type(step) for step in hand.queue}
        if hand.actors:
            random_act(hand, chance, 0.1)
        else:
            hand.step()
    assert len(seen) > 5
    assert all(issubclass(kind, HandStep) and kind.__struct_config__.frozen for kind in seen)


def test_a_street_reads_as_a_list_of_steps() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[2000] * 3, auto=False)
    while not isinstance(hand.queue[-1], StartStreet):
        hand.step()
    hand.queue.pop()
    StartStreet(1).do(hand)
    rule = "TH-1"
    flop = [Burn(rule), TurnBoard(3, "flop", rule), TakeFee(), OpenRound(1), StartStreet(2)]
    assert hand.queue[::-1][: len(flop)] == flop
