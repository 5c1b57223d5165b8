"""Hold'em, Omaha and Omaha high-low (TH, OM, OH), each at its fewest and most seats."""

from __future__ import annotations

import pytest

from pitboss import cards
from tests.poker.table import Arranged, checked_down, deal, dealt, load, play, verbs

BOARD_GAMES = ["holdem", "omaha", "omaha-hi-lo"]


@pytest.mark.rule("TH-1", "OM-1", "OH-1", "PK-1")
@pytest.mark.parametrize("game", BOARD_GAMES)
@pytest.mark.parametrize("heads", [2, 3, 10])
def test_streets_cards_and_openers(game: str, heads: int) -> None:
    spread = load(game, "pot", "2-4")
    own = {"holdem": 2}.get(game, 4)
    assert spread.seats == (2, 10)
    hand = deal(spread, *[20_000] * heads, button=heads)
    small, big = (heads, 1) if heads == 2 else (1, 2)
    assert verbs(hand, "post") == [("post", small, 100), ("post", big, 200)]
    # one at a time, the button last, no betting between
    assert [event.seat for event in hand.events if event.verb == "deal"] == [*range(1, heads + 1)] * own
    assert all(not event.up for event in hand.events if event.verb == "deal")
    assert hand.actors == (big % heads + 1,)
    rounds = []
    while not hand.done:
        if not rounds or rounds[-1][0] != hand.street.name:
            rounds.append(
                (hand.street.name, hand.actors[0], hand.betting.step_size, len(hand.board), len(hand.piles.burns))
            )
        hand.act(hand.actors[0], "check" if hand.betting.level == hand.money.bets[hand.actor] else "call")
    assert rounds == [
        ("first", big % heads + 1, 200, 0, 0),
        ("flop", 1, 200, 3, 1),
        ("turn", 1, 400, 4, 2),
        ("river", 1, 400, 5, 3),
    ]
    assert [event.verb for event in hand.events if event.verb in ("burn", "board")] == ["burn", "board"] * 3


@pytest.mark.rule("TH-4")
def test_down_cards_come_one_at_a_time_from_the_buttons_left() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[5000] * 3, button=1, shuffle=Arranged("As Ks Qs Jh Th 9h"))
    assert [cards.show(hand.piles.down[hand.index[seat]]) for seat in (2, 3, 1)] == ["As Jh", "Ks Th", "Qs 9h"]


@pytest.mark.rule("TH-1")
def test_the_first_active_player_left_of_the_button_opens_later_rounds() -> None:
    hand = deal(load("holdem", "pot", "2-4"), *[5000] * 4)
    play(hand, "3 call, 4 call, 1 fold, 2 check")
    assert hand.actors == (2,)


@pytest.mark.rule("TH-2")
@pytest.mark.parametrize(
    ("one", "two", "board", "winner"),
    [
        ("As Ah", "Kd Qd", "Jd Td 9d 2c 3c", 2),  # a straight flush with both hole cards
        ("2d 7h", "Ac Ad", "Ts Js Qs Ks 9s", None),  # both play the board
        ("As 2d", "Ac Ad", "Ts Js Qs Ks 3c", 1),  # one card from the hand, four from the board
        ("9c 9d", "Ac Kd", "9h 9s Ah As Ad", 2),  # four aces against four nines
    ],
)
def test_best_five_of_seven(one: str, two: str, board: str, winner: int | None) -> None:
    game = load("holdem", "pot", "2-4")
    hand = deal(game, 5000, 5000, shuffle=dealt(game, {1: one, 2: two}, board, button=2))
    checked_down(hand)
    winners = {event.seat for event in hand.events if event.verb == "award"}
    assert winners == ({winner} if winner else {1, 2})


