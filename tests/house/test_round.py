"""Rules of all house-banked games (HB): wagers, order, decisions, visible cards, money."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from pitboss import house, seeded
from pitboss.cards import UNKNOWN
from pitboss.deal import IllegalAction, RecordError
from pitboss.errors import PitbossError
from pitboss.house import Round, library
from pitboss.house.plan import WagerError
from tests.house.rounds import Stacked, actions, deal, lines, results, verbs

FIVES = ("2s 3d 5c 7h 9s", "2h 3h 5d 7d 9d", "3s 3c 5h 7c 9c")


@pytest.mark.rule("HB-1")
def test_wagers_close_when_the_dealing_starts() -> None:
    table = deal("top5", {1: {"ante": 500}}, auto=False)
    assert verbs(table) == ["shuffle", "wager 1"]
    assert table.step()
    assert verbs(table)[-1] == "close"
    while not table.actors:
        table.step()
    for words in ("wager tens", "wager ante", "wager"):
        with pytest.raises(IllegalAction, match=r"wagers closed when the dealing started \(HB-1\)"):
            table.act(1, words, 500)
    closed = next(option for option in table.legal(1) if option.word == "wager")
    assert (closed.allowed, closed.rule) == (False, "HB-1")
    with pytest.raises(IllegalAction, match=r"spot 2 .* the spot is not in the round"):
        table.act(2, "play")


@pytest.mark.rule("HB-1")
def test_a_spot_without_its_required_wager_is_not_in_the_round() -> None:
    table = deal("high5", {1: {"ante": 500}, 2: {}, 3: {"ante": 0}})
    assert tuple(table.stakes) == (1,)
    assert not any(event.seat in (2, 3) for event in table.events)
    with pytest.raises(WagerError, match="no wager is placed"):
        deal("high5", {1: {}})


@pytest.mark.rule("HB-1", "T5-6")
def test_a_player_who_cannot_cover_the_bet_may_only_fold() -> None:
    table = deal("top5", {1: {"ante": 500}}, bankroll={1: 999})
    assert actions(table, 1) == ["fold"]
    play = next(option for option in table.legal(1) if option.word == "play")
    assert (play.why, play.rule) == ("it costs $5 and the player has $4.99", "HB-1")
    with pytest.raises(IllegalAction, match=r"it costs \$5 and the player has \$4.99 \(HB-1\)"):
        table.act(1, "play")
    assert deal("top5", {1: {"ante": 500}}, bankroll={1: 1000}).act(1, "play").done
    with pytest.raises(WagerError, match=r"player 1 wagers \$5 but has \$4.99"):
        deal("top5", {1: {"ante": 500}}, bankroll={1: 499})


@pytest.mark.rule("HB-1")
def test_where_every_option_costs_chips_they_must_be_there_before_the_deal(tmp_path: Path) -> None:
    text = library.path("high5").read_text(encoding="utf-8")
    file = tmp_path / "no-fold.toml"
    file.write_text(text.replace('say = "fold", fold = true', 'say = "double", place = { play = 2 }'), encoding="utf-8")
    game = house.load(file)
    with pytest.raises(WagerError, match=r"player 1 wagers \$5 and will need \$5 more but has \$9.99"):
        game.deal({1: {"ante": 500}}, bankroll={1: 999})
    assert actions(game.deal({1: {"ante": 500}}, bankroll={1: 1000}), 1) == ["play"]


@pytest.mark.rule("HB-1", "HB-7", "HB-10")
def test_chips_promised_by_a_decision_that_waits_to_be_written_down_cannot_be_used_twice() -> None:
    table = deal("high5", {1: {"ante": 500}, 2: {"ante": 500}, 3: {"ante": 500}}, owners={2: 7, 3: 7}, bankroll=1500)
    table.act(2, "play")
    assert actions(table, 3) == ["fold"], "the play of spot 2 is promised though spot 1 has not decided yet"


@pytest.mark.parametrize("bad", [-5, 2.5, "500", True])
def test_an_amount_that_is_no_cents_is_refused(bad: object) -> None:
    with pytest.raises(WagerError, match="is not an amount"):
        deal("high5", {1: {"ante": bad}})  # type: ignore[dict-item]


def test_wagers_that_cannot_be_placed_are_refused() -> None:
    with pytest.raises(WagerError, match="'play' is placed by a decision"):
        deal("high5", {1: {"ante": 500, "play": 500}})
    with pytest.raises(WagerError, match="'insurance' is not a wager of High Five Poker"):
        deal("high5", {1: {"insurance": 500}})
    with pytest.raises(WagerError, match=r"the super-bonus of spot 1 has to equal the ante, \$5"):
        deal("crazy4", {1: {"ante": 500, "super-bonus": 400}})
    with pytest.raises(WagerError, match="spot 1 has no super-bonus"):
        deal("crazy4", {1: {"ante": 500}})


@pytest.mark.rule("HB-3")
def test_a_round_replays_from_deck_order_and_decisions_alone() -> None:
    table = deal("top5", {1: {"ante": 500}, 2: {"tens": 100, "ace-or-face": 25}})
    table.act(2, actions(table, 2)[4]).act(1, "play")
    again = house.load("top5").deal(
        {1: {"ante": 500}, 2: {"tens": 100, "ace-or-face": 25}}, shuffle=_Order(table.record.shuffles[0])
    )
    for entry in table.record.entries:
        again.act(entry.seat, entry.action)
    assert again.events == table.events
    assert again.moves == table.moves
    assert Round.load(table.dump()).lines == table.lines


class _Order:
    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def mix(self, cards: object) -> tuple[int, ...]:
        return self.order


@pytest.mark.rule("HB-3")
def test_every_card_lies_where_the_event_says_in_the_order_of_the_deck() -> None:
    table = house.load("six54").deal({2: {"ante": 500}, 6: {"ante": 100}}, shuffle=seeded(5))
    (order,) = table.record.shuffles
    dealt = [card for event in table.events if event.verb == "deal" for card in event.cards]
    assert dealt == list(order[: len(dealt)])
    assert [event.pile for event in table.events if event.verb == "deal"] == [
        "player 2",
        "player 6",
        "dealer",
        "dealer",
    ]


def test_a_short_or_foreign_deck_is_refused() -> None:
    for order in (tuple(range(51)), (*range(51), 52), (*range(51), 50)):
        with pytest.raises(PitbossError, match="did not return this game's deck"):
            house.load("top5").deal({1: {"ante": 500}}, shuffle=_Order(order))


@pytest.mark.rule("HB-4")
def test_settlement_goes_spot_by_spot_from_the_right_each_wager_its_own_line() -> None:
    table = deal("high5", {spot: {"ante": 500, "trips": 100} for spot in (1, 3, 6)})
    table.act(1, "play").act(3, "fold").act(6, "play")
    assert [(line.spot, line.wager) for line in table.lines] == [
        *((6, "ante"), (6, "play"), (6, "trips")),
        *((3, "ante"), (3, "trips")),
        *((1, "ante"), (1, "play"), (1, "trips")),
    ]
    for line in table.lines:
        assert line.stake in (500, 100)
        assert line.result in ("win", "lose", "push")
        assert (line.cents > 0) == (line.result == "win")
        assert line.rule.startswith("H5-")


@pytest.mark.rule("HB-4")
def test_only_the_highest_line_is_paid() -> None:
    table = deal("top5", {1: {"tens": 100}}, "As Ks Qs Js Ts", "2c 2d 6h 8s Tc", "3d").act(1, "play")
    assert [(line.hand, line.cents) for line in table.lines] == [("royal flush", 25000)]
    assert table.net() == {"player 1": 25000}


@pytest.mark.rule("HB-5")
def test_three_to_two_on_a_quarter_pays_37_cents_and_half_a_cent_is_breakage() -> None:
    table = deal("top5", {1: {"ace-or-face": 25}}, "2c 4d 6h 8s Tc", "Qd", ace_or_face=3)
    line = lines(table)["ace-or-face"]
    assert (line.odds, line.cents, line.breakage) == (Fraction(3, 2), 37, Fraction(1, 2))
    assert "breakage 1/2 of a cent" in next(event.words for event in table.events if event.verb == "settle")
    assert table.net() == {"player 1": 37}
    assert table.chips()["rack"] == -37, "the fraction stays in the rack"


@pytest.mark.rule("HB-5")
@pytest.mark.parametrize(
    ("up", "odds", "stake", "paid", "left"), [("Q", "8/5", 3, 4, "4/5"), ("J", "6/5", 4, 4, "4/5")]
)
def test_odd_odds_are_paid_exactly_and_rounded_down(up: str, odds: str, stake: int, paid: int, left: str) -> None:
    line = lines(deal("top5", {1: {"ace-or-face": stake}}, "2c 4d 6h 8s Tc", f"{up}d"))["ace-or-face"]
    assert (line.odds, line.cents, line.breakage) == (Fraction(odds), paid, Fraction(left))


@pytest.mark.rule("HB-7")
def test_one_players_hands_are_finished_in_order_and_the_later_one_stays_hidden() -> None:
    table = deal("top5", {spot: {"ante": 500} for spot in (1, 2, 5)}, owners={1: 4, 2: 9, 5: 4})
    mine = table.view("player 4")
    assert mine.actors == (1, 2)
    assert UNKNOWN not in mine.piles["player 1"]
    assert set(mine.piles["player 5"]) == {UNKNOWN}
    assert set(mine.legal) == {1}
    assert [option.why for option in table.legal(5) if option.word == "play"] == [
        "the player's earlier hand comes first"
    ]
    table.act(1, "play")
    assert table.actors == (2, 5)
    assert UNKNOWN not in table.view("player 4").piles["player 5"]
    assert set(table.view("player 9").piles["player 5"]) == {UNKNOWN}


@pytest.mark.rule("HB-7")
def test_the_later_hand_is_hidden_from_its_first_card() -> None:
    table = deal("high5", {spot: {"ante": 500} for spot in (2, 3)}, owners={2: 1, 3: 1}, auto=False)
    while not table.actors:
        table.step()
        view = table.view("player 1")
        assert UNKNOWN not in view.piles.get("player 2", ())
        assert set(view.piles.get("player 3", ())) <= {UNKNOWN}


@pytest.mark.rule("HB-7")
def test_in_a_staged_game_the_order_holds_at_every_decision() -> None:
    table = deal("let-it-ride", {s: {"bet-1": 5, "bet-2": 5, "bet-3": 5} for s in (1, 2)}, owners={1: 1, 2: 1})
    assert table.actors == (1,)
    table.act(1, "let it ride").act(2, "take back")
    assert table.actors == (1,)
    assert UNKNOWN not in table.view(1).piles["player 2"], "what was seen is not forgotten"


@pytest.mark.rule("HB-8")
def test_a_round_records_the_pay_tables_it_was_settled_under() -> None:
    game = house.load("top5", tens=3, ace_or_face="2")
    table = game.deal({1: {"tens": 100}}, shuffle=Stacked("As 3s 5s 7s 9s", "2c 4d 6h 8s Tc", "Kd")).act(1, "play")
    assert table.record.setup["house"]["tables"] == {"ace-or-face": "2", "tens": "3"}
    assert lines(table)["tens"].table == "3"
    again = Round.load(table.dump())
    assert again.game.wagers["tens"].sheet_key == "tens/3"
    assert again.lines == table.lines
    other = house.load("top5", tens=2).deal({1: {"tens": 100}}, shuffle=_Order(table.record.shuffles[0])).act(1, "play")
    assert (lines(table)["tens"].cents, lines(other)["tens"].cents) == (500, 400)


@pytest.mark.rule("HB-8")
def test_a_record_of_another_version_of_the_game_is_refused() -> None:
    table = deal("top5", {1: {"ante": 500}})
    table.record.setup["version"] = "0" * 16
    with pytest.raises(RecordError, match="was dealt under version 0000000000000000 of top5"):
        Round.load(table.dump())
    table.record.setup["game"] = "lost"
    with pytest.raises(RecordError, match="of a game 'lost' but holds the text of 'top5'"):
        Round.load(table.dump())
    del table.record.setup["source"]  # as in records of format 1
    with pytest.raises(RecordError, match="a game 'lost' that is not here"):
        Round.load(table.dump())


@pytest.mark.rule("HB-10")
def test_decisions_come_in_any_order_and_are_written_down_from_the_left() -> None:
    told = []
    for order in permutations((1, 2, 3)):
        table = deal("top5", {spot: {"ante": 500} for spot in (1, 2, 3)}, *FIVES, "4c 4d 6h 8s Tc", "Kd")
        versions = [table.version]
        for spot in order:
            table.act(spot, {1: "play", 2: "fold", 3: "swap 9c"}[spot])
            versions.append(table.version)
        assert versions == sorted(set(versions)), "every decision is news"
        written = [event for event in table.events if event.verb != "decided"]
        told.append((written, table.moves, table.lines))
    assert all(each == told[0] for each in told)
    decided = [(event.verb, event.seat) for event in told[0][0] if event.verb in ("play", "fold", "swap")]
    assert decided == [("play", 1), ("fold", 2), ("swap", 3)]


@pytest.mark.rule("HB-10")
def test_nobody_sees_anothers_cards_before_everybody_has_decided() -> None:
    table = deal("top5", {spot: {"ante": 500} for spot in (1, 2, 3)}, *FIVES, "4c 4d 6h 8s Tc", "Kd")
    table.act(3, "swap 9c").act(1, "play")
    view = table.view("player 1")
    for spot in (2, 3):
        assert set(view.piles[f"player {spot}"]) == {UNKNOWN}
    table.act(2, "fold")
    shown = [event.seat for event in table.events if event.verb == "show"]
    assert shown == [3, 1]
    view = table.view("player 1")
    assert set(view.piles["player 3"]) != {UNKNOWN}


@pytest.mark.rule("HB-10", "T5-8")
def test_top5_folds_and_discards_go_to_the_rack_face_down_and_are_never_shown() -> None:
    table = deal("top5", {spot: {"ante": 500} for spot in (1, 2)}, *FIVES[:2], "4c 4d 6h 8s Tc", "Kd")
    table.act(1, "fold").act(2, "swap 9d")
    for viewer in ("rail", "player 2"):
        assert not table.seen(viewer) & set(Stacked(FIVES[0]).top)
    assert not table.seen("player 1") & set(Stacked("9d").top)
    swapped = next(event for event in table.view("rail").events if event.verb == "swap")
    assert (swapped.cards, swapped.words) == ((UNKNOWN,), "")
    assert [event.cards for event in table.view("rail").events if event.verb == "collect"] == [
        (UNKNOWN,),
        (UNKNOWN,) * 5,
    ]


@pytest.mark.rule("HB-10")
def test_a_folded_hand_is_shown_only_for_a_wager_still_to_be_settled_on_it() -> None:
    table = deal("high5", {1: {"ante": 500}, 2: {"ante": 500, "trips": 100}}).act(1, "fold").act(2, "fold")
    assert [event.seat for event in table.events if event.verb == "show"] == [2]


def test_the_floor_sees_the_table_and_strangers_are_refused() -> None:
    table = deal("top5", {1: {"ante": 500}})
    assert UNKNOWN not in table.view("floor").piles["player 1"]
    assert set(table.view("floor").piles["deck"]) == {UNKNOWN}
    for viewer in ("player 6", "surveillance"):
        with pytest.raises(PitbossError, match=f"'{viewer}' cannot look at this deal; its viewers are player 1, floor"):
            table.view(viewer)


def test_several_decisions_place_and_take_chips() -> None:
    ride = deal("let-it-ride", {1: {"bet-1": 500, "bet-2": 500, "bet-3": 500}}, "Ts Td 4c", "9h 2h")
    ride.act(1, "let it ride").act(1, "take back")
    assert results(ride) == {"bet-1": "win 1 to 1", "bet-3": "win 1 to 1"}
    assert ride.net() == {"player 1": 1000}
    stud = deal("mississippi", {1: {"ante": 100}}, "Js 2d", "Jd 7c 4h")
    stud.act(1, "bet 1x").act(1, "bet 3x").act(1, "bet 2x")
    assert stud.net() == {"player 1": 700}
    assert [line.stake for line in stud.lines] == [100, 100, 300, 200]


def test_options_with_a_condition_follow_the_cards() -> None:
    aces = deal("crazy4", {1: {"ante": 500, "super-bonus": 500}}, "As Ad 2c 3h 9s")
    assert actions(aces, 1) == ["fold", "play", "play 2x", "play 3x"]
    kings = deal("crazy4", {1: {"ante": 500, "super-bonus": 500}}, "Ks Kd 2c 3h 9s")
    assert actions(kings, 1) == ["fold", "play"]
    with pytest.raises(IllegalAction, match="it needs a pair of A or better"):
        kings.act(1, "play 3x")


@pytest.mark.parametrize(("dealer", "play"), [("Qs 3d 2c", "win 1 to 1"), ("Js Td 8c", "push")])
def test_the_lowest_hand_that_qualifies_does(dealer: str, play: str) -> None:
    table = deal("three-card", {1: {"ante": 500}}, "Ks 4d 2h", dealer).act(1, "play")
    assert results(table) == {"ante": "win 1 to 1", "play": play}


def test_a_raise_made_once_is_not_asked_for_again() -> None:
    table = deal("ultimate", {1: {"ante": 100, "blind": 100}}, "As Ad").act(1, "raise 4x")
    assert table.done
    assert verbs(table).count("decide") == 1
    patient = deal("ultimate", {1: {"ante": 100, "blind": 100}}, "As Ad").act(1, "check").act(1, "check")
    assert actions(patient, 1) == ["fold", "bet 1x"]


def test_a_hand_fixed_at_a_decision_ignores_later_cards() -> None:
    cards = ("As 7d", "2c 3c", "Ad 9h 4s", "Ah Ac")  # trips and quads come too late for the bonus
    table = deal("casino-holdem", {1: {"ante": 100, "aa-bonus": 100}}, *cards).act(1, "call")
    assert results(table)["aa-bonus"] == "win 7 to 1"
    assert lines(table)["ante"].hand == "four of a kind"


def test_a_decision_without_its_base_wager_costs_nothing() -> None:
    table = deal("four-card", {1: {"aces-up": 100}})
    assert actions(table, 1) == ["fold", "raise 1x"]
    table.act(1, "raise 1x")
    assert [line.wager for line in table.lines] == ["aces-up"]


def test_undo_takes_back_the_last_decision_wherever_it_stands() -> None:
    table = deal("top5", {1: {"ante": 500}, 2: {"ante": 500}})
    start = table.view("floor")
    table.act(2, "play")
    table.undo()
    assert table.view("floor") == start
    table.act(2, "fold").act(1, "fold")
    assert table.done
    table.undo()
    assert table.actors == (1,)
    table.undo()
    assert table.view("floor") == start
    with pytest.raises(IllegalAction, match="nothing to undo"):
        table.undo()
