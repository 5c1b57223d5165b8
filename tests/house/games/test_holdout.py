"""Classic Five Card HoldOut, rule by rule (HO). Stacked: the spot's five, the burn, the four community cards."""

from __future__ import annotations

import pytest

from pitboss import house
from pitboss.cards import card, parse
from pitboss.deal import IllegalAction
from pitboss.house.options import OptionError
from pitboss.house.plan import WagerError
from tests.house.rounds import actions, deal, lines, results, verbs

FINAL = {1: {"final": 500}}
FIRST = {1: {"first": 500}}
ALL = {1: {"first": 500, "final": 300, "community": 100}}


@pytest.mark.rule("HO-1")
def test_one_to_six_players_against_pay_tables_only() -> None:
    game = house.load("holdout").definition
    assert (game.spots.choices, len(game.deck)) == ((1, 2, 3, 4, 5, 6), 52)
    assert not any(wager.against for wager in game.wagers.values())
    assert set(game.piles) == {"player", "board"}
    with pytest.raises(OptionError, match="no layout with 7 spots"):
        house.load("holdout", spots=7)


@pytest.mark.rule("HO-2")
def test_first_or_final_or_both_of_any_amounts_and_community_never_alone() -> None:
    for placed in ({"first": 100}, {"final": 100}, {"first": 100, "final": 700}, {"final": 100, "community": 5}):
        assert deal("holdout", {1: placed})
    with pytest.raises(WagerError, match="community cannot stand alone on spot 1; place first or final too"):
        deal("holdout", {1: {"community": 500}})


@pytest.mark.rule("HO-3", "HB-3")
def test_five_to_each_then_a_burn_and_four_face_down() -> None:
    table = deal(
        "holdout", {1: {"final": 500}, 2: {"first": 500}}, "2c 3c 4c 5c 7c", "2d 3d 4d 5d 7d", "As", "Ks Kd Kh Kc"
    )
    acts = [(event.verb, event.pile, event.up) for event in table.events if event.verb in ("deal", "burn")]
    assert acts == [
        ("deal", "player 1", False),
        ("deal", "player 2", False),
        ("burn", "burn", False),
        ("deal", "board", False),
    ]
    assert table.layout.piles["burn"] == [card("As")], "the first of the five is the burn"
    for viewer in ("player 1", "player 2", "rail"):
        view = table.view(viewer)
        assert view.piles["burn"] == (-1,)
        assert view.piles["board"] == (-1,) * 4


@pytest.mark.rule("HO-4")
def test_one_to_five_cards_are_held() -> None:
    table = deal("holdout", FINAL, "As Ks Qs 2d 3c", "9h", "4h 5d 7c 9d")
    offered = actions(table, 1)
    assert len(offered) == 31
    assert offered[0] == "hold As Ks Qs 2d 3c"
    assert "hold As" in offered
    for refused in ("hold", "fold", "hold 4h", "hold As As", "play"):
        with pytest.raises(IllegalAction):
            table.act(1, refused)
    table.act(1, "hold qs as KS")
    assert table.record.entries[-1].action == "hold As Ks Qs", "written down in the order they were dealt"


@pytest.mark.rule("HO-4", "HO-11")
def test_only_a_final_wager_asks_for_a_decision() -> None:
    table = deal("holdout", {1: {"first": 500}, 2: {"final": 500}})
    assert table.actors == (2,)
    assert deal("holdout", FIRST).done
    assert [option.why for option in table.legal(1) if option.word == "hold"] == ["the spot has nothing to decide here"]


@pytest.mark.rule("HO-11", "HB-1")
def test_all_wagers_are_placed_before_the_deal() -> None:
    game = house.load("holdout").definition
    assert all(wager.initial for wager in game.wagers.values())
    table = deal("holdout", FIRST, auto=False)
    while table.step():
        with pytest.raises(IllegalAction):
            table.act(1, "wager final", 500)


FIRST_PAYS = {
    "As Ks Qs Js Ts": 250,
    "9s Ks Qs Js Ts": 100,
    "2s 2c 2d 2h Ts": 50,
    "2s 2c 2d Th Ts": 30,
    "2s 4s 6s 8s Ts": 20,
    "As 2d 3s 4s 5s": 10,
    "2s 2c 2d 9h Ts": 8,
    "2s 2c 3d 3h Ts": 4,
    "Js Jc 3d 4h Ts": 2,
    "Ts Tc 3d 4h 9s": None,
    "As Kc 3d 4h 9s": None,
}


