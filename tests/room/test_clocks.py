"""Time to act, the time bank, and the grace period of disconnected players, in simulated time."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.deal.view import Option
from pitboss.room import commands
from pitboss.room.people import GUEST
from pitboss.room.table.outcome import ClockSet, Presence, Refused, Told
from tests.deal.tables import TABLES

from .evening import START, Evening

HOLDEM = "holdem, pot"


def at_holdem(*names: str, **config: Any) -> Evening:
    """A hand of hold'em has been dealt to these players; the first to act has just been asked."""
    evening = Evening(HOLDEM, **config)
    evening.sit(*(names or ("Ann", "Ben", "Cyd")))
    evening.wait(evening.table.config.pause)
    assert evening.table.session.running is not None
    return evening


def asked(evening: Evening) -> str:
    """The player who has to act."""
    return evening.table.player(evening.table.session.actors[0])


def stay(evening: Evening) -> None:
    """Whoever has to act checks, or calls."""
    session = evening.table.session
    words = [option.word for option in session.legal(session.actors[0]) if option.allowed]
    evening.act(asked(evening), "check" if "check" in words else "call")


def decided_by_clock(evening: Evening) -> list[str]:
    """What was done for players whose time was up, in order."""
    return [notice.text for notice in evening.told if isinstance(notice, Told) and "time is up" in notice.text]


def legal(evening: Evening) -> tuple[Option, ...]:
    return evening.table.session.legal(evening.table.session.actors[0])


def last_act(evening: Evening) -> str:
    """The action of the last line of the log."""
    return str(evening.journal.changes[-1].line.did[0].did.action)  # type: ignore[union-attr]


def test_a_seat_that_does_not_act_in_time_is_folded_where_it_would_cost_something() -> None:
    evening = at_holdem()
    evening.wait(19.9)
    assert not decided_by_clock(evening)
    evening.wait(0.1)
    assert decided_by_clock(evening) == ["Your time is up: fold."]
    assert evening.journal.changes[-1].line.by == "clock"


def test_a_seat_that_does_not_act_in_time_checks_where_that_is_free() -> None:
    evening = at_holdem()
    while "check" not in [option.word for option in legal(evening) if option.allowed]:
        stay(evening)
    evening.wait(20)
    assert last_act(evening) == "check"


def test_whoever_timed_out_while_connected_is_dealt_in_again() -> None:
    evening = at_holdem()
    who = asked(evening)
    evening.wait(20)
    evening.act(asked(evening), "fold")
    assert evening.table.session.seats[evening.table.session.seats_of(who)[0]].status == "in"


@pytest.mark.parametrize("answer", [5.0, 19.0])
def test_the_clock_starts_anew_for_every_question(answer: float) -> None:
    evening = at_holdem()
    evening.wait(answer)
    evening.act(asked(evening), "call")
    assert evening.table.due() == evening.now + 20


def test_a_seat_asked_twice_in_a_row_has_a_new_clock_and_its_first_answer_does_not_count_again() -> None:
    """Heads-up the player who acts last on one street may act first on the next, with the same options."""
    evening = at_holdem("Ann", "Ben")
    seat, seen = 0, 0
    while evening.table.session.actors != (seat,):
        seat, seen = evening.table.session.actors[0], evening.table.version
        evening.wait(5)
        stay(evening)
    assert evening.table.due() == evening.now + 20
    with pytest.raises(Refused) as refused:
        evening.do(asked(evening), commands.Act, seq=seen, seat=seat, action="check")
    assert refused.value.stale


# The time bank


def test_the_time_bank_adds_its_time_and_only_what_was_used_is_gone() -> None:
    evening = at_holdem(act=20, bank=60)
    who = asked(evening)
    evening.wait(10)
    evening.do(who, commands.UseBank)
    assert evening.table.due() == evening.now + 70
    evening.wait(25)
    evening.act(who, "call")
    assert evening.table.bank_of(who) == 45
    assert evening.journal.changes[-1].line.state is not None
    assert evening.restored().bank_of(who) == 45


def test_a_time_bank_asked_for_but_not_needed_stays_full() -> None:
    evening = at_holdem()
    who = asked(evening)
    evening.do(who, commands.UseBank)
    evening.wait(19)
    evening.act(who, "call")
    assert evening.table.bank_of(who) == 60


