"""Seats at a table: buying in, sitting out and coming back, leaving, changing seats, top-ups."""

from __future__ import annotations

import pytest

from pitboss.deal.session_record import CameBack
from pitboss.move import Move
from pitboss.room import bank, commands
from pitboss.room.config import TableConfig
from pitboss.room.table.outcome import Presence, Refused, Told
from tests.deal.tables import TABLES

from .evening import WALLET, Evening

HOLDEM, HOUSE = "holdem, pot", "three-card"


def at_holdem(*names: str) -> Evening:
    evening = Evening(HOLDEM)
    evening.sit(*(names or ("Ann", "Ben", "Cyd")))
    return evening


def fold_all(evening: Evening) -> None:
    """Everybody folds until the hand is over."""
    while evening.table.session.actors:
        evening.act(evening.table.player(evening.table.session.actors[0]), "fold")


@pytest.mark.parametrize("game", TABLES)
def test_a_buy_in_comes_from_the_wallet_and_a_cash_out_returns_to_it(game: str) -> None:
    evening = Evening(game)
    evening.do("Ann", commands.Sit, seat=2, cents=40_000)
    assert evening.wallet("Ann") == WALLET - 40_000
    assert evening.journal.ledger["t1/player Ann"] == 40_000
    evening.do("Ann", commands.Buy, seat=2, cents=10_000)
    assert evening.wallet("Ann") == WALLET - 50_000
    evening.do("Ann", commands.Leave)
    assert evening.wallet("Ann") == WALLET
    assert evening.table.state.people == {}


@pytest.mark.parametrize("game", TABLES)
def test_without_a_sum_a_player_brings_the_usual_buy_in(game: str) -> None:
    evening = Evening(game)
    usual = evening.table.session.sheet().usual_buy_in
    assert 0 < usual < WALLET
    evening.do("Ann", commands.Sit)
    assert evening.wallet("Ann") == WALLET - usual
    for name, left in (("Ben", usual - 1), ("Cid", 0)):
        evening.person(name)
        evening.journal.ledger.post(Move(bank.wallet(name), "cage", WALLET - left, "spent elsewhere"))
    evening.do("Ben", commands.Sit)  # what the wallet holds in whole chips
    chip = evening.table.session.sheet().chip
    assert evening.wallet("Ben") == (usual - 1) % chip
    assert evening.table.seated[2].cents == usual - 1 - (usual - 1) % chip
    with pytest.raises(Refused, match="in your wallet"):
        evening.do("Cid", commands.Sit)


def test_a_house_buy_in_goes_into_the_drop_box_and_its_chips_come_out_of_the_rack() -> None:
    evening = Evening(HOUSE)
    evening.sit("Ann", cents=40_000)
    ledger, opener = evening.journal.ledger, TableConfig(name="").opener
    assert (ledger["t1/drop box"], ledger["t1/rack"]) == (40_000, opener - 40_000)
    assert evening.table.rack == opener - 40_000


@pytest.mark.parametrize("game", [HOLDEM, HOUSE])
def test_a_toke_goes_from_the_wallet_into_a_box_of_its_own(game: str) -> None:
    evening = Evening(game)
    evening.sit("Ann", cents=40_000)
    evening.do("Ann", commands.Toke, cents=500)
    assert evening.wallet("Ann") == WALLET - 40_500
    assert (evening.journal.ledger["t1/tokes"], evening.journal.ledger["t1/player Ann"]) == (500, 40_000)
    for name, cents in (("Ann", 0), ("Ann", WALLET), ("Ben", 500)):
        with pytest.raises(Refused):
            evening.do(name, commands.Toke, cents=cents)
    assert evening.journal.ledger["t1/tokes"] == 500


def test_any_free_seat_is_given_and_a_taken_one_is_refused() -> None:
    evening = Evening(HOLDEM)
    evening.do("Ben", commands.Sit, seat=1, cents=40_000)
    evening.do("Ann", commands.Sit, cents=40_000)
    assert evening.table.seats_of("Ann") == (2,)
    with pytest.raises(Refused, match="taken by Ben"):
        evening.do("Cyd", commands.Sit, seat=1, cents=40_000)


def test_a_full_table_points_to_the_list() -> None:
    evening = Evening(HOUSE)
    size = evening.table.session.size
    evening.sit(*(f"P{number}" for number in range(size)))
    with pytest.raises(Refused, match="list"):
        evening.sit("late")


def test_more_than_the_wallet_holds_is_refused() -> None:
    evening = Evening(HOLDEM)
    with pytest.raises(Refused, match=r"more than the \$10,000 in your wallet"):
        evening.sit("Ann", cents=WALLET + 100)
    evening.sit("Ann")
    with pytest.raises(Refused, match="in your wallet"):
        evening.do("Ann", commands.Buy, seat=1, cents=WALLET)
    assert evening.wallet("Ann") == WALLET - 40_000


