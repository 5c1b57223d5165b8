"""Hands shown in part, misdescribed, wanted back, dealt to a dead seat; the discards (PK-15 to 17, 24, 27)."""

from __future__ import annotations

import pytest

import pitboss
from pitboss import cards
from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.poker.game import Game
from pitboss.poker.hand import Hand

from ..table import SPREAD, Arranged, at_random, checked_down, deal, dealt, load, may, play, verbs
from .floor import can, everyone_sees, option, pile, same_again, shown

# Seat 1 has aces, seat 2 kings, seat 3 (the button) queens, on a board that helps nobody.
HOLES = {1: "As Ad", 2: "Ks Kd", 3: "Qs Qd"}
BOARD = "2c 7h 9d 3s 4h"
PREFLOP = "3 call, 1 call, 2 check"
STREET = "1 check, 2 check, 3 check"


def holdem(house: str = "pot", **more: object) -> Hand:
    game = load("holdem", house, "2-4")
    return deal(game, 10_000, 10_000, 10_000, shuffle=dealt(game, HOLES, BOARD, button=3), **more)


def at_the_showdown(house: str = "pot") -> Hand:
    hand = holdem(house, showdown="ask")
    return play(hand, ", ".join([PREFLOP, *[STREET] * 3]))


def to_the_end_by_steps(hand: Hand) -> Hand:
    while not hand.done:
        if hand.actors:
            options = may(hand)
            hand.act(hand.actors[0], next(word for word in ("check", "call", "draw", "bring in") if word in options))
        else:
            hand.step()
    return hand


# Showing all cards


@pytest.mark.rule("PK-15", "PK-30")
@pytest.mark.parametrize("house", ["pot", "button"])
def test_one_card_up_and_one_down_is_no_hand(house: str) -> None:
    hand = at_the_showdown(house)
    assert hand.actors == (1,)
    hand.floor("cards not shown", cards="As")
    assert everyone_sees(hand, "As")
    assert not hand.in_hand(1)
    assert "Ad" not in str([cards.show(event.cards) for event in hand.view("rail").events])
    same_again(hand)
    play(hand, "2 show, 3 show")
    assert [event.seat for event in hand.events if event.verb == "award"] == [2]  # the aces were never shown whole


@pytest.mark.rule("PK-15")
def test_who_plays_the_board_shows_his_cards_too() -> None:
    hand = at_the_showdown()
    hand.floor("cards not shown")  # he says he plays the board, and shows nothing
    assert not hand.in_hand(1)
    assert pile(hand, "player 1", "rail") == ""
    with pytest.raises(IllegalAction, match="a hand is shown whole"):
        hand.act(2, "show Ks")


@pytest.mark.rule("PK-15")
def test_all_cards_shown_are_a_hand_and_the_last_player_need_not_show() -> None:
    hand = at_the_showdown()
    with pytest.raises(IllegalAction, match="has shown all its cards"):
        hand.floor("cards not shown", cards="As Ad")
    with pytest.raises(IllegalAction, match="does not hold"):
        hand.floor("cards not shown", cards="Kd")
    play(hand, "1 muck, 2 muck")
    assert hand.done
    assert shown(hand, "show") == []
    assert verbs(hand, "award") == [("award", 3, 500)]


# Misdescribed hands


@pytest.mark.rule("PK-16")
def test_describing_a_better_hand_forfeits_the_pot_to_the_best_other_live_hand() -> None:
    hand = at_the_showdown()
    play(hand, "1 muck")  # seat 2 said "straight", seat 1 threw the aces away
    hand.floor("misdescribed hand", seat=2, discarded=1, described="straight")
    assert not hand.in_hand(2)
    assert verbs(hand, "award") == [("award", 3, 500)]
    same_again(hand)


@pytest.mark.rule("PK-16")
def test_without_another_live_hand_it_goes_to_the_player_made_to_discard() -> None:
    hand = play(holdem(), PREFLOP)
    play(hand, "1 bet, 2 call, 3 fold, 1 bet, 2 call, 1 bet, 2 fold")
    assert hand.done
    assert verbs(hand, "award") == [("award", 1, 500 + 400 + 800)]
    hand.floor("misdescribed hand", seat=1, discarded=2)  # after the pot was pushed, before the next hand
    assert verbs(hand, "award", "take back") == [("award", 1, 1700), ("take back", 1, 1700), ("award", 2, 1700)]
    assert hand.stack(2) == 10_000 - 200 - 200 - 400 + 1700
    assert hand.done
    assert sum(hand.chips().values()) == 30_000
    assert [move.rule for move in hand.moves if move.why == "award taken back"] == ["PK-16"]
    same_again(hand)


