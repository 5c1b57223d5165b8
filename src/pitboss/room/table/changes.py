"""The change of a command: its line of the log, the movements of the ledger, new decks, a checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.line import FORMAT, Change, Did, Line
from pitboss.room.people import BOT
from pitboss.room.table.outcome import Sealed
from pitboss.room.table.state import TableState

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def change_of(table: Table, before: TableState, version: int, by: str, key: str, digest: str) -> Change | None:
    """Log the changes since a state and a version; None if nothing durable changed."""
    session, shoe, log = table.session, table.shoe, table.log
    did = tuple([Did(each.did, tuple(map(shoe.used, each.shuffles))) for each in session.record.entries])
    moves = (*table.ledger_moves, *_movements(table, version))
    if session.table_version > version:
        _forget_the_gone(table)
    decks = shoe.take_new()
    sealed = tuple([deck.root for deck in decks if deck in shoe.ready])
    unchanged = table.state is before or table.state == before
    if log.number and not did and not moves and not decks and not table.slips and unchanged:
        return None
    at = round(table.now * 1_000_000)
    state = None if unchanged else table.state.data()
    slips = tuple(table.slips)
    columns = (log.number + 1, session.version, at, by, key)
    line = Line(*columns, did, moves, state, sealed, slips=slips, digest=digest, format=FORMAT)
    checkpoint = b""
    if session.running is None:
        shoe.over()
        if log.checkpoint_due(finished=bool(table.hands) or not log.number):
            checkpoint = session.checkpoint().encode()
    session.drop_books()
    table.notices += [Sealed(root) for root in sealed]
    encoded = log.append(line)
    return Change(
        table=table.id,
        line=line,
        head=log.head,
        encoded=encoded,
        decks=decks,
        dealt=tuple([root for each in did for root in each.seals]),
        hands=tuple(table.hands),
        checkpoint=checkpoint,
        closed=table.state.closed,
        opened=table.opened_with if line.number == 1 else None,
    )


def _movements(table: Table, version: int) -> tuple[Move, ...]:
    """The session's moves since a version as movements of the ledger."""
    moves = table.session.moves_since(version)
    if not moves:
        return ()
    people = table.state.people

    def wallet(player: str) -> str:
        return bank.bot_wallet(player) if people.get(player) == BOT else bank.wallet(player)

    return bank.movements(table.id, moves, wallet, rack=table.has_rack)


def _forget_the_gone(table: Table) -> None:
    """Keep nothing of players who have no seat any more."""
    seated = {view.player for view in table.seated.values()}
    state = table.state
    gone = [player for player in state.people if player not in seated]
    if not gone:
        return
    table.clocks.forget(player for player in gone if player != state.dealer)
    table.state = state.but(
        people={player: kind for player, kind in state.people.items() if player in seated},
        bank={player: left for player, left in state.bank.items() if player in seated},
        topup={player: cents for player, cents in state.topup.items() if player in seated},
    )
