"""Missed blinds, players from the rail, and dead hands (PK-24, PK-25)."""

from __future__ import annotations

import pytest

from pitboss.poker import Post

from ..table import checked_down, may
from .table import folded, go, opened, posts, said

FIVE = (1, 2, 3, 4, 5)


@pytest.mark.rule("PK-25")
def test_blinds_that_pass_a_player_sitting_out_are_entered() -> None:
    session = opened(seats=FIVE)
    go(session)  # the button on 1, blinds on 2 and 3
    session.sit_out(4)
    assert posts(session.deal()) == [(3, "small blind", 100), (5, "big blind", 200)]
    assert said(session, "missed blind") == [("missed blind", 4, 200)]
    folded(session.hand)
    assert posts(session.deal()) == [(5, "small blind", 100), (1, "big blind", 200)]
    assert said(session, "missed blind") == [("missed blind", 4, 200), ("missed blind", 4, 100)]
    assert session.places[4].owes == {"small blind", "big blind"}
    assert session.owed(4) == (Post(4, "dead blind", 100), Post(4, "live blind", 200))
    assert session.owed(5) == ()
    assert {event.rule for event in session.events if event.verb == "missed blind"} == {"PK-25"}


@pytest.mark.rule("PK-25")
def test_who_comes_back_posts_all_blinds_the_small_one_dead() -> None:
    session = opened(seats=FIVE)
    session.sit_out(2)
    go(session, 2)  # both blinds pass seat 2
    session.come_back(2)
    hand = session.deal()  # the button on 4
    assert hand.button == 4
    assert posts(hand) == [
        *((5, "small blind", 100), (1, "big blind", 200)),
        *((2, "dead blind", 100), (2, "live blind", 200)),
    ]
    assert (hand.money.dead, hand.money.bets[hand.index[2]]) == (
        100,
        200,
    )  # the small one to the pot, the big one a bet of his
    assert session.places[2].owes == set()


@pytest.mark.rule("PK-25", "PK-9")
def test_a_live_post_may_raise_when_the_action_returns_unraised() -> None:
    session = opened(seats=FIVE)
    session.sit_out(2)
    go(session, 2)
    session.come_back(2)
    hand = session.deal()
    assert hand.actors == (2,)  # left of the big blind, and nothing to call
    assert {"check", "raise"} <= set(may(hand))


@pytest.mark.rule("PK-25")
def test_or_they_wait_for_the_big_blind_and_posts_just_that() -> None:
    session = opened(seats=FIVE)
    session.sit_out(2)
    go(session, 2)
    session.come_back(2, wait=True)
    dealt_in = []
    for _ in range(4):
        hand = session.deal()
        dealt_in.append(2 in hand.seats)
        if 2 in hand.seats:
            break
        folded(hand)
    assert dealt_in == [False, True]
    assert posts(hand) == [(1, "small blind", 100), (2, "big blind", 200)]
    assert hand.button == 5
    assert session.places[2].owes == set()
    folded(hand)
    assert posts(session.deal())[0] == (2, "small blind", 100)


@pytest.mark.rule("PK-25")
def test_missing_a_single_blind_costs_all_of_them() -> None:
    session = opened(seats=FIVE)
    go(session)
    session.sit_out(4)
    go(session)  # only the big blind has passed
    assert session.places[4].owes == {"big blind"}
    assert [post.what for post in session.owed(4)] == ["dead blind", "live blind"]


@pytest.mark.rule("PK-25")
def test_in_the_small_blind_what_is_owed_takes_its_place() -> None:
    session = opened(seats=FIVE)
    go(session)
    session.sit_out(4)
    go(session)  # button 2, blinds 3 and 5
    session.come_back(4)
    hand = session.deal()  # button 3: seat 4 would have the small blind
    assert posts(hand) == [(5, "big blind", 200), (4, "dead blind", 100), (4, "live blind", 200)]


@pytest.mark.rule("PK-25")
def test_a_new_player_from_the_rail_posts_the_big_blind_only() -> None:
    session = opened(seats=(1, 2, 3, 4))
    assert session.owed(1) == ()  # at the start of a game nobody is new
    go(session)
    session.sit(6, "Fay", 5_000)
    assert session.owed(6) == (Post(6, "live blind", 200),)
    hand = session.deal()  # button 2, blinds 3 and 4
    assert posts(hand) == [(3, "small blind", 100), (4, "big blind", 200), (6, "live blind", 200)]
    folded(hand)
    session.deal()
    assert session.owed(6) == ()


