"""Tables dealt by a person with the role dealer, step by step; only these tables have rulings."""

from __future__ import annotations

import pytest

from pitboss.deal.record import DealerStep, Ruling
from pitboss.deal.session_record import Finished
from pitboss.room import commands
from pitboss.room.table.outcome import Refused
from tests.deal.tables import TABLES

from .crowd import moment
from .evening import Evening

HOLDEM, HOUSE = "holdem, pot", "three-card"


def opened(game: str = HOLDEM) -> Evening:
    evening = Evening(game, dealer="person")
    evening.person("Dee", "registered", "dealer")
    evening.person("Flo", "registered", "floor")
    evening.sit("Ann", "Ben", "Cyd")
    return evening


def step(evening: Evening) -> None:
    evening.do("Dee", commands.Step)


def fold_to_the_end(evening: Evening) -> None:
    """Everybody folds, and the dealer steps until the deal is over."""
    while not evening.table.session.done:
        if evening.table.session.actors:
            evening.act(evening.table.player(evening.table.session.actors[0]), "fold")
        else:
            step(evening)


def step_to_question(evening: Evening) -> None:
    while not evening.table.session.actors:
        step(evening)


def test_nothing_is_dealt_until_the_dealer_steps() -> None:
    evening = opened()
    evening.wait(1000)
    assert evening.table.session.running is None
    step(evening)
    assert evening.table.session.running is not None
    assert not evening.table.session.actors


def test_every_act_of_the_dealer_is_a_step_and_a_line_of_theirs() -> None:
    evening = opened()
    step(evening)
    version = evening.table.version
    step(evening)
    line = evening.journal.changes[-1].line
    assert line.by == "dealer Dee"
    assert [type(each.did) for each in line.did] == [DealerStep]
    assert evening.table.version > version


def test_dealing_is_a_role() -> None:
    evening = opened()
    before = moment(evening.table)
    for name in ("Ann", "Flo", "stranger"):
        with pytest.raises(Refused, match="role dealer"):
            evening.do(name, commands.Step)
    assert moment(evening.table) == before


def test_a_seat_that_has_to_decide_comes_first() -> None:
    evening = opened()
    step_to_question(evening)
    seat = evening.table.session.actors[0]
    with pytest.raises(Refused, match=f"seat {seat} has to decide first"):
        step(evening)


def test_clocks_run_at_a_table_dealt_by_a_person_too() -> None:
    evening = opened()
    step_to_question(evening)
    seat = evening.table.session.actors[0]
    evening.wait(20)
    assert seat not in evening.table.session.actors


def test_the_floor_rules_on_a_dealing_error() -> None:
    evening = opened()
    step_to_question(evening)
    evening.do("Flo", commands.Floor, ruling="misdeal", facts={"reason": "a card was exposed"})
    line = evening.journal.changes[-1].line
    assert line.by == "floor Flo"
    assert isinstance(line.did[0].did, Ruling)


def test_a_ruling_makes_what_was_decided_before_it_stale() -> None:
    evening = opened()
    step_to_question(evening)
    seat, seen = evening.table.session.actors[0], evening.table.version
    who = evening.table.player(seat)
    evening.do("Flo", commands.Floor, ruling="misdeal", facts={"reason": "a card was exposed"})
    with pytest.raises(Refused) as refused:
        evening.do(who, commands.Act, seq=seen, seat=seat, action="fold")
    assert refused.value.stale


def test_a_ruling_that_names_something_else_than_its_facts_is_refused() -> None:
    evening = opened()
    step_to_question(evening)
    before = moment(evening.table)
    for facts in ({"ruling": "misdeal"}, {"self": 1}, {"nonsense": True}):
        with pytest.raises(Refused):
            evening.do("Flo", commands.Floor, ruling="misdeal", facts=facts)
    assert moment(evening.table) == before


def test_a_deal_that_is_over_stays_open_for_rulings_until_the_dealer_takes_it_up() -> None:
    evening = opened()
    step_to_question(evening)
    fold_to_the_end(evening)
    assert evening.table.session.running is not None
    assert any(option.allowed for option in evening.table.session.rulings()) or evening.table.session.rulings()
    assert not evening.journal.hands
    step(evening)
    assert evening.table.session.running is None
    assert len(evening.journal.hands) == 1


