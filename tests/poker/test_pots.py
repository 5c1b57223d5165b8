"""Pots and awards as functions of chips and values, and the steps of a showdown one by one."""

from __future__ import annotations

import pytest

from pitboss import cards
from pitboss.deal import IllegalAction
from pitboss.deal.hand_events import PotAwarded
from pitboss.poker.hand import Hand
from pitboss.poker.showdown import showdown
from pitboss.poker.showdown.awards import UNCONTESTED, Award, best, divide, share
from pitboss.poker.showdown.pots import Pot, main_pot, pots
from pitboss.poker.showdown.showdown import AskToShow, BeginShowdown, EndHand, PushAward, Settle, ThrowAway, TurnUp
from tests.poker.rulings.floor import PREFLOP, STREET, at_the_showdown, holdem
from tests.poker.table import checked_down, deal, dealt, load, play


def test_dead_chips_lie_in_the_lowest_pot() -> None:
    assert pots([100, 300, 300], 0b111, dead=50) == [Pot(350, 0b111), Pot(400, 0b110)]
    assert pots([100, 300, 300], 0b111, dead=50, taken=50) == [Pot(300, 0b111), Pot(400, 0b110)]
    assert pots([100, 300, 300], 0b111, dead=10, taken=11) == [Pot(299, 0b111), Pot(400, 0b110)]


def test_what_the_fee_leaves_of_the_lowest_pot_may_be_nothing_and_comes_out_of_the_next() -> None:
    assert pots([100, 300, 300], 0b111, taken=300) == [Pot(0, 0b111), Pot(400, 0b110)]
    assert pots([100, 300, 300], 0b111, taken=301) == [Pot(0, 0b111), Pot(399, 0b110)]
    assert pots([100, 300, 300], 0b111, taken=700) == [Pot(0, 0b111)]
    # a hand that plays without an ante has a pot of nothing, out of which no cent can come
    assert pots([0, 100, 100], 0b111, taken=1) == [Pot(0, 0b111), Pot(199, 0b110)]


@pytest.mark.parametrize(
    ("put", "all_in", "dead", "chips"),
    [
        ([200, 200, 100], 0b000, 0, 500),
        ([200, 200, 30], 0b100, 0, 90),
        ([200, 90, 30], 0b110, 0, 90),
        ([200, 90, 30], 0b010, 0, 210),
        ([200, 200, 30], 0b100, 25, 115),
    ],
)
def test_the_main_pot_has_from_each_no_more_than_the_least_all_in(
    put: list[int], all_in: int, dead: int, chips: int
) -> None:
    assert main_pot(put, all_in, dead) == chips


def test_shares_are_whole_chips_and_every_odd_one_is_the_firsts() -> None:
    assert share(1150, [4], 100) == [(4, 1150)]
    assert share(1150, [1, 3], 100) == [(1, 650), (3, 500)]
    assert share(250, [2, 5, 6], 100) == [(2, 250), (5, 0), (6, 0)]


def test_the_best_is_among_those_in_the_pot_and_a_hand_without_value_wins_nothing() -> None:
    assert best([9, 5, 5, 4], 0b1110) == [1, 2]
    assert best([9, 0, 0], 0b110) == []


def test_a_pot_nobody_has_a_hand_for_is_uncontested() -> None:
    assert divide([Pot(300, 0b100)], [[5, 3, 0]], 100) == [Award(2, 300, 0, UNCONTESTED)]
    assert divide([Pot(300, 0b011), Pot(0, 0b001)], [[5, 3]], 100) == [Award(0, 300, 0, 0)]


