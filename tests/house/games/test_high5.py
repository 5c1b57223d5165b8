"""High Five Poker, rule by rule (H5). A deck is stacked: the spot's seven cards, then the dealer's seven."""

from __future__ import annotations

import pytest

from pitboss import house, seeded
from pitboss.cards import JOKER, parse
from pitboss.house.options import OptionError
from pitboss.house.plan import WagerError
from tests.house.rounds import actions, deal, lines, results, verbs

ANTE = {1: {"ante": 500}}
BOTH = {1: {"ante": 500, "trips": 100}}
FIVES = "5c 5d 7h 9s Jc Qd 2h"  # a dealer with a pair of fives: does not qualify
SIXES = "6c 6d 7h 9s Jc Qd 2h"  # the lowest hands that qualify
NO_PAIR = "2s 3d 4c 8h 9d Th Kc"


def category(cards: str) -> str:
    ranking = house.load("high5").definition.ranking
    return ranking.category(ranking.value(parse(cards)))


def words(cards: str) -> str:
    ranking = house.load("high5").definition.ranking
    return ranking.words(ranking.value(parse(cards)))


def value(cards: str) -> int:
    return house.load("high5").definition.ranking.value(parse(cards))


@pytest.mark.rule("H5-1")
def test_fifty_three_cards_one_a_joker() -> None:
    (order,) = house.load("high5").deal(ANTE, shuffle=seeded(3)).record.shuffles
    assert sorted(order) == list(range(53))
    assert JOKER in order


@pytest.mark.rule("H5-1", "H5-10")
@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("Jk As 2d 7h 9s", "pair of aces"),
        ("Jk Kd Kc 7h 9s", "pair of kings"),
        ("Jk 9d Tc Jh Qs", "straight, king high"),
        ("Jk 2d 3c 4h 5s", "straight, six high"),
        ("Jk Ad 2c 4h 5s", "straight, five high"),
        ("Jk 2s 5s 9s Ts", "flush, ace high"),
        ("Jk 5s 6s 7s 8s", "straight flush, nine high"),
        ("Jk 9s Ts Js Qs", "straight flush, king high"),
        ("Jk Ts Js Qs Ks", "royal flush"),
        ("Jk As Ac Ad Ah", "five aces"),
        ("Jk Ks Kc Kd Kh", "four of a kind, kings"),
        ("Jk As Ac Kd Kh", "full house, aces full of kings"),
    ],
)
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(cards: str, made: str) -> None:
    if made == "pair of kings":  # a joker is no king: with an ace it is two high cards beside the pair
        assert words(cards) == "pair of kings"
        assert value(cards) > value("Qs Kd Kc 7h 9s")
        assert value(cards) == value("As Kd Kc 7h 9s")
    else:
        assert words(cards) == made


@pytest.mark.rule("H5-10")
def test_five_aces_beat_a_royal_and_the_suited_nine_to_king_with_the_joker_is_one() -> None:
    assert category("Jk As Ac Ad Ah Ks Qs") == "five aces"
    assert value("Jk As Ac Ad Ah") > value("As Ks Qs Js Ts")
    assert category("Jk 9s Ts Js Qs Ks 2d") == "royal flush"
    assert value("Jk Ts 9s 4s 2s") > value("Ks Ts 9s 4s 2s"), "in a flush it is the highest card missing"
    assert value("Jk As 9s 4s 2s") == value("Ks As 9s 4s 2s")
    assert value("As 2d 3c 4h 5s") < value("2s 3d 4c 5h 6s"), "the wheel is the lowest straight"


@pytest.mark.rule("H5-2")
def test_the_printed_order_of_hands() -> None:
    best_first = (
        "five aces, royal flush, straight flush, four of a kind, full house, flush, straight, "
        "three of a kind, two pair, pair, high card"
    )
    assert ", ".join(house.load("high5").definition.ranking.categories) == best_first
    hands = [
        *("Jk As Ac Ad Ah", "As Ks Qs Js Ts", "9s Ks Qs Js Ts", "2s 2c 2d 2h 3s", "2s 2c 2d 3h 3s", "2s 3s 4s 5s 7s"),
        *("As 2d 3c 4h 5s", "2s 2c 2d 3h 4s", "2s 2c 3d 3h 4s", "2s 2c 3d 4h 5s", "2s 3c 4d 5h 7s"),
    ]
    assert [value(hand) for hand in hands] == sorted((value(hand) for hand in hands), reverse=True)


