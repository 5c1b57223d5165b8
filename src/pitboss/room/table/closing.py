"""Closing a table: the hand is finished, everyone is cashed out, the rack goes back to the cage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.room.people import FLOOR, Person
from pitboss.room.table import paper
from pitboss.room.table.outcome import Presence, Refused, Said

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def close(table: Table, by: Person) -> None:
    """Deal no more hands; :func:`cash_everyone_out` follows when the present one is over."""
    if not by.may(FLOOR) and not (table.config.private and by.name == table.config.opened_by):
        raise Refused("a table is closed by the floor, a private one also by whoever opened it.")
    if table.state.closed:
        raise Refused("this table is closed already.")
    if not table.state.closing:
        table.state = table.state.but(closing=True)
        table.notices.append(Said("", "This table is closing; everyone is cashed out when the hand is over."))


def due(table: Table) -> bool:
    """True if a closing table has no hand any more."""
    return table.state.closing and not table.state.closed and table.session.running is None


def cash_everyone_out(table: Table) -> None:
    for seat in list(table.seated):
        table.session.leave(seat)
        table.notices.append(Presence(seat, "gone"))
    rack = table.rack if table.has_rack else 0
    if rack:
        table.ledger_moves.append(paper.final(table, rack))
    for slip in table.state.pending:
        paper.spoil(table, slip, "the table closed")
    table.state = table.state.but(closed=True, leaving=(), moving={}, rack=table.state.rack - rack)