@pytest.mark.rule("PK-16")
def test_a_pot_pushed_at_the_showdown_is_divided_anew() -> None:
    hand = at_the_showdown()
    play(hand, "1 muck, 2 show, 3 show")
    assert verbs(hand, "award") == [("award", 2, 500)]
    hand.floor("misdescribed hand", seat=2, discarded=1, described="full house")
    assert verbs(hand, "award")[-1] == ("award", 3, 500)
    assert hand.chips()["pot"] == 0


@pytest.mark.rule("PK-16", "PK-27")
def test_a_hand_as_good_as_described_forfeits_nothing() -> None:
    hand = at_the_showdown()
    play(hand, "1 muck")
    with pytest.raises(IllegalAction, match="holds pair of K or better"):
        hand.floor("misdescribed hand", seat=2, discarded=1, described="pair of K")
    with pytest.raises(IllegalAction, match="seat 3 has not thrown"):
        hand.floor("misdescribed hand", seat=2, discarded=3)
    with pytest.raises(IllegalAction, match="nothing to forfeit"):
        hand.floor("misdescribed hand", seat=1, discarded=1)


def with_a_side_pot(**more: object) -> Hand:
    """Seat 1 is all-in before the flop; seat 3 folds the side pot on the river to seat 2."""
    game = load("holdem", "pot", "2-4")
    hand = deal(game, 400, 5000, 5000, shuffle=dealt(game, HOLES, BOARD, button=3), **more)
    return play(hand, "3 raise 400, 1 call, 2 call, 2 bet, 3 call, 2 bet, 3 call, 2 bet, 3 fold")


def last_awards(hand: Hand, count: int = 2) -> list[tuple[str, int, int, str]]:
    return [(event.pile, event.seat, event.cents, event.rule) for event in hand.events if event.verb == "award"][
        -count:
    ]


@pytest.mark.rule("PK-16", "PK-10")
def test_a_side_pot_without_another_live_hand_goes_to_the_player_made_to_discard() -> None:
    hand = with_a_side_pot()
    assert last_awards(hand) == [("pot", 1, 1100, "TH-2"), ("side pot 1", 2, 1200, "TH-2")]
    hand.floor("misdescribed hand", seat=2, discarded=3, described="straight flush")
    assert last_awards(hand) == [("pot", 1, 1100, "PK-15"), ("side pot 1", 3, 1200, "PK-16")]
    assert hand.chips() == {"player 1": 1100, "player 2": 4000, "player 3": 5200, "pot": 0, "fee box": 100}
    same_again(hand)


@pytest.mark.rule("PK-16", "PK-10")
def test_the_player_made_to_discard_gets_no_more_than_he_matched() -> None:
    """Seat 3 threw his hand away on the flop, seat 1 on the river; nobody else is left."""
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 call, 3 call, 1 bet, 2 call, 3 fold, 1 bet, 2 fold")
    hand.floor("misdescribed hand", seat=1, discarded=3)
    assert last_awards(hand) == [("pot", 3, 1100, "PK-16"), ("side pot 1", 2, 800, "PK-16")]
    same_again(hand)


@pytest.mark.rule("PK-16", "PK-15", "PK-10")
def test_who_mucks_after_the_ruling_keeps_the_pot_he_was_left_with() -> None:
    game = load("holdem", "pot", "2-4")
    holes = HOLES | {4: "Js Jd"}
    hand = deal(game, 400, 5000, 5000, 5000, shuffle=dealt(game, holes, BOARD, button=4), showdown="ask")
    play(
        hand, "3 raise 400, 4 call, 1 call, 2 call, 2 bet, 3 call, 4 call, 2 bet, 3 call, 4 call, 2 bet, 3 call, 4 fold"
    )
    hand.floor("misdescribed hand", seat=2, discarded=4, described="straight flush")
    play(hand, "3 muck")
    assert hand.done
    assert [(pile, seat) for pile, seat, _, _ in last_awards(hand)] == [("pot", 1), ("side pot 1", 3)]


@pytest.mark.rule("PK-15", "PK-10")
def test_a_hand_shown_in_part_keeps_the_side_pot_nobody_else_is_left_in() -> None:
    hand = with_a_side_pot(showdown="ask")
    hand.floor("cards not shown", cards="Ks")
    assert last_awards(hand) == [("pot", 1, 1100, "PK-15"), ("side pot 1", 2, 1200, "PK-15")]
    same_again(hand)