@pytest.mark.rule("H5-3", "HB-3")
def test_ante_is_mandatory_and_sevens_are_dealt_as_packets_from_the_left() -> None:
    with pytest.raises(WagerError, match="spot 1 has no ante"):
        deal("high5", {1: {"trips": 500}})
    table = deal("high5", {2: {"ante": 500}, 5: {"ante": 500, "trips": 100}})
    dealt = [(event.seat, event.pile, len(event.cards), event.up) for event in table.events if event.verb == "deal"]
    assert dealt == [(2, "player 2", 7, False), (5, "player 5", 7, False), (0, "dealer", 7, False)]
    assert table.view("rail").piles["dealer"] == (-1,) * 7


@pytest.mark.rule("H5-4")
def test_fold_loses_the_ante_and_play_places_a_wager_equal_to_it() -> None:
    folded = deal("high5", BOTH, "Ks Kd Kc 2s 3h 4d 9h", SIXES).act(1, "fold")
    assert results(folded) == {"ante": "lose", "trips": "win 1 to 1"}
    table = deal("high5", ANTE, NO_PAIR, SIXES)
    assert actions(table, 1) == ["fold", "play"]
    assert [option.cents for option in table.legal(1) if option.word == "play"] == [500]
    table.act(1, "play")
    assert lines(table)["play"].stake == 500


@pytest.mark.rule("H5-5")
def test_both_sides_use_their_best_five_of_seven() -> None:
    table = deal("high5", ANTE, "2s 3s 4d Ks Qs 9s 4h", "Ah Ad Kh Kd 2c 2d 7c").act(1, "play")
    assert results(table)["ante"] == "win 1 to 1", "a flush hidden in seven cards beats aces and kings"
    made = next(event for event in table.events if event.verb == "set")
    assert set(made.cards) == set(parse("Ah Ad Kh Kd 7c"))


@pytest.mark.rule("H5-6", "H5-7")
@pytest.mark.parametrize(("dealer", "play"), [(FIVES, "push"), (SIXES, "win 1 to 1")])
def test_the_dealer_qualifies_with_a_pair_of_sixes(dealer: str, play: str) -> None:
    table = deal("high5", ANTE, "Ks Kd 3c 4s 8h Th 2d", dealer).act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "play": play}


@pytest.mark.rule("H5-7")
@pytest.mark.parametrize(
    ("own", "play"),
    [
        ("2s 3d 4c 8h 9d Tc Kc", "push"),
        ("2s 2d 2c 8h 9d Tc Kc", "push"),
        ("2s 3d 4c 5h 6d Tc Kc", "win 1 to 1"),
        ("2s 3s 4s 8s 9d Ts Kc", "win 1 to 1"),
        ("2s 2c 2d 8s 8d Ts Kc", "win 1 to 1"),
    ],
)
def test_play_is_paid_against_a_dealer_who_does_not_qualify_from_a_straight_up(own: str, play: str) -> None:
    table = deal("high5", ANTE, own, "5c 7h 9s Jc Qd Ah 3h").act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "play": play}
    assert {line.rule for line in table.lines} == {"H5-7"}


@pytest.mark.rule("H5-8")
def test_the_better_hand_takes_ante_and_play_and_a_tie_pushes_both() -> None:
    won = deal("high5", ANTE, "Ks Kd 3c 4s 8h Th 2d", SIXES).act(1, "play")
    lost = deal("high5", ANTE, NO_PAIR, SIXES).act(1, "play")
    tied = deal("high5", ANTE, "6s 6h 7c 9d Jh Qs 2c", SIXES).act(1, "play")
    assert results(won) == {"ante": "win 1 to 1", "play": "win 1 to 1"}
    assert results(lost) == {"ante": "lose", "play": "lose"}
    assert results(tied) == {"ante": "push", "play": "push"}
    assert {line.rule for table in (won, lost, tied) for line in table.lines} == {"H5-8"}
    assert [table.net()["player 1"] for table in (won, lost, tied)] == [1000, -1000, 0]