@pytest.mark.rule("HO-5", "HB-4")
@pytest.mark.parametrize("hand", FIRST_PAYS)
def test_first_five_pays_by_the_five_cards_as_dealt_whatever_is_held(hand: str) -> None:
    pays = FIRST_PAYS[hand]
    for held in (hand, hand.split()[0], " ".join(hand.split()[3:])):
        table = deal("holdout", {1: {"first": 500, "final": 300}}, hand, "7h", "8h 6c 5h 9d").act(1, f"hold {held}")
        settled = lines(table)["first"]
        assert (settled.result, settled.cents, settled.rule) == (
            ("win", 500 * pays, "HO-5") if pays else ("lose", 0, "HO-5")
        )


@pytest.mark.rule("HO-5", "HB-10")
def test_a_first_wager_shows_all_five_then_the_out_cards_go_to_the_rack() -> None:
    table = deal("holdout", ALL, "As Ks Qs 2d 3c", "9h", "4h 5d 7c 9d").act(1, "hold As Ks Qs")
    acts = [(event.verb, event.cards, event.up) for event in table.events if event.verb in ("show", "collect", "turn")]
    assert acts == [
        ("show", parse("As Ks Qs 2d 3c"), True),
        ("collect", parse("2d 3c"), False),
        ("turn", parse("4h 5d 7c 9d"), True),
    ]


@pytest.mark.rule("HO-5", "HB-10")
def test_without_a_first_wager_the_out_cards_are_never_shown() -> None:
    table = deal("holdout", FINAL, "As Ks Qs 2d 3c", "9h", "4h 5d 7c 9d").act(1, "hold As Ks Qs")
    assert [event.cards for event in table.events if event.verb == "show"] == [parse("As Ks Qs")]
    assert not set(parse("2d 3c")) & table.seen("rail")
    assert table.view("player 1").piles["rack"] == parse("2d 3c"), "their own player has seen them"


@pytest.mark.rule("HO-6", "HB-4")
def test_first_is_settled_before_the_community_cards_then_community_then_final() -> None:
    table = deal("holdout", {1: ALL[1], 3: ALL[1]})
    for spot in (1, 3):
        table.act(spot, actions(table, spot)[0])
    order = [(event.verb, event.seat, event.pile) for event in table.events if event.verb in ("settle", "turn")]
    assert order == [
        ("settle", 3, "first"),
        ("settle", 1, "first"),
        ("turn", 0, "board"),
        ("settle", 3, "community"),
        ("settle", 1, "community"),
        ("settle", 3, "final"),
        ("settle", 1, "final"),
    ]


@pytest.mark.rule("HO-7")
@pytest.mark.parametrize(
    ("own", "held", "board", "words"),
    [
        ("As 2d 3c 5h 8d", "As", "Ks Qs Js Ts", "royal flush"),
        ("As Ks 3c 5h 8d", "As Ks", "Qs Js Ts 2d", "royal flush"),
        ("As Ks Qs 5h 8d", "As Ks Qs", "Js Ts 2d 2c", "royal flush"),
        ("As Ks Qs Js 8d", "As Ks Qs Js", "Ts 2d 2c 2h", "royal flush"),
        ("As Ks Qs Js Ts", "As Ks Qs Js Ts", "9s 2d 2c 2h", "royal flush"),
        ("As Ks Qs Js 8d", "As Ks Qs Js 8d", "Ts 2d 2c 2h", "ace high"),
        ("3s 3d 9c Jh 8d", "3s 3d 9c Jh", "Ks Kd Kh Qc", "pair of threes"),
        ("3s 3d 9c Jh 8d", "3s 3d", "Ks Kd Kh Qc", "full house, kings full of threes"),
        ("7s 3d 9c Jh 8d", "7s", "Ks Kd Kh Kc", "four of a kind, kings"),
    ],
)
def test_all_held_cards_play_and_exactly_as_many_community_cards_as_are_missing(
    own: str, held: str, board: str, words: str
) -> None:
    table = deal("holdout", FINAL, own, "7h", board).act(1, f"hold {held}")
    final = table.game.hands["final"]
    assert final.ranking.words(table.layout.value(final, 1)) == words


FINAL_PAYS = {
    "As Ks Qs Js Ts": 100,
    "9s Ks Qs Js Ts": 30,
    "2s 2c 2d 2h Ts": 15,
    "2s 2c 2d Th Ts": 3,
    "2s 4s 6s 8s Ts": 2,
    "As 2d 3s 4s 5s": 1,
    "2s 2c 2d 9h Ts": 1,
    "Js Jc 3d 3h Ts": 0,
    "2s 2c 3d 3h Ts": 0,
    "As Ac 3d 4h Ts": None,
    "As Kc 3d 4h 9s": None,
}