@pytest.mark.rule("PK-18", "PK-10")
def test_a_foul_hand_forfeits_the_side_pot_to_the_last_other_player_in_it() -> None:
    game = load("holdem", "pot", "2-4")
    holes = HOLES | {2: "Ks Jk"}
    deck = Arranged(_top(game, holes))
    hand = deal(game, 400, 5000, 5000, shuffle=deck, joker=True)
    play(hand, "3 raise 400, 1 call, 2 call, 2 bet, 3 call, 2 bet, 3 call, 2 bet, 3 fold")
    assert last_awards(hand) == [("pot", 1, 1100, "PK-15"), ("side pot 1", 3, 1200, "PK-18")]
    assert verbs(hand, "foul hand") == [("foul hand", 2, 0)]
    same_again(hand)


@pytest.mark.rule("PK-18")
def test_the_last_hand_left_forfeits_the_pot_if_it_is_foul() -> None:
    game = load("holdem", "pot", "2-4")
    hand = deal(game, *[5000] * 3, shuffle=Arranged(_top(game, HOLES | {2: "Ks Jk"})), joker=True, auto=False)
    while not hand.actors:
        hand.step()
    play(hand, "3 call, 1 fold, 2 raise, 3 fold")
    hand.floor("foul hand", seat=2)  # before the dealer has pushed him the pot
    while not hand.done:
        hand.step()
    assert verbs(hand, "return", "award") == [("return", 2, 200), ("award", 3, 500)]
    assert last_awards(hand, 1) == [("pot", 3, 500, "PK-18")]
    same_again(hand)


def _top(game: Game, holes: dict[int, str]) -> list[int]:
    """The arranged deck with the joker in it."""
    plain = {seat: text.replace("Jk", "5c") for seat, text in holes.items()}
    five = cards.card("5c")
    return [JOKER if card == five else card for card in dealt(game, plain, BOARD, button=3).tops[0]]


@pytest.mark.rule("PK-16")
def test_in_a_round_of_betting_the_hand_is_dead_and_play_goes_on() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold")
    hand.floor("misdescribed hand", seat=1, discarded=2)
    assert hand.done  # only seat 3 is left; the bet nobody called is not in the pot
    assert verbs(hand, "return", "award") == [("return", 1, 200), ("award", 3, 500)]


@pytest.mark.rule("PK-16", "PK-10")
def test_what_nobody_has_matched_of_a_forfeited_hands_bet_goes_back_and_the_rest_stays() -> None:
    game = load("holdem", "pot", "2-4")
    holes = HOLES | {4: "Js Jd"}
    hand = deal(game, *[5000] * 4, shuffle=dealt(game, holes, BOARD, button=4))
    play(hand, "3 call, 4 call, 1 call, 2 check, 1 check, 2 bet, 3 raise, 4 fold, 1 fold")
    hand.floor("misdescribed hand", seat=3, discarded=4)  # his raise is still to be matched by seat 2
    assert hand.done
    assert verbs(hand, "return", "award") == [("return", 3, 200), ("award", 2, 1100)]  # $8 + $4, less the fee of $1
    assert hand.stack(3) == 5000 - 400
    # the others may still match it: then all of it stays
    hand = deal(game, *[5000] * 4, shuffle=dealt(game, holes, BOARD, button=4))
    play(hand, "3 call, 4 call, 1 call, 2 check, 1 check, 2 check, 3 bet, 4 fold")
    hand.floor("misdescribed hand", seat=3, discarded=4)
    checked_down(play(hand, "1 call, 2 call"))
    assert hand.stack(3) == 5000 - 400
    assert verbs(hand, "return") == []


@pytest.mark.rule("PK-16", "PK-18", "PK-10")
def test_of_chips_that_only_forfeited_hands_have_matched_each_gets_back_his_own() -> None:
    game = load("holdem", "pot", "2-4")
    hand = deal(game, 400, 5000, 5000, shuffle=dealt(game, HOLES, BOARD, button=3), showdown="ask")
    play(hand, "3 raise 400, 1 call, 2 call, 2 bet, 3 call, 2 check, 3 check, 2 check, 3 check")
    play(hand, "1 muck, 2 show, 3 show")
    hand.floor("misdescribed hand", seat=2, discarded=1)
    hand.floor("misdescribed hand", seat=3, discarded=1)
    assert last_awards(hand, 3) == [
        ("pot", 1, 1100, "PK-16"),
        ("side pot 1", 2, 200, "PK-16"),
        ("side pot 2", 3, 200, "PK-16"),
    ]
    same_again(hand)


