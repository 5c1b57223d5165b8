"""Coming and going: seats, buy-ins, sitting out, leaving, changing seats, top-ups, lost connections."""

from __future__ import annotations

from pitboss.deal.players import normal
from pitboss.deal.session_record import Bought, CameBack, Left, Moved, Sat, SatOut
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.room import bank, commands
from pitboss.room.people import BOT, FLOOR
from pitboss.room.table import rack
from pitboss.room.table.outcome import Presence, Refused, Said, Told
from pitboss.room.table.table import Request, Table


def sit(table: Table, command: commands.Sit, request: Request) -> None:
    """Take a seat, or the first free one, and buy chips from the wallet: the usual buy-in, or what the wallet has,
    if no sum is named."""
    player = normal(request.by.name)
    _check_admitted(table, request)
    seat = command.seat or _free_seat(table, player)
    if table.holds.get(seat, player) != player:
        raise Refused(f"seat {seat} is held for {table.holds[seat]}; take another or put your name on the list.")
    cents = command.cents
    if not cents and not table.seats_of(player):
        sheet = table.session.sheet()
        cents = sheet.buy_in(request.wallet) or sheet.usual_buy_in
    request.need_wallet(cents)
    rack.sell(table, cents)
    table.do(Sat(seat, player, cents, command.wait))
    table.holds.pop(seat, None)
    people = table.state.people
    if people.get(player) != request.by.kind:
        table.state = table.state.but(people={**people, player: request.by.kind})
    table.tell_presence(player)


def take_spot(table: Table, command: commands.TakeSpot, request: Request) -> None:
    """Take another spot for the chips the player has already (HB-7)."""
    table.own_seats(request)
    if table.holds.get(command.n, request.by.name) != request.by.name:
        raise Refused(f"spot {command.n} is held for {table.holds[command.n]}; take another.")
    table.do(Sat(command.n, normal(request.by.name)))
    table.tell_presence(normal(request.by.name))


def buy(table: Table, command: commands.Buy, request: Request) -> None:
    seat = table.own_seat(request, command.seat)
    request.need_wallet(command.cents)
    rack.sell(table, command.cents)
    table.do(Bought(seat, command.cents))


def toke(table: Table, command: commands.Toke, request: Request) -> None:
    """A tip for the dealer out of the wallet; the chips at the table stay in play."""
    table.own_seats(request)
    request.need_wallet(command.cents)
    name, is_bot = normal(request.by.name), request.by.kind == BOT
    table.ledger_moves.append(
        bank.toke(table.id, bank.bot_wallet(name) if is_bot else bank.wallet(name), command.cents)
    )
    table.notices.append(Said("", f"{request.by.name} gives the dealer {dollars(command.cents)}."))


def _check_admitted(table: Table, request: Request) -> None:
    state, config = table.state, table.config
    if state.closing:
        raise Refused("this table is closing; choose another one in the lobby.")
    if config.private and not request.admitted and not request.by.may(FLOOR):
        name = request.by.name
        if name != config.opened_by and not table.seats_of(name):
            raise Refused("this table is private; open it with the link of an invitation.")


def _free_seat(table: Table, player: str) -> int:
    taken = table.seated
    held = [seat for seat, who in table.holds.items() if who == player and seat not in taken]
    free = [seat for seat in range(1, table.session.size + 1) if seat not in taken and seat not in table.holds]
    if not held and not free:
        raise Refused("every seat is taken; put your name on the list.")
    return (held or free)[0]


# Out and back ------------------------------------------------------------------------


def out(table: Table, command: commands.Out, request: Request) -> None:
    """Sit out from the next deal on; blinds missed meanwhile are owed (PK-25)."""
    for seat in [table.own_seat(request, command.seat)] if command.seat else table.own_seats(request):
        table.do(SatOut(seat))
    table.tell_presence(normal(request.by.name))


def back(table: Table, command: commands.Back, request: Request) -> None:
    """Come back with the blinds owed, or wait for the big blind; a request to leave is dropped."""
    chosen = [table.own_seat(request, command.seat)] if command.seat else table.own_seats(request)
    for seat in chosen:
        table.do(CameBack(seat, command.wait))
    table.state = table.state.but(leaving=tuple(seat for seat in table.state.leaving if seat not in chosen))
    table.tell_presence(normal(request.by.name))


# Leaving ------------------------------------------------------------------------


def leave(table: Table, command: commands.Leave, request: Request) -> None:
    """Give up a seat, or all of them; a seat in a hand is freed when the hand is over."""
    chosen = [table.own_seat(request, command.seat)] if command.seat else list(table.own_seats(request))
    give_up(table, chosen)


def give_up(table: Table, chosen: list[int]) -> None:
    """Free these seats, each at once or when its hand is over."""
    later = [seat for seat in chosen if in_deal(table, seat)]
    for seat in chosen:
        if seat not in later:
            _free(table, seat)
    state = table.state
    if set(later) - set(state.leaving):
        table.state = state.but(leaving=tuple(sorted({*state.leaving, *later})))
    honour_moves(table)