def test_whoever_comes_while_a_deal_is_over_but_open_closes_it_and_nothing_is_lost() -> None:
    evening = opened()
    step_to_question(evening)
    fold_to_the_end(evening)
    evening.sit("Dan")
    assert type(evening.journal.changes[-1].line.did[0].did) is Finished
    assert len(evening.journal.hands) == 1


def test_the_dealer_closes_the_betting_window() -> None:
    evening = opened(HOUSE)
    with pytest.raises(Refused, match="no wager is placed") as refused:
        step(evening)
    assert refused.value.rule == "HB-1"
    evening.do("Ann", commands.Place, spot=1, wagers={"ante": 500})
    evening.wait(1000)
    assert evening.table.session.running is None
    step(evening)
    assert evening.table.session.dealings()[-1].players == {1: "Ann"}
    with pytest.raises(Refused, match="no more wagers"):
        evening.do("Ben", commands.Place, spot=2, wagers={"ante": 500})


@pytest.mark.parametrize("game", TABLES)
def test_every_game_is_dealt_step_by_step_to_its_end(game: str) -> None:
    evening = opened(game)
    session = evening.table.session
    if evening.table.wagering:
        for seat in session.seats:
            evening.do(session.seats[seat].player, commands.Place, spot=seat, wagers=session.least_wagers(seat))
    steps = 0
    while not evening.journal.hands:
        bet = next((o for seat in session.actors for o in session.legal(seat) if o.word == "bet" and o.allowed), None)
        if bet is not None:  # else nobody opens, and the hand is dealt again and again
            evening.act(evening.table.player(session.actors[0]), "bet", bet.low)
        elif session.actors:
            evening.wait(20)
        else:
            step(evening)
            steps += 1
    assert steps > 5


def begun(game: str) -> Evening:
    """A deal has begun, and the dealer has to do something."""
    evening = opened(game)
    session = evening.table.session
    if evening.table.wagering:
        for seat in session.seats:
            evening.do(session.seats[seat].player, commands.Place, spot=seat, wagers=session.least_wagers(seat))
    while session.running is None or session.actors:
        if session.actors:
            evening.wait(20)
        else:
            step(evening)
    return evening


@pytest.mark.parametrize("game", TABLES)
def test_a_table_that_closes_is_dealt_to_the_end_without_its_dealer(game: str) -> None:
    evening = begun(game)
    evening.do("Flo", commands.Floor, ruling="close")
    while not evening.table.closed:
        assert evening.wait(5000)
    assert len(evening.journal.hands) == 1
    assert evening.table.session.seats == {}
    assert evening.journal.ledger.total == 0


def test_a_deal_that_is_over_is_taken_up_when_its_table_closes() -> None:
    evening = begun(HOLDEM)
    while not evening.table.session.done:
        if evening.table.session.actors:
            evening.wait(20)
        else:
            step(evening)
    evening.do("Flo", commands.Floor, ruling="close")
    assert evening.table.closed
    assert len(evening.journal.hands) == 1


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("game", [HOLDEM, HOUSE])
def test_the_machine_finishes_the_hand_of_a_dealer_who_is_gone(game: str, restarted: bool) -> None:
    evening = begun(game)
    if restarted:  # nobody is there until he connects again
        evening.restart()
        for name in ("Ann", "Ben", "Cyd"):
            evening.find(name)
    else:
        evening.lose("Dee")
    version = evening.table.version
    evening.wait(59)
    assert evening.table.version == version
    evening.wait(5000)
    assert len(evening.journal.hands) == 1
    assert evening.table.session.running is None
    evening.wait(5000)
    assert evening.table.state.hand == 1, "nothing more is dealt without a dealer"


def test_a_dealer_who_comes_back_goes_on_with_their_hand() -> None:
    evening = begun(HOLDEM)
    evening.lose("Dee")
    evening.wait(59)
    evening.find("Dee")
    version = evening.table.version
    evening.wait(5000)
    assert evening.table.version == version
    step(evening)
    assert evening.table.version > version
