"""The rule on every event, move and option, checked once against the text of the catalogue."""

from __future__ import annotations

import random

import pytest

import pitboss
from tests.poker.table import SPREAD, deal, load, may, play, random_act, verbs

# Who wins, and by which rule: the hand order, or what the game itself says about its hands.
WINS = {
    "holdem": {"TH-2"},
    "omaha": {"OM-1"},
    "omaha-hi-lo": {"OH-1"},
    "draw": {"PK-3"},
    "seven-stud": {"PK-3"},
    "five-stud": {"PK-3"},
}
# How the cards come.
DEALS = {
    ("pot", "seven-stud"): {"S7-1", "S7-5"},
    ("button", "seven-stud"): {"S7-5"},
    ("pot", "five-stud"): {"S5-1", "S5-3"},
    ("button", "five-stud"): {"S5-2"},
    ("pot", "draw"): {"DR-1"},
    ("button", "draw"): {"DR-2"},
    ("pot", "lowball"): {"LB-1"},
    ("button", "lowball"): {"LB-5"},
}
BOARDS = {"holdem": {"TH-1"}, "omaha": {"OM-1"}, "omaha-hi-lo": {"OM-1"}}


def expected(house: str, game: str) -> dict[str, set[str]]:
    """For each verb the rules an event of it may cite."""
    pot = house == "pot"
    wins = WINS.get(game) or ({"LB-6", "LB-3"} if pot else {"LB-6", "LB-5"})
    board = BOARDS.get(game, set())
    burns = board or {"PK-35", "PK-26"}
    return {
        "ante": {"PK-31" if pot else "PK-32"},
        "post": {"PK-31" if pot else "TH-3"},
        "fee": {"PK-13" if pot else "PK-2"},
        "shuffle": {""},
        "deal": DEALS.get((house, game), {"TH-4"}),
        "draw": DEALS.get((house, game), set()),
        "burn": burns,
        "board": board or {"PK-26"},
        "scramble": {"PK-26"},
        "reshuffle": {"LB-4"},
        "forced bet": {"S7-1"},
        "check": {""},
        "fold": {""},
        "muck": {""},
        "call": {"PK-7", "PK-10"},
        "bet": {"PK-7", "PK-10"} | ({"S7-2"} if (house, game) == ("pot", "seven-stud") else set()),
        "raise": {"PK-7", "PK-10"},
        "complete": {"PK-11", "PK-10"},
        "return": {"PK-10"},
        "passed": {"LB-5" if game == "lowball" else "DR-3"},
        "show": {"PK-15"},
        "award": {*wins, "PK-5", "PK-6", "PK-15"},
    }


@pytest.mark.parametrize(("house", "game"), [one for one in SPREAD if one[0] != "wsop"])
def test_every_event_cites_a_rule_that_says_it(house: str, game: str) -> None:
    spread = load(game, house)
    rules = expected(house, game)
    for seed in range(30):
        heads = spread.seats[1] if seed % 3 == 0 else 3
        stacks = [800 + [0, 400, 20_000][(seat + seed) % 3] for seat in range(heads)]
        hand = deal(spread, *stacks, shuffle=pitboss.seeded(seed))
        chance = random.Random(seed)
        while not hand.done:
            random_act(hand, chance, 0.1)
        for event in hand.events:
            assert event.rule in rules[event.verb], event
        cited = {(event.seat, event.rule) for event in hand.events}
        for move in hand.moves:
            seat = next((int(one[7:]) for one in (move.source, move.target) if one.startswith("player ")), 0)
            assert (seat, move.rule) in cited, move


@pytest.mark.rule("PK-32")
@pytest.mark.parametrize("game", ["draw", "lowball", "seven-stud", "five-stud"])
def test_the_button_houses_ante_is_not_the_table_of_blinds(game: str) -> None:
    hand = deal(load(game, "button"), *[5000] * 3)
    assert {event.rule for event in hand.events if event.verb == "ante"} == {"PK-32"}
    assert {move.rule for move in hand.moves if move.why == "ante"} == {"PK-32"}


@pytest.mark.rule("PK-10", "PK-11", "PK-29")
def test_short_chips_completions_and_no_limit_bets_cite_their_own_rules() -> None:
    hand = deal(load("five-stud", "pot", "2-4"), 50 + 100, 5000, 5000, 50 + 150)
    assert may(hand)["bet"].rule == "PK-10"  # all that seat 1 has, less than a bet
    play(hand, "1 bet")
    assert may(hand)["complete"].rule == "PK-11"
    play(hand, "2 complete, 3 call")
    assert may(hand)["call"].rule == "PK-10"
    play(hand, "4 call")
    cited = [event.rule for event in hand.events if event.verb in ("bet", "complete", "call")]
    assert cited == ["PK-10", "PK-11", "PK-7", "PK-10"]
    hand = deal(load("holdem", "pot", "2-4", play="no-limit"), *[5000] * 3)
    assert may(hand)["raise"].rule == "PK-29"
    play(hand, "3 raise 900")
    assert hand.events[-1].rule == "PK-29"
    assert verbs(hand, "raise") == [("raise", 3, 900)]
