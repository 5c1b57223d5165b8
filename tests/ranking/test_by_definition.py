"""Every ranking against the rule book read literally: all subsets, all substitutions of the joker."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import JOKER, parse
from pitboss.ranking import NAMED, make, omaha, ranking
from tests.examples import examples

from . import by_definition
from .by_definition import BOOKS, Book, Verdict

EVERY = [
    pytest.param("standard", marks=pytest.mark.rule("PK-3", "TH-2")),
    pytest.param("joker", marks=pytest.mark.rule("H5-1", "H5-2", "H5-10")),
    pytest.param("wild", marks=pytest.mark.rule("PK-4")),
    pytest.param("four-card", marks=pytest.mark.rule("S4-1")),
    "three-card",
    "one-card",
    pytest.param("ace-to-five", marks=pytest.mark.rule("LB-1", "LB-6")),
    pytest.param("eight-or-better", marks=pytest.mark.rule("OH-1")),
]


def test_every_named_ranking_has_its_rule_book() -> None:
    assert set(BOOKS) == set(NAMED)
    assert len(EVERY) == len(NAMED)


def agree(name: str, *hands: tuple[int, ...]) -> None:
    """Check that values and verdicts order the hands alike and name the same categories."""
    r, book = ranking(name), BOOKS[name]
    told: list[tuple[int, Verdict]] = [(r.value(hand), by_definition.best(hand, book)) for hand in hands]
    for value, verdict in told:
        assert r.category(value) == verdict[1]
    for (value, verdict), (other_value, other) in combinations(told, 2):
        assert (value > other_value) == (verdict > other)
        assert (value < other_value) == (verdict < other)


def hands_of(name: str, joker: bool = False) -> st.SearchStrategy[tuple[int, ...]]:
    """Hands of any size the ranking takes; half of them with the joker, if there is one."""
    r = ranking(name)
    sizes = st.integers(r.cards, 7)

    def of_size(size: int) -> st.SearchStrategy[tuple[int, ...]]:
        cards = st.lists(st.sampled_from(sorted(set(r.deck) - {JOKER})), min_size=size, max_size=size, unique=True)
        if joker:
            return cards.map(lambda held: (*held[1:], JOKER))
        return cards.map(tuple)

    return sizes.flatmap(of_size)


def close(name: str) -> st.SearchStrategy[tuple[int, ...]]:
    """Hands drawn from few ranks and suits, where pairs, straights and flushes are common."""
    r = ranking(name)

    def of(low: int, suits: int) -> st.SearchStrategy[tuple[int, ...]]:
        few = [c for c in r.deck if c == JOKER or (((c >> 2) - low) % 13 < 7 and c & 3 < suits)]
        sizes = st.integers(r.cards, min(7, len(few)))
        return sizes.flatmap(lambda n: st.lists(st.sampled_from(few), min_size=n, max_size=n, unique=True).map(tuple))

    return st.tuples(st.integers(0, 12), st.integers(1, 4)).flatmap(lambda chosen: of(*chosen))


@pytest.mark.parametrize("name", EVERY)
@examples(0.6)
@given(data=st.data())
def test_any_hands(name: str, data: st.DataObject) -> None:
    agree(name, data.draw(hands_of(name)), data.draw(hands_of(name)), data.draw(close(name)), data.draw(close(name)))


@pytest.mark.rule("H5-1", "H5-10", "PK-4")
@pytest.mark.parametrize("name", [name for name in NAMED if ranking(name).deck.joker])
@examples(0.4)
@given(data=st.data())
def test_hands_with_the_joker(name: str, data: st.DataObject) -> None:
    agree(name, data.draw(hands_of(name, joker=True)), data.draw(hands_of(name, joker=True)), data.draw(close(name)))


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_every_kind_of_hand(name: str) -> None:
    """One hand of each set of ranks, suited and not: all values occur, in the book's order, and nothing else."""
    r, book = ranking(name), BOOKS[name]
    verdicts: dict[int, Verdict] = {}
    for hand in representatives(r.cards, r.deck.joker):
        value, verdict = r.value(hand), by_definition.best(hand, book)
        assert verdicts.setdefault(value, verdict) == verdict
        assert r.category(value) == verdict[1]
    values = sorted(value for value in verdicts if value)
    assert values == list(range(1, r.top + 1))
    assert [verdicts[value] for value in values] == sorted({verdicts[value] for value in values})


def representatives(cards: int, joker: bool) -> list[tuple[int, ...]]:
    """For each set of ranks a hand of mixed suits and, where they are all different, one of a single suit."""
    hands = []
    for jokers in range(joker + 1):
        for ranks in combinations_with_replacement(range(13), cards - jokers):
            if any(ranks.count(r) > 4 for r in set(ranks)):
                continue
            seen = [ranks[:i].count(r) for i, r in enumerate(ranks)]
            mixed = tuple(
                r * 4 + (n if len(set(ranks)) < len(ranks) else i % 2)
                for i, (r, n) in enumerate(zip(ranks, seen, strict=True))
            )
            hands.append(mixed + (JOKER,) * jokers)
            if len(set(ranks)) == len(ranks):
                hands.append(tuple(r * 4 + 3 for r in ranks) + (JOKER,) * jokers)
    return hands


