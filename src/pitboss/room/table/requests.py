"""People who ask something of a table, and their permissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.money import dollars
from pitboss.room.people import Person
from pitboss.room.table.outcome import Refused

if TYPE_CHECKING:
    from pitboss.room.table.table import Table


class Request(NamedTuple):
    """The sender of a command, the cents in the wallet if known, and whether the sender was invited to the table."""

    by: Person
    wallet: int | None = None
    admitted: bool = False

    def need_role(self, role: str, what: str) -> None:
        if not self.by.may(role):
            raise Refused(f"{what} is for people with the role {role}.")

    def need_wallet(self, cents: int) -> None:
        if self.wallet is not None and cents > self.wallet:
            raise Refused(f"{dollars(cents)} is more than the {dollars(self.wallet)} in your wallet.")


def own_seat(table: Table, request: Request, seat: int) -> int:
    """The seat if the sender has it; with 0, the sender's only one."""
    mine = own_seats(table, request)
    if seat == 0 and len(mine) == 1:
        return mine[0]
    if seat not in mine:
        if seat == 0:
            raise Refused(f"you have seats {', '.join(map(str, mine))}; say which one you mean.")
        raise Refused(f"seat {seat} is not yours; you have {', '.join(map(str, mine))}.")
    return seat


def own_seats(table: Table, request: Request) -> tuple[int, ...]:
    mine = table.seats_of(request.by.name)
    if not mine:
        raise Refused("you have no seat at this table; take one first.")
    return mine
