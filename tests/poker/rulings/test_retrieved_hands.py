"""Hands that were thrown away and are retrieved (PK-17)."""

from __future__ import annotations

import pytest

from pitboss.cards import JOKER
from pitboss.deal import IllegalAction

from ..table import Arranged, deal, dealt, load, may, play, verbs
from .floor import (
    BOARD,
    PREFLOP,
    STREET,
    at_the_showdown,
    can,
    everyone_sees,
    holdem,
    pile,
    same_again,
    to_the_end_by_steps,
)


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
def test_if_others_have_acted_since_they_act_in_turn() -> None:
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
def test_once_a_round_they_have_not_matched_is_over_the_hand_is_dead() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold, 3 call")
    with pytest.raises(IllegalAction, match="no hand can be retrieved now"):
        hand.floor("retrieved hand", seat=2)
    play(hand, "1 check, 3 fold")  # the hand is over: seat 3 may have his back, seat 2 owes a bet of the flop
    with pytest.raises(IllegalAction, match=r"seat 2 has not matched the bets; it stays dead \(PK-17\)"):
        hand.floor("retrieved hand", seat=2)


@pytest.mark.rule("PK-17")
def test_who_owes_nothing_has_their_hand_back_in_a_later_round() -> None:
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
    before = (hand.chips(), list(hand.money.bets))
    hand.floor("retrieved hand", seat=3)
    assert hand.actors == (3,)
    assert (hand.chips(), hand.money.bets) == (before[0], [200, 200, 0])
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
