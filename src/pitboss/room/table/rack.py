"""The rack of a table that banks its game: the opener, chips sold, fills; it never pays what it does not hold.

The session counts its own rack from zero. What the room put into it besides is in the state of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.money import dollars
from pitboss.room import bank
from pitboss.room.table import paper
from pitboss.room.table.outcome import Refused, Said

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


def held(table: Table) -> int:
    """The chips in the rack; 0 if the table has none."""
    return table.state.rack + table.session.chips()[bank.RACK] if table.has_rack else 0


def open_with(table: Table, cents: int) -> None:
    """The rack gets its opener."""
    if table.has_rack and cents:
        table.ledger_moves.append(bank.opener(table.id, cents, paper.opener(table, cents).id))
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
        paper.by_itself(table, max(missing, table.config.opener))
        return ""
    return f"the rack holds {dollars(held(table))} and may need {dollars(cents)}; the floor brings a fill"


def fill(table: Table, cents: int, slip: str) -> None:
    """Bring chips from the cage to the rack, by a slip that all have signed."""
    table.ledger_moves.append(bank.fill(table.id, cents, slip))
    table.state = table.state.but(rack=table.state.rack + cents)
    table.notices.append(Said("", f"A fill of {dollars(cents)} is brought to the rack."))


def credit(table: Table, cents: int, slip: str) -> None:
    """Take chips from the rack back to the cage, by a slip that all have signed."""
    spare = max(0, held(table) - table.session.liability())
    if not table.session.done or cents > spare:
        raise Refused(f"the rack can spare {dollars(spare)} between rounds; make the slip void and write another.")
    table.ledger_moves.append(bank.credit(table.id, cents, slip))
    table.state = table.state.but(rack=table.state.rack - cents)
    table.notices.append(Said("", f"A credit of {dollars(cents)} is taken from the rack."))