def test_halves_of_a_pot_without_an_odd_chip_and_with_ties() -> None:
    pot = [Pot(800, 0b111)]
    assert divide(pot, [[5, 3, 3], [0, 4, 9]], 100) == [Award(0, 400, 0, 0), Award(2, 400, 0, 1)]
    assert divide(pot, [[5, 5, 3], [0, 4, 4]], 100) == [
        *(Award(0, 200, 0, 0), Award(1, 200, 0, 0)),
        *(Award(1, 200, 0, 1), Award(2, 200, 0, 1)),
    ]
    # 300 is three chips: of the odd halves each first winner gets the odd chip.
    assert divide([Pot(600, 0b111)], [[5, 5, 3], [0, 4, 4]], 100) == [
        *(Award(0, 200, 0, 0, "odd chip"), Award(1, 100, 0, 0)),
        *(Award(1, 200, 0, 1, "odd chip"), Award(2, 100, 0, 1)),
    ]


def test_the_odd_chip_between_halves_that_one_player_leads_is_the_high_hands() -> None:
    assert divide([Pot(700, 0b11)], [[5, 3], [4, 2]], 100) == [
        Award(0, 400, 0, 0, "odd chip"),
        Award(0, 300, 0, 1),
    ]
    assert divide([Pot(100, 0b11)], [[5, 3], [2, 4]], 100) == [Award(0, 100, 0, 0, "odd chip")]


def test_a_tie_that_suits_break_says_so_only_if_they_decided() -> None:
    def first(contest: int, tied: list[int]) -> list[int]:
        return tied[:1]

    def nobody(contest: int, tied: list[int]) -> list[int]:
        return tied

    pot = [Pot(400, 0b11)]
    assert divide(pot, [[5, 5]], 100, break_ties=first) == [Award(0, 400, 0, 0, "suit")]
    assert divide(pot, [[5, 4]], 100, break_ties=first) == [Award(0, 400, 0, 0)]
    assert divide(pot, [[5, 5]], 100, break_ties=nobody) == [Award(0, 200, 0, 0), Award(1, 200, 0, 0)]
    assert divide(pot, [[5, 4], [3, 3]], 100, break_ties=first) == [Award(0, 200, 0, 0), Award(0, 200, 0, 1, "suit")]


# The steps of a showdown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [AskToShow(1), TurnUp(1), ThrowAway(1)])
def test_a_dead_hands_own_steps_are_dropped(step: AskToShow | TurnUp | ThrowAway) -> None:
    hand = holdem()
    assert step.without(hand, 1) is None
    assert step.without(hand, 0) is step


def test_a_dead_hand_is_not_settled_but_the_others_are() -> None:
    hand = holdem()
    assert Settle((2, 0, 1)).without(hand, 0) == Settle((2, 1))
    asked = Settle()
    assert asked.without(hand, 0) is asked


def test_players_bet_and_show_no_more_once_the_pots_are_divided() -> None:
    hand = holdem(auto=False)
    script = ", ".join([PREFLOP, *[STREET] * 3]).split(", ")
    while not hand.queue or not isinstance(hand.queue[0], EndHand):
        if hand.actors:
            play(hand, script.pop(0))
        else:
            hand.step()
    assert (hand.phase, hand.done) == ("", False)
    while not hand.done:
        hand.step()
    assert hand.queue == []


def test_a_dead_hand_that_bet_last_does_not_show_first() -> None:
    hand = play(holdem(showdown="ask"), f"{PREFLOP}, {STREET}, {STREET}, 1 check, 2 bet, 3 call")
    position = hand.index[2]
    assert hand.betting.aggressor == position
    hand.kill(position)
    play(hand, "1 call")
    assert hand.actors == (1,)


def test_the_showdown_begins_with_everybody_asked_or_settled_at_once() -> None:
    hand = play(holdem(showdown="ask"), f"{PREFLOP}, {STREET}, {STREET}, 1 check, 2 check")
    BeginShowdown().do(hand)
    assert hand.phase == "show"
    assert hand.queue[-4:] == [Settle(), AskToShow(2), AskToShow(1), AskToShow(0)]


