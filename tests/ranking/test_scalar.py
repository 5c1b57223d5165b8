"""Single hands: accepted and refused input, and how makers fail."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import JOKER, UNKNOWN, CardError, parse
from pitboss.errors import PitbossError
from pitboss.ranking import NAMED, make, omaha, ranking


@pytest.mark.parametrize("name", list(NAMED))
def test_too_few_cards(name: str) -> None:
    r = ranking(name)
    for count in range(r.cards):
        with pytest.raises(PitbossError, match="too few cards for a hand"):
            r.value(tuple(range(count)))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize(("wrong", "shown"), [(JOKER, "Jk"), (UNKNOWN, r"\?\?")])
def test_cards_that_are_not_in_the_deck(size: int, wrong: int, shown: str) -> None:
    for place in range(size):
        cards = list(range(0, 4 * size, 4))
        cards[place] = wrong
        with pytest.raises(CardError, match=f"{shown} is not in this game's deck"):
            ranking("standard").value(cards)


def test_unknown_cards_in_small_hands() -> None:
    with pytest.raises(CardError, match="is not in this game's deck"):
        ranking("three-card").value((1, 2, UNKNOWN))


@given(st.lists(st.integers(0, 51), min_size=8, max_size=9, unique=True))
def test_more_than_seven_cards_are_the_best_of_them(cards: list[int]) -> None:
    r = ranking("standard")
    assert r.value(cards) == max(r.value(cards[:i] + cards[i + 1 :]) for i in range(len(cards)))


@given(st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True), st.randoms())
def test_the_order_of_the_cards_does_not_matter(cards: list[int], random: object) -> None:
    mixed = list(cards)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    for name in ("joker", "wild"):
        r = ranking(name)
        assert r.value(cards) == r.value(tuple(mixed))
        assert r.best(cards) == r.best(mixed)


def test_best_lays_the_cards_in_the_order_they_count() -> None:
    r = ranking("standard")
    assert r.best(parse("2c As 3d 5h 4c 9s 9d")) == parse("5h 4c 3d 2c As")
    assert r.best(parse("9c 9s 2d 2s Kd Kc 3c")) == parse("Kd Kc 9s 9c 3c")
    assert ranking("joker").best(parse("9s Ts Jk Qs Ks 2d 2c")) == parse("Ks Qs Jk Ts 9s")
    assert ranking("ace-to-five").best(parse("Ks Kd 4h 3c As 2d 8h")) == parse("8h 4h 3c 2d As")


def test_makers_refuse_what_cannot_be_made() -> None:
    r = ranking("standard")
    with pytest.raises(PitbossError, match="3 cards cannot be taken from As Ks"):
        make(r, free=parse("2c 3c 4c"), must=[(parse("As Ks"), 3)])
    with pytest.raises(PitbossError, match="cannot be made of 2 cards that must play and 2 others"):
        make(r, free=parse("2c 3c"), must=[(parse("As Ks"), 2)])
    with pytest.raises(PitbossError, match="cannot be made of 6 cards that must play"):
        make(r, must=[(parse("As Ks Qs"), 3), (parse("2c 3c 4c"), 3)])
    with pytest.raises(PitbossError, match="2 cards cannot be taken from As"):
        omaha(r, parse("As"), parse("2c 3c 4c 5c 6c"))


def test_without_piles_a_maker_takes_the_best() -> None:
    r = ranking("standard")
    made = make(r, free=parse("As Ks Qs Js Ts 2d 3c"))
    assert (made.value, made.cards) == (r.top, parse("As Ks Qs Js Ts"))


@pytest.mark.rule("OH-1")
def test_no_low_is_no_hand() -> None:
    made = omaha(ranking("eight-or-better"), parse("As 2s 3s 4s"), parse("Kd Qd Jd 5h 6h"))
    assert (made.value, made.cards) == (0, ())
