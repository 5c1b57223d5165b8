"""The host of a table: every command is carried out whole, with everything the dealer does after it, or refused.

The outcome of a command holds the change that is to be committed before anyone is notified; if that fails, the table is
dropped and restored from what is stored.

>>> from pitboss.room.table import host     # a whole evening is played this way in tests/room
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pitboss.deal.session import Session
from pitboss.deal.session_log import SessionStep
from pitboss.errors import PitbossError
from pitboss.move import Move
from pitboss.room import bank, commands
from pitboss.room.commands import TableCommand
from pitboss.room.config import TableConfig
from pitboss.room.journal import StoredTable
from pitboss.room.line import FORMAT, AnsweredKey, Change, Did, Line, LogBook, entries
from pitboss.room.people import BOT, DEALER, FLOOR, PLAYER, Person
from pitboss.room.table import dealing, floor, playing, rack, seats
from pitboss.room.table.outcome import USED_KEY, Outcome, Refused, Sealed, TableStatus
from pitboss.room.table.shoe import Shoe
from pitboss.room.table.table import Request, Table, TableState

CLOCK = "clock"


# Opening ------------------------------------------------------------------------


def opening(table: Table) -> Change:
    """The first line of a new table's log: the opener in the rack, the first decks made ready, a checkpoint.

    Commit it before anything else.
    """
    table.session.drop_books(for_good=True)
    outcome = carry_out(table, lambda: rack.open_table(table), table.config.opened_by or "room", "", table.now)
    assert outcome.change is not None
    return outcome.change


def restore(stored: StoredTable, session: Session, shoe: Shoe, now: float) -> Table:
    """The table as it was after its last line, also in the middle of a hand.

    ``session`` is as of the stored checkpoint, with ``shoe`` as its mixer; the lines after it are carried out here.
    Everybody is disconnected with a fresh grace, and clocks start again.
    """
    table = Table(stored.table, msgspec.json.decode(stored.config, type=TableConfig), session, shoe, now)
    shoe.load(stored.decks.values(), stored.ready)
    table.log = LogBook(stored.number, stored.head, stored.keys)
    table.state = TableState.of(stored.state)
    _ask_again(table)
    for line in stored.lines:
        if line.seq > session.version:
            session.follow(entries(line, stored.decks))
            table.version = session.version
        if line.state is not None:
            table.state = TableState.of(line.state)
        table.questions.follow(each.did for each in line.did)
        table.look_again()
        _ask_again(table)
    session.drop_books(for_good=True)
    seats.everyone_lost(table)
    if table.by_machine and session.running is None:
        table.window.placed(table.seated, now, table.config.window)
    dealing.follow_up(table)
    table.notices.clear()
    return table


def _ask_again(table: Table) -> None:
    """Ask what was asked after a line, so that a question keeps the version it was first asked at."""
    dealing.choose_namer(table)
    dealing.ask(table)


# Commands ------------------------------------------------------------------------


def answered(table: Table, command: TableCommand, by: Person) -> int | None:
    """The version at which this command, known by its key, was carried out before; None if it was not.

    A key that was given to another command is refused: its sender would mistake the earlier answer for this one's.
    """
    before = table.log.answered(_giver(command, by), command.key)
    return None if before is None else _same_answer(before, commands.digest(command))


def _same_answer(before: AnsweredKey, digest: str) -> int:
    if before.digest and before.digest != digest:
        raise Refused(USED_KEY)
    return before.seq


def handle(
    table: Table, command: TableCommand, by: Person, now: float, *, wallet: int | None = None, admitted: bool = False
) -> Outcome:
    """Carry out a command, or raise :class:`Refused` with nothing changed.

    ``wallet`` is the sender's wallet, in cents; ``admitted`` says that the sender was invited to a private table.
    """
    giver = _giver(command, by)
    digest = commands.digest(command) if command.key else ""
    before = table.log.answered(giver, command.key)
    if before is not None:
        return Outcome(_same_answer(before, digest), again=True)
    if wallet is None and table.wallets is not None:
        wallet = table.wallets(by.name)
    what = _COMMANDS.get(type(command))
    if what is None:
        raise Refused(f"{type(command).__name__} is not for a table; send it to the room.")
    if table.state.closed:
        raise Refused("this table is closed; choose another one in the lobby.")
    request = Request(by, wallet, admitted)
    return carry_out(table, lambda: what(table, command, request), giver, command.key, now, digest)


def tick(table: Table, now: float) -> Outcome | None:
    """Carry out the first thing that is due; None if nothing is. Call it until it returns None."""
    due = table.first_due()
    if due is None or due.at > now:
        return None
    return carry_out(table, lambda: dealing.when_due(table, due), CLOCK, "", now)


def wake(table: Table, now: float) -> None:
    """Delay the next deal of a resting table a little when somebody comes, so that they can sit down for it."""
    if table.deal_at is not None:
        table.deal_at = max(table.deal_at, now + table.config.pause)
    if table.window.closes is not None:
        table.window.closes = max(table.window.closes, now + table.config.window)
    table.knows_due = False


def connected(table: Table, player: str, now: float) -> Outcome | None:
    """Note a player's first connection."""
    table.knows_due = False
    if not table.questions.connect(player) or not _plays_or_deals(table, player):
        return None
    return carry_out(table, lambda: table.tell_presence(player), CLOCK, "", now)


