"""Whole betting trees counted by the engine and by the oracle, which knows only the rules.

As in a chess perft, every legal action of every player is tried to the end of the hand. The counts are pinned too, so a
change of both is noticed. Nobody draws cards in the lowball trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from pitboss import cards
from pitboss.poker.hand import Hand
from tests.poker.reference.oracle import Round, Walk, opens_high, opens_low
from tests.poker.table import deal, dealt, load


class Tree(NamedTuple):
    """Decisions and finished hands of a tree."""

    decisions: int
    hands: int


def by_engine(hand: Hand) -> Tree:
    if hand.done:
        return Tree(0, 1)
    if hand.phase == "draw":
        hand.act(hand.actors[0], "draw")
        tree = by_engine(hand)
        hand.undo()
        return tree
    decisions = hands = 0
    seat = hand.actors[0]
    for option in hand.legal(seat):
        for cents in [c for c in range(option.low, option.high + 1, 50) if option.takes(c)] if option.allowed else ():
            below = by_engine(hand.act(seat, option.word, cents))
            decisions, hands = decisions + below.decisions, hands + below.hands
            hand.undo()
    return Tree(decisions + 1, hands)


Start = Callable[[int, Sequence[int], dict[int, int]], Round]
"""Builds the round of this number for these live seats and stacks."""


def by_rules(start: Start, rounds: int, seats: Sequence[int], stacks: dict[int, int]) -> Tree:
    def play(number: int, live: Sequence[int], behind: dict[int, int]) -> Tree:
        if number == rounds:
            return Tree(0, 1)
        begun = start(number, live, behind)
        return walk(number, begun, [])

    def walk(number: int, begun: Round, history: list[tuple[int, str, int]]) -> Tree:
        state = Walk(begun, history)
        seat = state.actor()
        if seat is None:
            if len(state.live) == 1:
                return Tree(0, 1)
            return play(number + 1, [one for one in seats if one in state.live], returned(state))
        may = state.choices(seat)
        tries = [(seat, "fold", 0)] + [(seat, "check", 0)] * may.check
        tries += [(seat, "call", may.call)] * bool(may.call) + [(seat, "bet", total) for total in may.to]
        below = [walk(number, begun, [*history, one]) for one in tries]
        return Tree(1 + sum(tree.decisions for tree in below), sum(tree.hands for tree in below))

    return play(0, seats, stacks)


def returned(state: Walk) -> dict[int, int]:
    """Stacks after an uncalled bet is returned."""
    behind = dict(state.behind)
    most = sorted(state.put.values())
    if len(most) > 1 and most[-1] > most[-2]:
        top = max(state.put, key=lambda seat: state.put[seat])
        behind[top] += most[-1] - most[-2]
    return behind


def holdem_round(limit: tuple[int, int], blinds: tuple[int, int], heads: int) -> Start:
    def start(number: int, live: Sequence[int], behind: dict[int, int]) -> Round:
        if number:
            return Round(tuple(live), behind, limit[number // 2])
        small, big = (2, 1) if heads == 2 else (1, 2)
        posted = {small: min(blinds[0], behind[small]), big: min(blinds[1], behind[big])}
        left = {seat: behind[seat] - posted.get(seat, 0) for seat in live}
        order = (*range(big + 1, heads + 1), *range(1, big + 1))
        return Round(order, left, limit[0], posted)

    return start


@pytest.mark.rule("PK-8", "PK-9", "PK-10", "PK-11", "TH-1")
@pytest.mark.parametrize(
    ("limit", "stacks", "tree"),
    [
        ("1-2", (1000, 900), Tree(2312, 3777)),
        ("1-2", (450, 800), Tree(316, 497)),
        ("2-4", (300, 1500), Tree(16, 25)),
        ("1-2", (500, 350, 450), Tree(5391, 8061)),
        ("2-4", (700, 300, 900), Tree(602, 919)),
        ("1-2", (100, 200, 300, 250), Tree(302, 449)),
    ],
)
def test_limit_holdem(limit: str, stacks: tuple[int, ...], tree: Tree) -> None:
    game = load("holdem", "pot", limit)
    start = holdem_round((game.lower, game.higher), game.blinds, len(stacks))
    expected = by_rules(start, 4, range(1, len(stacks) + 1), dict(enumerate(stacks, 1)))
    assert by_engine(deal(game, *stacks)) == expected
    assert expected == tree


@pytest.mark.rule("LB-1", "LB-2", "PK-10", "PK-33")
@pytest.mark.parametrize(
    ("stacks", "tree"),
    [
        ((2050, 1850), Tree(144, 253)),
        ((1250, 850, 1050), Tree(1327, 1987)),
        ((450, 350, 650, 250), Tree(588, 825)),
    ],
)
def test_lowball(stacks: tuple[int, ...], tree: Tree) -> None:
    game = load("lowball", "pot", "2-4")

    def start(number: int, live: Sequence[int], behind: dict[int, int]) -> Round:
        left = behind if number else {seat: behind[seat] - 50 for seat in live}
        return Round(tuple(live), left, (200, 400)[number], raises=6)

    expected = by_rules(start, 2, range(1, len(stacks) + 1), dict(enumerate(stacks, 1)))
    assert by_engine(deal(game, *stacks)) == expected
    assert expected == tree


HOLES = {1: "2s 3s Kd 9c 8c 4c 5c", 2: "2h 3h 4d 7c 6d Jd 5d", 3: "2d 3d Ad Ac 9d 8d 7d"}


@pytest.mark.rule("S7-1", "S7-2", "PK-10", "PK-11", "PK-36")
@pytest.mark.parametrize(
    ("stacks", "tree"),
    [((1250, 1450), Tree(674, 1060)), ((1050, 450), Tree(18, 28)), ((850, 550, 650), Tree(1221, 1790))],
)
def test_seven_card_stud(stacks: tuple[int, ...], tree: Tree) -> None:
    game = load("seven-stud", "pot")
    heads = len(stacks)
    holes = {seat: HOLES[seat] for seat in range(1, heads + 1)}
    ups = {seat: cards.parse(hole)[2:6] for seat, hole in holes.items()}

    def start(number: int, live: Sequence[int], behind: dict[int, int]) -> Round:
        step = 200 if number < 2 else 400
        if not number:
            first = opens_low({seat: ups[seat][0] for seat in live})
            left = {seat: behind[seat] - 50 for seat in live}
            bet = min(200, left[first])
            left[first] -= bet
            place = live.index(first)
            return Round((*live[place:], *live[:place]), left, step, {first: bet}, forced=first)
        boards = {seat: ups[seat][: min(number, 3) + 1] for seat in live}
        first = opens_high(boards)
        place = live.index(first)
        pairs = frozenset(seat for seat in live if number == 1 and ups[seat][0] // 4 == ups[seat][1] // 4)
        return Round((*live[place:], *live[:place]), behind, step, pairs=pairs, higher=400)

    expected = by_rules(start, 5, range(1, heads + 1), dict(enumerate(stacks, 1)))
    hand = deal(game, *stacks, shuffle=dealt(game, holes, button=heads))
    assert by_engine(hand) == expected
    assert expected == tree