@pytest.mark.rule("PK-25")
@pytest.mark.parametrize("house", ["pot", "button"])
def test_a_new_player_in_the_small_blinds_seat_posts_only_the_live_big_blind(house: str) -> None:
    session = opened(house=house, seats=(1, 2, 4, 5))
    while session.button != 1:
        go(session)
    session.sit(3, "Cyd", 5_000)
    hand = session.deal("holdem")  # the button on 2: seat 3 would have the small blind
    assert hand.button == 2
    assert posts(hand) == [(4, "big blind", 200), (3, "live blind", 200)]
    assert hand.money.dead == 0
    assert session.places[3].owes == set()


@pytest.mark.rule("PK-25")
def test_or_they_wait_too() -> None:
    session = opened(seats=(1, 2, 3, 4))
    go(session)
    session.sit(6, "Fay", 5_000, wait=True)
    assert 6 not in session.deal().seats
    folded(session.hand)
    assert posts(session.deal()) == [(4, "small blind", 100), (6, "big blind", 200)]
    assert said(session, "missed blind") == []  # who is new has missed nothing


@pytest.mark.rule("PK-25")
def test_who_is_new_has_missed_nothing_even_if_the_blinds_pass_them() -> None:
    session = go(opened(seats=(1, 2, 3, 4)), 3)
    session.sit(5, "Eve", 5_000, wait=True)
    assert posts(session.deal()) == [(1, "small blind", 100), (2, "big blind", 200)]  # the button on 4: past seat 5
    assert said(session, "missed blind") == []
    assert session.owed(5) == (Post(5, "live blind", 200),)


@pytest.mark.rule("PK-25", "TH-3")
def test_heads_up_the_small_blind_on_the_button_passes_nobody() -> None:
    session = opened(seats=(1, 2, 3))
    session.sit_out(3)
    assert posts(session.deal()) == [(1, "small blind", 100), (2, "big blind", 200)]
    assert session.places[3].owes == set()
    folded(session.hand)
    session.deal()  # the big blind goes from seat 2 past seat 3 to seat 1
    assert session.places[3].owes == {"big blind"}


@pytest.mark.rule("PK-25")
def test_a_newcomer_reached_by_the_big_blind_posts_nothing_more() -> None:
    session = opened(seats=(1, 2, 3))
    go(session)
    session.sit(4, "Dan", 5_000)
    assert posts(session.deal()) == [(3, "small blind", 100), (4, "big blind", 200)]


@pytest.mark.rule("PK-25")
def test_ante_games_have_no_blinds_to_miss() -> None:
    session = opened("five-stud", seats=FIVE)
    session.sit_out(2)
    go(session, 3)
    session.come_back(2)
    session.sit(7, "Gus", 2_000, wait=True)
    hand = session.deal()
    assert {2, 7} <= set(hand.seats)
    assert posts(hand) == [(seat, "ante", 50) for seat in hand.seats]
    assert session.owed(2) == ()


@pytest.mark.rule("PK-25", "PK-2")
def test_what_is_owed_in_holdem_stays_owed_through_other_games() -> None:
    session = opened(None, "button", seats=FIVE)
    session.sit_out(2)
    folded(session.deal("holdem"))
    session.come_back(2)
    hand = session.deal("five-stud")
    assert 2 in hand.seats
    assert posts(hand) == [(seat, "ante", 100) for seat in hand.seats]
    assert session.places[2].owes
    while not hand.done:
        hand.act(hand.actors[0], "fold" if hand.betting.level else "bet")
    assert (2, "dead blind", 100) in posts(session.deal("holdem"))


@pytest.mark.rule("TH-3")
def test_heads_up_the_button_has_the_small_blind_hand_after_hand() -> None:
    session = opened(seats=(1, 2))
    assert posts(session.deal()) == [(1, "small blind", 100), (2, "big blind", 200)]
    folded(session.hand)
    assert posts(session.deal()) == [(2, "small blind", 100), (1, "big blind", 200)]
    assert said(session, "missed blind") == []


