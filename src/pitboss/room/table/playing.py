"""Commands of players and the dealer at a table: decisions, wagers, naming the game, pre-actions, steps, chat."""

from __future__ import annotations

import unicodedata

from pitboss.deal.players import normal
from pitboss.deal.record import DealerStep, SeatAct
from pitboss.deal.session_record import Named, Placed
from pitboss.room import commands
from pitboss.room.people import BOT, DEALER, FLOOR
from pitboss.room.table import dealing
from pitboss.room.table.outcome import Refused, Said
from pitboss.room.table.questions import PreAction
from pitboss.room.table.table import Request, Table

_SPACES = frozenset({"Cc", "Zl", "Zp"})
_TURNED = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that turn the direction of what follows: with them a line could make those around it read backwards."""


def act(table: Table, command: commands.Act, request: Request) -> None:
    """Carry out a decision, unless the question changed after the version it was based on."""
    seat = table.own_seat(request, command.seat)
    if command.seq < table.asked_at(seat):
        raise Refused(f"the question to seat {seat} has changed meanwhile; look again and decide.", stale=True)
    table.do(SeatAct(seat, command.action, command.cents))
    table.questions.answered(seat)


def place(table: Table, command: commands.Place, request: Request) -> None:
    """Place the wagers of a spot for the next round, or take them back, while the betting window is open."""
    seat = table.own_seat(request, command.spot)
    if table.state.closing:
        raise Refused("this table is closing; no more wagers are taken.")
    if command.seq < table.state.opened and table.session.running is None:
        raise Refused("a new betting window has opened meanwhile; look again and place.", stale=True)
    before = table.seated[seat].status
    table.do(Placed(seat, command.wagers))
    player = normal(request.by.name)
    placed = table.seated
    if placed[seat].status != before:
        table.tell_presence(player)  # a player who sat out and wagers is back
    if table.by_machine:
        table.window.placed(placed, table.now, table.config.window)
    if not any(view.placed for view in placed.values() if view.player == player):
        table.window.ready.discard(player)
    elif request.by.kind == BOT:
        table.window.ready.add(player)


def ready(table: Table, command: commands.Ready, request: Request) -> None:
    """Note that the player is ready for the next deal."""
    table.own_seats(request)
    if table.session.running is not None:
        raise Refused("a deal is being played; be ready for the next one when it is over.")
    table.window.ready.add(normal(request.by.name))


def name(table: Table, command: commands.Name, request: Request) -> None:
    """Name the next game, if it is this seat's turn to name it (PK-2)."""
    seat = table.session.namer
    if seat and seat not in table.own_seats(request):
        raise Refused(f"seat {seat} names the game, not you.", rule="PK-2", cite=False)
    if seat and command.seq < table.asked_at(seat):
        raise Refused("the question has changed meanwhile; look again and name the game.", stale=True)
    if not seat and table.session.running is None and len(table.session.spread) > 1:
        raise Refused("the button, who names the game, is not drawn yet.", rule="PK-2", cite=False)
    table.do(Named(command.game))
    table.questions.answered(seat)


def pre(table: Table, command: commands.Pre, request: Request) -> None:
    """Decide before the turn comes."""
    seat = table.own_seat(request, command.seat)
    running = table.session.dealing
    if command.action and (running is None or running.deal.done or seat not in running.players):
        raise Refused(f"seat {seat} has no hand to decide for.")
    if command.action and seat in table.session.actors:
        raise Refused(f"it is the turn of seat {seat}; decide now.")
    table.pre_actions.pop(seat, None)
    if command.action:
        table.pre_actions[seat] = PreAction(command.action, command.cents, command.once)


def step(table: Table, command: commands.Step, request: Request) -> None:
    """The dealer's next act, at a table dealt by a person."""
    request.need_role(DEALER, "dealing")
    session = table.session
    if table.by_machine:
        raise Refused("this table is dealt by machine; nobody steps through its deals.")
    if table.state.dealer != request.by.name:
        table.state = table.state.but(dealer=request.by.name)
    if session.running is None:
        if table.namer:
            raise Refused(f"seat {table.namer} names the game first.", rule="PK-2", cite=False)
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
    elif session.actors:
        raise Refused(f"seat {session.actors[0]} has to decide first.")
    else:
        table.do(DealerStep())


def use_bank(table: Table, command: commands.UseBank, request: Request) -> None:
    """Use the time bank for the present question."""
    asked = [seat for seat in table.seats_of(request.by.name) if seat in table.questions.open]
    seat = table.own_seat(request, command.seat or (asked[0] if asked else 0))
    question = table.questions.open.get(seat)
    if question is None:
        raise Refused(f"seat {seat} is asked nothing now; the time bank is for decisions.")
    if request.by.kind == BOT or table.bank_of(request.by.name) <= 0:
        raise Refused("your time bank is empty.")
    if not table.questions.use_bank(seat):
        raise Refused("your time bank is in use already.")
    table.notices.append(table.clock(seat, table.now))


def plain(text: str) -> str:
    """A message on one line, without control characters and without signs that turn the direction of writing."""
    kept = (each for each in text if unicodedata.bidirectional(each) not in _TURNED)
    return " ".join("".join(" " if unicodedata.category(each) in _SPACES else each for each in kept).split())


def chat(table: Table, command: commands.Chat, request: Request) -> None:
    """Say something to everyone at the table, unless the game forbids talk now (HO-10)."""
    if not table.config.chat and not request.by.may(FLOOR):
        raise Refused("there is no chat at this table.")
    if not table.seats_of(request.by.name) and not request.by.may(FLOOR):
        raise Refused("only players at the table may write; take a seat first.")
    running = table.session.running
    if running is not None and not running.chat_open:
        raise Refused("players may not talk about their cards while this decision is open.", rule="HO-10")
    text = plain(command.text)
    if not text:
        raise Refused("this message is empty; write something.")
    table.notices.append(Said(request.by.name, text))
