"""Commands of players and the dealer at a table: decisions, wagers, naming the game, pre-actions, steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.deal.players import normal
from pitboss.room import commands
from pitboss.room.people import BOT, DEALER
from pitboss.room.table import dealing, presence
from pitboss.room.table.outcome import Refused
from pitboss.room.table.pre_actions import PreAction
from pitboss.room.table.requests import Request, own_seat, own_seats

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def act(table: Table, command: commands.Act, request: Request) -> None:
    """Carry out a decision, unless the question changed after the version it was based on."""
    seat = own_seat(table, request, command.seat)
    if command.seq < table.asked_at(seat):
        raise Refused(f"the question to seat {seat} has changed meanwhile; look again and decide.", stale=True)
    table.session.act(seat, command.action, command.cents)
    table.questions.answered(seat)


def place(table: Table, command: commands.Place, request: Request) -> None:
    """Place the wagers of a spot for the next round, or take them back, while the betting window is open."""
    seat = own_seat(table, request, command.spot)
    if table.state.closing:
        raise Refused("this table is closing; no more wagers are taken.")
    if command.seq < table.state.opened and table.session.running is None:
        raise Refused("a new betting window has opened meanwhile; look again and place.", stale=True)
    before = table.seated[seat].status
    table.session.place(seat, command.wagers)
    player = normal(request.by.name)
    placed = table.seated
    if placed[seat].status != before:
        presence.tell(table, player)  # who sat out and wagers is back
    if table.by_machine:
        table.window.placed(placed, table.now, table.config.window)
    if not any(view.placed for view in placed.values() if view.player == player):
        table.window.ready.discard(player)
    elif request.by.kind == BOT:
        table.window.ready.add(player)


def ready(table: Table, command: commands.Ready, request: Request) -> None:
    """Wait for nothing more before the next deal."""
    own_seats(table, request)
    if table.session.running is not None:
        raise Refused("a deal is being played; be ready for the next one when it is over.")
    table.window.ready.add(normal(request.by.name))


def name(table: Table, command: commands.Name, request: Request) -> None:
    """Name the next game, where it is this seat's to name (PK-2)."""
    seat = table.session.namer
    if seat and seat not in own_seats(table, request):
        raise Refused(f"seat {seat} names the game, not you.", rule="PK-2", cite=False)
    if seat and command.seq < table.asked_at(seat):
        raise Refused("the question has changed meanwhile; look again and name the game.", stale=True)
    if not seat and table.session.running is None and len(table.session.spread) > 1:
        raise Refused("the button, who names the game, is not drawn yet.", rule="PK-2", cite=False)
    table.session.name(command.game)
    table.questions.answered(seat)


def pre(table: Table, command: commands.Pre, request: Request) -> None:
    """Decide before the turn comes."""
    seat = own_seat(table, request, command.seat)
    if command.action and seat not in _dealt_in(table):
        raise Refused(f"seat {seat} has no hand to decide for.")
    if command.action and seat in table.session.actors:
        raise Refused(f"it is the turn of seat {seat}; decide now.")
    table.pre_actions.set(seat, PreAction(command.action, command.cents, command.once))


def _dealt_in(table: Table) -> dict[int, str]:
    dealing = table.session.dealing
    return dealing.players if dealing is not None and not dealing.deal.done else {}


def step(table: Table, command: commands.Step, request: Request) -> None:
    """The dealer's next act, at a table dealt by a person."""
    request.need_role(DEALER, "dealing")
    session = table.session
    if table.by_machine:
        raise Refused("this table is dealt by machine; nobody steps through its deals.")
    if table.state.dealer != request.by.name:
        table.state = table.state.but(dealer=request.by.name)
    if session.running is None:
        seat = dealing.naming(table)
        if seat:
            raise Refused(f"seat {seat} names the game first.", rule="PK-2", cite=False)
        if table.state.paused or table.state.closing:
            raise Refused(f"the table is {'closing' if table.state.closing else 'paused'}; nothing is dealt.")
        refused = session.deal_refused() if session.next_game else None
        if refused is not None:
            raise Refused.by(refused)
        if not dealing.may_deal(table):
            raise Refused("no game of this table can be dealt to the players who are in.")
        dealing.begin(table)
    elif session.done:
        dealing.finish(table)
    elif not session.step():
        raise Refused(f"seat {session.actors[0]} has to decide first.")
