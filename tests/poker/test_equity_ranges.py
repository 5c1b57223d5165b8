"""Ranges in every game: which hands a pattern holds, and what they win, against slow and independent answers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.errors import PitbossError
from pitboss.poker import library
from pitboss.poker.equity import RangeError, Showdown, counting, exact, holdings, plan, problem, sampled, showdown
from pitboss.poker.equity.ranges import rows
from tests.examples import examples, rest_long

from .reference.slow_settlement import best, fives

GAMES = library.games()
KINDS = {"standard": "high", "ace-to-five": "low", "eight-or-better": "eight"}
SMALL = tuple(card for card in range(52) if card >= 32)  # tens to aces


# Which hands a pattern holds ------------------------------------------------------------------------------------------


def suits(hand) -> list[int]:  # type: ignore[no-untyped-def]
    return sorted(Counter(card % 4 for card in hand).values(), reverse=True)


def rank(letter: str):  # type: ignore[no-untyped-def]
    return lambda card: "23456789TJQKA"[card // 4] in letter


def exactly(text: str):  # type: ignore[no-untyped-def]
    return lambda card: card == cards.card(text)


def fits(hand, places) -> bool:  # type: ignore[no-untyped-def]
    return not places or any(
        places[0](card) and fits([other for other in hand if other != card], places[1:]) for card in hand
    )


def anything(card: int) -> bool:
    return True


A, K, Q, T = (rank(letter) for letter in "AKQT")
PATTERNS = [
    ("AA", 2, [A, A], None),
    ("Ax", 2, [A, anything], None),
    ("AK:s", 2, [A, K], [2]),
    ("AsKs,QhQd", 2, None, None),
    ("AAxx", 4, [A, A, anything, anything], None),
    ("aa**", 4, [A, A, anything, anything], None),
    ("AA", 4, [A, A, anything, anything], None),
    ("AAxxds", 4, [A, A, anything, anything], [2, 2]),
    ("A K x x : ss", 4, [A, K, anything, anything], [2, 1, 1]),
    ("AKQT:r", 4, [A, K, Q, T], [1, 1, 1, 1]),
    ("AKQTr", 4, [A, K, Q, T], [1, 1, 1, 1]),
    ("[AK][AK]Qx", 4, [rank("AK"), rank("AK"), Q, anything], None),
    ("[T-Q]A x x", 4, [rank("TJQ"), A, anything, anything], None),
    ("AsA??", 4, [exactly("As"), A, anything, anything], None),
    ("xhxhAx", 4, [lambda card: card % 4 == 2, lambda card: card % 4 == 2, A, anything], None),
    ("AAKKx", 5, [A, A, K, K, anything], None),
    ("AAKKT:o", 5, [A, A, K, K, T], None),
    ("[A-T][A-T][A-T][A-T]x:s", 5, [anything] * 5, [5]),
]


@pytest.mark.parametrize(("words", "own", "places", "suited"), PATTERNS)
def test_a_pattern_holds_the_hands_whose_cards_can_be_laid_on_its_places(words, own, places, suited) -> None:  # type: ignore[no-untyped-def]
    hands = holdings(words, own, deck=SMALL)
    assert len(set(hands)) == len(hands)
    if places is None:
        assert set(hands) == {tuple(sorted(cards.parse(part))) for part in words.split(",")}
        return
    slow = {
        hand for hand in combinations(SMALL, own) if (suited is None or suits(hand) == suited) and fits(hand, places)
    }
    assert set(hands) == slow


def test_lists_pairs_upward_and_spans_in_any_game() -> None:
    def union(*parts: str) -> set[tuple[int, ...]]:
        return {hand for part in parts for hand in holdings(part, 4, deck=SMALL)}

    assert set(holdings("QQ+xx", 4, deck=SMALL)) == union("QQxx", "KKxx", "AAxx")
    assert set(holdings("TT-QQAx", 4, deck=SMALL)) == union("TTAx", "JJAx", "QQAx")
    assert set(holdings("AAxx, KQJT:ds; As Ks Qs Js", 4, deck=SMALL)) == union("AAxx", "KQJTds", "AsKsQsJs")
    assert set(holdings("JKxx", 4)) == set(holdings("KJxx", 4))  # no joker, unless it is written Jk
    assert set(holdings("AA Ks", 4, deck=SMALL)) == union("KsAAx")  # AAKs in one word might be three of one suit


def test_down_cards_in_parentheses_count_every_way_to_hold_them() -> None:
    """Three aces lie in three ways with two of them down; in a pattern without parentheses they are one hand."""
    ways = holdings("(AA)x", 7, down=3)
    aces = [hand for hand in map(sorted, ways) if min(hand) >= 48]
    assert (len(ways), len(aces)) == (6 * 50, 4 * 3)
    assert len(holdings("AAx", 7, down=3)) == 6 * 48 + 4
    assert len(holdings("(Ks)[TJQ]", 7, down=3)) == 12


# What they win --------------------------------------------------------------------------------------------------------


@cache
def strength(kind: str, hand: tuple[int, ...], board: tuple[int, ...], hole: int, by_suit: bool):  # type: ignore[no-untyped-def]
    return best(kind, fives(list(hand), list(board), hole or None), by_suit)


def brute(game: str, ranges, board: str = "", dead: str = "", ties: str = "split") -> list[Fraction]:  # type: ignore[no-untyped-def]
    """Equity by dealing every choice of one hand each, written out card by card; whole hands and boards only."""
    definition = GAMES[game]
    common = cards.parse(board)
    gone = {*common, *cards.parse(dead)}
    totals, deals = [Fraction(0)] * len(ranges), 0
    for chosen in product(*ranges):
        used = [*gone, *(card for hand in chosen for card in hand)]
        if len(set(used)) < len(used):
            continue
        deals += 1
        won = []
        for win in definition.wins:
            kind = KINDS[win.ranking]  # type: ignore[index]
            strengths = [strength(kind, hand, common, win.hole, ties == "suit") for hand in chosen]
            top = max((value for value in strengths if value is not None), default=None)
            if top is not None:
                won.append([i for i, value in enumerate(strengths) if value == top])
        for winners in won:
            for i in winners:
                totals[i] += Fraction(1, len(won) * len(winners))
    return [total / deals for total in totals]


def laid(places, own: int):  # type: ignore[no-untyped-def]
    """Every hand of ranks written out as a list of ranks, by hand."""
    hands = set()
    for chosen in product(*places):
        if len(set(chosen)) == own:
            hands.add(tuple(sorted(chosen)))
    return sorted(hands)


def of(letters: str) -> list[list[int]]:
    """One list of cards for each letter; x is every card."""
    ranks = "23456789TJQKA"
    return [list(range(52)) if c == "x" else [ranks.index(c) * 4 + s for s in range(4)] for c in letters]


CLUBS_AND_DIAMONDS = cards.show(card for card in range(52) if card % 4 < 2 and card // 4 != 5)
SOME = "2c 3c 8c Jc Kc 4d 5d 6d"
WON = [
    ("holdem", ("AK", "QQ", "Jx"), "Ts 9s 2d 2h 9h", "3c 4c"),
    ("omaha", ("AAKx", "KQJT"), "Ts 9s 2d 2c 9h", "Ac Kd 3c 3d 4c 4d"),
    ("omaha-hi-lo", ("A2xK", "A345"), "6s 7s 2d Kc 9h", "Ac Tc Td Th Qc Qd Qh Jc Jd Jh 8h 8d"),
    ("seven-stud", ("AAKQ922", "JT98774"), "", CLUBS_AND_DIAMONDS),
    ("five-stud", ("AAKQx", "KKQJ9"), "", SOME),
    ("draw", ("QQx77", "JJJ98"), "", SOME),
    ("lowball", ("A2347", "A2346"), "", "2c 3c 4c 6c 7c 7d 2d"),
]


@pytest.mark.parametrize(("game", "hands", "board", "dead"), rest_long(WON, WON[0], WON[3], WON[6]))
@pytest.mark.parametrize("ties", rest_long(["split", "suit"], "suit"))
@pytest.mark.rule("PK-5")
def test_ranges_win_what_dealing_every_hand_of_them_gives(game, hands, board, dead, ties) -> None:  # type: ignore[no-untyped-def]
    own = Showdown.of(GAMES[game]).own
    gone = {*cards.parse(board), *cards.parse(dead)}
    lists = [[hand for hand in laid(of(words), own) if gone.isdisjoint(hand)] for words in hands]
    asked = problem(Showdown.of(GAMES[game], ties), hands, board, dead)
    equity = exact(asked)
    assert [share.equity for share in equity.shares] == brute(game, lists, board, dead, ties)


@pytest.mark.rule("PK-5")
def test_suits_break_ties_where_the_house_says_so() -> None:
    hands = ["AsKd", "AhKh"]
    split, broken = (exact(problem(Showdown.of(GAMES["holdem"], ties), hands)).shares for ties in ("split", "suit"))
    assert split[0].part > Fraction(9, 10)
    assert broken[0].win > Fraction(7, 10)
    assert 0 < broken[0].part < Fraction(1, 100)  # the board plays for both


@pytest.mark.parametrize("game", ["omaha", "omaha-hi-lo"])
def test_hands_valued_pair_by_pair_are_worth_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = problem(Showdown.of(GAMES[game]), ["AAKx", "KQJ2"], "Ts 9s 2d 3d")
    equity = exact(asked)
    assert plan(asked).lists > (showdown.FEW, showdown.FEW)
    monkeypatch.setattr(showdown, "FEW", 1 << 30)
    assert exact(asked) == equity


@pytest.mark.parametrize("ties", rest_long(["split", "suit"], "suit"))
@pytest.mark.parametrize(
    ("game", "hands"),
    rest_long(
        [("draw", ["AAKxx", "KKQxx"]), ("lowball", ["A234", "A23"]), ("five-stud", ["(A)K9", "KQT9"])],
        ("draw", ["AAKxx", "KKQxx"]),
    ),
)
def test_long_lists_are_swept_to_what_every_pair_gives(game, hands, ties, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    asked = problem(Showdown.of(GAMES[game], ties), hands)
    assert plan(asked).method == "swept in order"
    swept = exact(asked)
    monkeypatch.setattr(counting, "ROOM", 0)
    assert plan(asked).method == "every pair"
    assert exact(asked) == swept


@pytest.mark.parametrize(
    ("game", "hands", "board", "ties"),
    [
        ("omaha", ("AAxxds", "KKxx,QQxx"), "Ts 9s 2d 3d", "split"),
        pytest.param("seven-stud", ("(AA)K9h4h2c", "(x7)7JT8"), "", "split", marks=pytest.mark.long),
        ("draw", ("AAKxx", "AKQJT:o"), "", "suit"),
    ],
)
def test_samples_of_ranges_surround_the_exact_figure(game, hands, board, ties) -> None:  # type: ignore[no-untyped-def]
    asked = problem(Showdown.of(GAMES[game], ties), hands, board)
    for right, share in zip(exact(asked).shares, sampled(asked, 30_000, seed=5).shares, strict=True):
        assert abs(float(right.equity - share.equity)) < 4 * share.error
        assert share.error < 0.005


@pytest.mark.parametrize("count", [exact, lambda asked: rest_long(asked, 100, 1)])
def test_ranges_that_cannot_be_dealt_together_are_refused(count) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RangeError, match="cannot be dealt together"):
        count(problem(Showdown.of(GAMES["holdem"]), ["AA", "AA", "AA"]))


@examples(3)
@given(
    words=st.text("AKQJT98765432x*?[]()+-:,;cdhsorjk10 ", max_size=12),
    game=st.sampled_from(["holdem", "omaha", "five-stud", "lowball"]),
)
def test_whatever_is_typed_is_a_range_or_one_sentence(words: str, game: str) -> None:
    """And what is a range holds hands of the game: different cards of its deck, no more than are dealt."""
    showdown = Showdown.of(GAMES[game])
    try:
        hands = rows(words, showdown.own, showdown.own if showdown.at_once else 0, showdown.down, showdown.deck)
    except PitbossError:
        return
    assert len(hands)
    assert hands.shape[1] <= showdown.own
    assert all(len(set(row)) == len(row) for row in hands[:50].tolist())
    assert not len(hands[0]) or hands.max() < 53