@pytest.mark.rule("TH-3")
def test_less_than_the_minimum_buy_in_is_refused_with_its_rule() -> None:
    evening = Evening(HOLDEM)
    with pytest.raises(Refused) as refused:
        evening.sit("Ann", cents=100)
    assert refused.value.rule


def test_a_seat_held_for_a_paged_player_is_theirs() -> None:
    evening = Evening(HOLDEM)
    evening.table.holds[1] = "Zoe"
    with pytest.raises(Refused, match="held for Zoe"):
        evening.do("Ann", commands.Sit, seat=1, cents=40_000)
    evening.sit("Ann", "Zoe")
    assert evening.table.seats_of("Ann") == (2,)
    assert evening.table.seats_of("Zoe") == (1,)
    assert not evening.table.holds


def test_a_private_table_needs_an_invitation() -> None:
    evening = Evening(HOLDEM, private=True, opened_by="Ann")
    evening.sit("Ann")
    stranger = evening.person("Ben")
    with pytest.raises(Refused, match="invitation"):
        evening.send(stranger, commands.Sit(cents=40_000))
    evening.send(stranger, commands.Sit(cents=40_000), admitted=True)
    assert evening.table.seats_of("Ben")


# Out and back


@pytest.mark.rule("PK-25")
def test_who_sits_out_owes_the_blinds_they_miss_and_posts_them_when_they_are_back() -> None:
    evening = at_holdem()
    evening.wait(3)
    fold_all(evening)
    evening.do("Ben", commands.Out)
    for _ in range(3):
        evening.wait(3)
        assert "Ben" not in evening.table.session.dealings()[-1].players.values()
        fold_all(evening)
    seat = evening.table.seats_of("Ben")[0]
    assert evening.table.session.seats[seat].owes
    evening.do("Ben", commands.Back, seat=seat)
    evening.wait(3)
    posts = [event for event in evening.table.session.view("rail").deal.events if event.seat == seat]  # type: ignore[union-attr]
    assert any("blind" in event.verb or "post" in event.verb or "blind" in event.words for event in posts)
    assert not evening.table.session.seats[seat].owes


@pytest.mark.rule("PK-25")
@pytest.mark.rule("PK-25")
@pytest.mark.parametrize("here", [True, False])
def test_who_is_not_here_to_choose_waits_for_the_big_blind_instead_of_posting(here: bool) -> None:
    evening = Evening("holdem, pot")
    evening.sit("Ann", "Ben", "Cyd", "Dan")
    evening.wait(3)
    evening.sit("Eve")  # a newcomer: she posts the big blind or waits for it
    if not here:
        evening.lose("Eve")
    seat = evening.table.seats_of("Eve")[0]
    fold_all(evening)
    evening.wait(3)
    session = evening.table.session
    assert session.running is not None
    assert (seat in session.dealings()[-1].players) == here
    assert session.seats[seat].status == ("in" if here else "waiting")
    told = [each.text for each in evening.told if isinstance(each, Told) and each.player == "Eve"]
    assert any("waits for the big blind" in text for text in told) != here
    assert evening.restored().session.seats[seat].status == session.seats[seat].status


def test_a_lost_player_is_dealt_in_where_too_few_would_be_left() -> None:
    evening = Evening("holdem, pot")
    evening.sit("Ann", "Ben")
    evening.wait(3)
    evening.do("Ben", commands.Leave)
    evening.sit("Eve")
    evening.lose("Eve")
    fold_all(evening)
    evening.wait(3)
    assert not evening.table.state.paused
    assert set(evening.table.session.dealings()[-1].players.values()) == {"Ann", "Eve"}


def test_who_comes_back_may_wait_for_the_big_blind() -> None:
    evening = at_holdem()
    evening.wait(3)
    fold_all(evening)
    evening.do("Ben", commands.Out)
    for _ in range(3):
        evening.wait(3)
        fold_all(evening)
    evening.do("Ben", commands.Back, wait=True)
    seat = evening.table.seats_of("Ben")[0]
    assert evening.table.session.seats[seat].status == "waiting"


def test_who_sits_out_in_a_hand_plays_it_to_the_end() -> None:
    evening = at_holdem()
    evening.wait(3)
    evening.do("Ann", commands.Out)
    assert "Ann" in evening.table.session.dealings()[-1].players.values()
    fold_all(evening)
    evening.wait(3)
    assert "Ann" not in evening.table.session.dealings()[-1].players.values()


# Leaving


def test_a_seat_in_a_hand_is_given_up_when_the_hand_is_over() -> None:
    evening = at_holdem()
    evening.wait(3)
    evening.do("Ann", commands.Leave)
    assert evening.table.seats_of("Ann") == (1,)
    assert evening.restored().state.leaving == (1,)
    fold_all(evening)
    assert evening.table.seats_of("Ann") == ()
    assert "t1/player Ann" not in evening.journal.ledger.balances
    assert Presence(1, "gone") in evening.told