@pytest.mark.parametrize("name", EVERY)
@examples(0.6)
@given(data=st.data())
def test_the_best_cards_make_the_hand(name: str, data: st.DataObject) -> None:
    r = ranking(name)
    hand = data.draw(st.one_of(hands_of(name), close(name)))
    made = r.best(hand)
    if r.value(hand) == 0:
        assert made == ()
        return
    assert len(made) == len(set(made)) == r.cards
    assert set(made) <= set(hand)
    assert r.value(made) == r.value(hand)


@pytest.mark.rule("OM-1", "OH-1")
@pytest.mark.parametrize("name", ["standard", "eight-or-better"])
@examples(0.6)
@given(data=st.data())
def test_two_from_the_hand_and_three_from_the_board(name: str, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True))
    few = data.draw(
        st.lists(
            st.sampled_from([c for c in range(52) if c >> 2 in (0, 1, 2, 3, 5, 12)]),
            min_size=9,
            max_size=9,
            unique=True,
        )
    )
    r, book = ranking(name), BOOKS[name]
    told = []
    for nine in (cards, few):
        hole, board = nine[:4], nine[4:]
        made = omaha(r, hole, board)
        told.append((made.value, literal_omaha(hole, board, book)))
        assert r.category(made.value) == told[-1][1][1]
        if made.value:
            assert (len(set(made.cards) & set(hole)), len(set(made.cards) & set(board))) == (2, 3)
            assert r.value(made.cards) == made.value
    assert (told[0][0] > told[1][0]) == (told[0][1] > told[1][1])
    assert (told[0][0] < told[1][0]) == (told[0][1] < told[1][1])


def literal_omaha(hole: list[int], board: list[int], book: Book) -> Verdict:
    return max(
        by_definition.best((*two, *three), book) for two in combinations(hole, 2) for three in combinations(board, 3)
    )


@pytest.mark.rule("HO-7")
@examples(0.8)
@given(
    cards=st.lists(st.integers(0, 51), min_size=9, max_size=9, unique=True),
    held=st.integers(1, 5),
)
def test_all_of_one_pile_with_some_of_another(cards: list[int], held: int) -> None:
    r, book = ranking("standard"), BOOKS["standard"]
    mine, board = cards[:held], cards[5:]
    made = make(r, free=board, must=[(mine, held)])
    literal = max(by_definition.best((*mine, *some), book) for some in combinations(board, 5 - held))
    assert set(mine) <= set(made.cards)
    assert r.value(made.cards) == made.value
    assert by_definition.best(made.cards, book) == literal


@pytest.mark.rule("H5-10")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ad Ah Ac Jk Ks Qs", "five aces"),
        ("9s Ts Js Qs Ks Jk 2d", "royal flush"),
        ("As 2d 3c 5h Jk 9d Kc", "straight, five high"),
        ("As Ks 9s 2s Jk 3d 4d", "flush, ace high"),
        ("Ks Qd 9h 7c Jk 3d 4d", "ace high"),
        ("As Qd 9h 7c Jk 3d 4d", "pair of aces"),
        ("Ks Kd 9h 9c Jk 3d 4d", "two pair, kings and nines"),
        ("Ks Kd Kh 9c Jk 3d 4d", "three of a kind, kings"),
        ("As Ad Kh Kc Jk 3d 4d", "full house, aces full of kings"),
        ("5s 6s 7s 8s Jk Kd 2d", "straight flush, nine high"),
    ],
)
def test_the_joker_by_example(cards: str, words: str) -> None:
    r = ranking("joker")
    assert r.words(r.value(parse(cards))) == words


@pytest.mark.rule("H5-10")
def test_in_a_flush_the_joker_is_the_highest_card_missing() -> None:
    r = ranking("joker")
    assert r.value(parse("As Ks 9s 2s Jk")) == r.value(parse("Ad Kd Qd 9d 2d"))
    assert r.value(parse("Ks 9s 4s 2s Jk")) == r.value(parse("Ad Kd 9d 4d 2d"))


@pytest.mark.rule("PK-4")
def test_with_a_wild_card_straights_beat_flushes_and_equal_sets_go_to_the_kickers() -> None:
    r = ranking("wild")
    assert r.value(parse("2d 3c 4h 5s Ad")) > r.value(parse("As Ks Qs Js 9s"))
    assert r.value(parse("9s 9d 9h 9c Jk")) > r.value(parse("As Ks Qs Js Ts"))
    assert r.value(parse("Ks Kd Kh Jk 9c")) > r.value(parse("Kc Ks Kd Kh 8c"))
    assert r.value(parse("Ks Kd Jk 9c 4d")) > r.value(parse("Kc Kh Jk 9d 3d"))
    assert r.words(r.value(parse("7s 5d Jk 3c 2d"))) == "pair of sevens"