# Hands thrown away and wanted back


@pytest.mark.rule("PK-17")
@pytest.mark.parametrize("by", ["owner", "dealer for the owner"])
def test_an_intact_hand_comes_back_in_the_same_round(by: str) -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold")
    hand.floor("retrieved hand", seat=2, turned_by=by)
    assert hand.actors == (2,)  # nobody has acted since: it is his turn again
    assert pile(hand, "player 2") == "Ks Kd"
    assert pile(hand, "player 2", 1) == "?? ??"
    assert pile(hand, "muck") == ""
    same_again(hand)
    play(hand, "2 raise 400, 3 call, 1 call")
    assert hand.in_hand(2)


@pytest.mark.rule("PK-17")
def test_if_others_have_acted_since_he_acts_in_turn() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold, 3 raise 400").floor("retrieved hand", seat=2)
    assert hand.actors == (1,)
    play(hand, "1 call")
    assert hand.actors == (2,)
    assert hand.to_call(2) == 400


@pytest.mark.rule("PK-17")
@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"touched_muck": True}, "touched the muck"),
        ({"induced": True}, "induced another player"),
        ({"turned_by": "another player"}, "information only"),
    ],
)
def test_what_keeps_a_hand_dead(facts: dict, words: str) -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold").floor("retrieved hand", seat=2, **facts)
    assert not hand.in_hand(2)
    assert hand.actors == (3,)
    assert words in hand.events[-1].words
    assert everyone_sees(hand, "Ks Kd") is ("turned_by" in facts)
    same_again(hand)
    with pytest.raises(IllegalAction, match="no hand can be retrieved"):
        hand.floor("retrieved hand", seat=2)


@pytest.mark.rule("PK-17")
def test_once_a_round_he_has_not_matched_is_over_the_hand_is_dead() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold, 3 call")
    with pytest.raises(IllegalAction, match="no hand can be retrieved now"):
        hand.floor("retrieved hand", seat=2)
    play(hand, "1 check, 3 fold")  # the hand is over: seat 3 may have his back, seat 2 owes a bet of the flop
    with pytest.raises(IllegalAction, match=r"seat 2 has not matched the bets; it stays dead \(PK-17\)"):
        hand.floor("retrieved hand", seat=2)


@pytest.mark.rule("PK-17")
def test_who_owes_nothing_has_his_hand_back_in_a_later_round() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 check, 2 fold, 3 check, 1 bet")
    assert hand.street.name == "turn"
    hand.floor("retrieved hand", seat=2)
    assert hand.actors == (3,)  # whose turn it was
    play(hand, "3 fold")
    assert hand.actors == (2,)
    assert hand.to_call(2) == 400
    same_again(play(hand, "2 raise 800").floor("discards touched", seat=1))


@pytest.mark.rule("PK-17")
def test_a_fold_that_closed_the_round_without_a_bet_comes_back_in_the_next() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 check, 2 check, 3 fold")
    assert (hand.street.name, hand.actors) == ("turn", (1,))
    hand.floor("retrieved hand", seat=3)
    assert hand.actors == (1,)
    play(hand, "1 check, 2 check")
    assert hand.actors == (3,)


@pytest.mark.rule("PK-17")
def test_while_the_dealer_has_not_gone_on_the_round_is_open_again() -> None:
    hand = holdem(auto=False)
    while not hand.actors:
        hand.step()
    play(hand, "3 call, 1 call, 2 check")
    while not hand.actors:
        hand.step()
    play(hand, "1 bet, 2 call, 3 fold")
    before = (hand.chips(), list(hand.bets))
    hand.floor("retrieved hand", seat=3)
    assert hand.actors == (3,)
    assert (hand.chips(), hand.bets) == (before[0], [200, 200, 0])
    same_again(hand)
    play(hand, "3 raise 400, 1 fold, 2 call")
    assert to_the_end_by_steps(hand).done


