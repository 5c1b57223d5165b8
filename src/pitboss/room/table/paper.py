"""The slips of a table: inventory, requests, fills and credits, written into its log with the chips they move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.move import Move
from pitboss.room import bank, slips
from pitboss.room.people import Person
from pitboss.room.slips import Chips, Signature, Slip
from pitboss.room.table.outcome import Refused, Said

if TYPE_CHECKING:
    from pitboss.room.table.table import Table

MACHINE, CAGE = "the machine", "the cage"
"""Signers where no person is needed: the dealing machine, and a cage that is the ledger itself."""
BY_PEOPLE = "people"


def issue(table: Table, kind: str, cents: int, names: tuple[str, ...] = (), **fields: object) -> Slip:
    """Write the next slip of a kind, signed by these people in the roles it asks for."""
    series = slips.SERIES[kind]
    number = table.state.slips.get(series, 0) + 1
    at = round(table.now * 1_000_000)
    roles = zip(slips.SIGNED[kind], names, strict=False)
    given = {"chips": slips.as_chips(cents), **fields}
    slip = Slip(
        log=table.id,
        kind=kind,
        number=number,
        table=table.id,
        at=at,
        cents=cents,
        signed=tuple(Signature(role, name, at) for role, name in roles),
        **given,  # type: ignore[arg-type]
    )
    table.state = table.state.but(slips={**table.state.slips, series: number})
    _write(table, slip)
    return slip


def _write(table: Table, slip: Slip) -> None:
    """Take a slip into the line of the present command; open ones stay with the table."""
    table.slips = [each for each in table.slips if each.id != slip.id] + [slip]
    others = tuple(each for each in table.state.pending if each.id != slip.id)
    table.state = table.state.but(pending=(*others, slip) if slip.state == slips.OPEN else others)


def dealer_name(table: Table) -> str:
    """The signer who acts for the dealer automatically; empty where a person deals."""
    return MACHINE if table.by_machine else ""


# Fills and credits ----------------------------------------------------------------------------------------------------


def request(table: Table, kind: str, cents: int, by: str, chips: Chips | None = None) -> Slip:
    """The floor asks for a fill or a credit: a request and its slip, carried out as soon as all have signed."""
    own = {} if chips is None else {"chips": chips}
    asked = issue(table, slips.REQUEST, cents, (by,), note=kind, **own)
    slip = issue(table, kind, cents, (by,), refers=asked.id, **own)
    return _go_on(table, slip)


def by_itself(table: Table, cents: int) -> Slip:
    """A fill the table orders by itself: machine, dealer and cage sign at once."""
    slip = issue(table, slips.FILL, cents, (table.config.name or table.id, MACHINE, CAGE), note="by itself")
    _carry_out(table, slip)
    return slip


def _go_on(table: Table, slip: Slip) -> Slip:
    """Add the signatures of machine and cage; move the chips once the slip is complete."""
    people = table.config.signatures == BY_PEOPLE
    at = round(table.now * 1_000_000)
    while slip.state == slips.OPEN:
        if slip.next_role == slips.DEALER and (table.by_machine or not people):
            slip = slip.sign(MACHINE, at)
        elif slip.next_role == slips.CASHIER and not people:
            slip = slip.sign(CAGE, at)
        else:
            break
    _write(table, slip)
    if slip.state == slips.DONE:
        _carry_out(table, slip)
    else:
        table.notices.append(Said("", f"Slip {slip.id} waits for the {slip.next_role}'s signature."))
    return slip


def _carry_out(table: Table, slip: Slip) -> None:
    from pitboss.room.table import rack

    if slip.kind == slips.FILL:
        rack.fill(table, slip.cents, slip.id)
    elif slip.kind == slips.CREDIT:
        rack.credit(table, slip.cents, slip.id)


def confirm(table: Table, id: str, by: Person) -> Slip:
    """Sign a slip in the role whose turn it is."""
    slip = pending(table, id)
    role = slip.next_role
    if not by.may(role):
        raise Refused(f"slip {id} waits for the {role}; this is for people with the role {role}.")
    return _go_on(table, slip.sign(by.name, round(table.now * 1_000_000)))


def void(table: Table, id: str, by: Person, why: str) -> Slip:
    """Make an open slip void; it keeps its number."""
    slip = pending(table, id)
    if not by.may(slips.FLOOR) and not by.may(slips.CASHIER):
        raise Refused("a slip is made void by the floor or the cashier.")
    return spoil(table, slip, why)


def spoil(table: Table, slip: Slip, why: str) -> Slip:
    spoilt = slip.spoilt(why)
    _write(table, spoilt)
    return spoilt


def pending(table: Table, id: str) -> Slip:
    """An open slip of the table."""
    for slip in table.state.pending:
        if slip.id == id:
            return slip
    known = ", ".join(slip.id for slip in table.state.pending) or "none"
    raise Refused(f"{id!r} is not an open slip of this table; open are {known}.")


# Inventory ------------------------------------------------------------------------------------------------------------


def opener(table: Table, cents: int) -> Slip:
    """The table inventory slip a new table opens with."""
    by = table.config.opened_by or "the room"
    slip = issue(table, slips.OPENER, cents, (by, dealer_name(table) or "the dealer"))
    table.state = table.state.but(closer=cents, counted=slip.at)
    return slip


def inventory(table: Table, by: str, chips: Chips | None = None, note: str = "") -> Slip:
    """Count the rack between two shifts: the closer of the one and the opener of the next.

    Without ``chips`` the rack is taken as the ledger has it. A count that differs is notified as an error.
    """
    held = table.rack
    cents = held if chips is None else slips.total(chips)
    fields: dict[str, object] = {"expected": held, "note": note}
    if chips is not None:
        fields["chips"] = chips
    slip = issue(table, slips.CLOSER, cents, (by, dealer_name(table) or "the dealer"), **fields)
    if cents != held:
        error(table, slip, by)
    table.state = table.state.but(closer=cents, counted=slip.at)
    return slip


def check_opener(table: Table, by: str, chips: Chips) -> Slip | None:
    """Count the rack against its last closer, which is the opener; a difference is notified and returned."""
    cents = slips.total(chips)
    if cents == table.state.closer:
        return None
    last = f"{table.id}-I{table.state.slips.get('I', 0)}"
    return issue(
        table,
        slips.ERROR,
        cents,
        (by,),
        chips=chips,
        expected=table.state.closer,
        refers=last,
        note="the opener differs from the closer",
    )


def error(table: Table, slip: Slip, by: str) -> Slip:
    """Notify that a count differs from what the ledger has."""
    return issue(
        table,
        slips.ERROR,
        slip.cents,
        (by,),
        chips=slip.chips,
        expected=slip.expected,
        refers=slip.id,
        note="the count differs from the ledger",
    )


def final(table: Table, cents: int) -> Move:
    """The closer of a table that closes for good; its chips go back to the cage."""
    slip = issue(table, slips.CLOSER, cents, ("the room", dealer_name(table) or "the dealer"), expected=cents)
    return bank.closer(table.id, cents, slip.id)
