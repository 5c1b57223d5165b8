"""6-5-4 Poker, rule by rule (S4). A deck is stacked: the spot's five cards, the dealer's five, the dealer's up card."""

from __future__ import annotations

import pytest

from pitboss import house
from pitboss.cards import card, parse
from pitboss.house.plan import WagerError
from tests.house.rounds import actions, deal, lines, results, verbs

ANTE = {1: {"ante": 500}}
BOTH = {1: {"ante": 500, "queens-up": 100}}


def ranked(cards: str) -> int:
    return house.load("six54").definition.ranking.value(parse(cards))


@pytest.mark.rule("S4-1", "S4-11")
def test_four_card_hands_in_the_printed_order_with_the_wheel_lowest() -> None:
    best_first = [
        *("2s 2c 2d 2h", "As Ks Qs Js", "2s 2c 2d 3h", "2s 4s 6s 8s", "As Kd Qs Js", "4s 3c 2d Ah", "2s 2c 3d 3h"),
        *("As Ac 3d 2h", "As Kc Qd Th"),
    ]
    values = [ranked(hand) for hand in best_first]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert house.load("six54").definition.ranking.words(ranked("4s 3c 2d Ah")) == "straight, four high"
    assert ranked("As Kc Qd 2h") < ranked("2s 2c 3d 4h"), "the ace wraps around nothing"


@pytest.mark.rule("S4-2")
def test_queens_up_needs_an_ante_and_may_exceed_it() -> None:
    with pytest.raises(WagerError, match="spot 1 has no ante"):
        deal("six54", {1: {"queens-up": 500}})
    table = deal("six54", {1: {"ante": 100, "queens-up": 2500}})
    assert table.stakes[1] == {"ante": 100, "queens-up": 2500}


@pytest.mark.rule("S4-3", "HB-3")
def test_five_to_each_five_to_the_dealer_and_the_next_card_face_up() -> None:
    table = deal(
        "six54", {1: {"ante": 500}, 3: {"ante": 500}}, "2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d", "Kc Kd Kh Ks Qh", "9d"
    )
    dealt = [(event.seat, event.pile, len(event.cards), event.up) for event in table.events if event.verb == "deal"]
    assert dealt == [
        (1, "player 1", 5, False),
        (3, "player 3", 5, False),
        (0, "dealer", 5, False),
        (0, "dealer", 1, True),
    ]
    assert table.layout.piles["dealer"] == list(parse("Kc Kd Kh Ks Qh 9d"))


@pytest.mark.rule("S4-4")
@pytest.mark.parametrize(
    ("down", "up", "left", "discards"),
    [
        ("Kc 4d 5h 6s 8h", "9d", 6, ""),
        ("9c 4d 5h 6s Kh", "Td", 5, "Td"),
        ("2c 4d 5h 6s Kh", "Ad", 5, "Ad"),
        ("Kc 4d 5h 6s 8h", "Jd", 4, "Jd Kc"),
        ("Ac 4d 5h 6s 8h", "Td", 4, "Td Ac"),
        ("Tc 4d 5h 6s 8h", "Kd", 4, "Kd Tc"),
    ],
)
def test_six_five_or_four_cards_play(down: str, up: str, left: int, discards: str) -> None:
    table = deal("six54", ANTE, "2s 3s 7h 9s Jc", down, up)
    assert len(table.layout.piles["dealer"]) == left
    gone = [event.cards[0] for event in table.events if event.verb == "discard"]
    assert gone == list(parse(discards))
    assert verbs(table).count("turn") == (left < 6), "a next card is turned only when the first was discarded"
    assert verbs(table)[-1] == "decide", "the players decide only then"
    table.act(1, "play")
    assert table.done


@pytest.mark.rule("S4-12")
def test_their_next_card_is_the_first_of_their_down_cards_as_dealt() -> None:
    table = deal("six54", ANTE, "2s 3s 7h 9s Jc", "5c Ad 6h 2h 8h", "Kd")
    turned = next(event for event in table.events if event.verb == "turn")
    assert turned.cards == (card("5c"),)
    game = house.load("six54").definition
    assert (game.spots.usual, game.spots.most) == (7, 9)
    assert 9 * 5 + 6 <= len(game.deck) < 10 * 5 + 6
    nine = house.load("six54", spots=9).deal({spot: {"ante": 100} for spot in range(1, 10)})
    assert len(nine.actors) == 9


@pytest.mark.rule("S4-11")
def test_discarded_dealer_cards_stay_visible_and_an_ace_is_ten_or_higher() -> None:
    table = deal("six54", ANTE, "2s 3s 7h 9s Jc", "Kc 4d 5h 6s 8h", "Ad")
    for viewer in ("player 1", "rail"):
        view = table.view(viewer)
        assert set(parse("Ad Kc")) <= set(view.piles["rack"])
        assert view.piles["dealer"] == (-1,) * 4


@pytest.mark.rule("S4-11")
def test_the_dealers_hand_is_set_to_its_best_four() -> None:
    table = deal("six54", ANTE, "2s 3s 7h 9s Jc", "4c 4d 5h 6s 8h", "7d").act(1, "play")
    made = next(event for event in table.events if event.verb == "set")
    assert made.words == "straight, eight high"
    assert set(made.cards) == set(parse("5h 6s 7d 8h"))


