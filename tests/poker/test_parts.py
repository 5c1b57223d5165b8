"""A hand has chips, cards and a betting round; each part alone changes its own state."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss.poker
from pitboss.deal import Deal
from pitboss.poker.betting.betting_round import BettingRound
from pitboss.poker.betting.rounds import OpenRound
from pitboss.poker.dealing import Burn, TurnBoard
from pitboss.poker.fees import TakeFee
from pitboss.poker.hand import Hand
from pitboss.poker.step import HandStep
from pitboss.poker.streets import StartStreet
from pitboss.poker.table_cards import TableCards
from pitboss.poker.table_chips import TableChips

from .table import SPREAD, deal, load, random_act

FOLDER = Path(pitboss.poker.__file__).parent
PLAY = [
    path
    for path in sorted(FOLDER.rglob("*.py"))
    if path.relative_to(FOLDER).parts[0] not in ("equity", "session", "phh", "bots")
]
PARTS = (TableChips, TableCards, BettingRound)
OWN = {"actors", "done", "events", "moves", "record", *Hand.__slots__}
STATE = {name for part in PARTS for name in part.__slots__} | OWN


def targets(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Assign):
        for one in node.targets:
            yield from one.elts if isinstance(one, ast.Tuple) else [one]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets


def changed_from_outside(text: str) -> set[str]:
    """What a module assigns to parts of a hand, directly or by index, where it is not the part itself that does.

    A hand may arrange the copy that it makes of itself (``trial``); the queue is where all rules put their steps.
    """
    changed = set()
    for node in ast.walk(ast.parse(text)):
        for target in targets(node):
            place = target.value if isinstance(target, ast.Subscript) else target
            if not isinstance(place, ast.Attribute) or place.attr not in STATE:
                continue
            owner = ast.unparse(place.value)
            if owner not in ("self", "trial") and not (place.attr == "queue" and isinstance(target, ast.Subscript)):
                changed.add(ast.unparse(place))
    return changed


def test_a_hand_is_a_deal_that_has_parts() -> None:
    assert Hand.__mro__[1] is Deal
    assert not any(issubclass(Hand, part) for part in PARTS)
    hand = deal(load("holdem", "pot", "2-4"), *[2000] * 3)
    assert (type(hand.money), type(hand.piles), type(hand.betting)) == PARTS


@pytest.mark.parametrize("path", PLAY, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_no_module_changes_a_part_that_is_not_its_own(path: Path) -> None:
    assert not changed_from_outside(path.read_text(encoding="utf-8"))


def test_the_check_would_notice() -> None:
    assert changed_from_outside("hand.money.stacks[2] -= 3") == {"hand.money.stacks"}
    assert changed_from_outside("money.pot, hand.x = 1, 2") == {"money.pot"}
    assert changed_from_outside("hand.phase = 'bet'") == {"hand.phase"}
    assert changed_from_outside("hand.queue += steps") == {"hand.queue"}
    assert not changed_from_outside("self.pot += 1; hand.queue[-1] = step")


def _assignments(method: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(method):
        yield from targets(node)


def test_only_one_method_changes_a_stack_and_writes_moves() -> None:
    tree = ast.parse((FOLDER / "table_chips.py").read_text(encoding="utf-8"))
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    writing = {one.name for one in methods if "moves.append" in ast.unparse(one)}
    stacks = {one.name for one in methods if any("stacks[" in ast.unparse(one) for one in _assignments(one))}
    assert (writing, stacks) == ({"move"}, {"move"})
    for path in PLAY:
        if path.name != "table_chips.py":
            assert "moves.append" not in path.read_text(encoding="utf-8"), path


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