def test_a_time_bank_ends_and_is_then_empty() -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    evening.do(who, commands.UseBank)
    evening.wait(79.9)
    assert evening.table.session.actors == (seat,)
    evening.wait(0.1)
    assert evening.table.session.actors != (seat,)
    assert evening.table.bank_of(who) == 0
    while not evening.table.session.actors or asked(evening) != who:
        if evening.table.session.actors:
            evening.act(asked(evening), "fold")
        else:
            evening.wait(3)
    with pytest.raises(Refused, match="empty"):
        evening.do(who, commands.UseBank)


def test_the_time_bank_is_for_the_seat_that_is_asked() -> None:
    evening = at_holdem()
    other = next(name for name in ("Ann", "Ben", "Cyd") if name != asked(evening))
    with pytest.raises(Refused, match="asked nothing"):
        evening.do(other, commands.UseBank)
    evening.do(asked(evening), commands.UseBank)
    with pytest.raises(Refused, match="in use"):
        evening.do(asked(evening), commands.UseBank)


# The grace period of disconnected players


def test_a_lost_player_is_waited_for_until_their_grace_ends() -> None:
    evening = at_holdem()
    evening.wait(15)
    who, seat = asked(evening), evening.table.session.actors[0]
    evening.lose(who)
    evening.wait(59.9)
    assert evening.table.session.actors == (seat,)
    evening.wait(0.1)
    assert evening.table.session.actors != (seat,)


def test_the_later_of_act_clock_and_grace_counts() -> None:
    evening = at_holdem(act=90)
    seat = evening.table.session.actors[0]
    evening.lose(asked(evening))
    evening.wait(89.9)
    assert evening.table.session.actors == (seat,)
    evening.wait(0.1)
    assert evening.table.session.actors != (seat,)


def test_grace_runs_from_the_loss_of_the_connection_not_from_the_question() -> None:
    evening = at_holdem()
    first, seats = asked(evening), evening.table.session.seats
    last = next(view.player for view in seats.values() if view.player != first)
    evening.lose(last)
    lost_at = evening.now
    evening.wait(15)
    evening.act(first, "call")
    while asked(evening) != last:
        evening.wait(10)
        stay(evening)
    assert evening.table.due() == lost_at + 60 > evening.now + 20


def test_who_is_back_within_their_grace_may_still_answer_until_it_ends() -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    evening.lose(who)
    evening.wait(45)
    evening.find(who)
    evening.wait(10)
    assert evening.table.session.actors == (seat,)
    evening.act(who, "call")


def test_coming_and_going_gives_one_grace_for_a_question_not_many() -> None:
    evening = at_holdem()
    who, seat = asked(evening), evening.table.session.actors[0]
    for _ in range(6):
        evening.lose(who)
        evening.wait(9)
        evening.find(who)
        evening.wait(0.5)
    assert evening.table.session.actors == (seat,)
    evening.wait(3)
    assert evening.table.session.actors != (seat,)


def test_whoever_was_decided_for_while_lost_sits_out_before_the_next_deal() -> None:
    evening = at_holdem(act=80)
    who = asked(evening)
    evening.wait(30)
    evening.lose(who)
    evening.wait(60)
    assert decided_by_clock(evening)
    evening.find(who)
    while evening.table.session.running is not None:
        evening.act(asked(evening), "fold")
    assert evening.table.session.seats[evening.table.session.seats_of(who)[0]].status == "out"
    evening.wait(3)
    running = evening.table.session.dealings()[-1]
    assert who not in running.players.values()


def test_others_are_told_who_is_lost_how_long_they_have_and_that_they_are_back() -> None:
    evening = at_holdem()
    evening.told.clear()
    evening.lose("Ann")
    evening.wait(10)
    assert evening.table.presence(evening.now)[1] == ("lost", 50)
    evening.find("Ann")
    assert [notice for notice in evening.told if isinstance(notice, Presence)] == [
        Presence(1, "lost", 60),
        Presence(1, "live"),
    ]