@pytest.mark.rule("S4-5")
def test_fold_or_a_play_equal_to_the_ante() -> None:
    table = deal("six54", ANTE, "2s 3s 7h 9s Jc", "2c 4d 5h 8s Kh", "9d")
    assert actions(table, 1) == ["fold", "play"]
    assert [option.cents for option in table.legal(1) if option.word == "play"] == [500]
    table.act(1, "fold")
    assert results(table) == {"ante": "lose"}
    assert lines(table)["ante"].rule == "S4-5"


@pytest.mark.rule("S4-6")
def test_the_better_four_cards_take_ante_and_play_and_a_tie_pushes() -> None:
    dealer = ("2c 4d 6h 8s Kh", "9d")  # king high, and that is enough: the dealer always qualifies
    won = deal("six54", ANTE, "As 3s 7h 9s Jc", *dealer).act(1, "play")
    lost = deal("six54", ANTE, "Qs 3s 7h 9s Jc", *dealer).act(1, "play")
    tied = deal("six54", ANTE, "Ks 9s 8c 6d 3c", *dealer).act(1, "play")
    assert results(won) == {"ante": "win 1 to 1", "play": "win 1 to 1"}
    assert results(lost) == {"ante": "lose", "play": "lose"}
    assert results(tied) == {"ante": "push", "play": "push"}
    assert {line.rule for table in (won, lost, tied) for line in table.lines} == {"S4-6"}


@pytest.mark.rule("S4-7")
def test_the_ante_bonus_is_paid_on_top_also_while_losing_but_not_after_a_fold() -> None:
    quads_dealer = ("9c 9d 9h 9s Kh", "2d")
    lost = deal("six54", ANTE, "5s 6s 7s 8s Jc", *quads_dealer).act(1, "play")
    assert results(lost) == {"ante bonus": "win 10 to 1", "ante": "lose", "play": "lose"}
    assert lines(lost)["ante bonus"].rule == "S4-7"
    assert lost.net() == {"player 1": 5000 - 1000}
    won = deal("six54", ANTE, "Ts Tc Td Th Jc", *quads_dealer).act(1, "play")
    assert results(won) == {"ante bonus": "win 20 to 1", "ante": "win 1 to 1", "play": "win 1 to 1"}
    folded = deal("six54", ANTE, "5s 6s 7s 8s Jc", *quads_dealer).act(1, "fold")
    assert results(folded) == {"ante": "lose"}


@pytest.mark.rule("S4-7", "S4-8")
def test_four_aces_take_the_four_of_a_kind_bonus() -> None:
    table = deal("six54", BOTH, "As Ac Ad Ah Jc", "9c 9d 9h 9s Kh", "2d").act(1, "play")
    assert results(table)["ante bonus"] == "win 20 to 1"
    assert results(table)["queens-up"] == "win 100 to 1"


QUEENS_UP = {  # hand: what tables 1, 2 and 3 pay
    "As Ac Ad Ah 2c": (100, 100, 100),
    "4s 4c 4d 4h 2c": (50, 50, 50),
    "4s 5s 6s 7s 2c": (40, 30, 40),
    "4s 4c 4d 7s 2c": (8, 8, 7),
    "4s 5s 9s 7s 2c": (4, 4, 4),
    "4s 5s 6c 7s Qc": (3, 3, 3),
    "4s 4d 6c 6s Qc": (2, 2, 2),
    "Qs Qd 6c 7s 2c": (1, 1, 1),
    "Js Jd 6c 7s 2c": (None, None, None),
}


@pytest.mark.rule("S4-8", "HB-10")
@pytest.mark.parametrize("hand", QUEENS_UP)
@pytest.mark.parametrize("choice", ["fold", "play"])
def test_queens_up_pays_by_the_players_hand_even_after_a_fold(hand: str, choice: str) -> None:
    for number, pays in enumerate(QUEENS_UP[hand], start=1):
        table = deal("six54", BOTH, hand, "9c 9d 9h Ts Kh", "3d", queens_up=number).act(1, choice)
        settled = lines(table)["queens-up"]
        assert (settled.result, settled.cents) == (("win", 100 * pays) if pays else ("lose", 0))
        assert (settled.table, settled.rule) == (str(number), "S4-8")
        shown = [event.cards for event in table.events if event.verb == "show"]
        assert shown == [parse(hand)], "the dealer verifies the hand; the engine claims it for the player"


@pytest.mark.rule("S4-8", "HB-10")
def test_without_queens_up_a_folded_hand_is_not_shown() -> None:
    table = deal("six54", ANTE, "As Ac Ad Ah 2c", "9c 9d 9h Ts Kh", "3d").act(1, "fold")
    assert "show 1" not in verbs(table)
    assert table.view("rail").piles["player 1"] == (-1,) * 5


@pytest.mark.rule("S4-10", "HB-4")
def test_hands_are_brought_in_from_the_dealers_right() -> None:
    table = deal("six54", {spot: {"ante": 500, "queens-up": 100} for spot in (2, 4, 7)})
    table.act(4, "play").act(2, "play").act(7, "play")
    assert [event.seat for event in table.events if event.verb == "show"] == [7, 4, 2]
    assert [(line.spot, line.wager) for line in table.lines if line.outcome != "bonus"] == [
        (spot, wager) for spot in (7, 4, 2) for wager in ("ante", "play", "queens-up")
    ]