@pytest.mark.rule("HO-7")
@pytest.mark.parametrize("hand", FINAL_PAYS)
def test_final_five_pay_table_two_pair_push(hand: str) -> None:
    pays = FINAL_PAYS[hand]
    settled = lines(deal("holdout", FINAL, hand, "7h", "7c 6h 8h Qd").act(1, f"hold {hand}"))["final"]
    wanted = ("lose", 0) if pays is None else ("win", 500 * pays) if pays else ("push", 0)
    assert (settled.result, settled.cents, settled.rule) == (*wanted, "HO-7")


COMMUNITY = {
    "As Ac Ad Ah": 1000,
    "7s 7c 7d 7h": 750,
    "Ks Kc Kd Kh": 750,
    "2s 2c 2d 2h": 750,
    "Js Qs Ks As": 500,
    "As 2s 3s 4s": 100,
    "Ts Js Qs Ks": 100,
    "As Ac Ad 2h": 30,
    "Ks Kc Kd 2h": 20,
    "As 9s 5s 2s": 15,
    "Ad 2s 3s 4s": 10,
    "Jd Qs Ks As": 10,
    "2d 2s 3d 3s": 5,
    "Ad As 3d 4s": 4,
    "Kd Ks 3d 4s": 2,
    "Jd Js 3d 4s": 2,
    "Td Ts 3d 4s": None,
    "Ad Ks 3d 4s": None,
}


@pytest.mark.rule("HO-8", "HO-11")
@pytest.mark.parametrize("board", COMMUNITY)
def test_the_community_bonus_is_a_four_card_hand_with_its_own_table(board: str) -> None:
    pays = COMMUNITY[board]
    own = [c for c in "6c 8c 9d Tc Jh Qh 3h".split() if c not in board.split()][:5]  # noqa: SIM905
    settled = lines(deal("holdout", {1: {"first": 100, "community": 100}}, " ".join(own), "6h", board))["community"]
    assert (settled.result, settled.cents) == (("win", 100 * pays) if pays else ("lose", 0))
    assert settled.rule == "HO-8"


@pytest.mark.rule("HO-9", "HB-7")
def test_several_hands_of_one_player_are_finished_one_after_the_other() -> None:
    table = deal("holdout", {1: FINAL[1], 2: FINAL[1], 4: FINAL[1]}, owners={1: 1, 2: 2, 4: 1})
    assert table.actors == (1, 2)
    with pytest.raises(IllegalAction, match=r"the player's earlier hand comes first \(HB-7\)"):
        table.act(4, "hold")
    assert table.view("player 1").piles["player 4"] == (-1,) * 5, "not looked at before the first is finished"
    table.act(1, actions(table, 1)[3])
    assert table.actors == (2, 4)
    assert table.view("player 1").piles["player 4"] == tuple(table.layout.piles["player 4"])


@pytest.mark.rule("HO-10", "HB-10")
def test_no_view_contains_another_players_cards_before_they_are_revealed() -> None:
    table = deal("holdout", {1: FINAL[1], 2: {"first": 100, "final": 100}})
    table.act(2, actions(table, 2)[7])
    for viewer, other in (("player 1", 2), ("player 2", 1), ("rail", 1), ("rail", 2)):
        view = table.view(viewer)
        assert set(view.piles[f"player {other}"]) == {-1}
        assert not any(set(event.cards) - {-1} for event in view.events if event.seat == other)
    first = actions(table, 1)[0]
    table.act(1, first)
    assert table.view("player 1").piles["player 2"] != (-1,) * 5


@pytest.mark.rule("HO-10")
def test_table_chat_is_closed_while_hold_decisions_are_open() -> None:
    table = deal("holdout", {1: FINAL[1], 2: FINAL[1]}, auto=False)
    while not table.actors:
        assert table.chat_open
        table.step()
    assert not table.chat_open
    table.act(1, actions(table, 1)[0])
    assert not table.chat_open
    table.act(2, actions(table, 2)[0])
    assert table.chat_open
    assert deal("top5", {1: {"ante": 500}}).chat_open, "only where the game says so"


@pytest.mark.rule("HO-7", "HB-10")
def test_verbs_in_the_order_of_the_document() -> None:
    table = deal("holdout", ALL, "As Ks Qs 2d 3c", "9h", "4h 5d 7c 9d").act(1, "hold As Ks Qs")
    assert verbs(table, "shuffle", "wager") == [
        *("close", "deal 1", "burn", "deal", "decide", "hold 1", "show 1", "settle 1", "collect 1", "turn"),
        *("settle 1", "settle 1", "end"),
    ]
    assert results(table) == {"first": "lose", "community": "lose", "final": "lose"}
