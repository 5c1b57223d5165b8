"""The oracle against the worked examples of the documents."""

from __future__ import annotations

import pytest

from .oracle import Choices, Round, legal, opens_high, opens_low
from .slow_settlement import best, fives, settle

RANKS, SUITS = "23456789TJQKA", "cdhs"


def cards(written: str) -> list[int]:
    return [RANKS.index(card[0]) * 4 + SUITS.index(card[1]) for card in written.split()]


def ten_dollar_round(*stacks: int) -> Round:
    seats = tuple(range(1, len(stacks) + 1))
    return Round(seats, dict(zip(seats, stacks, strict=True)), 1000)


@pytest.mark.rule("PK-10")
def test_facing_ten_and_all_in_of_eighteen_the_choice_is_eighteen_or_twenty() -> None:
    start = ten_dollar_round(10000, 1800, 10000)
    assert legal(start, [(1, "bet", 1000), (2, "bet", 1800)]) == (3, Choices(True, False, 1800, (2000,)))
    # The first player has acted and, if the third only calls, faces only action.
    history = [(1, "bet", 1000), (2, "bet", 1800), (3, "call", 1800)]
    assert legal(start, history) == (1, Choices(True, False, 1800, ()))
    raised = [(1, "bet", 1000), (2, "bet", 1800), (3, "bet", 2000)]
    assert legal(start, raised) == (1, Choices(True, False, 2000, (3000,)))


@pytest.mark.rule("PK-11")
def test_an_all_in_of_six_is_called_or_completed_to_ten() -> None:
    start = ten_dollar_round(600, 10000, 10000, 10000)
    assert legal(start, [(1, "bet", 600)]) == (2, Choices(True, False, 600, (1000,)))
    history = [(1, "bet", 600), (2, "bet", 1000), (3, "bet", 2000), (4, "bet", 3000), (2, "bet", 4000)]
    assert legal(start, history) == (3, Choices(True, False, 4000, ()))  # the completion was the bet, then three raises


@pytest.mark.rule("PK-11")
def test_who_has_checked_may_complete_an_all_in_of_six() -> None:
    start = ten_dollar_round(10000, 600, 10000)
    history = [(1, "check", 0), (2, "bet", 600), (3, "call", 600)]
    assert legal(start, history) == (1, Choices(True, False, 600, (1000,)))


@pytest.mark.rule("PK-9")
def test_a_short_big_blind_is_called_in_full_and_raised_to_twice_it() -> None:
    start = Round((3, 1, 2), {1: 900, 2: 0, 3: 1000}, 200, posted={1: 100, 2: 50}, blind=200)
    assert legal(start, []) == (3, Choices(True, False, 200, (400,)))
    assert legal(start, [(3, "call", 200)]) == (1, Choices(True, False, 200, (400,)))
    assert legal(start, [(3, "fold", 0)]) is None  # seat 1 has more in than the blind can match


@pytest.mark.rule("PK-8", "LB-2")
@pytest.mark.parametrize("raises", [3, 6])
def test_a_bet_and_so_many_raises_unless_two_are_left(raises: int) -> None:
    start = Round((1, 2, 3), {1: 9999, 2: 9999, 3: 9999}, 100, raises=raises)
    history = [(1, "bet", 100)]
    seat = 2
    for n in range(raises):
        history.append((seat, "bet", 100 * (n + 2)))
        seat = seat % 3 + 1
    answer = legal(start, history)
    assert answer == (seat, Choices(True, False, 100 * (raises + 1), ()))
    after = legal(start, [*history, (seat, "fold", 0)])
    assert after is not None
    assert after[1].to == (100 * (raises + 2),)


@pytest.mark.rule("PK-9", "TH-1")
def test_an_unraised_big_blind_may_raise() -> None:
    start = Round((3, 1, 2), {1: 900, 2: 800, 3: 1000}, 200, posted={1: 100, 2: 200})
    history = [(3, "call", 200), (1, "call", 200)]
    assert legal(start, history) == (2, Choices(True, True, 0, (400,)))
    assert legal(start, [*history, (2, "check", 0)]) is None


@pytest.mark.rule("PK-29")
def test_without_a_limit_the_least_raise_stays_one_step() -> None:
    start = Round((1, 2, 3), {1: 5000, 2: 5000, 3: 5000}, 200, limit=False)
    assert legal(start, [(1, "bet", 1000)]) == (2, Choices(True, False, 1000, (1200, 5000)))


@pytest.mark.rule("S7-1", "S7-2")
def test_stud_openings_and_the_open_pair() -> None:
    assert opens_low({1: cards("2d")[0], 2: cards("2c")[0], 3: cards("Ac")[0]}) == 2
    assert opens_high({1: cards("Ks 9d"), 2: cards("2c 2d"), 3: cards("Ac Kd")}) == 2
    assert opens_high({1: cards("Kd 9s"), 2: cards("Kh 9c")}) == 2
    first = Round((1, 2, 3), {1: 500, 2: 500, 3: 0}, 200, must_open=True)
    assert legal(first, []) == (1, Choices(True, False, 0, (200,)))
    fourth = Round((1, 2, 3), {1: 900, 2: 900, 3: 300}, 200, pairs=frozenset({2, 3}), higher=400)
    assert legal(fourth, []) == (1, Choices(True, True, 0, (200,)))
    assert legal(fourth, [(1, "check", 0)]) == (2, Choices(True, True, 0, (200, 400)))
    assert legal(fourth, [(1, "check", 0), (2, "bet", 400)]) == (3, Choices(True, False, 300, ()))
    assert legal(fourth, [(1, "bet", 200)]) == (2, Choices(True, False, 200, (400,)))


@pytest.mark.rule("PK-6", "OH-1")
def test_side_pots_quarters_and_odd_chips() -> None:
    paid = {1: 300, 2: 700, 3: 700, 4: 100}
    highs = {1: (9,), 2: (5,), 3: (5,)}
    assert settle(paid, [1, 2, 3], [highs], [4, 1, 2, 3], 100) == {4: 0, 1: 1000, 2: 400, 3: 400}
    lows = {1: None, 2: (1,), 3: (1,)}
    assert settle({1: 300, 2: 300, 3: 300}, [1, 2, 3], [highs, lows], [3, 1, 2], 100) == {1: 400, 2: 200, 3: 300}
    assert settle({1: 300, 2: 500}, [1, 2], [highs], [1, 2], 100, fee=100) == {1: 500, 2: 200}


@pytest.mark.rule("PK-3", "PK-5", "LB-6")
def test_slow_values_follow_the_printed_order() -> None:
    written = [
        *("As Ks Qs Js Ts", "5d 4d 3d 2d Ad", "9c 9d 9h 9s 2c", "3c 3d 3h 2s 2c", "Kc Jc 8c 3c 2c", "Kc Qd Jd Td 9d"),
        *("5c 4d 3d 2d Ad", "4c 4d 4h 3s 2c", "5c 5d 3h 3s 2c", "Ac Ad 4h 3s 2c", "Kc Qd Jd Td 8d", "7c 5d 4d 3d 2c"),
    ]
    values = [best("high", fives(cards(one))) for one in written]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    lows = [
        best("low", fives(cards(one)))
        for one in ("5s 4s 3s 2s As", "8c 4d 3d 2d Ad", "8c 7d 3d 2d Ad", "2c 2d 3s 4s 5s")
    ]
    assert lows == sorted(lows, reverse=True)
    ties = [best("high", fives(cards(one)), by_suit=True) for one in ("Ks Kc 4h 3s 2c", "Kh Kd 4s 3d 2s")]
    assert ties[0] > ties[1]