@pytest.mark.rule("PK-17", "PK-10")
@pytest.mark.parametrize("auto", [True, False])
def test_a_fold_that_ended_the_hand_may_be_taken_back(auto: bool) -> None:
    """The pot has been pushed and the uncalled bet returned: both come back, and the bet stands."""
    hand = holdem(auto=auto)
    for action in (*PREFLOP.split(", "), "1 bet", "2 fold", "3 fold"):
        while not hand.actors:
            hand.step()
        play(hand, action)
    while not hand.done:
        hand.step()
    assert hand.stack(1) == 10_300
    hand.floor("retrieved hand", seat=3)
    assert not hand.done
    assert hand.actors == (3,)
    assert (hand.stack(1), hand.pot, hand.to_call(3)) == (9_600, 700, 200)
    assert verbs(hand, "take back", "bet stands") == [("take back", 1, 500), ("bet stands", 1, 200)]
    same_again(hand)
    play(hand, "3 raise 400, 1 call")
    assert to_the_end_by_steps(hand).stack(1) > 10_000  # aces, after all
    assert sum(hand.chips().values()) == 30_000


@pytest.mark.rule("PK-17")
def test_not_only_the_last_to_fold_may_come_back() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold, 3 fold")
    hand.floor("retrieved hand", seat=2)
    assert hand.actors == (2,)
    assert not hand.in_hand(3)
    play(hand, "2 fold")
    assert hand.done
    assert hand.stack(1) == 10_300
    hand.floor("retrieved hand", seat=2)  # and once more
    assert (hand.actors, hand.pot) == ((2,), 700)
    same_again(hand)


@pytest.mark.rule("PK-17", "PK-9")
def test_the_big_blind_who_won_without_acting_may_still_raise() -> None:
    hand = play(holdem(), "3 call, 1 fold")
    hand.floor("retrieved hand", seat=1)
    assert hand.actors == (1,)
    hand = play(holdem(), "3 fold, 1 fold")
    assert hand.done
    hand.floor("retrieved hand", seat=1)
    play(hand, "1 call")
    assert hand.actors == (2,)
    assert "raise" in may(hand)


@pytest.mark.rule("PK-17")
def test_a_hand_folded_on_the_river_for_nothing_is_turned_up_at_the_showdown() -> None:
    hand = play(holdem(), ", ".join([PREFLOP, STREET, STREET, "1 fold, 2 check, 3 check"]))
    assert verbs(hand, "award") == [("award", 2, 500)]
    hand.floor("retrieved hand", seat=1)
    assert everyone_sees(hand, "As Ad")
    assert verbs(hand, "award")[-1] == ("award", 1, 500)
    same_again(hand)


@pytest.mark.rule("PK-17", "PK-18")
def test_a_hand_that_a_ruling_decided_is_not_opened_again() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold").floor("misdescribed hand", seat=1, discarded=2)
    assert hand.done
    with pytest.raises(IllegalAction, match="no hand can be retrieved now"):
        hand.floor("retrieved hand", seat=2)


@pytest.mark.rule("PK-17", "PK-18")
def test_a_joker_in_a_hand_turned_up_at_the_showdown_makes_it_foul() -> None:
    game = load("holdem", "pot", "2-4")
    order = dealt(game, {1: "Kc Ad", 2: "Ks Kd", 3: "Qs Qd"}, BOARD, button=3).tops[0]
    hand = deal(game, *[10_000] * 3, shuffle=Arranged((JOKER, *order[1:])), joker=True)
    play(hand, ", ".join([PREFLOP, STREET, STREET, "1 fold, 2 check, 3 check"])).floor("retrieved hand", seat=1)
    assert [(event.verb, event.seat, event.rule) for event in hand.events if event.verb == "foul hand"] == [
        ("foul hand", 1, "PK-18")
    ]
    assert hand.stack(2) == 10_300
    assert not hand.in_hand(1)


@pytest.mark.rule("PK-17")
def test_where_others_have_been_dealt_cards_it_is_too_late() -> None:
    stud = deal(load("five-stud", "pot", "2-4"), *[10_000] * 3)
    play(stud, "1 check, 2 fold, 3 check")
    assert not can(stud, "retrieved hand")
    draw = deal(load("draw", "pot", "2-4"), *[10_000] * 3)
    play(draw, "1 check, 2 fold, 3 check")
    assert draw.phase == "draw"
    assert not can(draw, "retrieved hand")


@pytest.mark.rule("PK-17", "PK-15")
def test_at_the_showdown_the_hand_is_turned_up_and_wins() -> None:
    hand = at_the_showdown()
    play(hand, "1 muck, 2 show, 3 show")
    assert verbs(hand, "award") == [("award", 2, 500)]
    hand.floor("retrieved hand", seat=1)  # the aces lay beside the muck
    assert everyone_sees(hand, "As Ad")
    assert verbs(hand, "take back", "award")[1:] == [("take back", 2, 500), ("award", 1, 500)]
    assert hand.done
    same_again(hand)