def test_who_comes_back_before_the_hand_is_over_stays() -> None:
    evening = at_holdem()
    evening.wait(3)
    evening.do("Ann", commands.Leave)
    evening.do("Ann", commands.Back)
    fold_all(evening)
    assert evening.table.seats_of("Ann") == (1,)


def test_a_spot_is_given_up_alone_and_all_of_them_without_a_number() -> None:
    evening = Evening(HOUSE)
    evening.sit("Ann")
    evening.do("Ann", commands.TakeSpot, n=2)
    evening.do("Ann", commands.TakeSpot, n=3)
    evening.do("Ann", commands.Leave, seat=2)
    assert evening.table.seats_of("Ann") == (1, 3)
    assert evening.wallet("Ann") == WALLET - 40_000
    evening.do("Ann", commands.Leave)
    assert evening.wallet("Ann") == WALLET


# Another seat


def test_a_free_seat_is_taken_at_once_between_hands() -> None:
    evening = at_holdem()
    evening.do("Ann", commands.MoveTo, seat=7)
    assert evening.table.seats_of("Ann") == (7,)
    assert evening.table.session.chips()["player Ann"] == 40_000


def test_a_free_seat_is_taken_when_the_hand_is_over() -> None:
    evening = at_holdem()
    evening.wait(3)
    evening.do("Ann", commands.MoveTo, seat=7)
    assert evening.table.seats_of("Ann") == (1,)
    evening.restart()
    evening.wait(0)
    for name in ("Ann", "Ben", "Cyd"):
        evening.find(name)
    fold_all(evening)
    assert evening.table.seats_of("Ann") == (7,)


def test_a_taken_seat_is_the_players_when_it_becomes_free() -> None:
    evening = at_holdem()
    evening.do("Ann", commands.MoveTo, seat=2)
    assert evening.table.seats_of("Ann") == (1,)
    evening.do("Ben", commands.Leave)
    assert evening.table.seats_of("Ann") == (2,)
    assert evening.table.state.moving == {}


# Top-ups


def test_a_top_up_brings_the_chips_to_the_amount_before_every_deal() -> None:
    evening = at_holdem()
    evening.do("Ann", commands.TopUp, cents=50_000)
    assert evening.table.session.chips()["player Ann"] == 40_000
    evening.wait(3)
    hand = evening.table.session.dealings()[-1].deal
    assert sum(move.cents for move in evening.journal.changes[-1].line.moves if move.source == "wallet Ann") == 10_000
    assert hand.record.setup["stacks"]
    evening.do("Ann", commands.TopUp, cents=0)
    assert evening.table.state.topup == {}


def test_a_top_up_is_no_more_than_the_wallet_holds() -> None:
    evening = at_holdem()
    evening.do("Ann", commands.TopUp, cents=2 * WALLET)
    evening.wait(3)
    assert evening.wallet("Ann") == 0
    assert evening.journal.ledger.total == 0


def test_a_top_up_is_bought_in_whole_chips() -> None:
    evening = at_holdem()
    chip = evening.table.session.sheet().chip
    evening.do("Ann", commands.TopUp, cents=50_001)
    evening.wait(3)
    assert chip > 1
    assert evening.wallet("Ann") == WALLET - 50_000


def test_a_top_up_that_the_table_refuses_is_explained_and_the_deal_goes_on() -> None:
    evening = Evening(HOUSE, fills="floor", opener=100_000)
    evening.sit("Ann", cents=40_000)
    evening.do("Ann", commands.TopUp, cents=400_000)
    evening.do("Ann", commands.Place, spot=1, wagers=evening.table.session.least_wagers(1))
    evening.do("Ann", commands.Ready)
    assert evening.table.session.running is not None
    [told] = [notice.text for notice in evening.told if isinstance(notice, Told) and notice.player == "Ann"]
    assert told.startswith("no top-up: ")


def test_who_lost_everything_is_topped_up_and_dealt_in_again() -> None:
    evening = at_holdem("Ann", "Ben")
    for name in ("Ann", "Ben"):
        evening.do(name, commands.TopUp, cents=40_000)
    back: list[CameBack] = []
    while not back:
        assert len(evening.journal.hands) < 100
        session = evening.table.session
        if not session.actors:
            evening.wait(3)
            continue
        seat = session.actors[0]
        options = {option.word: option for option in session.legal(seat) if option.allowed}
        word = next(word for word in ("raise", "bet", "call", "check", "show", "muck") if word in options)
        change = evening.act(evening.table.player(seat), word, options[word].high).change
        assert change is not None
        back = [each.did for each in change.line.did if isinstance(each.did, CameBack)]
    assert evening.table.session.seats[back[0].seat].cents == 40_000
    evening.wait(3)
    assert evening.table.session.running is not None