def disconnected(table: Table, player: str, now: float) -> Outcome | None:
    """Note that a player's last connection was lost; the grace begins."""
    table.knows_due = False
    if not _plays_or_deals(table, player) or not table.questions.lose(player, now):
        return None
    return carry_out(table, lambda: seats.lost(table, player), CLOCK, "", now)


def _plays_or_deals(table: Table, player: str) -> bool:
    return bool(table.seats_of(player)) or player == table.state.dealer


def close(table: Table, by: Person, now: float) -> Outcome:
    """Close the table when its hand is over, and cash everyone out."""
    return carry_out(table, lambda: floor.close(table, by), f"{FLOOR} {by.name}", "", now)


def fill(table: Table, cents: int, by: Person, now: float) -> Outcome:
    """Bring chips from the cage to the rack."""
    return carry_out(table, lambda: floor.fill(table, by, cents), f"{FLOOR} {by.name}", "", now)


def credit(table: Table, cents: int, by: Person, now: float) -> Outcome:
    """Take chips from the rack back to the cage."""
    return carry_out(table, lambda: floor.credit(table, by, cents), f"{FLOOR} {by.name}", "", now)


def inventory(table: Table, by: str, now: float, note: str = "") -> Outcome:
    """Write the closer of a gambling day, which is the opener of the next."""
    return carry_out(table, lambda: rack.inventory(table, by, note=note), by, "", now)


# Carrying out ------------------------------------------------------------------------


def carry_out(table: Table, do: Callable[[], object], by: str, key: str, now: float, digest: str = "") -> Outcome:
    """Carry out something at a table as a whole, with all that follows by itself, or raise :class:`Refused`."""
    session, before, finished, last = table.session, table.state, table.session.play.finished, table.session.dealing
    table.now = max(now, table.now)
    table.knows_due = False
    _clear(table)
    try:
        do()
    except PitbossError as error:
        table.state = before
        table.shoe.take_back()
        table.look_again()  # it may be of a version that was taken back
        _clear(table)
        raise Refused.by(error) from None
    if last is not None and session.play.finished > finished and not table.hands:
        dealing.after_deal(table, last)  # a command of the table closed a deal that was over
    dealing.go_on(table)
    if table.state is not before and (status := status_of(table.state)) != status_of(before):
        table.notices.append(status)
    steps, table.steps = tuple(table.steps), []
    of_table, change = _change(table, steps, before, by, key, digest)
    table.log.remember(by, key, table.version, digest)
    return Outcome(table.version, change, tuple(table.notices), False, steps, of_table)


def _clear(table: Table) -> None:
    """Forget what the last command did; its outcome and its change hold copies."""
    for each in (table.notices, table.hands, table.ledger_moves, table.slips):
        each.clear()


