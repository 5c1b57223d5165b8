"""Lowball and draw poker in both houses (LB, DR)."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand
from tests.poker.table import Arranged, against, checked_down, deal, dealt, load, may, play, verbs


@pytest.mark.rule("LB-1", "DR-1", "DR-2", "LB-5")
@pytest.mark.parametrize(
    ("house", "game", "seats", "draw"),
    [
        ("pot", "lowball", (2, 7), 5),
        ("pot", "draw", (2, 6), 3),
        ("button", "lowball", (2, 7), 4),
        ("button", "draw", (2, 6), 4),
    ],
)
def test_five_down_a_round_a_draw_and_a_round(house: str, game: str, seats: tuple[int, int], draw: int) -> None:
    spread = load(game, house, "2-4")
    assert spread.seats == seats
    for heads in seats:
        holes = {1: "As Ad Kc Qd Jh", 2: "Ks Kd Ac Qc Jc"}  # both may open
        hand = deal(spread, *[5000] * heads, shuffle=dealt(spread, holes | _others(heads, holes), button=heads))
        assert [event.seat for event in hand.events if event.verb == "deal"] == [*range(1, heads + 1)] * 5
        assert not any(event.up for event in hand.events if event.verb == "deal")
        assert (hand.actors, hand.betting.step_size) == ((1,), 200)
        play(hand, "1 bet")
        while hand.phase == "bet":
            hand.act(hand.actors[0], "call")
        assert (hand.phase, hand.actors) == ("draw", (1,))
        most = max(len(action.split()) - 1 for action in may(hand)["draw"].actions)
        assert most == draw
        own = cards.show(hand.piles.down[0])
        if draw < 5:
            with pytest.raises(IllegalAction, match=f"up to {draw}"):
                hand.act(1, f"draw {own}")
        while hand.phase == "draw":
            hand.act(hand.actors[0], "draw")
        assert (hand.actors, hand.betting.step_size) == ((1,), 400)
        checked_down(hand)
        assert hand.done
        assert not hand.piles.burns  # PK-35


def _others(heads: int, holes: dict[int, str]) -> dict[int, str]:
    gone = set(cards.parse(" ".join(holes.values())))
    rest = [card for card in range(52) if card not in gone]
    return {seat: cards.show(rest[5 * seat : 5 * seat + 5]) for seat in range(3, heads + 1)}


@pytest.mark.rule("LB-1", "DR-1")
def test_cards_thrown_away_are_replaced_at_once_in_turn() -> None:
    game = load("draw", "pot")
    deck = Arranged("2c 3c 4d 5d 6h 7h 8s 9s Tc Jc  Qd Kd Ah")
    hand = deal(game, 5000, 5000, shuffle=deck)
    assert cards.show(hand.piles.down[0]) == "2c 4d 6h 8s Tc"
    play(hand, "1 check, 2 check")  # all checking, the draw follows (DR-1)
    hand.act(1, "draw 4d tc")
    assert cards.show(hand.piles.down[0]) == "2c 6h 8s Qd Kd"
    assert cards.show(hand.piles.discards[0]) == "4d Tc"
    event = next(event for event in hand.events if event.verb == "draw")
    assert (event.words, event.cards) == ("draws 2", cards.parse("4d Tc"))
    hand.act(2, "draw 3c")
    assert cards.show(hand.piles.down[1]) == "5d 7h 9s Jc Ah"
    for seat, action in ((1, "draw"), (1, "draw 2c")):
        with pytest.raises(IllegalAction):
            hand.act(seat, action)


@pytest.mark.rule("DR-1")
def test_illegal_draws_change_nothing() -> None:
    hand = deal(load("draw", "pot"), 5000, 5000)
    play(hand, "1 check, 2 check")
    own = hand.piles.down[0]
    others = next(card for card in range(52) if card not in own)
    version = hand.version
    for action in (
        f"draw {cards.text(others)}",
        f"draw {cards.show(own[:4])}",
        f"draw {cards.text(own[0])} {cards.text(own[0])}",
        "draw Zz",
        "check",
        "fold",
    ):
        with pytest.raises(IllegalAction):
            hand.act(1, action)
        assert hand.version == version
    assert all(not against(hand, word).allowed for word in ("fold", "check", "bet"))


@pytest.mark.rule("LB-1", "LB-6")
def test_the_lowest_hand_wins() -> None:
    game = load("lowball", "pot", "2-4")
    for one, two in [
        ("2c 6d 7h 8s Tc", "Ac 2d 3h 4s Jc"),  # the document's example
        ("5c 4c 3c 2c Ac", "6d 4d 3d 2d Ad"),  # straights and flushes do not count
        ("Kc Qd Jh Ts 9c", "Ac Ad 2h 3s 4c"),  # any hand without a pair beats any with one
        ("8c 5d 4h 3s 2c", "8d 6h 3d 2d Ad"),  # from the highest card down
    ]:
        hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: one, 2: two}, button=2))
        play(hand, "1 bet, 2 call, 1 draw, 2 draw, 1 bet, 2 call")
        assert [(event.seat, event.cents) for event in hand.events if event.verb == "award"] == [(1, 1200)]


@pytest.mark.rule("LB-1")
def test_suits_are_equal_in_lowball_and_the_pot_is_split() -> None:
    game = load("lowball", "pot", "2-4")
    hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: "8c 5d 4h 3s 2c", 2: "8d 5h 4s 3c 2d"}, button=2))
    play(hand, "1 bet, 2 call")
    checked_down(hand)
    assert [event.cents for event in hand.events if event.verb == "award"] == [200, 200]


# Checking a seven (LB-3) ---------------------------------------------------------------------------------------------


def lowball(*holes: str, stacks: tuple[int, ...] = (5000,) * 4) -> Hand:
    game = load("lowball", "pot", "2-4")
    seats = dict(enumerate(holes, 1))
    return deal(game, *stacks[: len(holes)], shuffle=dealt(game, seats, button=len(holes)))


SEVEN, EIGHT, NINE, SIX = "7c 5d 4h 3s 2c", "8c 6d 4d 3d 2d", "9c 8d 7d 6h 5h", "6c 5c 4c 3c 2h"


@pytest.mark.rule("LB-3")
def test_a_checked_seven_wins_only_what_was_in_the_pot_before_the_draw() -> None:
    hand = lowball(SEVEN, EIGHT, NINE)
    play(hand, "1 check, 2 bet, 3 call, 1 call, 1 draw, 2 draw, 3 draw")
    play(hand, "1 check, 2 bet, 3 call, 1 call")
    # antes $1.50 less the fee (all of it), $6 before the draw, $12 after it
    awards = [(event.seat, event.cents, event.pile) for event in hand.events if event.verb == "award"]
    assert awards == [(1, 600, "pot"), (2, 1200, "bets after the draw")]
    assert [(move.why, move.rule) for move in hand.moves[-2:]] == [
        ("pot, low", "LB-6"),
        ("bets after the draw, low", "LB-3"),
    ]


@pytest.mark.rule("LB-3")
def test_a_checked_seven_that_is_beaten_loses_everything() -> None:
    hand = lowball(SEVEN, SIX, NINE)
    play(hand, "1 check, 2 bet, 3 call, 1 call, 1 draw, 2 draw, 3 draw, 1 bet, 2 call, 3 fold")
    assert {event.seat for event in hand.events if event.verb == "award"} == {2}


@pytest.mark.rule("LB-3")
def test_the_second_best_must_be_free_of_the_fault_and_else_the_bets_go_back() -> None:
    hand = lowball(SEVEN, SIX, NINE)
    play(hand, "1 check, 2 check, 3 bet, 1 call, 2 call, 1 draw, 2 draw, 3 draw, 1 bet, 2 call, 3 call")
    assert [(e.seat, e.cents) for e in hand.events if e.verb == "award"] == [(2, 600), (3, 1200)]
    hand = lowball(SEVEN, SIX)
    play(hand, "1 check, 2 check, 1 draw, 2 draw, 1 bet, 2 raise, 1 call")
    back = [(e.seat, e.cents, e.words) for e in hand.events if e.verb == "award"]
    assert back == [(1, 800, "returned"), (2, 800, "returned")]
    assert hand.stack(1) == hand.stack(2) == 4950


@pytest.mark.rule("LB-3")
def test_any_such_check_counts_and_only_a_seven_or_better() -> None:
    hand = lowball(SEVEN, EIGHT)
    play(hand, "1 check, 2 bet, 1 raise, 2 call")  # whatever he does later in the round
    assert hand.betting.sandbags == 1
    for own, guilty in [
        ("7c 6d 5h 4s 3c", True),
        ("8c 4d 3h 2s Ac", False),
        ("7c 7d 3h 2s Ac", False),
        ("5c 4c 3c 2c Ac", True),
    ]:
        hand = lowball(own, "Kd Kh Qd Qh Jd")
        play(hand, "1 check")
        assert bool(hand.betting.sandbags) == guilty, own
    hand = lowball(SEVEN, EIGHT)
    play(hand, "1 bet, 2 call, 1 draw, 2 draw, 1 check")
    assert not hand.betting.sandbags  # only before the draw


@pytest.mark.rule("LB-3")
def test_the_last_hand_left_does_not_win_what_was_bet_after_the_draw() -> None:
    hand = lowball(SEVEN, EIGHT, NINE)
    play(hand, "1 check, 2 bet, 3 call, 1 call, 1 draw, 2 draw, 3 draw, 1 check, 2 bet, 3 fold, 1 raise, 2 fold")
    assert hand.done
    assert [(e.seat, e.cents, e.words) for e in hand.events if e.verb == "award"] == [
        (1, 600, "last hand left"),
        (1, 400, "returned"),
        (2, 400, "returned"),
    ]


@pytest.mark.rule("LB-3")
def test_chips_nobody_free_of_the_fault_matched_go_back() -> None:
    hand = lowball(SEVEN, SIX, EIGHT, stacks=(5000, 5000, 50 + 200 + 100))
    play(hand, "1 check, 2 check, 3 bet, 1 call, 2 call, 1 draw, 2 draw, 3 draw")
    play(hand, "1 bet, 2 call, 3 call")
    awards = [(e.seat, e.cents, e.words) for e in hand.events if e.verb == "award"]
    assert awards == [(2, 600, "low"), (3, 300, "low"), (1, 300, "returned"), (2, 300, "returned")]


@pytest.mark.rule("LB-3")
def test_the_penalty_is_judged_pot_by_pot() -> None:
    """Seat 3 is all-in before the draw and has the best hand: the seven is beaten in his pot and wins the other."""
    five = "5s 4s 3d 2s As"
    hand = lowball(SEVEN, EIGHT, five, NINE, stacks=(5000, 5000, 50 + 200, 5000))
    play(hand, "1 check, 2 bet, 3 call, 4 raise, 1 call, 2 call, 1 draw, 2 draw, 3 draw, 4 draw")
    play(hand, "1 check, 2 bet, 4 call, 1 call")
    awards = [(event.seat, event.cents, event.pile) for event in hand.events if event.verb == "award"]
    # antes $2 are the fee; $2 of each of four; $2 more of three before the draw; $4 of three after it
    assert awards == [(3, 800, "pot"), (1, 600, "side pot 1"), (2, 1200, "bets after the draw")]


@pytest.mark.rule("LB-3")
def test_who_folded_gets_back_what_no_hand_free_of_the_fault_has_matched() -> None:
    hand = lowball(SEVEN, NINE, EIGHT, stacks=(5000, 5000, 50 + 200 + 100))
    play(hand, "1 check, 2 bet, 3 call, 1 call, 1 draw, 2 draw, 3 draw")
    play(hand, "1 check, 2 bet, 3 call, 1 raise, 2 fold")
    awards = [(event.seat, event.cents, event.words) for event in hand.events if event.verb == "award"]
    assert awards == [(1, 600, "low"), (3, 300, "low"), (1, 300, "returned"), (2, 300, "returned")]


@pytest.mark.rule("LB-3")
def test_the_button_house_knows_no_such_penalty() -> None:
    game = load("lowball", "button", "2-4")
    hand = deal(game, *[5000] * 2, shuffle=dealt(game, {1: SEVEN, 2: EIGHT}, button=2))
    play(hand, "1 check, 2 check, 1 check, 2 bet, 1 call")
    assert not hand.betting.sandbags


# The deck runs out (LB-4) --------------------------------------------------------------------------------------------


@pytest.mark.rule("LB-4")
def test_a_deck_that_runs_out_is_made_up_from_earlier_discards_and_folded_hands() -> None:
    hand = deal(load("lowball", "pot", "2-4"), *[5000] * 7)
    play(hand, "1 bet, 2 call, 3 call, 4 call, 5 call, 6 call, 7 fold")
    folded = set(hand.piles.muck)
    gone: set[int] = set()
    for seat in (1, 2, 3):
        own = list(hand.piles.down[seat - 1])
        gone |= set(own)
        hand.act(seat, f"draw {cards.show(own)}")
    assert len(hand.piles.stub) == 52 - 35 - 15
    own = list(hand.piles.down[3])
    hand.act(4, f"draw {cards.show(own)}")
    verbs_now = [event.verb for event in hand.events[-7:]]
    assert verbs_now == ["draw", "deal", "deal", "reshuffle", "deal", "deal", "deal"]
    new = hand.piles.down[3][2:]
    assert set(new) <= gone | folded
    assert not set(hand.piles.down[3]) & set(own)
    assert len(hand.piles.stub) == 20 - 3
    assert not hand.piles.muck
    assert hand.piles.discards[3] == own
    everything = [card for pile in (*hand.piles.down, *hand.piles.discards) for card in pile] + hand.piles.stub
    assert sorted(everything) == list(range(52))


@pytest.mark.rule("LB-4")
def test_where_the_deck_can_run_out() -> None:
    for house, game, out in [("pot", "lowball", True), ("button", "draw", True), ("pot", "draw", False)]:
        spread = load(game, house, "2-4")
        draw = max(street.draw for street in spread.streets)
        assert (spread.seats[1] * (5 + draw) > 52) == out


# The Button house: openers, passes, new deals ------------------------------------------------------------------------


@pytest.mark.rule("LB-5")
def test_lowball_of_the_button_house_opens_with_jacks_and_is_then_played_for_high() -> None:
    game = load("lowball", "button", "2-4")
    holes = {1: "Tc Td 8h 7s 6c", 2: "Jc Jd 2h 3s 4c"}
    hand = deal(game, 5000, 5000, shuffle=dealt(game, holes, button=2))
    assert (against(hand, "bet").rule, against(hand, "bet").why) == (
        "LB-5",
        "it takes a pair of jacks or better to open",
    )
    play(hand, "1 check, 2 bet, 1 raise, 2 call, 1 draw, 2 draw, 1 bet, 2 call")
    assert {event.seat for event in hand.events if event.verb == "award"} == {2}  # jacks beat tens


@pytest.mark.rule("LB-5")
def test_passed_out_the_same_cards_play_for_low_and_anyone_may_open() -> None:
    game = load("lowball", "button", "2-4")
    holes = {1: "Tc Td 8h 7s 6c", 2: "Jc 9d 2h 3s 4c"}
    hand = deal(game, 5000, 5000, shuffle=dealt(game, holes, button=2))
    before = [list(pile) for pile in hand.piles.down]
    play(hand, "1 check, 2 check")
    assert hand.piles.down == before
    assert hand.actors == (1,)
    assert [event.rule for event in hand.events if event.verb == "passed"] == ["LB-5"]
    play(hand, "1 bet, 2 call, 1 draw, 2 draw, 1 check, 2 check")
    assert {event.seat for event in hand.events if event.verb == "award"} == {2}  # the jack low


@pytest.mark.rule("LB-5")
def test_low_is_played_though_openers_were_dealt_and_passed() -> None:
    game = load("lowball", "button", "2-4")
    holes = {1: "Jc Jd 8h 7s 6c", 2: "Tc 9d 2h 3s 4c"}
    hand = deal(game, 5000, 5000, shuffle=dealt(game, holes, button=2))
    assert "bet" in may(hand)
    assert "check" in may(hand)  # no one is made to open
    play(hand, "1 check, 2 check, 1 check, 2 bet, 1 call, 1 draw, 2 draw, 1 check, 2 check")
    assert {event.seat for event in hand.events if event.verb == "award"} == {2}  # the ten low beats the jacks


@pytest.mark.rule("LB-5", "DR-3")
@pytest.mark.parametrize(("name", "passes"), [("lowball", 2), ("draw", 1)])
def test_passed_out_again_a_new_deal_with_the_antes_in_the_pot(name: str, passes: int) -> None:
    hand = deal(load(name, "button", "2-4"), *[5000] * 3)
    assert (hand.pot, hand.fee) == (300, 100)
    before = [list(pile) for pile in hand.piles.down]
    for _ in range(passes):
        play(hand, "1 check, 2 check, 3 check")
    assert hand.piles.down != before
    assert (hand.pot, hand.fee) == (600, 100)  # antes stay, everyone antes again, one fee
    assert verbs(hand, "fee") == [("fee", 3, 100)]
    assert hand.actors == (1,)
    assert len(hand.record.shuffles) == 2
    assert sorted([card for pile in hand.piles.down for card in pile] + hand.piles.stub) == list(range(52))
    assert hand.contests == hand.game.opening_contests


@pytest.mark.rule("LB-5", "DR-3")
@pytest.mark.parametrize(("name", "passes"), [("lowball", 2), ("draw", 1)])
def test_who_folded_antes_again_and_is_in_the_new_deal(name: str, passes: int) -> None:
    hand = deal(load(name, "button", "2-4"), *[5000] * 4)
    play(hand, "1 check, 2 fold, 3 check, 4 check")
    if passes == 2:
        assert not hand.in_hand(2)  # the same cards go on without him
        play(hand, "1 fold, 3 check, 4 check")
    assert verbs(hand, "ante")[4:] == [("ante", seat, 100) for seat in (1, 2, 3, 4)]
    assert hand.pot == 800
    assert all(hand.in_hand(seat) and len(hand.piles.down[hand.index[seat]]) == 5 for seat in (1, 2, 3, 4))
    assert hand.actors == (1,)
    assert sorted([card for pile in hand.piles.down for card in pile] + hand.piles.stub) == list(range(52))


@pytest.mark.rule("LB-5", "PK-16", "PK-24")
def test_who_forfeited_the_pot_and_a_dead_seat_are_not_in_the_new_deal() -> None:
    hand = deal(load("draw", "button", "2-4"), *[5000] * 5, dead=[4])
    play(hand, "1 fold, 2 check").floor("misdescribed hand", seat=3, discarded=1)
    play(hand, "4 fold, 5 check")
    assert len(hand.record.shuffles) == 2
    assert [seat for seat in (1, 2, 3, 4, 5) if hand.in_hand(seat)] == [1, 2, 5]
    assert verbs(hand, "ante")[4:] == [("ante", seat, 100) for seat in (1, 2, 5)]


@pytest.mark.rule("LB-5", "DR-3")
def test_new_deals_end_when_the_chips_do() -> None:
    hand = deal(load("lowball", "button", "2-4"), 450, 350, 550)
    while not hand.done:
        hand.act(hand.actors[0], next(word for word in ("check", "draw", "call") if word in may(hand)))
    assert sum(hand.chips().values()) == 1350
    assert hand.chips()["pot"] == 0


@pytest.mark.rule("DR-2")
def test_any_hand_may_open_draw_in_the_button_house() -> None:
    game = load("draw", "button", "2-4")
    hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: "2c 4d 6h 8s Tc"}, button=2))
    assert set(may(hand)) == {"fold", "check", "bet"}


@pytest.mark.rule("DR-1")
def test_all_checking_in_the_pot_house_the_draw_follows() -> None:
    hand = deal(load("draw", "pot"), *[5000] * 3)
    play(hand, "1 check, 2 check, 3 check")
    assert hand.phase == "draw"


@pytest.mark.rule("LB-1")
def test_an_all_in_player_draws_too() -> None:
    hand = deal(load("lowball", "pot", "2-4"), 50, 5000, 5000)
    play(hand, "2 check, 3 check")
    assert hand.actors == (1,)
    assert "draw" in may(hand)
