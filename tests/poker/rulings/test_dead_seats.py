"""Cards dealt to a dead seat: no part in the play unless the player gets involved (PK-24)."""

from __future__ import annotations

import pytest

from pitboss.deal import Record
from pitboss.poker.game import TableError
from pitboss.poker.hand import Hand

from ..table import SPREAD, against, deal, dealt, load, may, play, verbs
from .floor import Noted, can, pile, same_again

pytestmark = pytest.mark.rule("PK-24")


def stud(house: str, ups: dict[int, str], dead: int, *stacks: int, **more: object) -> Hand:
    """Seven-card stud with these up cards; the button is seat 4."""
    game = load("seven-stud", house, "2-4" if house != "wsop" else None)
    downs = iter(["8c", "8d", "9c", "9d", "Tc", "Td", "Jc", "Jd", "Qc", "Qd"])
    holes = {seat: f"{next(downs)} {next(downs)} {up}" for seat, up in ups.items()}
    chips = stacks or [10_000] * len(ups)
    return deal(game, *chips, shuffle=dealt(game, holes, button=len(ups)), dead=[dead], **more)


def dead_hands(hand: Hand) -> list[tuple[int, str]]:
    return [(event.seat, event.rule) for event in hand.events if event.verb == "dead hand"]


def test_the_low_card_before_a_dead_seat_is_not_made_to_bet() -> None:
    hand = stud("pot", {1: "7c", 2: "2c", 3: "5d", 4: "Kh"}, 2)
    assert verbs(hand, "forced bet") == [("forced bet", 3, 200)]  # the lowest card of those who play
    assert hand.stack(2) == 10_000
    assert hand.actors == (4,)
    same_again(play(hand, "4 call, 1 call"))


def test_nor_does_it_bring_it_in_in_a_tournament() -> None:
    hand = stud("wsop", {1: "7c", 2: "2c", 3: "5d", 4: "Kh"}, 2)
    assert hand.actors == (3,)
    assert "bring in" in may(hand)


def test_a_forced_bet_passed_on_goes_to_a_player_and_not_to_a_dead_seat() -> None:
    """The low card is all-in with its ante: the next player clockwise opens, over the dead seat between them."""
    hand = stud("pot", {1: "2c", 2: "3c", 3: "5d", 4: "Kh"}, 2, 50, 10_000, 10_000, 10_000)
    assert hand.actors == (3,)
    assert "check" not in may(hand)
    hand = stud("wsop", {1: "2c", 2: "3c", 3: "5d", 4: "Kh"}, 2, 50, 10_000, 10_000, 10_000)
    assert hand.actors == (3,)
    assert "bring in" in may(hand)


def test_the_highest_board_before_a_dead_seat_does_not_open() -> None:
    hand = stud("button", {1: "7c", 2: "As", 3: "5d", 4: "Kh"}, 2)
    assert hand.actors == (4,)


def test_all_others_folding_the_big_blind_wins_outright() -> None:
    """Seat 2, between the blinds, is dead: nobody waits for it."""
    hand = deal(load("holdem", "pot", "2-4"), *[10_000] * 4, dead=[2])
    play(hand, "4 fold, 1 fold")
    assert hand.done
    assert dead_hands(hand) == [(2, "PK-24")]
    assert verbs(hand, "award") == [("award", 3, 200)]  # the small blind, and what of the big one it matched
    assert verbs(hand, "return") == [("return", 3, 100)]
    assert (hand.stack(2), hand.stack(3)) == (10_000, 10_100)
    same_again(hand)


def test_the_dead_hand_does_not_win_when_the_last_player_folds() -> None:
    hand = deal(load("draw", "pot", "2-4"), *[10_000] * 4, dead=[4])
    play(hand, "1 fold, 2 fold")
    assert hand.done  # seat 3 cannot fold any more, and seat 4 is not waited for
    assert dead_hands(hand) == [(4, "PK-24")]
    assert hand.stack(4) == 10_000
    assert [event.seat for event in hand.events if event.verb == "award"] in ([], [3])  # the fee took the antes


@pytest.mark.rule("PK-16")
def test_a_hand_struck_by_another_ruling_leaves_the_pot_to_the_last_player() -> None:
    hand = deal(load("draw", "button", "2-4"), *[10_000] * 5, dead=[4])
    play(hand, "1 fold, 2 fold").floor("misdescribed hand", seat=5, discarded=1)
    assert verbs(hand, "award") == [("award", 3, 400)]
    assert dead_hands(hand) == [(4, "PK-24")]
    same_again(hand)


@pytest.mark.parametrize(("house", "game"), SPREAD)
def test_nobody_having_played_it_it_is_taken_in_when_the_first_round_ends(house: str, game: str) -> None:
    """The dead seat alone has chips: the others are in with all they have, and nothing can be won against it."""
    spread = load(game, house, None if house == "wsop" else "2-4")
    least = {"pot": 50, "button": 100, "wsop": 50}[house] if spread.ante else 100
    stacks = [least, 10_000, least, least]
    if house == "button":
        stacks[3] += 100  # the button's fee
    hand = deal(spread, *stacks, dead=[2])
    while not hand.done and not (spread.blinds and hand.actors == (2,)):
        options = may(hand)
        hand.act(hand.actors[0], next(word for word in ("call", "draw", "show") if word in options))
    if not hand.done:
        hand.floor("dead-seat hand", seat=2)
        while not hand.done:
            hand.act(hand.actors[0], "call")
    assert dead_hands(hand) == [(2, "PK-24")]
    assert hand.stack(2) == 10_000
    assert not [event for event in hand.events if event.verb in ("award", "show") and event.seat == 2]


