"""Four and five cards on the flop, and board cards turned before the betting was complete (PK-20 to PK-23)."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.poker.hand import Hand

from ..table import SPREAD, deal, load, may, play, verbs
from .floor import Noted, can, everyone_sees, option, pile, same_again, shown

# Seats 1, 2, 3, the button on 3: six hole cards, then burn, flop, burn, turn, burn, river, and what follows.
HOLES = "2c 3c 4c 2d 3d 4d"
REST = "5c Ah Kh Qh 6c Jh 7c Th 8c 9c 9d"
PREFLOP = "3 call, 1 call, 2 check"


def holdem(*tops: str, **more: object) -> tuple[Hand, Noted]:
    deck = Noted(f"{HOLES} {REST}", *tops)
    return deal(load("holdem", "pot", "2-4"), 10_000, 10_000, 10_000, shuffle=deck, **more), deck


def codes(text: str) -> set[int]:
    return set(cards.parse(text))


@pytest.mark.rule("PK-20")
def test_a_fourth_card_that_is_identified_is_the_next_burn() -> None:
    hand, deck = holdem()
    play(hand, PREFLOP).floor("four-card flop", identified=True)
    assert pile(hand, "board") == "Ah Kh Qh"
    assert pile(hand, "out of play", "rail") == "6c"
    assert everyone_sees(hand, "6c")
    assert len(deck.given) == 1  # nothing is reshuffled
    same_again(hand)
    play(hand, "1 check, 2 check, 3 check")
    assert pile(hand, "burn") == "5c 6c"  # and no other card is burned before the turn
    assert pile(hand, "board") == "Ah Kh Qh Jh"
    assert pile(hand, "out of play") == ""
    play(hand, "1 check, 2 check, 3 check")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 6c 7c", "Ah Kh Qh Jh Th")


@pytest.mark.rule("PK-20")
def test_a_fourth_card_that_is_not_identified_goes_back_with_the_flop() -> None:
    hand, deck = holdem("9h 8h 7h 6h")
    play(hand, PREFLOP).floor("four-card flop", identified=False)
    assert deck.given[1] == set(range(52)) - codes(HOLES) - codes("5c")  # the burn stays burned
    assert everyone_sees(hand, "Ah Kh Qh 6c")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 9h", "8h 7h 6h")
    assert hand.actors == (1,)
    assert len(verbs(hand, "fee")) == 1
    same_again(hand)


@pytest.mark.rule("PK-20")
@pytest.mark.parametrize("count", [5, 6])
def test_five_or_more_cards_on_the_flop_all_go_back(count: int) -> None:
    hand, deck = holdem("9h 8h 7h 6h")
    play(hand, PREFLOP).floor("five-card flop", cards=count)
    assert deck.given[1] == set(range(52)) - codes(HOLES) - codes("5c")
    assert everyone_sees(hand, " ".join(["6c", "Jh", "7c"][: count - 3]))
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 9h", "8h 7h 6h")
    with pytest.raises(IllegalAction, match="at least 5"):
        hand.floor("five-card flop", cards=4)


@pytest.mark.rule("PK-20")
def test_the_flop_stands_once_somebody_has_acted() -> None:
    hand, _ = holdem()
    assert not can(hand, "four-card flop")
    play(hand, PREFLOP)
    assert can(hand, "four-card flop")
    assert can(hand, "five-card flop")
    play(hand, "1 check")
    assert "right after the flop" in option(hand, "four-card flop").why


@pytest.mark.rule("PK-20")
def test_a_flop_taken_back_before_the_fee_pays_it_once() -> None:
    hand, _ = holdem(auto=False)
    while pile(hand, "board") == "":
        hand.step() or play(hand, f"{hand.actors[0]} {'check' if hand.actors[0] == 2 else 'call'}")
    assert verbs(hand, "fee") == []
    hand.floor("five-card flop")
    while not hand.actors:
        hand.step()
    assert len(verbs(hand, "fee")) == 1
    assert [verb for verb, *_ in verbs(hand, "burn", "board", "take back", "reshuffle")] == [
        *("burn", "board"),
        *("take back", "reshuffle", "burn", "board"),
    ]


@pytest.mark.rule("PK-21")
def test_a_flop_before_the_betting_is_complete_goes_back() -> None:
    hand, deck = holdem("9h 8h 7h 6h")
    play(hand, "3 call").floor("premature flop")
    assert everyone_sees(hand, "Ah Kh Qh")
    assert deck.given[1] == set(range(52)) - codes(HOLES) - codes("5c")
    assert (pile(hand, "burn"), pile(hand, "board"), hand.actors) == ("5c", "", (1,))
    same_again(hand)
    play(hand, "1 call, 2 check")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 9h", "8h 7h 6h")


@pytest.mark.rule("PK-22")
def test_a_turn_exposed_early_is_out_of_play_until_the_river() -> None:
    hand, deck = holdem("2s 3s")
    play(hand, f"{PREFLOP}, 1 check").floor("premature turn")
    assert (pile(hand, "out of play", "rail"), pile(hand, "board"), hand.actors) == ("Jh", "Ah Kh Qh", (2,))
    assert everyone_sees(hand, "Jh")
    same_again(hand)
    play(hand, "2 check, 3 check")
    # the next card is burned, and what would have been the river is the turn
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 6c 7c", "Ah Kh Qh Th")
    assert len(deck.given) == 1
    play(hand, "1 check, 2 check, 3 bet, 1 fold, 2 call")
    # the deck with the exposed card, without burns and discards
    assert deck.given[1] == set(range(52)) - codes(HOLES) - codes("5c 6c 7c Ah Kh Qh Th")
    assert codes("Jh") <= deck.given[1]
    assert not codes("2c 2d") & deck.given[1]  # seat 1's discards
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 6c 7c 2s", "Ah Kh Qh Th 3s")
    assert pile(hand, "out of play") == ""


@pytest.mark.rule("PK-23")
def test_a_river_exposed_early_is_reshuffled_the_same_way() -> None:
    hand, deck = holdem("2s 3s")
    play(hand, f"{PREFLOP}, 1 check, 2 check, 3 check, 1 check").floor("premature river")
    assert (pile(hand, "out of play", "rail"), pile(hand, "board")) == ("Th", "Ah Kh Qh Jh")
    same_again(hand)
    play(hand, "2 bet, 3 call, 1 fold")
    assert deck.given[1] == set(range(52)) - codes(HOLES) - codes("5c Ah Kh Qh 6c Jh 7c")
    assert (pile(hand, "burn"), pile(hand, "board")) == ("5c 6c 7c 2s", "Ah Kh Qh Jh 3s")
    assert [event.rule for event in hand.events if event.verb == "reshuffle"] == ["PK-23"]


@pytest.mark.rule("PK-22", "PK-23")
def test_turn_and_river_both_early_are_reshuffled_together() -> None:
    hand, deck = holdem("2s 3s")
    play(hand, PREFLOP).floor("premature turn")
    play(hand, "1 check, 2 check, 3 check").floor("premature river")
    assert pile(hand, "out of play") == "Jh 9c"
    play(hand, "1 check, 2 check, 3 check")
    assert codes("Jh 9c") <= deck.given[1]
    assert len(deck.given) == 2
    assert pile(hand, "board") == "Ah Kh Qh Th 3s"


@pytest.mark.rule("PK-21", "PK-22", "PK-23")
def test_each_can_arise_only_in_its_own_round() -> None:
    hand, _ = holdem()
    names = ("premature flop", "premature turn", "premature river")
    assert [can(hand, name) for name in names] == [True, False, False]
    play(hand, PREFLOP)
    assert [can(hand, name) for name in names] == [False, True, False]
    play(hand, "1 check, 2 check, 3 check")
    assert [can(hand, name) for name in names] == [False, False, True]
    play(hand, "1 check, 2 check, 3 check")
    assert [can(hand, name) for name in names] == [False, False, False]


@pytest.mark.rule("PK-30")
@pytest.mark.parametrize(("house", "game"), [pair for pair in SPREAD if pair[0] != "wsop"])
def test_they_arise_in_every_game_with_a_flop_and_in_no_other(house: str, game: str) -> None:
    hand = deal(load(game, house, "2-4"), *[10_000] * 4)
    has_flop = game in ("holdem", "omaha", "omaha-hi-lo")
    assert can(hand, "premature flop") is has_flop
    if not has_flop:
        assert "no flop" in option(hand, "premature flop").why
        assert "no flop" in option(hand, "four-card flop").why
        with pytest.raises(IllegalAction, match=r"no turn \(PK-22\)"):
            hand.floor("premature turn")
        return
    hand.floor("premature flop")
    play(hand, f"{hand.actors[0]} call, 4 call, 1 call, 2 check")
    hand.floor("five-card flop").floor("four-card flop", identified=True).floor("premature turn")
    play(hand, "1 check, 2 check, 3 check, 4 check").floor("premature river")
    play(hand, "1 check, 2 check, 3 check, 4 check, 1 check, 2 check, 3 check, 4 check")
    assert hand.done
    assert len(hand.board) == 5
    same_again(hand)


def test_the_largest_table_has_cards_enough_or_says_so() -> None:
    hand = deal(load("omaha", "pot", "2-4"), *[10_000] * 10)
    for _ in range(4):  # forty hole cards and eight more leave four
        hand.floor("premature flop")
    with pytest.raises(IllegalAction, match="streets to come may need all of them"):
        hand.floor("premature flop")
    while not hand.done:
        hand.act(hand.actors[0], "check" if "check" in may(hand) else "call")
    assert len(shown(hand, "burn")) > 3
