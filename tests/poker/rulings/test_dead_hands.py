"""Hands shown in part, misdescribed or dealt to a dead seat; the discards (PK-15, PK-16, PK-24, PK-27)."""

from __future__ import annotations

import pytest

import pitboss
from pitboss import cards
from pitboss.cards import JOKER
from pitboss.deal import IllegalAction
from pitboss.poker.game import PokerGame
from pitboss.poker.hand import Hand

from ..table import SPREAD, Arranged, at_random, checked_down, deal, dealt, load, play, verbs
from .floor import (
    BOARD,
    HOLES,
    PREFLOP,
    at_the_showdown,
    everyone_sees,
    holdem,
    option,
    pile,
    same_again,
    shown,
    to_the_end_by_steps,
)

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
def test_who_plays_the_board_shows_their_cards_too() -> None:
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
def test_the_player_made_to_discard_gets_no_more_than_they_matched() -> None:
    """Seat 3 threw his hand away on the flop, seat 1 on the river; nobody else is left."""
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 call, 3 call, 1 bet, 2 call, 3 fold, 1 bet, 2 fold")
    hand.floor("misdescribed hand", seat=1, discarded=3)
    assert last_awards(hand) == [("pot", 3, 1100, "PK-16"), ("side pot 1", 2, 800, "PK-16")]
    same_again(hand)


@pytest.mark.rule("PK-16", "PK-15", "PK-10")
def test_who_mucks_after_the_ruling_keeps_the_pot_they_were_left_with() -> None:
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


def _top(game: PokerGame, holes: dict[int, str]) -> list[int]:
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
def test_of_chips_that_only_forfeited_hands_have_matched_each_gets_back_their_own() -> None:
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


# Discards, and what the dealer does without a call


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
def test_the_winner_is_declared_after_their_hand_was_inspected(house: str, game: str) -> None:
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
    assert "without a call" in option(hand, "card shortage").why
    with pytest.raises(IllegalAction, match=r"without a call where it arises \(PK-26\)"):
        hand.floor("card shortage")
    common = [event for event in checked_down(hand).events if event.words == "common card"]
    assert [event.rule for event in common] == ["PK-26"]
