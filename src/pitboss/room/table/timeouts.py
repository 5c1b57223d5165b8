"""Things a table does by itself in time: defaults, closing the betting window, the next deal, ended graces."""

from __future__ import annotations

from pitboss.deal.session_record import Named, SatOut
from pitboss.room.people import GUEST
from pitboss.room.table import dealing, seats
from pitboss.room.table.outcome import Told
from pitboss.room.table.questions import ACT, SeatQuestion
from pitboss.room.table.table import CLOSE_WINDOW, DEAL, GRACE, NO_DEALER, Due, Table


def carry_out(table: Table, due: Due) -> None:
    """Do what is due."""
    if due.what == GRACE:
        _send_away(table, due.player)
    elif due.what == CLOSE_WINDOW:
        _close_window(table)
    elif due.what == DEAL:
        dealing.begin(table)
    elif due.what != NO_DEALER:  # the machine finishes the deal by itself
        _answer(table, table.questions.open[due.seat])


def _answer(table: Table, question: SeatQuestion) -> None:
    """Nobody answered: take the free option that keeps all wagers, else fold; the first game that can be dealt."""
    session, seat = table.session, question.seat
    player = table.player(seat)
    if question.what == ACT:
        default = session.default_act(seat)
        table.do(default)
        words = default.action
    else:
        words = session.default_game()
        table.do(Named(words))
    table.questions.answered(seat)
    table.notices.append(Told(player, f"Your time is up: {words}."))


def _close_window(table: Table) -> None:
    """Deal the wagers placed, whether their players are ready or connected or not; without any there is no deal."""
    table.window.closes = None
    if dealing.may_deal(table):
        dealing.begin(table)
    else:
        table.window.reopen()


def _send_away(table: Table, player: str) -> None:
    """Cash out a guest who is gone when the hand is over; anyone else sits out from the next deal on."""
    chosen = table.to_send_away(player)
    if table.state.people.get(player) == GUEST:
        seats.give_up(table, chosen)
    else:
        for seat in chosen:
            table.do(SatOut(seat))
        table.tell_presence(player)
