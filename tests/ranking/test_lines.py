"""Pay lines as thresholds, and the words of hands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import RANK_WORDS, RANKS, parse
from pitboss.ranking import NAMED, RankingError, ranking


def worst(name: str, line: str, *below_and_at: str) -> None:
    """The best hand that is not paid on the line, and the worst that is."""
    r = ranking(name)
    below, at = (r.value(parse(hand)) for hand in below_and_at)
    assert r.threshold(line) == at == below + 1


@pytest.mark.rule("H5-9")
@pytest.mark.parametrize(
    ("name", "line", "below", "at"),
    [
        ("standard", "pair", "As Kd Qh Jc 9s", "2s 2d 5h 4c 3s"),
        ("standard", "pair of T", "9s 9d Ah Kc Qs", "Ts Td 4h 3c 2s"),
        ("standard", "pair of J", "Ts Td Ah Kc Qs", "Js Jd 4h 3c 2s"),
        ("standard", "two pair of J", "Ts Td 9h 9c As", "Js Jd 2h 2c 3s"),
        ("standard", "two pair of J 9", "Js Jd 8h 8c As", "Js Jd 9h 9c 2s"),
        ("standard", "full house", "As Ks Qs Js 9s", "2s 2d 2h 3c 3s"),
        ("standard", "full house of A", "Ks Kd Kh Ac As", "As Ad Ah 2c 2s"),
        ("standard", "high card of A K", "As Qd Jh Tc 9s", "As Kd 4h 3c 2s"),
        ("standard", "royal flush", "Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
        ("standard", "straight of 6", "As 2d 3h 4c 5s", "2s 3d 4h 5c 6s"),
        ("joker", "five aces", "As Ks Qs Js Ts", "As Ad Ah Ac Jk"),
        ("joker", "full house of A", "Ks Kd Kh Ac As", "As Ad Jk 2c 2s"),
        ("joker", "pair of 6", "5s 5d Ah Kc Qs", "6s 6d 4h 3c 2s"),
        ("four-card", "four of a kind of A", "Ks Kd Kh Kc", "As Ad Ah Ac"),
        ("four-card", "straight flush of A", "Ks Qs Js Ts", "As Ks Qs Js"),
        ("four-card", "three of a kind of A", "Ks Kd Kh Ac", "As Ad Ah 2c"),
        ("four-card", "pair of Q", "Js Jd Ah Kc", "Qs Qd 3h 2c"),
        ("three-card", "high card of Q", "Js Td 8h", "Qs 3d 2h"),
        ("three-card", "straight flush of A", "Ks Qs Js", "As Ks Qs"),
        ("one-card", "A", "Ks", "As"),
        ("one-card", "10", "9s", "Td"),
        ("one-card", "high card of J", "Ts", "Jd"),
        ("ace-to-five", "low of 7", "8s 4d 3h 2c As", "7s 6d 5h 4c 3s"),
        ("ace-to-five", "low", "As Ad 2h 3c 4s", "Ks Qd Jh Tc 9s"),
        ("wild", "straight", "As Ks Qs Js 9s", "As 2d 3h 4c 5s"),
    ],
)
def test_a_line_begins_where_it_says(name: str, line: str, below: str, at: str) -> None:
    worst(name, line, below, at)
    worst(name, f"  {line.upper()} ", below, at)


@pytest.mark.rule("OH-1")
def test_eight_or_better_begins_at_the_eight() -> None:
    r = ranking("eight-or-better")
    assert r.value(parse("8s 7d 6h 5c 4s")) == 1
    assert r.value(parse("9s 4d 3h 2c As")) == 0
    assert r.value(parse("8s 8d 3h 2c As")) == 0
    assert r.value(parse("5s 4s 3s 2s As")) == r.top
    assert r.threshold("low of 8") == 1


@pytest.mark.parametrize("name", list(NAMED))
def test_each_category_is_a_line_and_they_follow_each_other(name: str) -> None:
    r = ranking(name)
    lines = [r.threshold(category) for category in r.categories]
    assert lines == sorted(lines, reverse=True)
    assert lines[-1] == 1
    for category, line in zip(r.categories, lines, strict=True):
        assert r.category(line) == category
        assert line == 1 or r.category(line - 1) != category


@given(st.sampled_from(list(NAMED)), st.data())
def test_the_line_of_a_hands_own_ranks_begins_at_most_there(name: str, data: st.DataObject) -> None:
    r = ranking(name)
    value = data.draw(st.integers(1, r.top))
    ranks = " ".join(RANKS[one] for one in r.ranks(value))
    assert r.threshold(f"{r.category(value)} of {ranks}") == value


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("standard", "five aces", "'five aces' is not a line of this ranking; its categories are royal flush"),
        ("standard", "pairs", "'pairs' is not a line"),
        ("standard", "", "'' is not a line"),
        ("standard", "pair of", "'pair of' is not a line"),
        ("standard", "pair of X", "'x' is not a rank"),
        ("standard", "pair of T T", "names no hand"),
        ("standard", "two pair of J A", "names no hand; write its ranks in the order they count"),
        ("standard", "straight of A K", "names 2 ranks, but a straight has 1 that count"),
        ("standard", "A", "'A' is not a line"),
        ("four-card", "royal flush", "'royal flush' is not a line"),
        ("one-card", "joker", "'joker' is not a rank"),
        ("ace-to-five", "high card of 8", "is not a line of this ranking; its categories are low"),
    ],
)
def test_other_lines_are_refused_in_one_sentence(name: str, line: str, words: str) -> None:
    with pytest.raises(RankingError) as refused:
        ranking(name).threshold(line)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "cards", "words"),
    [
        ("standard", "As Ks Qs Js Ts 2d 3c", "royal flush"),
        ("standard", "9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("standard", "As Ad Ah Ac 9s", "four of a kind, aces"),
        ("standard", "As Ad Ah 9c 9s", "full house, aces full of nines"),
        ("standard", "Ks 9s 7s 4s 2s", "flush, king high"),
        ("standard", "5s 4d 3h 2c As", "straight, five high"),
        ("standard", "6s 6d 6h 2c 4s", "three of a kind, sixes"),
        ("standard", "6s 6d 2h 2c 4s", "two pair, sixes and deuces"),
        ("standard", "Ts Td 2h 3c 4s", "pair of tens"),
        ("standard", "As 9d 2h 3c 4s", "ace high"),
        ("joker", "As Ad Ah Ac Jk", "five aces"),
        ("wild", "9s 9d 9h 9c Jk", "five of a kind, nines"),
        ("four-card", "4s 3d 2h As", "straight, four high"),
        ("three-card", "2s 2d 2h", "three of a kind, deuces"),
        ("one-card", "Qd", "queen"),
        ("ace-to-five", "8s 7d 4h 3c As", "eight-seven-four-three-ace low"),
        ("ace-to-five", "4s 4d 3h 2c As", "pair of fours"),
        ("eight-or-better", "5s 4s 3s 2s As", "five-four-three-deuce-ace low"),
        ("eight-or-better", "9s 4s 3s 2s As", "no hand"),
    ],
)
def test_words(name: str, cards: str, words: str) -> None:
    r = ranking(name)
    assert r.words(r.value(parse(cards))) == words


@pytest.mark.parametrize("name", list(NAMED))
def test_every_value_has_words_without_a_gap(name: str) -> None:
    r = ranking(name)
    for value in range(1, r.top + 1):
        said = r.words(value)
        assert "{" not in said
        assert r.category(value) in said or any(word in said for word in RANK_WORDS)


def test_no_hand() -> None:
    r = ranking("eight-or-better")
    assert (r.category(0), r.words(0)) == ("no hand", "no hand")
    for value in (-1, r.top + 1):
        with pytest.raises(RankingError, match="values run from 1 to 56"):
            r.category(value)