TRIPS = {  # hand: what APP-01, APP-02 and APP-03 pay
    "As Ac Ad Ah Jk 2c 3d": (200, 200, 200),
    "As Ks Qs Js Ts 2c 3d": (100, 100, 100),
    "4s 5s 6s 7s 8s 2c 3d": (50, 50, 50),
    "4s 4c 4d 4h 8s 2c 3d": (40, 40, 40),
    "As Ac Ad 4h 4s 2c 3d": (20, 25, 15),
    "As Ac Jk 4h 4s 2c 3d": (20, 25, 15),
    "Ks Kc Kd Ah As 2c 3d": (7, 7, 7),
    "4s 6s 9s Js 2s 2c 3d": (4, 4, 4),
    "4s 5c 6s 7d 8s 2c Td": (2, 2, 2),
    "4s 4c 4d 9h 8s 2c 3d": (1, 1, 1),
    "As Ac 4d 4h 8s 2c 3d": (None, None, None),
}


@pytest.mark.rule("H5-9", "HB-8")
@pytest.mark.parametrize("hand", TRIPS)
@pytest.mark.parametrize("choice", ["fold", "play"])
def test_trips_pays_by_the_players_hand_win_lose_or_fold(hand: str, choice: str) -> None:
    dealer = "5h 5d 7h 9c Jc Qd 2h"
    for app, pays in zip(("APP-01", "APP-02", "APP-03"), TRIPS[hand], strict=True):
        table = deal("high5", BOTH, hand, dealer, trips=app).act(1, choice)
        settled = lines(table)["trips"]
        assert (settled.result, settled.cents) == (("win", 100 * pays) if pays else ("lose", 0))
        assert (settled.table, settled.rule) == (app, "H5-9")


@pytest.mark.rule("H5-9")
def test_trips_wins_against_a_better_dealer_and_on_a_tie() -> None:
    beaten = deal("high5", BOTH, "4s 4c 4d 9h 8s 2c 3d", "Ah Ad Ac 2d 2s 7h 9c").act(1, "play")
    assert results(beaten) == {"ante": "lose", "play": "lose", "trips": "win 1 to 1"}
    tied = deal("high5", BOTH, "6h 7h 8d 9c Td 2c 2d", "6c 7c 8c 9h Th 2h 3s").act(1, "play")
    assert results(tied) == {"ante": "push", "play": "push", "trips": "win 2 to 1"}


@pytest.mark.rule("H5-11")
def test_a_tie_with_a_dealer_who_does_not_qualify_is_paid_like_any_hand_there() -> None:
    table = deal("high5", ANTE, "Ks Qh Td 8c 6h 4d 2s", "Kc Qd Th 8h 6s 4c 2d").act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "play": "push"}
    assert {line.outcome for line in table.lines} == {"unqualified"}
    with pytest.raises(WagerError):
        deal("high5", {1: {"trips": 100}})
    assert house.load("high5").definition.wagers["trips"].initial == "beside"


@pytest.mark.rule("H5-12")
def test_the_rest_of_the_deck_is_dispensed_and_the_dealer_shows_last() -> None:
    table = deal("high5", {1: {"ante": 500}, 2: {"ante": 500}})
    gone = next(event for event in table.events if event.verb == "dispense")
    assert len(gone.cards) == 53 - 21
    assert not gone.up
    assert table.view("player 1").piles["rack"] == (-1,) * 32
    assert table.layout.next == 53, "the whole deck is used up; the next round takes the other"
    assert verbs(table)[-1] == "decide"
    table.act(2, "play").act(1, "fold")
    acts = verbs(table)
    assert acts.index("fold 1") < acts.index("play 2") < acts.index("turn") < acts.index("settle 2")


@pytest.mark.rule("H5-12")
def test_at_most_six_spots() -> None:
    assert house.load("high5").definition.spots.most == 6
    with pytest.raises(OptionError, match="no layout with 7 spots"):
        house.load("high5", spots=7)
    full = deal("high5", {spot: {"ante": 100} for spot in range(1, 7)})
    assert sum(len(event.cards) for event in full.events if event.verb == "deal") == 49
