"""The rack of a table that banks its game, and its slips: inventory, requests, fills and credits.

Slips are written into the log with the chips they move. The rack never pays what it does not hold.
"""

from __future__ import annotations

from pitboss.money import dollars
from pitboss.room import bank, slips
from pitboss.room.people import Person
from pitboss.room.slips import Chips, Signature, Slip
from pitboss.room.table.outcome import Refused, Said
from pitboss.room.table.table import Table

MACHINE, CAGE = "the machine", "the cage"
"""Signers where no person is needed: the dealing machine, and a cage that is the ledger itself."""
BY_PEOPLE = "people"


def open_table(table: Table) -> None:
    """Open the first betting window and put the opener into the rack."""
    table.state = table.state.but(opened=table.version)
    cents = table.config.opener
    if table.has_rack and cents:
        slip = issue(table, slips.OPENER, cents, (table.config.opened_by or "the room", _dealer_name(table)))
        table.ledger_moves.append(bank.opener(table.id, cents, slip.id))
        table.state = table.state.but(rack=cents, closer=cents, counted=slip.at)


def sell(table: Table, cents: int) -> None:
    """Take chips that are bought out of the rack, if there is one; what a running round may win stays in it."""
    if table.has_rack and cents > 0:
        kept = table.session.liability() if table.session.running is not None else 0
        why = why_short(table, cents + kept)
        if why:
            raise Refused(f"{why}; buy chips then.")
        table.state = table.state.but(rack=table.state.rack - cents)


def why_short(table: Table, cents: int) -> str:
    """The reason why the rack cannot pay this much, or empty; a table that fills by itself is filled first."""
    missing = cents - table.rack if table.has_rack else 0
    if missing <= 0:
        return ""
    if table.config.fills == "auto":
        fill_by_itself(table, max(missing, table.config.opener))
        return ""
    return f"the rack holds {dollars(table.rack)} and may need {dollars(cents)}; the floor brings a fill"


def _move_chips(table: Table, slip: Slip) -> None:
    """Bring or take away the chips of a slip that all have signed."""
    cents = slip.cents
    if slip.kind == slips.FILL:
        table.ledger_moves.append(bank.fill(table.id, cents, slip.id))
        table.state = table.state.but(rack=table.state.rack + cents)
        table.notices.append(Said("", f"A fill of {dollars(cents)} is brought to the rack."))
    elif slip.kind == slips.CREDIT:
        spare = max(0, table.rack - table.session.liability())
        if not table.session.done or cents > spare:
            raise Refused(f"the rack can spare {dollars(spare)} between rounds; make the slip void and write another.")
        table.ledger_moves.append(bank.credit(table.id, cents, slip.id))
        table.state = table.state.but(rack=table.state.rack - cents)
        table.notices.append(Said("", f"A credit of {dollars(cents)} is taken from the rack."))


def close(table: Table) -> None:
    """Write the closer of a table that closes for good; its chips go back to the cage."""
    held = table.rack
    if held:
        slip = issue(table, slips.CLOSER, held, ("the room", _dealer_name(table)), expected=held)
        table.ledger_moves.append(bank.closer(table.id, held, slip.id))
        table.state = table.state.but(rack=table.state.rack - held)
    for slip in table.state.pending:
        _write(table, slip.spoilt("the table closed"))


# Slips ------------------------------------------------------------------------


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


def _dealer_name(table: Table) -> str:
    """The signer for the dealer."""
    return MACHINE if table.by_machine else "the dealer"


def request(table: Table, kind: str, cents: int, chips: Chips | None, by: str) -> Slip:
    """Write the floor's request for a fill or credit and its slip, carried out as soon as all have signed."""
    own = {} if chips is None else {"chips": chips}
    asked = issue(table, slips.REQUEST, cents, (by,), note=kind, **own)
    slip = issue(table, kind, cents, (by,), refers=asked.id, **own)
    return _go_on(table, slip)


def fill_by_itself(table: Table, cents: int) -> None:
    """Fill the rack without the floor: machine, dealer and cage sign at once."""
    _move_chips(
        table, issue(table, slips.FILL, cents, (table.config.name or table.id, MACHINE, CAGE), note="by itself")
    )


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
        _move_chips(table, slip)
    else:
        table.notices.append(Said("", f"Slip {slip.id} waits for the {slip.next_role}'s signature."))
    return slip


def confirm(table: Table, id: str, by: Person) -> Slip:
    """Sign a slip in the role whose turn it is."""
    slip = pending(table, id)
    role = slip.next_role
    if not by.may(role):
        raise Refused(f"slip {id} waits for the {role}; this is for people with the role {role}.")
    return _go_on(table, slip.sign(by.name, round(table.now * 1_000_000)))


def void(table: Table, by: Person, slip: str = "", why: object = "") -> None:
    """Make an open slip void; it keeps its number."""
    found = pending(table, slip)
    if not by.may(slips.FLOOR) and not by.may(slips.CASHIER):
        raise Refused("a slip is made void by the floor or the cashier.")
    _write(table, found.spoilt(why))


def pending(table: Table, id: str) -> Slip:
    """An open slip of the table."""
    for slip in table.state.pending:
        if slip.id == id:
            return slip
    known = ", ".join(slip.id for slip in table.state.pending) or "none"
    raise Refused(f"{id!r} is not an open slip of this table; open slips: {known}.")


def inventory(table: Table, by: str, chips: Chips | None = None, note: str = "") -> None:
    """Count the rack between two shifts: the closer of the one and the opener of the next.

    Without ``chips`` the rack is taken as the ledger has it. A count that differs is notified as an error.
    """
    need_rack(table, "count")
    held = table.rack
    cents = held if chips is None else slips.total(chips)
    fields: dict[str, object] = {"expected": held, "note": note}
    if chips is not None:
        fields["chips"] = chips
    slip = issue(table, slips.CLOSER, cents, (by, _dealer_name(table)), **fields)
    if cents != held:
        fields = {"chips": slip.chips, "expected": held, "refers": slip.id, "note": "the count differs from the ledger"}
        issue(table, slips.ERROR, cents, (by,), **fields)
    table.state = table.state.but(closer=cents, counted=slip.at)


def check_opener(table: Table, by: str, chips: Chips) -> Slip | None:
    """Count the rack against its last closer, which is the opener; a difference is notified and returned."""
    cents = slips.total(chips)
    if cents == table.state.closer:
        return None
    last = f"{table.id}-I{table.state.slips.get('I', 0)}"
    note = "the opener differs from the closer"
    return issue(table, slips.ERROR, cents, (by,), chips=chips, expected=table.state.closer, refers=last, note=note)


def need_rack(table: Table, what: str) -> None:
    if not table.has_rack:
        raise Refused(f"this table has no rack to {what}; its players play for each other's chips.")
