"""Advice: the exact value of every option, consistent with the proof, and with little work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss import house
from pitboss.cards import parse
from pitboss.errors import PitbossError
from pitboss.exact import counts as cached_counts
from pitboss.exact.advice import ask
from pitboss.exact.cards.hands import word
from pitboss.exact.cards.hidden_hands import histogram as by_ranks
from pitboss.exact.question import Advice, Question
from pitboss.exact.request import prove
from pitboss.exact.shapes.general import General
from pitboss.exact.shapes.showdown import showdown
from pitboss.exact.stakes import combination, tied
from pitboss.house.definition import Definition
from pitboss.house.vocabulary import game_file
from pitboss.house_game import HouseGame
from pitboss.ranking import ranking
from tests.exact.brute import histogram
from tests.exact.small import cut
from tests.work import calls


def best(found: Advice) -> Fraction:
    return found.options[0].ev


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def unit(game: Definition) -> dict[str, Fraction]:
    return tied(game, game.unit)


# Whole games: the best option of every first situation, on average, is what the proof says the game is worth --------

FIRST: Mapping[str, tuple[Mapping[str, Any], int, str, int]] = {
    "three-card": ({"ranks": "J-A", "suits": 3}, 3, "", 0),
    "crazy4": ({"ranks": "J-A", "suits": 3}, 5, "", 0),
    "caribbean": ({"ranks": "J-A", "suits": 3}, 5, "dealer", 1),
    "four-card": ({"ranks": "J-A", "suits": 3}, 5, "dealer", 1),
    "top5": ({"ranks": "J-A", "suits": 3}, 5, "board", 1),
    "holdout": ({"ranks": "J-A", "suits": 3}, 5, "", 0),
    "let-it-ride": ({"ranks": "9-A", "suits": 3}, 3, "", 0),
    "mississippi": ({"ranks": "9-A", "suits": 4}, 2, "", 0),
    "casino-holdem": ({"ranks": "Q-A", "suits": 3}, 2, "board", 3),
    "ultimate": ({"ranks": "Q-A", "suits": 3}, 2, "", 0),
}


def situations(game: Definition, own: int, pile: str, up: int) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
    """Every hand with everything the table may show; all are equally likely."""
    for hand in combinations(game.deck.cards, own):
        for shown in combinations([card for card in game.deck.cards if card not in hand], up):
            yield hand, {pile: shown} if up else {}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name in ("holdout", "casino-holdem") else ()) for name in FIRST],
)
def test_the_best_advice_on_average_is_the_proof(name: str) -> None:
    deck, own, pile, up = FIRST[name]
    game = cut(name, deck)
    every = list(situations(game, own, pile, up))
    found: dict[Any, Fraction] = {}
    values = []
    for hand, shown in every:
        key = _up_to_suits(hand, shown.get(pile, ()))
        if key not in found:
            found[key] = best(ask(game, hand, shown))
        values.append(found[key])
    group = combination(game, unit(game))
    assert mean(values) == prove(game, wagers=group.stakes).groups[group.key].ev


def _up_to_suits(hand: Sequence[int], shown: Sequence[int]) -> tuple[Any, ...]:
    """One name for all situations that differ only by an exchange of suits."""
    looks = []
    for suit in range(4):
        looks.append(tuple(tuple(sorted(card >> 2 for card in cards if card & 3 == suit)) for cards in (hand, shown)))
    return tuple(sorted(looks))


@pytest.mark.long
def test_the_best_advice_with_dead_cards_is_the_proof() -> None:
    """The house discards cards of ten and higher, so no card, one or two are up."""
    game = cut("six54", {"ranks": "9-Q", "suits": 3})
    total, weights = Fraction(0), 0
    deck = list(game.deck.cards)
    seen: dict[Any, Fraction] = {}
    for hand in combinations(deck, 5):
        left = [card for card in deck if card not in hand]
        for first in left:
            low = first >> 2 < 8
            seconds = [None] if low else [card for card in left if card != first]
            for second in seconds:
                cards = (first,) if second is None else (first, second)
                key = _up_to_suits(hand, cards), tuple(card >> 2 for card in cards)
                if key not in seen:
                    seen[key] = best(ask(game, hand, {"dealer": cards}))
                weight = len(left) - 1 if low else 1
                total, weights = total + weight * seen[key], weights + weight
    assert total / weights == prove(game, wagers=unit(game)).groups["ante=1"].ev


# Later streets: an option is worth the average of the best that can follow ------------------------------------------


@pytest.mark.parametrize(
    ("name", "hand", "did", "more"),
    [
        ("mississippi", "Ah Td", ("bet 2x",), 1),
        ("let-it-ride", "Ah Td Tc", ("let it ride",), 1),
        ("ultimate", "Ah Kd", ("check",), 3),
    ],
)
def test_an_option_is_worth_what_follows_it(name: str, hand: str, did: tuple[str, ...], more: int) -> None:
    game = cut(name, {"ranks": "Q-A" if more > 1 else "9-A", "suits": 3}) if more > 1 else house.load(name).definition
    own = parse(hand)
    first = {each.action: each.ev for each in ask(game, own).options}
    left = [card for card in game.deck.cards if card not in own]
    after = [best(ask(game, own, {"board": cards}, did=did)) for cards in combinations(left, more)]
    assert first[did[0]] == mean(after)


def test_the_last_street_of_a_board_is_counted_hand_by_hand() -> None:
    game = house.load("ultimate").definition
    own, board = parse("Ah 4d"), parse("2c 9s Kd 3c 7s")
    found = {each.action: each.ev for each in ask(game, own, {"board": board}, did=("check", "check")).options}
    ranking = game.hands["player"].ranking
    mine, nets = ranking.value([*own, *board]), []
    for hidden in combinations([card for card in game.deck.cards if card not in (*own, *board)], 2):
        theirs = ranking.value([*hidden, *board])
        qualified = theirs >= game.hands["dealer"].qualifies
        sign = (mine > theirs) - (mine < theirs)
        nets.append(sign + sign * qualified - (sign < 0))  # the play, the ante, and a blind that a win only pushes
    assert found["bet 1x"] == Fraction(sum(nets), len(nets))
    assert found["fold"] == -2


# Small decks that are followed step by step --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "deck", "own", "shown", "did"),
    [
        ("three-card", {"ranks": "Q-A", "suits": 3}, "Ah Kd Qs", {}, ()),
        ("caribbean", {"ranks": "T-A", "suits": 3}, "Ah Kd Qs Js Td", {"dealer": "Th"}, ()),
        ("top5", {"ranks": "T-A", "suits": 3}, "Ah Kd Qs Js Td", {"board": "Ts"}, ()),
        pytest.param("holdout", {"ranks": "T-A", "suits": 3}, "Ah Kd Qs Js Td", {}, (), marks=pytest.mark.long),
        ("mississippi", {"ranks": "Q-A", "suits": 3}, "Ah Qd", {}, ()),
        ("mississippi", {"ranks": "Q-A", "suits": 3}, "Ah Qd", {"board": "Kd"}, ("bet 3x",)),
        ("six54", {"ranks": "8-Q", "suits": 3}, "Qh Jd Ts 9s 8d", {"dealer": "Qs 9h"}, ()),
        ("six54", {"ranks": "8-Q", "suits": 3}, "Qh Jd Ts 9s 8d", {"dealer": "8s"}, ()),
        ("ultimate", {"ranks": "Q-A", "suits": 3}, "Ah Kd", {"board": "Qs Qd Kh"}, ("check",)),
    ],
)
def test_a_round_followed_step_by_step_gives_the_same_advice(
    name: str, deck: Mapping[str, Any], own: str, shown: Mapping[str, str], did: tuple[str, ...]
) -> None:
    game = cut(name, deck)
    lying = {pile: parse(cards) for pile, cards in shown.items()}
    found = {each.action: each.ev for each in ask(game, parse(own), lying, did=did).options}
    stepwise = General(game, unit(game)).advise(Question(parse(own), lying, did))
    assert {each.action: each.ev for each in stepwise} == found


def test_a_game_that_only_recursion_carries_is_advised_on() -> None:
    """No shape has folding mixed with holding cards; on a small deck the round is played out."""
    text = house.load("holdout").definition.source
    for old, new in (
        ("hold = [ {", 'hold = [ { say = "fold", fold = true, rule = "HO-4" }, {'),
        ('hand = "final"', 'hand = "final"\nfold = "lose"'),
        ('rule = { shown = "HO-7" }', 'rule = { shown = "HO-7", fold = "HO-7" }'),
        ('hand = "first"', 'hand = "first"\nfold = "stands"'),
        ('rule = { shown = "HO-5" }', 'rule = { shown = "HO-5", fold = "HO-5" }'),
        ('hand = "community"', 'hand = "community"\nfold = "stands"'),
        ('rule = { shown = "HO-8" }', 'rule = { shown = "HO-8", fold = "HO-8" }'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    game = game_file.parse(text, "holdout.toml", (("deck", {"ranks": "T-A", "suits": 2}), ("spots", 1)))
    stakes = {"final": Fraction(1)}
    found = prove(game, wagers=stakes).groups["final=1"]
    assert found.shape == "general"
    values = [best(ask(game, hand, stakes=stakes)) for hand in combinations(game.deck.cards, 5)]
    assert mean(values) == found.ev


# What a person may ask wrongly ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cards", "more", "says"),
    [
        ("six54", "Ah Kd Qs Tc 4h", {}, "cards of dealer lie face up"),
        ("six54", "Ah Kd Qs Tc 4h", {"up": "Ks"}, "2 cards of dealer lie face up"),
        ("six54", "Ah Kd Qs Tc 4h", {"up": "2s 3s"}, "1 card of dealer lies face up"),
        ("six54", "Ah Kd Qs Tc", {"up": "2s"}, "a player of 6-5-4 Poker has 5"),
        ("six54", "Ah Kd Qs Tc Ah", {"up": "2s"}, "twice"),
        ("six54", "Ah Kd Qs Tc 4h", {"up": "4h"}, "twice"),
        ("six54", "Ah Kd Qs Tc Jk", {"up": "2s"}, "not in this game's deck"),
        ("six54", "Ah Kd Qs Tc 1h", {"up": "2s"}, "not a card"),
        ("six54", "Ah Kd Qs Tc 4h", {"up": "2s", "board": "3s"}, "no board"),
        ("holdout", "Ah Kd Qs Tc 4h", {"up": "2s"}, "no hand of the house"),
        ("three-card", "Ah Kd Qs", {"bet": 1}, "not a wager placed before the deal"),
        ("three-card", "Ah Kd Qs", {"did": ("fold",)}, "one decision"),
        ("top5", "Ah Kd Qs Tc 4h", {"ace-or-face": 1, "board": "2s"}, "nothing to decide"),
        ("ultimate", "Ah Kd Qs", {}, "you gave 3 own cards"),
        ("ultimate", "Ah Kd", {"board": "2s 3s"}, "you gave 2 own cards and 2 board cards"),
        ("ultimate", "Ah Kd", {"up": "2s"}, "no card of dealer is seen"),
        ("mississippi", "Ah Kd", {"board": "2s"}, "an answer is missing for the decision"),
        ("mississippi", "Ah Kd", {"board": "2s", "did": ("jump",)}, "'jump' is not an option"),
        ("mississippi", "Ah Kd", {"board": "2s", "did": ("fold",)}, "nothing is left to decide"),
        ("mississippi", "Ah Kd", {"board": "2s", "did": ("bet 1x", "bet 1x", "fold")}, "one decision too many"),
    ],
)
def test_questions_that_cannot_be_answered(name: str, cards: str, more: Mapping[str, Any], says: str) -> None:
    with pytest.raises(PitbossError, match=says) as raised:
        pitboss.advise(name, cards, **more)
    assert str(raised.value).endswith(".")


def test_a_game_answers_for_itself() -> None:
    game = pitboss.game("six54")
    assert isinstance(game, HouseGame)
    found = game.advise("Ah Kd Qs Tc 4h", up="2s")
    assert [(each.action, each.ev) for each in found.options] == [
        ("fold", Fraction(-1)),
        ("play", Fraction(-21548, 20769)),
    ]
    assert found == pitboss.advise("six54", "Ah Kd Qs Tc 4h", up="2s")
    posted = pitboss.game("top5").choose(tens=2)
    assert isinstance(posted, HouseGame)
    assert posted.advise("Ah Ad Qs Tc 4h", board="2s", tens=1).options[0].ev == 1
    assert pitboss.game("three-card").prove(only="pair-plus")["pair-plus"].edge == Fraction(128, 5525)


def test_equals_are_not_folded() -> None:
    """Among options worth the same, folding comes last."""
    game = house.load("three-card").definition
    for hand in ("Qh 6d 4s", "2h 3d 5s", "Ah Kd Qs"):
        found = ask(game, parse(hand))
        same = [each.action for each in found.options if each.ev == best(found)]
        assert same[0] != "fold" or len(same) == 1


def test_an_answer_that_takes_a_proof_says_so() -> None:
    """The first street of a board is solved as a whole, which is reported with its progress, and only once."""
    game = cut("ultimate", {"ranks": "J-A", "suits": 3})
    told: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cached_counts, "_cached", cached_counts._InMemory())
        patch.setattr(cached_counts, "KIND", "counts-of-a-test-that-keeps-nothing")
        patch.setattr(cached_counts.store, "save", lambda *_: None)
        first = ask(game, parse("Ah Kd"), slow=lambda done, whole: told.append((done, whole)))
        boards = told[0][1]
        assert told[0] == (0, boards)
        assert told[-1] == (boards, boards), "one way over the boards is all of the work"
        assert boards > 10
        told.clear()
        assert ask(game, parse("Ah Kd"), slow=lambda done, whole: told.append((done, whole))) == first
        assert not told


# There at once --------------------------------------------------------------------------------------------------------

QUESTIONS: Sequence[tuple[str, str, Mapping[str, Any]]] = (
    ("top5", "Ah Kd Qs Tc 4h", {"board": "2s"}),
    ("top5", "Ah Kd Qs Tc 4h", {"board": "2s", "ante": 1, "tens": 5}),
    ("six54", "Ah Kd Qs Tc 4h", {"up": "2s"}),
    ("six54", "Ah Kd Qs Tc 4h", {"up": "Ks 2s"}),
    ("six54", "Ah Kd Qs Tc 4h", {"up": "Ks Ts"}),
    ("high5", "Ah Kd Qs Tc 4h 4c 2d", {}),
    ("high5", "Ah Kd Qs Jk 4h 4c 2d", {"ante": 1, "trips": 2}),
    ("holdout", "Ah Kd Qs Tc 4h", {}),
    ("three-card", "Qh 6d 4s", {}),
    ("caribbean", "Ah Kd Qs Tc 4h", {"up": "2s"}),
    ("four-card", "Ah Kd Qs Tc 4h", {"up": "2s"}),
    ("crazy4", "Ah Ad Qs Tc 4h", {}),
    ("casino-holdem", "Ah 4d", {"board": "2c 9s Kd"}),
    ("let-it-ride", "Ah 4d Tc", {}),
    ("let-it-ride", "Ah 4d Tc", {"board": "As", "did": ("take back",)}),
    ("mississippi", "Ah 4d", {}),
    ("mississippi", "Ah 4d", {"board": "2s", "did": ("bet 1x",)}),
    ("mississippi", "Ah 4d", {"board": "2s 9d", "did": ("bet 1x", "bet 3x")}),
    ("ultimate", "Ah 4d", {"board": "2c 9s Kd", "did": ("check",)}),
    ("ultimate", "Ah 4d", {"board": "2c 9s Kd 3c 7s", "did": ("check", "check")}),
)
AFTER_A_PROOF: Sequence[tuple[str, str, Mapping[str, Any]]] = (("ultimate", "Ah 4d", {}),)


def little_work(game: Any, cards: str, more: Mapping[str, Any]) -> bool:
    """Whether an answer, once everything is compiled, counts no boards as a proof does and calls few functions."""
    boards: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.exact.advice.ask", partial(ask, slow=lambda done, whole: boards.append(whole)))
        game.advise(cards, **more)
        return calls(lambda: game.advise(cards, **more)) < 10_000 and not boards


@pytest.mark.parametrize(("name", "cards", "more"), QUESTIONS)
def test_answers_take_little_work(name: str, cards: str, more: Mapping[str, Any]) -> None:
    assert little_work(pitboss.game(name), cards, more)


@pytest.mark.long
@pytest.mark.parametrize(("name", "cards", "more"), AFTER_A_PROOF)
def test_answers_after_a_proof_take_little_work(name: str, cards: str, more: Mapping[str, Any]) -> None:
    game = pitboss.game(name)
    game.prove(only="ante")
    assert little_work(game, cards, more)


def test_an_answer_that_counts_boards_takes_more() -> None:
    game = cut("ultimate", {"ranks": "Q-A", "suits": 4})  # a deck of which no other test keeps anything
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cached_counts, "_cached", cached_counts._InMemory())
        patch.setattr(cached_counts, "KIND", "counts-of-a-test-that-keeps-nothing")
        patch.setattr(cached_counts.store, "save", lambda *_: None)
        assert not little_work(HouseGame(game), "Ah Kd", {})


CARDS = parse("Ah Kd Qs Tc 4h")


@pytest.mark.parametrize(
    "cards", ["Ah Kd Qs Tc 4h", ["Ah", "Kd", "Qs", "Tc", "4h"], list(CARDS), ("Ah Kd", *CARDS[2:])]
)
@pytest.mark.parametrize("up", ["2s", ["2s"], parse("2s")])
def test_cards_may_be_given_one_by_one(cards: Any, up: Any) -> None:
    game = pitboss.game("six54")
    assert game.advise(cards, up=up) == game.advise("Ah Kd Qs Tc 4h", up="2s")


@pytest.mark.parametrize("cards", [["Ah", "Ah"], [3, 3], [None], [True], [53], [-1], 7, None, [["Ah"]]])
def test_what_is_no_card_is_refused_in_a_sentence(cards: Any) -> None:
    with pytest.raises(PitbossError):
        pitboss.game("six54").advise(cards, up="2s")


RANKINGS = ("standard", "joker", "four-card", "three-card", "one-card", "ace-to-five", "eight-or-better", "wild")


@pytest.mark.parametrize("name", RANKINGS)
def test_hidden_hands_counted_by_ranks_are_those_gone_through_one_by_one(name: str) -> None:
    """Any board and dead cards, with and without the joker; None only where two suits can make flushes at once."""
    ranked, random = ranking(name), Random(name)
    counted = 0
    for _ in range(30):
        board = random.randrange(4)
        down = random.randrange(max(1, ranked.cards - board), min(5, 7 - board) + 1)
        cards = random.sample(ranked.deck.cards, random.randrange(15, len(ranked.deck.cards) + 1))
        table, rest = cards[:board], cards[board:]
        found = by_ranks(ranked, word(rest), down, word(table))
        if found is None:
            assert name == "three-card"
            assert down + board >= 6
            continue
        counted += 1
        assert found.tolist() == histogram(ranked, rest, down, table).tolist()
    assert counted > 15


def test_two_flushes_at_a_time_are_gone_through_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards of a suit are a flush, so six hidden cards may hold two flushes."""
    source = house.load("three-card").definition.source
    source = source.replace('{ deal = "dealer", cards = 3', '{ deal = "dealer", cards = 6')
    game = game_file.parse(source, "six.toml", (("deck", {"ranks": "J-A", "suits": 3}), ("spots", 1)))
    asked = []
    real = showdown.histogram
    monkeypatch.setattr(showdown, "histogram", lambda *a: (asked.append(real(*a)), asked[-1])[1])
    worth = mean([best(ask(game, own)) for own in combinations(game.deck.cards, 3)])
    assert asked
    assert all(each is None for each in asked)
    assert worth == prove(game, only="ante")["ante"].ev