def in_deal(table: Table, seat: int) -> bool:
    """True if a seat is in the deal on the table, also if that is over but not closed."""
    dealing = table.session.dealing
    return dealing is not None and seat in dealing.players


def _free(table: Table, seat: int) -> None:
    table.do(Left(seat))
    _forget_move(table, seat)
    table.state = table.state.but(leaving=tuple(each for each in table.state.leaving if each != seat))
    table.notices.append(Presence(seat, "gone"))


def between_deals(table: Table) -> None:
    """Honour the requests to leave and to change seats, after a deal."""
    for seat in table.state.leaving:
        view = table.seated.get(seat)
        if view is not None and not view.placed:
            _free(table, seat)
    honour_moves(table)


# Another seat ------------------------------------------------------------------------


def move(table: Table, command: commands.MoveTo, request: Request) -> None:
    """Ask for another seat of this table: it is taken at once, or when it is free and the player's hand is over."""
    mine = table.own_seats(request)
    if command.table or not command.seat:
        raise Refused("a seat at another table is asked for in the lobby.")
    if command.seat > table.session.size:
        raise Refused(f"seat {command.seat} is not a seat of this table; it has seats 1 to {table.session.size}.")
    if command.seat in mine:
        raise Refused(f"seat {command.seat} is yours already.")
    if len(mine) > 1:
        raise Refused("you have several spots; give up one and take another instead.")
    table.state = table.state.but(moving={**table.state.moving, mine[0]: command.seat})
    honour_moves(table)


def honour_moves(table: Table) -> None:
    """Move players who asked for a seat that is free now."""
    for seat, wanted in table.state.moving.items():
        view = table.seated.get(seat)
        free = wanted not in table.seated and wanted not in table.holds
        if view is None:
            _forget_move(table, seat)
        elif free and not view.placed and not in_deal(table, seat):
            _move(table, seat, wanted, view.player)


def _move(table: Table, seat: int, wanted: int, player: str) -> None:
    _forget_move(table, seat)
    try:
        table.do(Moved(seat, wanted))
    except PitbossError as error:
        table.notices.append(Told(player, f"no change of seats: {error}"))
        return
    leaving = tuple(sorted(wanted if each == seat else each for each in table.state.leaving))
    table.state = table.state.but(leaving=leaving)
    table.notices.append(Presence(seat, "gone"))
    table.tell_presence(player)


def _forget_move(table: Table, seat: int) -> None:
    table.state = table.state.but(moving={own: other for own, other in table.state.moving.items() if own != seat})


# Top-ups ------------------------------------------------------------------------


def top_up(table: Table, command: commands.TopUp, request: Request) -> None:
    """Bring the player's chips to this amount before every deal; 0 stops it."""
    table.own_seats(request)
    others = {player: cents for player, cents in table.state.topup.items() if player != normal(request.by.name)}
    wanted = {normal(request.by.name): command.cents} if command.cents else {}
    table.state = table.state.but(topup={**others, **wanted})


def top_everyone_up(table: Table, *, broke: bool = False) -> None:
    """Sell chips to players who asked for a top-up, as far as their wallets go; or only to those who have none left."""
    for player, cents in table.state.topup.items():
        mine = table.seats_of(player)
        if mine and table.wallets is not None and not (broke and table.seated[mine[0]].cents):
            _top_up(table, player, mine[0], cents, table.wallets(player))


def _top_up(table: Table, player: str, seat: int, cents: int, wallet: int) -> None:
    view = table.session.seats[seat]
    wanted = table.session.sheet().in_chips(min(cents - view.cents, wallet))
    if wanted <= 0 or (view.status == "out" and view.cents):
        return
    before = table.state
    try:
        rack.sell(table, wanted)
        table.do(Bought(seat, wanted))
        if view.status == "out":
            table.do(CameBack(seat, wait=True))
    except PitbossError as error:
        table.state = before
        table.notices.append(Told(player, f"no top-up: {error}"))


# Lost connections ------------------------------------------------------------------------


def lost(table: Table, player: str) -> None:
    """Note a lost connection: questions to the player wait for the grace."""
    table.tell_presence(player)
    for seat in table.questions.open:
        if table.player(seat) == player:
            table.questions.extend(seat, player)
            table.notices.append(table.clock(seat, table.now))


def everyone_lost(table: Table) -> None:
    """Note that nobody but the bots is connected, after a restart."""
    for view in table.seated.values():
        if table.state.people.get(view.player) != BOT:
            table.questions.lose(view.player, table.now)
    if table.state.dealer:
        table.questions.lose(table.state.dealer, table.now)
    for seat in table.questions.open:
        table.questions.extend(seat, table.player(seat))
