"""Stud boards and ties by suit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import JOKER, parse
from pitboss.errors import PitbossError
from pitboss.ranking import Ranking, omaha, ranking
from pitboss.ranking.makers import board_order, highest_board, suits

from . import by_definition
from .by_definition import BOOKS, seen


def literal_board(cards: list[int]) -> tuple[object, ...]:
    """PK-36 read out: the sets, the cards from the top, the suit of the highest card."""
    if len(cards) == 5:
        judged: object = by_definition.judge([seen(c) for c in cards], BOOKS["standard"])
    else:
        ranks = [c // 4 for c in cards]
        pile = sorted(ranks, key=lambda r: (ranks.count(r), r), reverse=True)
        shape = 3 * max(ranks.count(r) for r in ranks) + sum(ranks.count(r) == 2 for r in ranks)
        judged = (shape, pile)
    top = max(cards)
    return judged, top % 4


def by_suit(r: Ranking, cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The order of hands where the suits break ties."""
    return r.value(cards), suits(r.best(cards))


@pytest.mark.rule("PK-36", "S7-1")
@given(st.data())
def test_boards_of_one_to_four_up_cards(data: st.DataObject) -> None:
    size, seats = data.draw(st.integers(1, 4)), data.draw(st.integers(2, 8))
    few = data.draw(st.integers(3, 13))
    deck = [c for c in range(52) if c >> 2 >= 13 - few]
    seats = min(seats, len(deck) // size)
    cards = data.draw(st.permutations(deck))
    dealt = {seat: list(cards[seat * size : (seat + 1) * size]) for seat in range(seats)}
    literal = {seat: literal_board(board) for seat, board in dealt.items()}
    assert highest_board(dealt) == max(literal, key=lambda seat: literal[seat])
    for one, other in combinations(dealt, 2):
        assert (board_order(dealt[one]) > board_order(dealt[other])) == (literal[one] > literal[other])


@pytest.mark.rule("PK-36")
@given(cards=st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True))
def test_four_up_cards_with_a_common_card_are_a_whole_hand(cards: list[int]) -> None:
    common, mine, yours = cards[:1], cards[1:5], cards[5:]
    me, you = (literal_board([*up, *common]) for up in (mine, yours))
    order = board_order(mine, common), board_order(yours, common)
    assert order[0] != order[1]
    if me != you:  # equal when the common card is the highest of both; then the suits below it decide
        assert (order[0] > order[1]) == (me > you)


@pytest.mark.rule("PK-36", "S7-1")
@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("As", "Kd"),
        ("2d", "2c"),
        ("2c 2d", "As Kd"),
        ("5s 4d", "5h 4c"),
        ("5c 4d", "5d 3s"),
        ("Ks Qs Js", "Kd Qd Jd"),
        ("2s 2d 3c", "Ks Qs Js"),
        ("2s 2d 2c", "As Ad Kc"),
        ("3s 3d 2c 2h", "As Ad Kc Qc"),
        ("2s 2d 2h 3c", "As Ad Kc Kh"),
        ("2s 2d 2h 2c", "As Ad Ac Kh"),
        ("7s 6d 3h 2c", "6s 5s 4s 3s"),
        ("5s 5d As", "5h 5c Ah"),
    ],
)
def test_boards_by_example(high: str, low: str) -> None:
    seats = {"high": parse(high), "low": parse(low)}
    assert highest_board(seats) == "high"
    assert board_order(seats["low"]) < board_order(seats["high"])


@pytest.mark.rule("PK-36")
def test_straights_and_flushes_count_only_with_the_common_card() -> None:
    run, ace = parse("6s 5s 4s 3s"), parse("Ad Kh Jc 9d")
    assert highest_board({1: run, 2: ace}) == 2
    assert highest_board({1: run, 2: ace}, common=parse("2s")) == 1
    assert highest_board({1: run, 2: ace}, common=parse("2c")) == 1


