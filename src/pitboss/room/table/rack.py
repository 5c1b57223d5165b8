"""The rack of a table that banks its game: the opener, chips sold, fills; it never pays what it does not hold.

The session counts its own rack from zero. What the room put into it besides is in the state of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.money import dollars
from pitboss.move import Move
from pitboss.room import bank
from pitboss.room.table.outcome import Refused, Said

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def held(table: Table) -> int:
    """The chips in the rack; 0 if the table has none."""
    return table.state.rack + table.session.chips()[bank.RACK] if table.has_rack else 0


def open_with(table: Table, cents: int) -> None:
    """The rack gets its opener."""
    if table.has_rack and cents:
        table.ledger_moves.append(bank.opener(table.id, cents))
        table.state = table.state.but(rack=cents)


def sell(table: Table, cents: int) -> None:
    """Chips that are bought come out of the rack, where there is one; what a running round may win stays in it."""
    if table.has_rack and cents > 0:
        kept = table.session.liability() if table.session.running is not None else 0
        why = why_short(table, cents + kept)
        if why:
            raise Refused(f"{why}; buy chips then.")
        table.state = table.state.but(rack=table.state.rack - cents)


def why_short(table: Table, cents: int) -> str:
    """Why the rack cannot pay this much, after a fill if the table fills by itself; empty if it can."""
    missing = cents - held(table) if table.has_rack else 0
    if missing <= 0:
        return ""
    if table.config.fills == "auto":
        fill(table, max(missing, table.config.opener))
        return ""
    return f"the rack holds {dollars(held(table))} and may need {dollars(cents)}; the floor brings a fill"


def fill(table: Table, cents: int) -> None:
    """Bring chips from the cage to the rack."""
    table.ledger_moves.append(bank.fill(table.id, cents))
    table.state = table.state.but(rack=table.state.rack + cents)
    table.notices.append(Said("", f"A fill of {dollars(cents)} is brought to the rack."))


def credit(table: Table, cents: int) -> None:
    """Take chips from the rack back to the cage."""
    table.ledger_moves.append(bank.credit(table.id, cents))
    table.state = table.state.but(rack=table.state.rack - cents)
    table.notices.append(Said("", f"A credit of {dollars(cents)} is taken from the rack."))


def close(table: Table) -> None:
    """The closer: everything in the rack goes back to the cage."""
    cents = held(table)
    if cents:
        table.ledger_moves.append(Move(bank.table_account(table.id, bank.RACK), bank.CAGE, cents, "closer"))
        table.state = table.state.but(rack=table.state.rack - cents)
