"""Batches give the same values as single hands."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse
from pitboss.errors import PitbossError
from pitboss.ranking import NAMED, batch, omaha, ranking
from tests.examples import examples


def random_hands(deck: int, size: int, count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, deck)), axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize("name", list(NAMED))
@pytest.mark.parametrize("size", range(1, 8))
def test_batch_and_scalar_agree(name: str, size: int) -> None:
    r = ranking(name)
    if size < r.cards:
        with pytest.raises(PitbossError, match=f"rows of {size} cards"):
            batch.values(r, np.zeros((1, size), dtype=np.uint8))
        return
    hands = random_hands(len(r.deck), size, 3000, seed=size)
    hands[:500] = hands[:500] // 4 * 4 % 52 + 3  # of one suit, where no card comes out twice
    hands = hands[[len(set(hand)) == size for hand in hands.tolist()]]
    assert batch.values(r, hands).tolist() == [r.value(hand) for hand in hands.tolist()]


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_give_the_same(threads: int) -> None:
    r, hands = ranking("joker"), random_hands(53, 7, 10_001, seed=1)
    assert np.array_equal(batch.values(r, hands), batch.values(r, hands, threads=threads))


def test_other_integers_are_cards_too_and_no_hands_are_fine() -> None:
    r, hands = ranking("standard"), random_hands(52, 7, 100, seed=2)
    for kind in (np.int8, np.int64, np.uint32):
        assert np.array_equal(batch.values(r, hands.astype(kind)), batch.values(r, hands))
    assert batch.values(r, np.zeros((0, 7), dtype=np.uint8)).tolist() == []
    assert np.array_equal(batch.values(r, hands[::-1, ::-1]), batch.values(r, hands)[::-1])


@pytest.mark.parametrize("name", ["standard", "ace-to-five", "four-card"])
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("code", [52, 53, 200, 255, -1, 308])
def test_foreign_cards_are_refused(name: str, size: int, code: int) -> None:
    hands = random_hands(52, size, 50, seed=3).astype(np.int64)
    hands[17, size - 2] = code
    with pytest.raises(PitbossError, match="is not a card of this ranking's deck"):
        batch.values(ranking(name), hands)


def test_doubled_cards_never_read_beyond_the_tables() -> None:
    for name in NAMED:
        r = ranking(name)
        for card in r.deck:
            first, second = batch.values(r, np.full((2, 7), card, dtype=np.uint8)).tolist()
            assert 0 <= first == second <= r.top, (name, card)


def test_arrays_that_are_not_hands_are_refused() -> None:
    r = ranking("standard")
    for wrong in (np.zeros(7, dtype=np.uint8), np.zeros((3, 7)), np.zeros((3, 8), dtype=np.uint8)):
        with pytest.raises(PitbossError):
            batch.values(r, wrong)


def test_the_arrays_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        ranking("standard").arrays().values[0] = 1


@pytest.mark.rule("OM-1", "OH-1")
@pytest.mark.parametrize("name", ["standard", "eight-or-better", "ace-to-five"])
@examples(0.15)
@given(board=st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), data=st.data())
def test_omaha_by_table_by_combination_and_by_hand(name: str, board: list[int], data: st.DataObject) -> None:
    r = ranking(name)
    rest = sorted(set(range(52)) - set(board))
    holes = [data.draw(st.lists(st.sampled_from(rest), min_size=4, max_size=4, unique=True)) for _ in range(8)]
    cards = np.array(holes, dtype=np.uint8)
    values = batch.omaha_on(r, board, cards)
    assert values.tolist() == [omaha(r, hole, board).value for hole in holes]
    assert np.array_equal(values, batch.omaha(r, cards, np.tile(np.array(board, dtype=np.uint8), (len(cards), 1))))


@pytest.mark.rule("OM-1", "OH-1")
@pytest.mark.parametrize("name", ["standard", "eight-or-better"])
def test_omaha_all_hands_of_one_board(name: str) -> None:
    r, board = ranking(name), parse("As 4s 5s 8d Kd")
    rest = sorted(set(range(52)) - set(board))
    holes = np.array(list(combinations(rest, 4)), dtype=np.uint8)
    boards = np.tile(np.array(board, dtype=np.uint8), (len(holes), 1))
    by_table = batch.omaha_on(r, board, holes)
    assert len(holes) == 178_365
    assert np.array_equal(by_table, batch.omaha(r, holes, boards))
    assert np.array_equal(by_table, batch.omaha_on(r, board, holes, threads=2))
    assert np.array_equal(by_table, batch.omaha(r, holes, boards, threads=2))


def test_omaha_of_five_cards_in_the_hand() -> None:
    r, board = ranking("standard"), parse("As 4s 5s 8d Kd")
    holes = np.array([parse("2s 3s Kc Kh 8c"), parse("Qc Jc Tc 9c 7c")], dtype=np.uint8)
    assert batch.omaha_on(r, board, holes).tolist() == [omaha(r, hole, board).value for hole in holes.tolist()]


def test_omaha_refuses_what_it_cannot_make() -> None:
    r = ranking("standard")
    good = np.array([parse("2s 3s 4s 5s")], dtype=np.uint8), np.array([parse("As Ks Qs Js Ts")], dtype=np.uint8)
    for wrong in ((good[0], good[1][:, :4]), (good[0][:, :1], good[1]), (good[0], np.vstack([good[1]] * 2))):
        with pytest.raises(PitbossError, match="Omaha needs"):
            batch.omaha(r, *wrong)
    with pytest.raises(PitbossError, match="Omaha needs"):
        batch.omaha(ranking("four-card"), *good)
    with pytest.raises(PitbossError, match="card code 52"):
        batch.omaha(r, np.array([[52, 1, 2, 3]], dtype=np.uint8), good[1])
    with pytest.raises(PitbossError, match="expected"):
        batch.omaha_on(r, parse("As Ks Qs Js"), good[0])
    with pytest.raises(PitbossError, match="card code"):
        batch.omaha_on(r, parse("As Ks Qs Js Ts"), np.array([[0, 1, 2, 200]]))