@pytest.mark.rule("PK-4", "PK-36")
def test_a_wild_card_on_the_board() -> None:
    assert highest_board({1: (JOKER, *parse("9d")), 2: parse("As Kd")}) == 1
    assert highest_board({1: (JOKER, *parse("9d")), 2: parse("Ts Td")}) == 2
    assert highest_board({1: (JOKER, *parse("6s 5s 4s")), 2: parse("As Ad Ah Ac")}, common=parse("2s")) == 1


def test_boards_of_other_sizes_are_refused() -> None:
    for cards in ((), parse("As Ks Qs Js Ts 9s")):
        with pytest.raises(PitbossError, match="cannot be compared"):
            board_order(cards)


@pytest.mark.rule("PK-5")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Kd Qh Jc 9d", "Ah Ks Qs Js 9s"),  # the highest card first, whatever the others are
        ("Ts Tc 9d 8d 7d", "Th Td 9s 8s 7s"),  # the pair before the kickers, its higher suit first
        ("2s 2c As Kd Qd", "2h 2d Ad Ks Qs"),
        ("5s 4c 3c 2c Ac", "5h 4s 3s 2s As"),  # five high in a wheel
        ("Ks Qs Js 9s 2s", "Kh Qh Jh 9h 2h"),
        ("Js Jh 4d 4h 2c", "Jd Jc 4s 4c 2d"),
    ],
)
def test_equal_hands_by_suit(better: str, worse: str) -> None:
    r = ranking("standard")
    one, other = parse(better), parse(worse)
    assert r.value(one) == r.value(other)
    assert by_suit(r, one) > by_suit(r, other)


@pytest.mark.rule("PK-5")
def test_the_very_same_five_cards_split() -> None:
    r = ranking("standard")
    board = parse("As Ks Qs Js Ts")
    assert by_suit(r, (*board, *parse("2d 3d"))) == by_suit(r, (*board, *parse("2s 3c")))


@pytest.mark.rule("PK-5")
@given(
    cards=st.lists(st.sampled_from([c for c in range(52) if c >> 2 in (3, 4, 5, 6, 7, 12)]), min_size=7, unique=True)
)
def test_of_seven_cards_the_suits_that_count_are_the_best_that_make_the_hand(cards: list[int]) -> None:
    r = ranking("standard")
    seven = cards[:7]
    value, laid_suits = by_suit(r, seven)
    literal = []
    for five in combinations(seven, 5):
        if r.value(five) == value:
            ranks = [c // 4 for c in five]
            wheel = r.words(value).endswith("five high") and 12 in ranks
            laid = sorted(
                five,
                key=lambda c: (ranks.count(c // 4), -1 if wheel and c // 4 == 12 else c // 4, c % 4),
                reverse=True,
            )
            literal.append(tuple(c % 4 for c in laid))
    assert laid_suits == max(literal)


@pytest.mark.rule("PK-5", "OM-1")
def test_of_equal_omaha_hands_the_higher_suits_are_laid_out() -> None:
    r = ranking("standard")
    made = omaha(r, parse("Kc Ks 2d 2c"), parse("Ad Ah 9c 7d 7h"))
    assert made.cards == parse("Ah Ad Ks Kc 9c")


@pytest.mark.rule("PK-5", "PK-4")
def test_the_joker_is_of_no_suit() -> None:
    r = ranking("wild")
    one, other = parse("Ac Jk Ks Qs 9s"), parse("Ad Ah Kc Qc 9c")
    assert r.value(one) == r.value(other)
    assert by_suit(r, one) < by_suit(r, other)
    assert suits(r.best(one)) == (0, -1, 3, 3, 3)


@pytest.mark.rule("OH-1")
def test_a_low_that_does_not_qualify_is_no_hand() -> None:
    r = ranking("eight-or-better")
    for cards in ("Ks Qd 3c 2h As", "Kd Qs 3d 2d Ad"):
        assert by_suit(r, parse(cards)) == (0, ())