def test_everyone_at_the_table_is_told_when_a_clock_starts_and_stops() -> None:
    evening = at_holdem()
    seat = evening.table.session.actors[0]
    evening.told.clear()
    evening.act(asked(evening), "call")
    clocks = [notice for notice in evening.told if isinstance(notice, ClockSet)]
    asked_now = evening.table.asked_at(evening.table.session.actors[0])
    assert clocks == [ClockSet(evening.table.session.actors[0], 20, 60, asked_now), ClockSet(seat, 0)]


def test_a_guest_who_is_gone_is_cashed_out_after_their_grace() -> None:
    evening = Evening(HOLDEM)
    evening.guest("Gus")
    evening.sit("Gus", cents=40_000)
    evening.lose("Gus")
    evening.wait(59.9)
    assert evening.table.session.seats_of("Gus")
    evening.wait(0.1)
    assert not evening.table.session.seats
    assert evening.wallet("Gus") == 1_000_000
    assert evening.told[-1] == Presence(1, "gone")


def test_a_guest_who_is_gone_in_a_hand_is_cashed_out_when_it_is_over() -> None:
    evening = Evening(HOLDEM)
    evening.guest("Gus")
    evening.sit("Ann", "Gus", "Cyd")
    evening.wait(3)
    evening.lose("Gus")
    while asked(evening) != "Gus":
        stay(evening)
    evening.wait(60)
    assert evening.table.session.running is not None
    assert evening.table.session.seats_of("Gus")
    while evening.table.session.running is not None:
        evening.act(asked(evening), "fold")
    assert not evening.table.session.seats_of("Gus")
    assert "t1/player Gus" not in evening.journal.ledger.balances


def test_a_registered_player_who_is_gone_keeps_their_seat_and_sits_out() -> None:
    evening = Evening(HOLDEM)
    evening.sit("Ann", "Ben")
    evening.lose("Ben")
    evening.wait(600)
    seat = evening.table.session.seats[2]
    assert (seat.player, seat.status) == ("Ben", "out")
    assert evening.table.due() is None


def test_a_guest_back_in_time_stays() -> None:
    evening = Evening(HOLDEM)
    evening.guest("Gus")
    evening.sit("Gus")
    evening.lose("Gus")
    evening.wait(59)
    evening.find("Gus")
    evening.wait(1000)
    assert evening.table.session.seats_of("Gus")


# Other questions


def test_a_game_that_is_not_named_in_time_is_the_first_that_can_be_dealt() -> None:
    evening = Evening("dealer's choice, button", name_game=15)
    evening.sit("Ann", "Ben", "Cyd")
    evening.wait(3)
    while evening.table.session.running is not None:
        evening.wait(20)
    seat = evening.table.session.namer
    assert evening.table.questions.open[seat].what == "name"
    evening.wait(14.9)
    assert not evening.table.session.next_game
    evening.wait(0.1)
    assert evening.table.session.next_game == evening.table.session.spread[0]
    assert evening.table.deal_at == evening.now + 3


def test_showing_or_mucking_is_decided_by_the_clock_too() -> None:
    """Everybody checks to the end; the clock shows a hand only if it must be shown or showing costs nothing."""
    evening = at_holdem(act=10)
    outcomes = evening.wait(400)
    words = {
        each.did.action
        for outcome in outcomes
        if outcome.change
        for each in outcome.change.line.did
        if hasattr(each.did, "action")
    }
    assert words >= {"check", "muck"}
    assert evening.journal.hands


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("lost", [False, True], ids=["connected", "lost"])
def test_every_deal_ends_though_nobody_answers(game: str, lost: bool) -> None:
    evening = Evening(game, act=1, grace=5)
    evening.person("Gus", GUEST)
    evening.sit("Ann", "Ben", "Gus")
    session = evening.table.session
    if evening.table.wagering:
        for seat in session.seats:
            evening.do(session.seats[seat].player, commands.Place, spot=seat, wagers=session.least_wagers(seat))
    for name in ("Ann", "Ben", "Gus") if lost else ():
        evening.lose(name)
    while not evening.journal.hands:
        evening.wait(10)
        assert evening.now < START + 4000
    if lost:
        evening.wait(4000)
        assert session.running is None
        assert evening.table.due() is None
        assert not session.seats_of("Gus")
        assert {view.status for view in session.seats.values()} == {"out"}
    assert evening.journal.ledger.total == 0
