"""Top 5 Poker, rule by rule (T5). A deck is stacked: the spot's five cards, the dealer's five, the community card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss import house, seeded
from pitboss.cards import card, parse
from pitboss.deal import IllegalAction
from pitboss.house.options import OptionError
from pitboss.house.plan import WagerError
from tests.house.rounds import actions, deal, lines, results, verbs

ANTE = {1: {"ante": 500}}
NOTHING_MADE = "2c 4d 6h 8s Tc"  # a dealer's five without a pair
PAIR_OF_FOURS = "4c 4d 6h 8s Tc"


@pytest.mark.rule("T5-1")
def test_six_or_seven_spots_with_four_wager_places() -> None:
    game = house.load("top5").definition
    assert game.spots.choices == (6, 7)
    assert game.spots.usual == 7
    assert set(game.wagers) == {"ace-or-face", "tens", "ante", "bet"}
    assert house.load("top5", spots=6).definition.spots.usual == 6
    with pytest.raises(OptionError, match="no layout with 8 spots; it may have 6 or 7"):
        house.load("top5", spots=8)
    with pytest.raises(WagerError, match="7 is not a spot of this layout; spots run from 1 to 6"):
        deal("top5", {7: {"ante": 500}}, spots=6)
    assert deal("top5", {7: {"ante": 500}}).actors == (7,)


@pytest.mark.rule("T5-2")
def test_one_deck_reshuffled_for_each_round() -> None:
    game, shuffle = house.load("top5"), seeded(11)
    orders = [game.deal(ANTE, shuffle=shuffle).record.shuffles for _ in range(3)]
    assert all(sorted(order) == list(range(52)) for (order,) in orders)
    assert len({order for (order,) in orders}) == 3


@pytest.mark.rule("T5-3", "HB-1")
def test_any_of_three_wagers_may_stand_alone_unless_the_house_requires_one() -> None:
    for wager in ("ace-or-face", "tens", "ante"):
        assert deal("top5", {1: {wager: 500}}).stakes[1] or wager == "ace-or-face"
    strict = {"required": ["ante"]}
    with pytest.raises(WagerError, match=r"spot 1 has no ante, which is required; it is not in the round \(HB-1\)"):
        deal("top5", {1: {"tens": 500}}, **strict)
    assert deal("top5", {1: {"ante": 500, "tens": 500}}, **strict).actors == (1,)
    with pytest.raises(OptionError, match="cannot make 'bet' mandatory"):
        house.load("top5", required="bet")


@pytest.mark.rule("T5-4", "T5-5", "HB-3")
def test_five_to_each_spot_with_cards_to_come_then_the_dealer_then_the_community_card() -> None:
    stakes = {1: {"ante": 500}, 2: {"ace-or-face": 500}, 4: {"tens": 100}}
    dealt = deal("top5", stakes, "2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d", "2h 4h 6h 8s Tc", "Ks")
    assert verbs(dealt, "shuffle", "wager") == ["close", "deal 1", "deal 4", "deal", "deal", "decide"]
    packets = [(event.pile, len(event.cards), event.up) for event in dealt.events if event.verb == "deal"]
    assert packets == [("player 1", 5, False), ("player 4", 5, False), ("dealer", 5, False), ("board", 1, True)]
    assert dealt.layout.piles["player 4"] == list(parse("2d 3d 4d 5d 7d"))
    assert dealt.layout.piles["board"] == [card("Ks")]


@pytest.mark.rule("T5-4", "T5-11")
def test_a_spot_with_only_ace_or_face_gets_no_cards_and_decides_nothing() -> None:
    done = deal("top5", {1: {"ace-or-face": 500}}, NOTHING_MADE, "Kd")
    assert done.done
    assert "player 1" not in done.layout.piles
    assert "decide" not in verbs(done)
    assert results(done) == {"ace-or-face": "win 2 to 1"}


@pytest.mark.rule("T5-6")
def test_fold_play_or_swap_one_card_and_the_bet_equals_the_ante() -> None:
    table = deal("top5", ANTE, "2s 3d 5c 7h 9s", PAIR_OF_FOURS, "Kd")
    assert actions(table, 1) == ["fold", "play", "swap 9s", "swap 7h", "swap 5c", "swap 3d", "swap 2s"]
    prices = {option.word: option.cents for option in table.legal(1) if option.allowed}
    assert prices == {"fold": 0, "play": 500, "swap": 500}
    for refused in ("swap 9s 7h", "swap Kd", "swap", "hold 2s 3d 5c 7h"):
        with pytest.raises(IllegalAction):
            table.act(1, refused)
    with pytest.raises(IllegalAction, match="takes no amount"):
        table.act(1, "play", 600)
    table.act(1, "SWAP 9S")
    assert [(line.wager, line.stake) for line in table.lines] == [("ante", 500), ("bet", 500)]


@pytest.mark.rule("T5-6", "T5-17")
def test_with_only_tens_playing_costs_nothing_and_folding_is_allowed() -> None:
    table = deal("top5", {1: {"tens": 500}}, "Ts Td 5c 7h 9s", PAIR_OF_FOURS, "Kd")
    assert {option.word: option.cents for option in table.legal(1) if option.allowed} == {
        "fold": 0,
        "play": 0,
        "swap": 0,
    }
    table.act(1, "play")
    assert results(table) == {"tens": "win 1 to 1"}
    folded = deal("top5", {1: {"tens": 500}}, "Ts Td 5c 7h 9s", PAIR_OF_FOURS, "Kd").act(1, "fold")
    assert results(folded) == {"tens": "lose"}


@pytest.mark.rule("T5-7")
def test_a_misplayed_swap_stands() -> None:
    """The player swaps away one of his tens: the pair is gone, though keeping it was better."""
    table = deal("top5", {1: {"ante": 500, "tens": 100}}, "Ts Td 5c 7h 9s", PAIR_OF_FOURS, "Kd").act(1, "swap Ts")
    assert results(table) == {"tens": "lose", "ante": "lose", "bet": "lose"}
    kept = deal("top5", {1: {"ante": 500, "tens": 100}}, "Ts Td 5c 7h 9s", PAIR_OF_FOURS, "Kd").act(1, "play")
    assert results(kept) == {"tens": "win 1 to 1", "ante": "win 1 to 1", "bet": "win 1 to 1"}


@pytest.mark.rule("T5-7")
def test_five_dealt_cards_play_without_the_community_card() -> None:
    """A king that pairs only with the community card does not count for a player who kept his five."""
    table = deal("top5", {1: {"tens": 100}}, "Ks Td 5c 7h 9s", PAIR_OF_FOURS, "Kd").act(1, "play")
    assert results(table) == {"tens": "lose"}


@pytest.mark.rule("T5-8", "HB-4", "HB-10")
def test_folded_wagers_and_losing_ace_or_face_are_taken_before_the_dealer_turns_their_cards() -> None:
    stakes = {spot: {"ace-or-face": 100, "tens": 200, "ante": 500} for spot in (1, 2, 3)}
    fives = ("2s 3d 5c 7h 9s", "2h 3h 5d 7d 9d", "3s 3c 5h 7c 9c")
    table = deal("top5", stakes, *fives, PAIR_OF_FOURS, "Th")
    table.act(3, "fold").act(1, "fold").act(2, "play")
    after = verbs(table, "wager", "deal")
    settled = [(event.verb, event.seat, event.pile) for event in table.events if event.verb in ("settle", "turn")]
    turned = settled.index(("turn", 0, "dealer"))
    assert settled[:turned] == [
        ("settle", 3, "tens"),
        ("settle", 3, "ante"),
        ("settle", 1, "tens"),
        ("settle", 1, "ante"),
        ("settle", 3, "ace-or-face"),
        ("settle", 2, "ace-or-face"),
        ("settle", 1, "ace-or-face"),
    ]
    assert all(move.target == "rack" for move in table.moves if "loses" in move.why)
    assert after.index("collect 3") < after.index("collect 1") < after.index("turn")


@pytest.mark.rule("T5-8", "T5-11")
def test_ace_or_face_of_a_folder_stays_and_is_paid_at_settlement() -> None:
    stakes = {1: {"ace-or-face": 100, "tens": 200, "ante": 500}}
    table = deal("top5", stakes, "2s 3d 5c 7h 9s", PAIR_OF_FOURS, "Ah").act(1, "fold")
    assert results(table) == {"tens": "lose", "ante": "lose", "ace-or-face": "win 4 to 1"}
    order = [event.pile for event in table.events if event.verb in ("settle", "turn")]
    assert order == ["tens", "ante", "dealer", "ace-or-face"]
    assert "show 1" not in verbs(table), "the folded hand is never shown"


@pytest.mark.rule("T5-9", "T5-10")
def test_the_dealer_uses_the_community_card_and_racks_their_least_favourable() -> None:
    table = deal("top5", ANTE, "2s 3d 5c 7h 9s", "Kc 4d 6h 8s Tc", "Kd").act(1, "play")
    made = next(event for event in table.events if event.verb == "set")
    assert set(made.cards) == set(parse("Kc Kd Tc 8s 6h"))
    assert made.words == "pair of kings"
    gone = next(event for event in table.events if event.verb == "discard")
    assert (gone.pile, gone.cards, gone.up) == ("rack", (card("4d"),), True)
    assert table.layout.piles["dealer"] == list(parse("Kc 6h 8s Tc"))
    called = next(event for event in table.events if event.verb == "announce")
    assert (called.words, called.rule) == ("the dealer qualifies with pair of kings", "T5-10")


@pytest.mark.rule("T5-9")
def test_the_dealer_keeps_their_five_when_the_community_card_does_not_help() -> None:
    table = deal("top5", ANTE, "2s 3d 5c 7h 9s", "Kc Kh Ks 8s Tc", "2d").act(1, "play")
    assert "discard" not in verbs(table)
    assert len(table.layout.piles["dealer"]) == 5


@pytest.mark.rule("T5-10", "T5-13")
def test_a_dealer_who_does_not_qualify_says_so_and_no_more() -> None:
    table = deal("top5", ANTE, "2s 3d 5c 7h 9s", NOTHING_MADE, "Kd").act(1, "play")
    assert next(event.words for event in table.events if event.verb == "announce") == "the dealer does not qualify"


@pytest.mark.rule("T5-11")
@pytest.mark.parametrize("hand", ["fold", "play"])
@pytest.mark.parametrize(("table", "pays"), [(1, "4 2 8/5 6/5"), (2, "4 2 8/5 1"), (3, "4 2 3/2 1")])
def test_ace_or_face_pays_by_the_community_card(table: int, pays: str, hand: str) -> None:
    for up, odds in zip("AKQJ", pays.split(), strict=True):
        stakes = {1: {"ace-or-face": 1000, "ante": 500}}
        own, dealer = "2s 3d 5c 7h 9s", "4c 6d 6h 8s Tc"
        settled = lines(deal("top5", stakes, own, dealer, f"{up}d", ace_or_face=table).act(1, hand))["ace-or-face"]
        assert (settled.odds, settled.cents, settled.table) == (Fraction(odds), int(1000 * Fraction(odds)), str(table))
        assert settled.rule == "T5-11"
    for up in "T98765432":
        lost = deal("top5", {1: {"ace-or-face": 1000}}, "Ac Kc Qc Jc As", f"{up}d", ace_or_face=table)
        assert results(lost) == {"ace-or-face": "lose"}


TENS = {  # hand: what tables 1, 2 and 3 pay
    "As Ks Qs Js Ts": (250, 250, 250),
    "9s Ks Qs Js Ts": (75, 75, 75),
    "As Ah Ad Ac Ts": (25, 25, 25),
    "As Ah Ad Tc Ts": (15, 15, 10),
    "As 3s 5s 7s 9s": (5, 4, 5),
    "As Kd Qs Js Ts": (3, 3, 4),
    "As Ah Ad 7c Ts": (1, 1, 1),
    "2s 2h 3d 3c Ts": (1, 1, 1),
    "Ts Th 3d 4c 5s": (1, 1, 1),
    "9s 9h 3d 4c 5s": (None, None, None),
}


@pytest.mark.rule("T5-12", "HB-4")
@pytest.mark.parametrize("hand", TENS)
def test_tens_or_better_pays_by_the_chosen_hand_whatever_the_dealer_has(hand: str) -> None:
    for table, pays in enumerate(TENS[hand], start=1):
        for dealer in ("4h 4s 6c 6d 8d", "Kh Kc Qc 6h Jd"):
            settled = lines(deal("top5", {1: {"tens": 200}}, hand, dealer, "2c", tens=table).act(1, "play"))["tens"]
            assert settled.rule == "T5-12"
            assert settled.table == str(table)
            assert (settled.result, settled.cents) == (("win", 200 * pays) if pays else ("lose", 0))


@pytest.mark.rule("T5-13")
@pytest.mark.parametrize("own", ["2s 3d 5c 7h 9s", "Ks Kh 3c 4c 9s", "As Ks Qs Js Ts"])
def test_against_a_dealer_who_does_not_qualify_the_ante_pays_and_the_bet_pushes(own: str) -> None:
    """Even when he holds the higher hand, and even against a royal flush."""
    table = deal("top5", ANTE, own, "2c 4d 6h 8s Jc", "Qd").act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "bet": "push"}
    assert {line.rule for line in table.lines} == {"T5-13"}
    assert table.net() == {"player 1": 500}


WINNING = {
    "As Ks Qs Js Ts": 100,
    "9s Ks Qs Js Ts": 25,
    "As Ah Ad Ac Ts": 12,
    "As Ah Ad Tc Ts": 5,
    "As 3s 5s 7s 9s": 4,
    "As Kd Qs Js Ts": 3,
    "As Ah Ad 7c Ts": 1,
    "As Ah 7d 7c Ts": 1,
    "As Ah 3d 5c Ts": 1,
}


@pytest.mark.rule("T5-14", "HB-4")
@pytest.mark.parametrize("hand", WINNING)
def test_a_better_hand_wins_the_ante_even_money_and_the_bet_by_its_table(hand: str) -> None:
    table = deal("top5", ANTE, hand, "4c 4d 6h 8h 9c", "2d").act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "bet": f"win {WINNING[hand]} to 1"}
    assert {line.rule for line in table.lines} == {"T5-14"}
    assert table.net() == {"player 1": 500 + 500 * WINNING[hand]}


@pytest.mark.rule("T5-14")
def test_a_dealer_who_qualifies_and_wins_takes_ante_and_bet() -> None:
    table = deal("top5", ANTE, "2s 2d 5c 7h 9s", PAIR_OF_FOURS, "Kd").act(1, "play")
    assert results(table) == {"ante": "lose", "bet": "lose"}
    assert table.chips() == {"player 1": -1000, "rack": 1000, "spot 1/ante": 0, "spot 1/bet": 0}


@pytest.mark.rule("T5-15")
def test_a_tie_with_a_dealer_who_qualifies_pushes_ante_and_bet() -> None:
    table = deal("top5", ANTE, "As Ad 8h Tc 2s", "Ac Ah 8s Td 3c", "2d").act(1, "play")
    assert results(table) == {"ante": "lose", "bet": "lose"}, "the three plays before the deuce"
    table = deal("top5", ANTE, "As Ad 8h Tc 3s", "Ac Ah 8s Td 3c", "2d").act(1, "play")
    assert results(table) == {"ante": "push", "bet": "push"}
    assert {line.rule for line in table.lines} == {"T5-15"}


@pytest.mark.rule("T5-16")
@pytest.mark.parametrize(("dealer", "up"), [("2c 4c 6c 8c Kd", "Tc"), ("2c 3d 4h 5s Kd", "6c")])
def test_a_dealer_qualifies_with_a_straight_or_flush_made_with_the_community_card(dealer: str, up: str) -> None:
    table = deal("top5", ANTE, "As Ad 8h Th 3s", dealer, up).act(1, "play")
    assert results(table) == {"ante": "lose", "bet": "lose"}


@pytest.mark.rule("T5-16")
def test_the_pair_that_qualifies_may_be_made_with_the_community_card() -> None:
    table = deal("top5", ANTE, "As Ad 8h Th 3s", "2c 4c 6c 8c Kd", "Kc").act(1, "play")
    assert results(table) == {"ante": "lose", "bet": "lose"}, "the dealer has a flush of six clubs"
    table = deal("top5", ANTE, "As Ad 8h Th 3s", "2c 4c 6c 8d Kd", "Kc").act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "bet": "win 1 to 1"}


@pytest.mark.rule("T5-19")
def test_the_dealer_is_dealt_and_turned_even_when_nobody_is_left() -> None:
    alone = deal("top5", {1: {"ace-or-face": 100}}, NOTHING_MADE, "Kd")
    folded = deal("top5", ANTE, "2s 3d 5c 7h 9s", NOTHING_MADE, "Kd").act(1, "fold")
    for table in (alone, folded):
        seen = [(event.verb, event.pile) for event in table.events]
        for act in (("deal", "dealer"), ("deal", "board"), ("turn", "dealer"), ("announce", "dealer")):
            assert act in seen
        assert table.layout.up >= set(parse(NOTHING_MADE))