def test_where_every_card_is_known_nobody_is_asked_to_name_one() -> None:
    known = {1: "Kc Kd", 2: "Qc Qd", "board": "Jh 9h 6s 5s 3c"}
    hand = deal(load("holdem", "wsop"), *[5000] * 2, shuffle=None, known=known)
    checked_down(hand)
    assert [(e.verb, e.seat) for e in hand.events if e.verb in ("show", "muck", "award")][-1] == ("award", 1)
    assert not [entry for entry in hand.record.entries if getattr(entry, "action", "") == "show"]


def facts(hand: Hand, *verbs: str) -> list[tuple[object, ...]]:
    chosen = [e for e in hand.events if e.verb in verbs]
    return [(e.verb, e.seat, e.pile, cards.show(e.cards), e.up, e.cents, e.rule, e.to) for e in chosen]


def test_the_facts_of_a_showdown() -> None:
    hand = play(holdem(), ", ".join([PREFLOP, *[STREET] * 3]))
    assert facts(hand, "show", "muck", "award") == [
        ("show", 1, "player 1", "As Ad", True, 0, "PK-15", 0),
        ("muck", 2, "muck", "", False, 0, "", 0),
        ("muck", 3, "muck", "", False, 0, "", 0),
        ("award", 1, "pot", "", False, 500, "TH-2", 0),
    ]
    award = next(e for e in hand.events if isinstance(e, PotAwarded))
    assert (award.reason, award.half, award.by) == ("hand", "high", "")
    assert award.hand is not None


def test_cards_that_are_not_cards_cannot_be_shown() -> None:
    hand = at_the_showdown()
    with pytest.raises(IllegalAction, match="'Xx'"):
        hand.act(1, "show Xx")
    assert hand.actors == (1,)


def test_a_hand_of_two_own_cards_is_laid_out_in_the_order_it_counts() -> None:
    (contest,) = deal(load("omaha", "wsop"), *[5000] * 2).contests
    own, board = (list(cards.parse(text)) for text in ("As Ks 2c 3d", "Ac Kd 9s 9d Kh"))
    assert cards.show(showdown.laid_out(contest, own, board)) == "Ks Kh Kd As Ac"


def test_the_last_hand_wins_without_a_hand_to_call() -> None:
    hand = play(holdem(), f"{PREFLOP}, 1 bet, 2 fold, 3 fold")
    award = next(e for e in hand.events if isinstance(e, PotAwarded))
    assert (award.reason, award.half, award.hand) == ("last hand", "", None)


def test_bets_after_the_draw_are_a_pot_apart_only_if_somebody_checked_too_good_a_hand() -> None:
    game = load("lowball", "pot", "2-4")
    holes = {1: "9c 8d 7h 6s 2c", 2: "Tc 8h 7d 6c 2d"}
    hand = deal(game, *[5000] * 2, shuffle=dealt(game, holes, button=2))
    play(hand, "1 check, 2 bet, 1 call, 1 draw, 2 draw, 1 bet, 2 call")
    assert [(e.seat, e.pile) for e in hand.events if e.verb == "award"] == [(1, "pot")]


def test_the_last_hand_is_not_thrown_away() -> None:
    hand = at_the_showdown()
    for seat in (2, 3):
        hand.kill(hand.index[seat])
    with pytest.raises(IllegalAction, match="the last hand is not thrown away"):
        showdown.muck(hand, hand.index[1], "muck", 0)


def test_an_award_that_the_fee_has_taken_moves_nothing() -> None:
    hand = at_the_showdown()
    before = len(hand.moves), len(hand.events)
    PushAward(0, 0, "pot", showdown.Claim("hand", "PK-15")).do(hand)
    assert (len(hand.moves), len(hand.events)) == before


@pytest.mark.parametrize(
    ("number", "before", "name"),
    [
        (0, 1, "pot"),
        (1, 2, "side pot 1"),
        (2, 3, "side pot 2"),
        (1, 1, "bets after the draw"),
        (2, 1, "bets after the draw, side pot 1"),
        (4, 2, "bets after the draw, side pot 2"),
    ],
)
def test_the_names_of_pots(number: int, before: int, name: str) -> None:
    assert showdown.pot_name(number, before) == name