@pytest.mark.rule("OM-1")
@pytest.mark.parametrize(
    ("one", "two", "board", "winner"),
    [
        ("As 2d 3d 4h", "Kd Kc 9h 9d", "Ts Js Qs Ks 5c", 2),  # one spade is no flush, one ace no straight
        ("As Ac Ah Ad", "Kd Qc 2c 3d", "Kh Qd 7s 8c 2h", 2),  # four aces in hand are two aces
        ("Kd Qd 2c 3c", "Ac Ad 4h 5h", "Jd Td 9d As Ah", 1),  # two and three make the straight flush
    ],
)
def test_exactly_two_and_three(one: str, two: str, board: str, winner: int) -> None:
    game = load("omaha", "pot", "2-4")
    hand = checked_down(deal(game, 5000, 5000, shuffle=dealt(game, {1: one, 2: two}, board, button=2)))
    assert {event.seat for event in hand.events if event.verb == "award"} == {winner}


def hi_lo(board: str, *holes: str) -> dict[int, int]:
    game = load("omaha-hi-lo", "pot", "2-4")
    seats = dict(enumerate(holes, 1))
    hand = deal(game, *[5000] * len(holes), shuffle=dealt(game, seats, board, button=len(holes)))
    checked_down(hand)
    return {seat: hand.stack(seat) - 5000 for seat in seats}


@pytest.mark.rule("OH-1")
def test_high_and_low_take_half_each() -> None:
    # $4 in the pot less the fee of $1: three chips; the odd one to seat 1, closest to the button's left
    assert hi_lo("7d 5h 2c Kh Kd", "Ks Qc 9h 9d", "As 3d Jh Ts") == {1: 0, 2: -100}


@pytest.mark.rule("OH-1")
def test_one_player_may_win_both_halves_with_different_cards() -> None:
    # high: kings full with K K; low: A-2 with 3-5-7
    assert hi_lo("7d 5h 3c Kh 7s", "Ks Kc Ah 2d", "Qs Qd Jh Jd") == {1: 100, 2: -200}


@pytest.mark.rule("OH-1")
@pytest.mark.parametrize(
    ("board", "lows"),
    [
        ("9d Th Jc 2h 3d", False),  # only two low cards on the board
        ("9d 8h Jc 2h 3d", True),
        ("8d 8h 2c 2h Kd", False),  # two ranks only: a pair does not qualify
    ],
)
def test_no_low_the_high_hand_takes_all(board: str, lows: bool) -> None:
    result = hi_lo(board, "Ks Kc 9h 9c", "As 4s 5d Qc")
    assert (result[2] > -200) == lows


@pytest.mark.rule("OH-1")
def test_the_low_is_compared_from_the_highest_card_and_ignores_straights_and_flushes() -> None:
    from pitboss.ranking import ranking

    low = ranking("eight-or-better")
    value = lambda text: low.value(cards.parse(text))  # noqa: E731
    assert value("7c 6d 4h 3s 2c") > value("8c 6d 5h 3s Ac")  # the document's example
    assert value("5c 4c 3c 2c Ac") == low.top
    assert value("8c 8d 5h 3s Ac") == 0
    assert value("9c 6d 5h 3s Ac") == 0


@pytest.mark.rule("OH-1", "PK-6")
def test_quartering() -> None:
    # Seats 2 and 3 share the low with A-3; seat 1 has the high. Four players, $8 less $1: seven chips.
    # Half is $3, the odd dollar goes to seat 1; the low half is $1 each and the odd dollar to seat 2.
    result = hi_lo("7d 5h 2c Kh Kd", "Ks Qc 9h 9d", "As 3d Jh Ts", "Ac 3h Jd Tc", "Qs Qd Js Jc")
    assert result == {1: 400 - 200, 2: 200 - 200, 3: 100 - 200, 4: -200}


@pytest.mark.rule("OH-2")
def test_ten_seats_never_run_out_of_cards() -> None:
    for name in BOARD_GAMES:
        game = load(name, "pot", "2-4")
        most = game.seats[1]
        used = sum(street.burn + street.board + most * (street.down + street.up) for street in game.streets)
        assert used == most * (2 if name == "holdem" else 4) + 8 <= 52
        assert not any(street.shortage or street.draw for street in game.streets)
    hand = checked_down(deal(load("omaha-hi-lo", "pot", "2-4"), *[5000] * 10))
    assert len(hand.piles.stub) == 52 - 48