@pytest.mark.rule("PK-17")
def test_cards_dealt_again_from_the_discards_do_not_come_back() -> None:
    hand = deal(load("lowball", "pot", "2-4"), *[10_000] * 7)
    play(hand, "1 bet, 2 call, 3 call, 4 call, 5 call, 6 call")
    assert hand.actors == (7,)
    play(hand, "7 fold")
    for seat in range(1, 7):
        hand.act(seat, f"draw {pile(hand, f'player {seat}')}")
    assert [event.rule for event in hand.events if event.verb == "reshuffle"]
    assert not can(hand, "retrieved hand")


# Dead seats


@pytest.mark.rule("PK-24")
@pytest.mark.parametrize("house", ["pot", "button"])
def test_cards_dealt_to_a_dead_seat_are_a_dead_hand(house: str) -> None:
    hand = deal(load("holdem", house, "2-4"), *[10_000] * 4, dead=[2])
    assert pile(hand, "player 2") != ""
    assert verbs(hand, "post") == [("post", 1, 100), ("post", 3, 200)]  # a dead seat posts nothing
    hand.floor("dead-seat hand", seat=2)
    assert not hand.in_hand(2)
    assert [event.rule for event in hand.events if event.verb == "dead hand"] == ["PK-24"]
    same_again(hand)
    assert checked_down(hand).stack(2) == 10_000


@pytest.mark.rule("PK-24")
def test_if_the_player_gets_involved_the_hand_plays() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[10_000] * 4, dead=[2])
    play(hand, "4 call, 1 call, 2 call").floor("dead-seat hand", seat=2)
    assert hand.in_hand(2)
    assert "the hand plays" in hand.events[-1].words
    same_again(hand)


@pytest.mark.rule("PK-24", "PK-2")
def test_a_dead_seat_is_not_counted_for_the_fee() -> None:
    hand = deal(load("holdem", "button", "2-4"), *[10_000] * 5, dead=[2])
    assert verbs(hand, "fee") == [("fee", 5, 100)]  # four players, not five


@pytest.mark.rule("PK-24", "PK-30")
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_a_dead_seat_while_dealing_gets_no_more_cards(house: str, game: str) -> None:
    hand = deal(load(game, house), *[10_000] * 4, dead=[2], auto=False)
    while not pile(hand, "player 2"):
        hand.step()
    hand.floor("dead-seat hand", seat=2)
    assert to_the_end_by_steps(hand).stack(2) == 10_000
    assert len([event for event in hand.events if event.verb == "deal" and event.seat == 2]) == 1


def test_where_no_seat_is_dead_there_is_no_dead_hand() -> None:
    hand = holdem()
    with pytest.raises(IllegalAction, match=r"no cards lie before a dead seat \(PK-24\)"):
        hand.floor("dead-seat hand", seat=2)


# Discards, and what the dealer does by himself


@pytest.mark.rule("PK-27")
def test_touching_the_discards_changes_nothing() -> None:
    hand = holdem()
    assert "no discards" in option(hand, "discards touched").why
    play(hand, "3 fold")
    muck = pile(hand, "muck")
    hand.floor("discards touched", seat=1)
    assert (pile(hand, "muck"), hand.actors) == (muck, (1,))
    assert hand.events[-1].words == "only the dealer touches the discards"
    same_again(hand)
    hand.floor("retrieved hand", seat=3)  # that another touched them does not kill it
    assert hand.in_hand(3)


@pytest.mark.rule("PK-27", "PK-15")
@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_the_winner_is_declared_after_his_hand_was_inspected(house: str, game: str) -> None:
    showdowns = 0
    for seed in range(6):
        hand = at_random(deal(load(game, house), *[2_000] * 3, shuffle=pitboss.seeded(seed)), seed, folds=0)
        order = [(event.verb, event.seat) for event in hand.events]
        if "show" in dict(order):
            showdowns += 1
            for index, (verb, seat) in enumerate(order):
                assert verb != "award" or ("show", seat) in order[:index]
    assert showdowns


@pytest.mark.rule("PK-26")
def test_the_card_shortage_is_the_dealers_own_business() -> None:
    hand = deal(load("seven-stud", "pot"), *[10_000] * 8)
    assert "by himself" in option(hand, "card shortage").why
    with pytest.raises(IllegalAction, match=r"by himself where it arises \(PK-26\)"):
        hand.floor("card shortage")
    common = [event for event in checked_down(hand).events if event.words == "common card"]
    assert [event.rule for event in common] == ["PK-26"]