@pytest.mark.rule("PK-8")
def test_it_does_not_count_as_a_player_for_the_raises() -> None:
    """A bet and three raises are in when rulings leave only two players; the dead seat between them is no third."""
    hand = deal(load("holdem", "pot", "2-4"), *[100_000] * 7, dead=[2])
    play(hand, "4 fold, 5 raise 400, 6 raise 600, 7 raise 800")
    assert "no more raises" in against(hand, "raise").why
    for seat in (3, 5, 6):
        hand.floor("misdescribed hand", seat=seat, discarded=4)
    assert hand.actors == (1,)
    assert may(hand)["raise"].low == 1000


@pytest.mark.rule("PK-10")
def test_nobody_bets_against_a_hand_that_is_dead() -> None:
    """Beside an all-in player only the dead seat has chips: there is nobody who could call a raise."""
    hand = deal(load("draw", "pot", "2-4"), 250, 10_000, 10_000, dead=[3])
    play(hand, "1 bet")
    assert "nobody is left who could call" in against(hand, "raise").why
    play(hand, "2 call")
    assert hand.actors == (3,)
    assert "raise" in may(hand)  # he himself may still get involved


def test_if_they_get_involved_the_hand_plays_and_wins() -> None:
    game = load("holdem", "pot", "2-4")
    deck = dealt(game, {1: "2c 7d", 2: "As Ad", 3: "Ks Kd", 4: "9c 8d"}, "3c 4d Tc Jh 6s", button=4)
    hand = deal(game, *[10_000] * 4, shuffle=deck, dead=[2])
    play(hand, "4 call, 1 fold, 2 raise 400, 3 call, 4 fold")
    play(hand, "2 bet, 3 call, 2 check, 3 check, 2 check, 3 check")
    assert [event.seat for event in hand.events if event.verb == "award"] == [2]
    assert dead_hands(hand) == []


@pytest.mark.rule("S7-1")
def test_who_alone_has_chips_beside_a_dead_seat_need_not_act() -> None:
    """The low card is all-in with its ante and one player folds: without the dead seat nobody would be asked either."""
    hand = stud("pot", {1: "2c", 2: "Th", 3: "Jh", 4: "9h"}, 4, 50, 4000, 4000, 4000)
    assert sorted(may(hand)) == ["bet", "fold"]
    play(hand, "2 fold")
    assert hand.done
    assert dead_hands(hand) == [(4, "PK-24")]
    assert [seat for _, seat, _ in verbs(hand, "show")] == [1, 3]


@pytest.mark.parametrize("stacks", [(450, 450, 10_000), (10_000, 450, 10_000)])
def test_a_dead_seat_that_has_something_to_call_still_has_its_turn(stacks: tuple[int, ...]) -> None:
    hand = deal(load("draw", "pot", "2-4"), *stacks, dead=[3], button=2)
    assert hand.actors == (3,)
    play(hand, "3 fold")
    hand = deal(load("draw", "pot", "2-4"), *stacks, dead=[3], button=3)
    play(hand, "1 bet, 2 call")
    while hand.actors[0] != 3 and "raise" in may(hand):
        play(hand, f"{hand.actors[0]} raise")
    assert hand.actors == (3,)
    assert sorted(may(hand)) in (["call", "fold"], ["call", "fold", "raise"])
    play(hand, "3 call")
    assert dead_hands(hand) == []
    same_again(hand)


def test_a_dead_seat_is_named_once() -> None:
    game = load("holdem", "pot", "2-4")
    with pytest.raises(TableError, match="seat 3 is named as a dead seat twice"):
        deal(game, *[10_000] * 3, dead=[3, 3])
    twice = deal(game, *[10_000] * 3, dead=[3])
    setup = {**twice.record.setup, "dead": [3, 3]}
    hand = Hand.load(Record(kind="poker", setup=setup, shuffles=twice.record.shuffles))  # as an older release wrote it
    assert (hand.dead_seats, hand.actors) == (twice.dead_seats, twice.actors)


def test_a_dead_seat_that_was_noticed_is_not_dealt_to_again_after_a_misdeal() -> None:
    deck = Noted()
    hand = deal(load("holdem", "pot", "2-4"), *[10_000] * 4, shuffle=deck, dead=[2])
    hand.floor("dead-seat hand", seat=2).floor("misdeal", reason="two cards flew off the table")
    assert pile(hand, "player 2") == ""
    assert not can(hand, "dead-seat hand")
    assert not hand.in_hand(2)
    same_again(hand)
    unseen = deal(load("holdem", "pot", "2-4"), *[10_000] * 4, dead=[2]).floor("misdeal", reason="a card flew")
    assert can(unseen, "dead-seat hand")


@pytest.mark.rule("PK-13")
def test_a_dead_hand_that_plays_can_win_what_it_has_matched() -> None:
    """It has no ante in the pot: the antes go to the best hand of those who posted one, the bets to the dead hand."""
    game = load("draw", "button", "2-4")
    hands = {1: "Ks Kd 4c 5c 7c", 2: "As Ad 2c 3c 9d", 3: "Qs Qd 8c 9c Tc"}
    hand = deal(game, *[10_000] * 3, shuffle=dealt(game, hands, button=3), dead=[2])
    play(hand, "1 bet, 2 call, 3 call, 1 draw, 2 draw, 3 draw, 1 check, 2 check, 3 check")
    assert verbs(hand, "award") == [("award", 2, 600), ("award", 1, 200)]
    hand = deal(load("draw", "pot", "2-4"), *[10_000] * 3, shuffle=dealt(game, hands, button=3), dead=[2])
    play(hand, "1 check, 2 check, 3 check, 1 draw, 2 draw, 3 draw, 1 check, 2 check, 3 check")
    assert hand.fee == 100  # both antes
    assert hand.stack(2) == 10_000