@pytest.mark.rule("PK-25")
def test_two_players_and_a_third_who_waits() -> None:
    session = opened(seats=(1, 2, 3))
    session.sit_out(3)
    go(session, 2)
    session.come_back(3, wait=True)
    hand = session.deal()
    assert posts(hand) == [(2, "small blind", 100), (3, "big blind", 200)]
    assert sorted(hand.seats) == [1, 2, 3]


@pytest.mark.rule("PK-25")
def test_if_all_but_one_wait_the_game_goes_on() -> None:
    session = opened(seats=(1, 2, 3))
    session.sit_out(2)
    session.sit_out(3)
    with pytest.raises(Exception, match="needs 2"):
        session.deal()
    session.come_back(2)
    go(session, 2)
    session.sit_out(1)
    session.come_back(3, wait=True)
    assert sorted(session.deal().seats) == [2, 3]


# Dead hands


def dead_hand(wins: bool, game: str = "holdem"):
    """Seat 2 sits out and is dealt in by mistake; its player gets involved and wins or loses."""
    session = opened(game, seats=FIVE)
    session.sit_out(2)
    go(session, 2)
    hand = session.deal(dead=(2,))
    while hand.actors != (2,):
        hand.act(hand.actors[0], "call" if "call" in may(hand) else "check")
    hand.act(2, "call" if "call" in may(hand) else "check")
    while not hand.done:
        word = "fold" if (hand.actors[0] != 2) is wins and hand.betting.level else "bet" if "bet" in may(hand) else ""
        if hand.actors[0] == 2 and not wins:
            word = "fold"
        if hand.actors[0] != 2 and wins:
            word = "fold"
        if word not in may(hand):
            word = next(one for one in ("check", "call") if one in may(hand))
        hand.act(hand.actors[0], word)
    session.finish()
    return session, hand


@pytest.mark.rule("PK-24")
def test_who_wins_with_a_dead_hand_posts_the_proper_blinds() -> None:
    session, hand = dead_hand(wins=True)
    assert hand.stack(2) > 10_000
    assert 2 not in session.in_play()
    assert said(session, "owes blinds") == [("owes blinds", 2, 300)]
    assert 2 not in session.deal().seats
    folded(session.hand)
    session.come_back(2)
    assert {(2, "dead blind", 100), (2, "live blind", 200)} <= set(posts(session.deal()))


@pytest.mark.rule("PK-24")
def test_who_loses_with_a_dead_hand_goes_on_being_dealt_in() -> None:
    session, hand = dead_hand(wins=False)
    assert hand.stack(2) < 10_000
    assert 2 in session.in_play()
    assert session.owed(2) == ()
    assert 2 in session.deal().seats
    assert [event.rule for event in session.events if event.verb == "dealt in"] == ["PK-24"]


@pytest.mark.rule("PK-24")
def test_a_dead_hand_nobody_plays_changes_nothing() -> None:
    session = opened(seats=FIVE)
    session.sit_out(2)
    go(session, 2)
    owed = session.owed(2)
    session.deal(dead=(2,)).floor("dead-seat hand", seat=2)
    checked_down(session.hand)
    session.finish()
    assert session.owed(2) == owed != ()
    assert 2 not in session.in_play()
    assert session.places[2].stack == 10_000


@pytest.mark.rule("PK-24")
def test_a_dead_hand_nobody_plays_wins_nothing_when_all_fold() -> None:
    session = opened("five-stud", seats=FIVE)
    session.sit_out(2)
    go(session, 1)
    while session.next_button != 3:
        go(session)
    hand = session.deal(dead=(2,))  # from the button's left: 4, 5, 1, the dead seat, 3
    for seat in (4, 5, 1):
        hand.act(seat, "fold")
    assert hand.done
    session.finish()
    assert 2 not in session.in_play()
    assert session.places[2].stack == 10_000
    assert said(session, "owes blinds", "dealt in") == []


@pytest.mark.rule("PK-24")
def test_a_seat_in_play_is_no_dead_seat() -> None:
    session = opened(seats=FIVE)
    with pytest.raises(Exception, match="seat 2 is not a dead seat"):
        session.deal(dead=(2,))
    with pytest.raises(Exception, match="nobody sits in seat 9"):
        session.deal(dead=(9,))
