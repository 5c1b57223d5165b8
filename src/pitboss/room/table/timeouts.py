"""Work due at a table: defaults for seats that do not answer, the window's close, the next deal, ended graces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.room import commands
from pitboss.room.people import BOT, GUEST
from pitboss.room.table import dealing, presence, seats
from pitboss.room.table.outcome import Refused, Told
from pitboss.room.table.questions import ACT, SeatQuestion
from pitboss.room.table.requests import Request, own_seat

if TYPE_CHECKING:
    from pitboss.room.table.table import Table

DEAL, CLOSE_WINDOW, GRACE, NO_DEALER = "deal", "close window", "grace", "no dealer"


class Due(NamedTuple):
    """Something that happens at a time: what, and to which seat or player."""

    at: float
    what: str
    seat: int = 0
    player: str = ""


def first_due(table: Table) -> Due | None:
    """The work that is due first; None if only a command can change anything."""
    return min(_everything_due(table), default=None)


def _everything_due(table: Table) -> list[Due]:
    state, clocks, session = table.state, table.clocks, table.session
    if state.closed:
        return []
    due = [
        Due(clocks.deadline(question, table.bank_of(question.player)), question.what, seat)
        for seat, question in table.questions.open.items()
    ]
    if table.window.closes is not None and session.running is None and not state.paused:
        due.append(Due(table.window.closes, CLOSE_WINDOW))
    if table.deal_at is not None:
        due.append(Due(table.deal_at, DEAL))
    if not table.by_machine and session.running is not None and not session.actors:
        ends = clocks.grace_ends(state.dealer)
        if ends is not None:
            due.append(Due(ends, NO_DEALER))
    for player in clocks.lost():
        ends = clocks.grace_ends(player)
        if ends is not None and _to_send_away(table, player):
            due.append(Due(ends, GRACE, player=player))
    return due


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
        session.act(seat, default.action, default.cents)
        words = default.action
    else:
        words = session.default_game()
        session.name(words)
    table.questions.answered(seat)
    table.notices.append(Told(player, f"Your time is up: {words}."))


def _close_window(table: Table) -> None:
    """Deal the wagers placed, whether their players are ready or connected or not; without any there is no deal."""
    table.window.closes = None
    if dealing.may_deal(table):
        dealing.begin(table)
    else:
        table.window.reopen()


# Graces ------------------------------------------------------------------------


def _to_send_away(table: Table, player: str) -> list[int]:
    """The seats to be freed (guests) or sat out when a player's grace ends; not while wagers are placed on them."""
    guest = table.state.people.get(player) == GUEST
    return [
        seat
        for seat, view in table.seated.items()
        if view.player == player
        and not view.placed
        and (seat not in table.state.leaving if guest else view.status != "out")
    ]


def _send_away(table: Table, player: str) -> None:
    """Cash out a guest who is gone when the hand is over; anyone else sits out from the next deal on."""
    chosen = _to_send_away(table, player)
    if table.state.people.get(player) == GUEST:
        seats.give_up(table, chosen)
    else:
        for seat in chosen:
            table.session.sit_out(seat)
        presence.tell(table, player)


# The time bank ------------------------------------------------------------------------


def use_bank(table: Table, command: commands.UseBank, request: Request) -> None:
    """Use the time bank for the present question."""
    asked = [seat for seat in table.seats_of(request.by.name) if seat in table.questions.open]
    seat = own_seat(table, request, command.seat or (asked[0] if asked else 0))
    question = table.questions.open.get(seat)
    if question is None:
        raise Refused(f"seat {seat} is asked nothing now; the time bank is for decisions.")
    if request.by.kind == BOT or table.bank_of(request.by.name) <= 0:
        raise Refused("your time bank is empty.")
    if not table.clocks.use_bank(seat):
        raise Refused("your time bank is in use already.")
    table.notices.append(table.clock(seat, table.now))