def _change(
    table: Table, steps: Sequence[SessionStep], before: TableState, by: str, key: str, digest: str
) -> tuple[bool, Change | None]:
    """True if a command changed more than the running deal, and its change; None if nothing durable changed."""
    shoe, log = table.shoe, table.log
    did, dealt, moves, of_table = list[Did](), list[str](), list[Move](), False
    for step in steps:
        seals = tuple(map(shoe.used, step.entry.shuffles))
        did.append(Did(step.entry.did, seals))
        dealt += seals
        moves += step.moves
        of_table = of_table or step.of_table
    movements = (*table.ledger_moves, *_movements(table, moves)) if moves else tuple(table.ledger_moves)
    if of_table:
        _forget_the_gone(table)
    decks = shoe.take_new() if shoe.new or shoe.handed else ()
    sealed = tuple([deck.root for deck in decks if deck in shoe.ready]) if decks else ()
    unchanged = table.state is before or table.state == before
    if log.number and not did and not movements and not decks and not table.slips and unchanged:
        return of_table, None
    checkpoint = b""
    if table.session.running is None:
        shoe.over()
        if log.checkpoint_due(finished=bool(table.hands) or not log.number):
            checkpoint = table.session.checkpoint().encode()
    table.notices += map(Sealed, sealed)
    columns = (log.number + 1, table.version, round(table.now * 1_000_000), by, key)
    state, slips = None if unchanged else table.state.data(), tuple(table.slips)
    line = Line(*columns, tuple(did), movements, state, sealed, slips=slips, digest=digest, format=FORMAT)
    encoded = log.append(line)
    return of_table, Change(
        table=table.id,
        line=line,
        head=log.head,
        encoded=encoded,
        decks=decks,
        dealt=tuple(dealt),
        hands=tuple(table.hands),
        checkpoint=checkpoint,
        closed=table.state.closed,
        opened=table.opened_with if line.number == 1 else None,
    )


def _movements(table: Table, moves: list[Move]) -> tuple[Move, ...]:
    """The session's moves as movements of the ledger."""
    people = table.state.people

    def wallet(player: str) -> str:
        return bank.bot_wallet(player) if people.get(player) == BOT else bank.wallet(player)

    due = bank.movements(table.id, moves, wallet, rack=table.has_rack)
    return due if table.pays is None else table.pays(due)


def _forget_the_gone(table: Table) -> None:
    """Keep nothing of players who have no seat any more."""
    seated = {view.player for view in table.seated.values()}
    state = table.state
    gone = [player for player in state.people if player not in seated]
    if not gone:
        return
    for player in gone:
        if player != state.dealer:
            table.questions.lost.pop(player, None)
    table.state = state.but(
        people={player: kind for player, kind in state.people.items() if player in seated},
        bank={player: left for player, left in state.bank.items() if player in seated},
        topup={player: cents for player, cents in state.topup.items() if player in seated},
    )


def status_of(state: TableState) -> TableStatus:
    """The reasons why a table stops or will stop, for everyone to see."""
    return TableStatus(state.paused, state.called, state.closing)


def _giver(command: TableCommand, by: Person) -> str:
    """The giver of a command as the log names them, with the role in which it is given."""
    return f"{_ROLES.get(type(command), PLAYER)} {by.name}"


_ROLES: dict[type, str] = {commands.Floor: FLOOR, commands.Step: DEALER}

_COMMANDS: dict[type, Callable[..., None]] = {
    commands.Act: playing.act,
    commands.Place: playing.place,
    commands.Ready: playing.ready,
    commands.Name: playing.name,
    commands.Step: playing.step,
    commands.Pre: playing.pre,
    commands.UseBank: playing.use_bank,
    commands.Chat: playing.chat,
    commands.Sit: seats.sit,
    commands.Buy: seats.buy,
    commands.Leave: seats.leave,
    commands.Out: seats.out,
    commands.Back: seats.back,
    commands.TopUp: seats.top_up,
    commands.Toke: seats.toke,
    commands.TakeSpot: seats.take_spot,
    commands.MoveTo: seats.move,
    commands.Floor: floor.rule,
    commands.Call: floor.call,
}
