"""A settled wager: its line, its event and its moves, and how they are undone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.deal.round_events import WagerSettled
from pitboss.deal.view import WagerResult
from pitboss.house.chips import RoundChips, SettlementLine, _payment, wagered
from pitboss.house.settlement import Ending, Result
from pitboss.move import Move

THREE_TO_TWO = Fraction(3, 2)
ENDINGS = {
    "win": Ending("ante", Result.WIN, THREE_TO_TWO, "X-1", "win", "flush", "standard"),
    "lose": Ending("ante", Result.LOSE, Fraction(0), "X-2", "lose"),
    "push": Ending("ante", Result.PUSH, Fraction(0), "X-3", "tie"),
    "bonus": Ending("ante", Result.WIN, Fraction(4), "X-4", "bonus", "straight", "bonus"),
    "too little": Ending("ante", Result.WIN, Fraction(1, 100), "X-5", "win"),
}


def moved(name: str) -> list[tuple[str, str, int]]:
    return [(move.source, move.target, move.cents) for move in _payment(ENDINGS[name], 2, "player Ann", 25)[3]]


def test_the_chips_of_each_result() -> None:
    assert moved("win") == [("rack", "player Ann", 37), ("spot 2/ante", "player Ann", 25)]
    assert moved("lose") == [("spot 2/ante", "rack", 25)]
    assert moved("push") == [("spot 2/ante", "player Ann", 25)]
    assert moved("bonus") == [("rack", "player Ann", 100)]
    assert moved("too little") == [("spot 2/ante", "player Ann", 25)]


@pytest.mark.parametrize(
    ("name", "cents", "paid", "odds", "breakage", "bonus"),
    [
        ("win", 37, 37, "3/2", "1/2", False),
        ("lose", 25, 0, "", "", False),
        ("push", 25, 0, "", "", False),
        ("bonus", 100, 100, "4", "", True),
        ("too little", 0, 0, "1/100", "1/4", False),
    ],
)
def test_the_facts_of_each_result(name: str, cents: int, paid: int, odds: str, breakage: str, bonus: bool) -> None:
    ending = ENDINGS[name]
    line, result, event, moves = _payment(ending, 2, "player Ann", 25)
    assert isinstance(event, WagerSettled)
    assert (event.verb, event.seat, event.pile, event.cards, event.up) == ("settle", 2, "ante", (), False)
    assert (event.cents, event.rule, event.to) == (cents, ending.rule, 0)
    assert (event.wager, event.result, event.stake, event.paid) == ("ante", ending.result.value, 25, paid)
    assert (event.odds, event.breakage, event.line) == (odds, breakage, ending.line)
    assert (event.outcome, event.table, event.bonus) == (ending.outcome, ending.table, bonus)
    assert line == SettlementLine(
        *(2, "ante", 25, ending.result.value, ending.odds, paid, Fraction(breakage or 0), ending.rule),
        *(ending.outcome, ending.table, ending.line),
    )
    assert result == WagerResult(
        *(2, "ante", ending.result.value, 25, paid, odds, ending.line, breakage, ending.outcome, ending.table, bonus),
        *(ending.rule, None),
    )
    assert {(move.rule, move.wager, move.result) for move in moves} == {(ending.rule, "ante", ending.result.value)}


def table() -> RoundChips:
    """The chips of a round: Ann has two wagers on spot 1 and one on spot 3, Bea one on spot 2."""
    owners = {1: "player Ann", 2: "player Bea", 3: "player Ann"}
    placed = {1: {"ante": 25, "side": 5}, 2: {"ante": 100}, 3: {"ante": 7}}
    opening = [
        wagered(owners[spot], spot, wager, cents, "X") for spot, own in placed.items() for wager, cents in own.items()
    ]
    chips = RoundChips(owners, {"player Ann": 1000}, placed, [], opening)
    assert chips.stakes == placed
    assert chips.stakes[1] is not placed[1]
    return chips


def test_a_settled_wager_leaves_the_layout_and_a_bonus_does_not() -> None:
    chips = table()
    chips.settle(1, ENDINGS["bonus"], 0)
    assert chips.stakes[1] == {"ante": 25, "side": 5}
    chips.settle(1, ENDINGS["win"], 0)
    assert chips.stakes[1] == {"side": 5}
    assert [line.outcome for line in chips.lines] == ["bonus", "win"]
    assert [event.verb for event in chips.events] == ["settle", "settle"]
    assert chips.balances() == {
        "player Ann": 1000 - 12 + 137,
        "player Bea": -100,
        "rack": -137,
        "spot 1/ante": 0,
        "spot 1/side": 5,
        "spot 2/ante": 100,
        "spot 3/ante": 7,
    }
    assert chips.net() == {"player Ann": 125, "player Bea": -100}


def test_chips_are_put_on_a_wager_and_given_back() -> None:
    chips = table()
    chips.put(2, "play", 300, "X-6")
    assert chips.moves[-1] == Move("player Bea", "spot 2/play", 300, "play wager", "X-6", "wager", "play")
    assert chips.stakes[2] == {"ante": 100, "play": 300}
    assert chips.give_back(2, "play", "taken back", "X-7", "take back") == 300
    assert chips.moves[-1] == Move("spot 2/play", "player Bea", 300, "taken back", "X-7", "take back", "play")
    assert chips.stakes[2] == {"ante": 100}
    assert chips.net() == {"player Ann": -37, "player Bea": -100}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_spot_that_is_returned_is_even_whatever_was_settled(name: str) -> None:
    chips = table()
    chips.settle(3, ENDINGS["win"], 0)
    won = chips.net()["player Ann"]
    chips.settle(1, ENDINGS[name], 0)
    chips.return_all(1, "a misdeal", "HB-6")
    assert chips.stakes[1] == {}
    assert chips.balances()["player Ann"] == 1000 + won + 30
    assert {move.why for move in chips.moves if move.rule == "HB-6"} <= {
        *("ante returned: a misdeal", "side returned: a misdeal", "ante payment taken back: a misdeal"),
    }
    assert sum(chips.balances().values()) == 1000
