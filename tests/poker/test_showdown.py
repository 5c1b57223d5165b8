"""Showdown: hand order, ties, wild cards, odd chips, side pots, who shows (PK-3 to PK-6, PK-10, PK-27, PK-37)."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from pitboss import cards, poker
from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand
from pitboss.poker.phh import read, replay
from pitboss.poker.showdown.awards import Award, divide, share
from pitboss.poker.showdown.pots import Pot, pots
from pitboss.ranking import ranking
from tests.poker.table import Arranged, checked_down, deal, dealt, load, may, play

ORDER = [  # best first (PK-3)
    *("Ac Kc Qc Jc Tc", "Kd Qd Jd Td 9d", "5d 4d 3d 2d Ad", "Ac Ad Ah As 2c", "2c 2d 2h 2s Ac", "Ac Ad Ah Kc Kd"),
    *("9c 9d 9h Ac Ad", "8c 8d 8h Ac Ad", "Ac Jc 9c 7c 5c", "7c 5c 4c 3c 2c", "Ac Kd Qd Jd Td", "6c 5d 4d 3d 2d"),
    *("5c 4d 3d 2d Ad", "Kc Kd Kh 2d 4s", "Qc Qd Qh 3d 2s", "Ac Ad 3h 3s 2c", "Kc Kd Qh Qs 2c", "Kc Kd 3h 3s Ac"),
    *("Ac Ad 4h 3s 2c", "Kc Kd Ah Qs Jc", "Ac Kd Qd Jd 9c", "7c 5d 4d 3d 2c"),
]


@pytest.mark.rule("PK-3")
def test_the_order_of_hands_in_play() -> None:
    game = load("draw", "button", "2-4")
    played = 0
    value = ranking("standard").value
    for better, lesser in pairwise(ORDER):
        turned = [lesser.translate(str.maketrans("cdhs", suits)) for suits in map("".join, permutations("cdhs"))]
        worse = next((one for one in turned if not set(cards.parse(one)) & set(cards.parse(better))), lesser)
        assert value(cards.parse(better)) > value(cards.parse(worse))
        if worse == lesser and set(cards.parse(worse)) & set(cards.parse(better)):
            continue  # both need the same aces: they cannot meet in one deal
        hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: worse, 2: better}, button=2))
        play(hand, "1 bet, 2 call, 1 draw, 2 draw, 1 check, 2 check")
        assert {event.seat for event in hand.events if event.verb == "award"} == {2}, (better, worse)
        played += 1
    assert played > 15


@pytest.mark.rule("PK-3")
def test_no_straight_wraps_around() -> None:
    r = ranking("standard")
    assert r.category(r.value(cards.parse("Kc Ad 2d 3d 4d"))) == "high card"


@pytest.mark.rule("PK-37")
def test_misprints_are_listed_and_not_followed() -> None:
    r = ranking("standard")
    flush, plain = (r.value(cards.parse(text)) for text in ("7c 5c 4c 3c 2c", "7c 5d 4d 3d 2c"))
    assert flush == r.threshold("flush")
    assert plain == 1
    assert r.value(cards.parse("7c 6c 5c 4c 2c")) > flush
    printed = {one.where: one for game in poker.games().values() for one in game.misprints}
    printed |= {one.where: one for one in poker.houses()["button"].misprints}
    assert set(printed) == {
        "hand order, flush",
        "hand order, high card",
        "limits",
        "goal of the game",
        "winning order, ties",
    }
    assert {one.rule for one in printed.values()} == {"PK-37"}
    draw = next(entry for entry in poker.listing() if entry["id"] == "draw")
    assert draw["findings"][0]["kind"] == "misprint"
    assert len(load("draw", "pot").streets) == 2


# Wild cards (PK-4) ---------------------------------------------------------------------------------------------------


def wild(*holes: str) -> dict[int, str]:
    game = load("draw", "button", "2-4", wild=True)
    hand = deal(game, *[5000] * len(holes), shuffle=dealt(game, dict(enumerate(holes, 1)), button=len(holes)))
    play(hand, "1 bet")
    checked_down(hand)
    assert sum(len(pile) for pile in (*hand.piles.down, hand.piles.stub, hand.piles.muck)) == 53
    return {event.seat: event.words for event in hand.events if event.verb == "show"} | {
        0: str({event.seat for event in hand.events if event.verb == "award"})
    }


@pytest.mark.rule("PK-4")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9c 9d 9h 9s Jk", "Ac Kc Qc Jc Tc"),  # five of a kind is the best hand
        ("6c 5d 4d 3d 2d", "Ah Jh 9h 7h 5h"),  # a straight beats a flush
        ("9c 9d 9h Jk Ac", "9s 8c 8d 8h 8s"),  # quads by the joker
        ("Kc Kd Kh Jk 4c", "Qs Qc Qd Qh As"),
    ],
)
def test_with_a_wild_card(better: str, worse: str) -> None:
    assert wild(worse, better)[0] == "{2}"


@pytest.mark.rule("PK-4")
def test_equal_sets_with_a_wild_card_go_to_the_kickers() -> None:
    r = ranking("wild")
    value = lambda text: r.value(cards.parse(text))  # noqa: E731
    assert value("Kc Kd Jk Ah 2s") > value("Kh Ks Jk Qh 2s")
    assert value("Kc Kd Kh Jk 4c") > value("Kc Kd Kh Ks 3c")
    assert value("Kc Kd Ac Ad Jk") > value("Kh Ks Qc Qd Jk")


@pytest.mark.rule("PK-4")
def test_the_wild_card_is_an_option_of_the_button_house_for_high_games() -> None:
    assert len(load("seven-stud", "button", "2-4", wild=True).deck) == 53
    with pytest.raises(poker.TableError, match="without wild cards"):
        load("draw", "pot", wild=True)
    with pytest.raises(poker.TableError, match="no ranking with a wild card"):
        load("lowball", "button", "2-4", wild=True)
    assert len(load("seven-stud", "button", "2-4").deck) == 52


@pytest.mark.rule("PK-4", "PK-36")
def test_a_wild_card_on_a_board_makes_it_as_high_as_it_can() -> None:
    game = load("five-stud", "button", "2-4", wild=True)
    holes = {1: "2s Jk 3d", 2: "4s Kc 5d", 3: "6s Ac 7d"}
    hand = deal(game, *[5000] * 3, shuffle=dealt(game, holes, button=3))
    assert hand.actors == (3,)  # the joker alone is an ace of no suit; the ace of clubs has one
    play(hand, "3 check, 1 check, 2 check")
    assert hand.actors == (1,)  # a pair of threes


# Ties (PK-5) ---------------------------------------------------------------------------------------------------------


def tie(house: str, one: str, two: str, board: str) -> dict[int, int]:
    game = load("holdem", house, "2-4")
    hand = checked_down(deal(game, 5000, 5000, shuffle=dealt(game, {1: one, 2: two}, board, button=2)))
    return {event.seat: event.cents for event in hand.events if event.verb == "award"}


@pytest.mark.rule("PK-5")
@pytest.mark.parametrize(
    ("one", "two", "board", "winner"),
    [
        ("Ks 2c", "Kh 2d", "Kc 9d 8h 5s 3s", 1),  # the pair's suits first
        ("Ac Qs", "Ad Qh", "Ah Qd 7s 4c 2s", 2),  # aces: hearts and diamonds beat hearts and clubs
        ("Ac 2h", "Ad 2c", "5c 4h 3s Kd Kc", None),  # see below
        ("9s 2h", "9h 2d", "Kc Qd Jh Ts 3c", 1),  # a straight, from the top
        ("Ah 6c", "As 6d", "5c 4d 3h 2s Kd", 2),
        ("2h 3h", "2d 3d", "Ac Kd Qh Js Ts", None),  # the very same five cards
    ],
)
def test_suits_break_ties_in_the_button_house_only(one: str, two: str, board: str, winner: int | None) -> None:
    split = tie("pot", one, two, board)
    assert set(split) == {1, 2}
    broken = tie("button", one, two, board)
    if one == "Ac 2h":  # a wheel counts from the five down: 5 4 3 2 A, so the deuce of hearts decides
        winner = 1
    assert set(broken) == ({winner} if winner else {1, 2})


@pytest.mark.rule("PK-5")
def test_an_award_that_suits_decided_says_so() -> None:
    game = load("holdem", "button", "2-4")
    deck = dealt(game, {1: "Ks 2c", 2: "Kh 2d"}, "Kc 9d 8h 5s 3s", button=2)
    hand = checked_down(deal(game, 5000, 5000, shuffle=deck))
    assert [(move.target, move.why, move.rule) for move in hand.moves[-1:]] == [
        ("player 1", "pot, high by suit", "PK-5")
    ]
    deck = dealt(game, {1: "Ks Ac", 2: "Kh 2d"}, "Kc 9d 8h 5s 3s", button=2)
    hand = checked_down(deal(game, 5000, 5000, shuffle=deck))
    assert [(move.target, move.why, move.rule) for move in hand.moves[-1:]] == [("player 1", "pot, high", "TH-2")]


@pytest.mark.rule("PK-5")
def test_suits_break_ties_of_low_hands_in_the_button_house() -> None:
    game = load("lowball", "button", "2-4")
    hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: "8c 5d 4h 3s 2c", 2: "8d 5h 4s 3c 2d"}, button=2))
    play(hand, "1 check, 2 check, 1 bet, 2 call, 1 draw, 2 draw, 1 check, 2 check")
    assert {event.seat for event in hand.events if event.verb == "award"} == {2}


# Odd chips and pots --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PK-6")
def test_all_odd_chips_go_to_the_winner_closest_to_the_buttons_left() -> None:
    assert share(1700, [1, 3, 4], 100) == [(1, 700), (3, 500), (4, 500)]
    assert share(250, [0, 2], 50) == [(0, 150), (2, 100)]
    assert share(250, [0, 2], 100) == [(0, 150), (2, 100)]


@pytest.mark.rule("PK-6")
def test_the_button_itself_is_the_farthest() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "2c 3d", 2: "2d 3h", 3: "7c 8d"}
    hand = deal(game, *[5000] * 3, button=1, shuffle=dealt(game, holes, "Ac Kd Qh Js Ts", button=1))
    play(hand, "1 call, 2 call, 3 check")
    checked_down(hand)
    awards = [(event.seat, event.cents) for event in hand.events if event.verb == "award"]
    assert awards == [(2, 300), (3, 100), (1, 100)]  # $5 in three: both odd dollars to seat 2
    assert [(move.why, move.rule) for move in hand.moves[-3:]] == [
        ("pot, high, with the odd chip", "PK-6"),
        ("pot, high", "TH-2"),
        ("pot, high", "TH-2"),
    ]


@pytest.mark.rule("PK-6", "OH-1")
def test_the_odd_chip_between_the_halves() -> None:
    piles = [Pot(700, 0b111)]
    assert divide(piles, [[1, 5, 1], [9, 0, 3]], 100) == [Award(1, 300, 0, 0), Award(0, 400, 0, 1, "odd chip")]
    assert divide(piles, [[5, 1, 1], [3, 0, 9]], 100) == [Award(0, 400, 0, 0, "odd chip"), Award(2, 300, 0, 1)]
    high = divide(piles, [[1, 5, 1], [9, 0, 3]], 100, "high")
    assert high == [Award(1, 400, 0, 0, "odd chip"), Award(0, 300, 0, 1)]


@pytest.mark.rule("PK-10")
def test_side_pots_of_any_depth() -> None:
    assert pots([500, 500, 500], 0b111) == [Pot(1500, 0b111)]
    assert pots([100, 300, 700, 700, 200], 0b01111) == [Pot(500, 0b1111), Pot(700, 0b1110), Pot(800, 0b1100)]
    assert pots([100, 300, 300], 0b110, dead=50) == [Pot(750, 0b110)]
    assert pots([100, 300, 300], 0b111, dead=50, taken=100) == [Pot(250, 0b111), Pot(400, 0b110)]
    assert pots([100, 300, 300], 0b111, taken=450) == [Pot(0, 0b111), Pot(250, 0b110)]


@pytest.mark.rule("PK-10")
def test_a_short_hand_wins_only_what_it_matched() -> None:
    game = load("holdem", "pot", "2-4", play="no-limit")
    holes = {1: "Ac Ad", 2: "Kc Kd", 3: "Qc Qd", 4: "7c 2d"}
    deck = dealt(game, holes, "Jh 9h 6s 5s 3c", button=4)
    hand = deal(game, 300, 900, 2000, 5000, shuffle=deck)
    play(hand, "3 raise 1500, 4 raise 5000, 1 call, 2 call, 3 call")
    assert hand.done
    assert {seat: hand.stack(seat) for seat in (1, 2, 3, 4)} == {1: 1200 - 100, 2: 1800, 3: 2200, 4: 3000}
    assert [(e.pile, e.seat, e.cents) for e in hand.events if e.verb == "award"] == [
        ("pot", 1, 1100),
        ("side pot 1", 2, 1800),
        ("side pot 2", 3, 2200),
    ]
    assert [(e.seat, e.cents) for e in hand.events if e.verb == "return"] == [(4, 3000)]
    # kings and queens are beaten when their turn comes, but win a side pot and have to be shown
    shown = [(e.verb, e.seat) for e in hand.events if e.verb in ("show", "muck")]
    assert shown == [("show", 1), ("show", 2), ("show", 3), ("muck", 4)]


@pytest.mark.rule("PK-10")
def test_what_no_live_hand_has_matched_is_a_pot_of_those_who_have() -> None:
    assert pots([400, 1200, 1200], 0b001, gone=[1, 2]) == [Pot(1200, 0b001), Pot(1600, 0b010)]
    assert pots([400, 1200, 1200], 0b001, dead=50, taken=100, gone=[2, 1]) == [Pot(1150, 0b001), Pot(1600, 0b100)]
    # the first claim reaches to 1000 only; above it the next one has a part
    assert pots([400, 1000, 1200], 0b001, gone=[1, 2]) == [Pot(1200, 0b001), Pot(1200, 0b010), Pot(200, 0b100)]
    assert pots([400, 1000, 1200], 0b001, gone=[2, 1]) == [Pot(1200, 0b001), Pot(1400, 0b100)]
    assert pots([400, 600, 1200, 1200], 0b0011, gone=[2, 3]) == [
        Pot(1600, 0b0011),
        Pot(600, 0b0010),
        Pot(1200, 0b0100),
    ]


# Throwing a hand away with a part in a side pot ---------------------------------------------------------------------


def awarded(hand: Hand) -> list[tuple[str, int, int, str]]:
    return [(e.pile, e.seat, e.cents, e.rule) for e in hand.events if e.verb == "award"]


def one_all_in(**more: object) -> Hand:
    """Seat 1 is all-in before the flop; seats 2 and 3 play on for a side pot, and seat 3 folds on the river."""
    game = load("holdem", "pot", "2-4")
    holes = {1: "As Ad", 2: "Kc Kd", 3: "Qc Qd"}
    hand = deal(game, 400, 5000, 5000, shuffle=dealt(game, holes, "2c 7d 8h 9s 3h", button=3), **more)
    play(hand, "3 raise 400, 1 call, 2 call, 2 bet, 3 call, 2 bet, 3 call, 2 bet")
    return hand


@pytest.mark.rule("PK-10", "PK-15")
def test_the_last_one_in_a_side_pot_keeps_it_when_they_muck_for_the_main_pot() -> None:
    hand = play(one_all_in(showdown="ask"), "3 fold, 2 muck")
    assert hand.done
    assert awarded(hand) == [("pot", 1, 1100, "PK-15"), ("side pot 1", 2, 1200, "PK-15")]
    assert hand.chips() == {"player 1": 1100, "player 2": 5200, "player 3": 4000, "pot": 0, "fee box": 100}
    assert not [e for e in hand.events if e.verb == "show"]


HISTORY = """
variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [100, 200, 0]
small_bet = 200
big_bet = 400
starting_stacks = [400, 5000, 5000]
actions = [
  'd dh p1 AsAd', 'd dh p2 ????', 'd dh p3 QcQd', 'p3 cbr 400', 'p1 cc', 'p2 cc', 'd db 2c7d8h', 'p2 cbr 200', 'p3 cc',
  'd db 9s', 'p2 cbr 400', 'p3 cc', 'd db 3h', 'p2 cbr 400', 'p3 f', 'p1 sm AsAd', 'p2 sm',
]
finishing_stacks = [1200, 5200, 4000]
"""


@pytest.mark.rule("PK-10", "PK-15")
def test_a_history_in_which_the_last_one_in_a_side_pot_mucks_ends_as_recorded() -> None:
    played = replay(read(HISTORY))
    assert played.error == ""
    assert played.stacks == (1200, 5200, 4000)


@pytest.mark.rule("PK-10", "PK-15")
def test_a_side_pot_that_everybody_mucks_goes_to_the_last_of_them() -> None:
    hand = play(one_all_in(showdown="ask"), "3 call, 2 muck, 3 muck")
    assert hand.done
    assert awarded(hand) == [("pot", 1, 1100, "PK-15"), ("side pot 1", 3, 2000, "PK-15")]


@pytest.mark.rule("PK-10", "PK-15")
def test_a_muck_gives_up_what_another_live_hand_can_win() -> None:
    hand = play(one_all_in(showdown="ask"), "3 call, 2 muck, 3 show, 1 show")
    assert awarded(hand) == [("pot", 1, 1100, "TH-2"), ("side pot 1", 3, 2000, "TH-2")]


@pytest.mark.rule("PK-10", "PK-15")
def test_two_players_all_in_share_nothing_of_the_pot_above_them() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "As Ad", 2: "Kc Kd", 3: "Qc Qd", 4: "Jc Jd"}
    deck = dealt(game, holes, "2c 7d 8h 9s 3h", button=4)
    hand = deal(game, 400, 600, 5000, 5000, shuffle=deck, showdown="ask")
    play(hand, "3 raise 400, 4 raise 600, 1 call, 2 call, 3 call")
    play(hand, "3 bet, 4 call, 3 bet, 4 call, 3 bet, 4 fold, 3 muck, 1 show, 2 show")
    assert awarded(hand) == [
        ("pot", 1, 1500, "TH-2"),
        ("side pot 1", 2, 600, "TH-2"),
        ("side pot 2", 3, 1200, "PK-15"),
    ]


# Showing -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PK-27", "PK-15")
def test_hands_are_shown_before_the_winner_is_declared_and_the_dealer_alone_touches_discards() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
    hand = checked_down(deal(game, *[5000] * 3, shuffle=dealt(game, holes, "Jh 9h 6s 5s 3c", button=3)))
    kinds = [(e.verb, e.seat) for e in hand.events if e.verb in ("show", "muck", "award")]
    assert kinds == [("show", 1), ("show", 2), ("muck", 3), ("award", 2)]
    assert not {"take", "touch"} & set(hand.game.words)
    shown = next(e for e in hand.events if e.verb == "show" and e.seat == 2)
    assert (cards.show(shown.cards), shown.up) == ("Ac Ad", True)


@pytest.mark.rule("PK-15")
def test_the_last_to_bet_shows_first_and_the_last_player_left_need_not_show() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
    hand = deal(game, *[5000] * 3, shuffle=dealt(game, holes, "Jh 9h 6s 5s 3c", button=3))
    while hand.street.name != "river":
        hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
    play(hand, "1 check, 2 bet, 3 call, 1 call")
    kinds = [(e.verb, e.seat) for e in hand.events if e.verb in ("show", "muck")]
    assert kinds == [("show", 2), ("muck", 3), ("muck", 1)]
    hand = deal(game, *[5000] * 3)
    play(hand, "3 fold, 1 fold")
    assert not [e for e in hand.events if e.verb in ("show", "muck")]


@pytest.mark.rule("PK-15")
def test_players_may_be_asked_to_show_or_muck_themselves() -> None:
    game = load("holdem", "pot", "2-4")
    holes = {1: "Kc Kd", 2: "Ac Ad", 3: "Qc Qd"}
    deck = dealt(game, holes, "Jh 9h 6s 5s 3c", button=3)
    hand = deal(game, *[5000] * 3, shuffle=deck, showdown="ask")
    while hand.phase == "bet":
        hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
    assert sorted(may(hand)) == ["muck", "show"]
    for wrong in ("show Kc", "show Ac Ad", "show Kc Kd 2c"):
        with pytest.raises(IllegalAction, match="PK-15"):
            hand.act(1, wrong)
    play(hand, "1 show, 2 muck, 3 show Qd Qc")
    assert {e.seat for e in hand.events if e.verb == "award"} == {1}  # the aces are in the muck


def test_unknown_cards_are_named_at_the_showdown_or_mucked() -> None:
    game = load("holdem", "wsop")
    known = {1: "Kc Kd", "board": "Jh 9h 6s 5s 3c"}
    for action, winner in (("show Ac Ad", 3), ("muck", 1), ("show 7c 2d", 1)):
        hand = deal(game, *[5000] * 3, shuffle=None, known=known)
        play(hand, "3 call, 1 call, 2 fold")
        while hand.phase == "bet":
            hand.act(hand.actors[0], "check")
        assert hand.actors == (1,)
        play(hand, f"1 show, 3 {action}" if action != "muck" else "1 show, 3 muck")
        assert {e.seat for e in hand.events if e.verb == "award"} == {winner}
    hand = deal(game, *[5000] * 2, shuffle=None, known=known)
    play(hand, "2 call, 1 check")
    while hand.phase == "bet":
        hand.act(hand.actors[0], "check")
    hand.act(1, "show")
    for wrong in ("show Kc Ah", "show Jh Ah", "show ?? ??", "show"):
        with pytest.raises(IllegalAction):
            hand.act(2, wrong)


def test_a_second_shuffle_takes_any_order() -> None:
    assert Arranged("As", "Kd").mix([50, 51, 3])[0] == cards.card("As")
