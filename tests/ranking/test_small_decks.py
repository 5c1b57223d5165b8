"""Rankings written out for small decks: every hand of the deck against the rule book."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import store
from pitboss.cards import FULL, RANKS, deck, parse
from pitboss.errors import PitbossError
from pitboss.ranking import Ranking, RankingDefinition, RankingError, batch, ranking
from tests.examples import examples

from . import by_definition
from .by_definition import BOOKS, Book, Verdict


@pytest.fixture(autouse=True, scope="module")
def nothing_is_kept(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import_module("pitboss.ranking.kernels")  # compiled code may be kept as usual
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def agree_everywhere(r: Ranking, book: Book, sizes: range) -> None:
    """For hands of every size verdicts and values agree, and the values of whole hands have no gaps."""
    verdicts: dict[int, Verdict] = {}
    for size in sizes:
        for hand in combinations(r.deck, size):
            value, verdict = r.value(hand), by_definition.best(hand, book)
            assert verdicts.setdefault(value, verdict) == verdict
            assert r.category(value) == verdict[1]
            if value:
                assert r.value(r.best(hand)) == value
    values = sorted(set(verdicts) - {0})
    assert values == list(range(1, r.top + 1))
    assert [verdicts[v] for v in values] == sorted(verdicts[v] for v in values)


ORDERS = {
    5: BOOKS["standard"].order,
    4: BOOKS["four-card"].order,
    3: BOOKS["three-card"].order,
    2: ("straight flush", "pair", "flush", "straight", "high card"),
    1: ("high card",),
}


@st.composite
def definitions(draw: st.DrawFn) -> tuple[dict[str, Any], Book]:
    """A ranking as a file would write it, and the book that says the same."""
    cards = draw(st.integers(1, 5))
    suits = draw(st.integers(1, 4))
    low = draw(st.integers(0, 12))
    many = max(2, min(13 - low, draw(st.integers(1, 10 // suits + 1))))
    low = min(low, 13 - many)
    joker = draw(st.booleans())
    wild = draw(st.sampled_from(["any", "bug"] if low + many == 13 else ["any"])) if joker else ""
    if many * suits + joker < cards:
        suits = 4
    order = list(ORDERS[cards])
    if wild and cards == 5:
        order.insert(draw(st.integers(0, len(order))), "five of a kind")
    order = draw(st.permutations(order))
    written: dict[str, Any] = {
        "cards": cards,
        "order": order,
        "deck": {"ranks": f"{RANKS[low]}-{RANKS[low + many - 1]}", "suits": suits, "joker": joker},
    }
    if wild:
        written["wild"] = wild
    return written, Book(cards, tuple(order), joker=wild, ranks=tuple(range(low + 2, low + many + 2)))


def agrees_up_to_seven_cards(made: tuple[dict[str, Any], Book], more: int) -> None:
    written, book = made
    r = ranking(written)
    agree_everywhere(r, book, range(r.cards, min(7, r.cards + more, len(r.deck)) + 1))


@examples(0.3)
@given(definitions())
def test_any_ranking_of_a_small_deck(made: tuple[dict[str, Any], Book]) -> None:
    agrees_up_to_seven_cards(made, more=1)


@pytest.mark.long
@examples(2)
@given(definitions())
def test_very_many_rankings_of_small_decks(made: tuple[dict[str, Any], Book]) -> None:
    agrees_up_to_seven_cards(made, more=6)


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_low_rankings_of_a_small_deck(cards: int, joker: bool) -> None:
    order = ["low", "pair", "two pair", "three of a kind", "full house", "four of a kind"]
    groups = {"pair": 2, "two pair": 4, "three of a kind": 3, "full house": 5, "four of a kind": 4}
    order = [name for name in order if groups.get(name, 0) <= cards]
    written = {"cards": cards, "order": order, "low": True, "deck": {"ranks": "J-A", "suits": 2, "joker": joker}}
    book = Book(cards, tuple(order), joker="any" if joker else "", low=True, ranks=(11, 12, 13, 14))
    r = ranking(written | ({"wild": "any"} if joker else {}))
    agree_everywhere(r, book, range(cards, min(7, len(r.deck)) + 1))


def test_the_order_is_what_the_file_says() -> None:
    usual = ranking(
        {"cards": 3, "order": ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"]}
    )
    other = ranking(
        {"cards": 3, "order": ["straight flush", "three of a kind", "flush", "straight", "pair", "high card"]}
    )
    flush, straight = parse("2s 9s Js"), parse("2s 3d 4s")
    assert usual.value(straight) > usual.value(flush)
    assert other.value(straight) < other.value(flush)


def test_a_written_ranking_shares_the_tables_of_the_named_one() -> None:
    written = {"cards": 3, "order": ["straight flush", "three of a kind", "straight", "flush", "pair", "high card"]}
    assert ranking(written).key == ranking("three-card").key
    assert ranking(written) is ranking("three-card")
    assert store.load("ranking", ranking(written).key) is None  # shipped, so nothing had to be kept


def test_a_named_ranking_on_another_deck() -> None:
    small = ranking("standard", deck=deck({"ranks": "T-A", "suits": 2}))
    assert len(small.deck) == 10
    assert small.categories == ranking("standard").categories
    assert small.category(small.top) == "royal flush"
    # Two suits and five ranks: straights, royals, and hands with one or two repeated ranks.
    assert {small.category(v) for v in range(1, small.top + 1)} == {"royal flush", "straight", "two pair", "pair"}
    assert ranking("joker", deck=FULL).value(parse("As Ks Qs Js Ts")) == 7462


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"cards": 6, "order": ["high card"]}, "cards = 6 is not a hand of 1 to 5 cards"),
        ({"cards": True, "order": ["high card"]}, "cards = True"),
        ({"cards": 3}, "needs 'order'"),
        ({"order": ["high card"]}, "needs 'cards'"),
        ({"cards": 3, "order": "pair"}, "not a list of categories"),
        ({"cards": 3, "order": []}, "names no category"),
        ({"cards": 3, "order": ["pairs"]}, "'pairs' is not a category"),
        ({"cards": 3, "order": [3]}, "3 is not a category"),
        ({"cards": 3, "order": ["pair", "pair"]}, "'pair' appears twice"),
        ({"cards": 3, "order": ["full house"]}, "'full house' needs more than 3 cards"),
        ({"cards": 4, "order": ["royal flush"]}, "'royal flush' needs more than 4 cards"),
        ({"cards": 1, "order": ["flush"]}, "'flush' needs more than 1 cards"),
        ({"cards": 3, "order": ["low"]}, "'low' belongs to a ranking with low = true"),
        ({"cards": 3, "order": ["flush"], "low": True}, "'flush' does not count in a low ranking"),
        ({"cards": 3, "order": ["low"], "low": 1}, "low = 1 should be true or false"),
        ({"cards": 3, "order": ["pair", "high card"]}, "the order lacks 'three of a kind'"),
        ({"cards": 5, "order": list(BOOKS["standard"].order), "wild": "any"}, "the order lacks 'five of a kind'"),
        ({"cards": 3, "order": ["high card"], "wild": "deuces"}, "wild = 'deuces' is unknown"),
        ({"cards": 1, "order": ["high card"], "deck": 53}, "a joker but no wild rule"),
        ({"cards": 1, "order": ["high card"], "deck": 52, "wild": "any"}, "a wild rule but no joker"),
        (
            {"cards": 1, "order": ["high card"], "wild": "bug", "deck": {"ranks": "2-9", "joker": True}},
            "this deck has no aces",
        ),
        ({"cards": 5, "order": ["high card"], "deck": {"ranks": "K-A", "suits": 2}}, "cannot deal hands of 5 cards"),
        ({"cards": 1, "order": ["high card"], "deck": 40}, "a deck of 40 cards is unknown"),
        ({"cards": 1, "order": ["high card"], "decks": 2}, "'decks' is not a key of a ranking"),
        ({"cards": 1, "order": ["high card"], "qualifier": 8}, "qualifier = 8 is not a line"),
        ({"cards": 1, "order": ["high card"], "qualifier": "flush"}, "the line 'flush' names no hand"),
        ("nonsense", "'nonsense' is not a ranking; the rankings are standard"),
        (5, "5 is not a ranking"),
    ],
)
def test_mistakes_are_named_in_one_sentence(written: Any, words: str) -> None:
    with pytest.raises(PitbossError) as refused:
        ranking(written)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")
    assert ". " not in str(refused.value)
    assert "\n" not in str(refused.value)


def as_mapping(definition: RankingDefinition) -> dict[str, Any]:
    """The mapping that a game file would write."""
    full: dict[str, Any] = {"cards": definition.cards, "order": list(definition.order), "deck": definition.deck}
    extra = {"wild": definition.wild, "low": definition.low or None, "qualifier": definition.qualifier}
    return full | {name: value for name, value in extra.items() if value is not None}


def test_what_a_definition_writes_it_reads() -> None:
    for name in ("standard", "joker", "eight-or-better", "wild"):
        made = ranking(name).definition
        assert isinstance(made, RankingDefinition)
        assert ranking(as_mapping(made)).definition == made


def test_a_qualifier_leaves_nothing_below_it() -> None:
    written = dict(as_mapping(ranking("three-card").definition), qualifier="high card of Q")
    plain, cut = ranking("three-card"), ranking(written)
    least = plain.threshold("high card of Q")
    for hand in ("Qs 3d 2c", "Js Td 8c", "2s 2d 2c", "As Kd Qd"):
        value = plain.value(parse(hand))
        assert cut.value(parse(hand)) == max(0, value - least + 1)
    assert cut.top == plain.top - least + 1
    with pytest.raises(RankingError, match="is not the value of a hand"):
        cut.words(cut.top + 1)


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize(
    ("small", "wild"),
    [
        ({"ranks": "9-A", "suits": 3}, None),
        ({"ranks": "2-A", "suits": 1}, None),
        ({"ranks": "T-A", "suits": 4, "joker": True}, "any"),
        ({"ranks": "8-A", "suits": 2, "joker": True}, "bug"),
    ],
)
def test_whole_small_decks_are_counted_hand_by_hand(small: dict[str, Any], wild: str | None, size: int) -> None:
    order = ["five of a kind", *BOOKS["standard"].order] if wild else list(BOOKS["standard"].order)
    r = ranking({"cards": 5, "order": order, "deck": small} | ({"wild": wild} if wild else {}))
    one_by_one = np.zeros(r.top + 1, dtype=np.int64)
    for hand in combinations(r.deck, size):
        one_by_one[r.value(hand)] += 1
    assert np.array_equal(batch.counts(r, size), one_by_one)
    assert np.array_equal(batch.counts(r, size, threads=2), one_by_one)
