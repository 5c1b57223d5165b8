"""The floor: pause and resume, fills, closing; and rulings, at tables dealt by a person.

A machine makes no dealing errors, so at a table dealt by machine there are no rulings on them.
"""

from __future__ import annotations

from collections.abc import Callable

from pitboss.deal.record import Ruling
from pitboss.money import dollars
from pitboss.room import commands, slips
from pitboss.room.people import FLOOR, Person
from pitboss.room.slips import Chips
from pitboss.room.table import rack
from pitboss.room.table.outcome import Refused, Said
from pitboss.room.table.table import Request, Table

FOR_A_FILL = "the table waits for a fill"


def rule(table: Table, command: commands.Floor, request: Request) -> None:
    """Carry out a command of the floor: one about the table, else a ruling on the deal."""
    if command.ruling in _OWN:
        do, known = _OWN[command.ruling]
        strange = [name for name in command.facts if name not in known]
        if strange:
            raise Refused(f"{strange[0]!r} is not a fact of this command; leave it out.")
        do(table, request.by, **command.facts)
    else:
        request.need_role(FLOOR, "a ruling")
        if table.by_machine:
            ways = ", ".join(_OWN)
            raise Refused(
                f"there is no ruling {command.ruling!r} at a table dealt by machine; the floor may {ways} there."
            )
        if not {"self", "ruling"}.isdisjoint(command.facts):
            raise Refused("'ruling' is not a fact; state what the procedure of the ruling asks for.")
        table.do(Ruling(command.ruling, command.facts))
        table.questions.all_answered()
    table.state = table.state.but(called="")


def call(table: Table, command: commands.Call, request: Request) -> None:
    """Call the floor, or withdraw the call; it stands until the floor does something."""
    table.own_seats(request)
    name = request.by.name
    if command.off and table.state.called != name:
        raise Refused("you have not called the floor.")
    if not command.off and table.state.called:
        raise Refused(f"{table.state.called} has called the floor already; it is on its way.")
    table.state = table.state.but(called="" if command.off else name)
    said = f"{name} does not need the floor any more." if command.off else f"{name} calls the floor."
    table.notices.append(Said("", said))


def pause(table: Table, by: Person, why: object = "the floor asks for a moment") -> None:
    """Deal no more until the table is resumed."""
    _need_floor(by)
    if not isinstance(why, str) or not 0 < len(why) <= 200:
        raise Refused("the reason for a pause is a short text.")
    table.state = table.state.but(paused=why)
    table.notices.append(Said("", f"The table is paused: {why}."))


def resume(table: Table, by: Person) -> None:
    """Deal again after a pause."""
    _need_floor(by)
    if not table.state.paused:
        raise Refused("this table is not paused.")
    table.state = table.state.but(paused="")
    table.notices.append(Said("", "The table goes on."))


def fill(table: Table, by: Person, cents: object = None, chips: object = None) -> None:
    """Ask for chips from the cage; they are in the rack once all have signed the slip."""
    _need_floor(by)
    rack.need_rack(table, "fill")
    rack.request(table, slips.FILL, *_amount(cents, chips, "a fill"), by.name)
    _filled(table)


def _filled(table: Table) -> None:
    """Resume a table that waited for this fill."""
    if table.state.paused == FOR_A_FILL and table.rack >= table.session.liability():
        table.state = table.state.but(paused="")


def credit(table: Table, by: Person, cents: object = None, chips: object = None) -> None:
    """Take chips from the rack back to the cage, between rounds; enough to pay the wagers placed stays."""
    _need_floor(by)
    rack.need_rack(table, "take chips from")
    amount = _amount(cents, chips, "a credit")
    if not table.session.done:
        raise Refused("a credit has to wait until the round is over; ask again then.")
    spare = max(0, table.rack - table.session.liability())
    if amount[0] > spare:
        raise Refused(f"the rack can spare {dollars(spare)}; take that much or less.")
    rack.request(table, slips.CREDIT, *amount, by.name)


def _amount(cents: object, chips: object, what: str) -> tuple[int, Chips | None]:
    """An amount given in cents, in chips by denomination, or in both."""
    read = None if chips is None else slips.read_chips(chips)
    total = 0 if read is None else slips.total(read)
    if cents is None:
        cents = total
    if read is not None and cents != total:
        raise Refused(f"the chips make {dollars(total)}, which is not the amount given; give one of the two.")
    if type(cents) is not int or cents <= 0:
        raise Refused(f"{cents!r} is not an amount for {what}; give whole cents above 0.")
    return cents, read


def _inventory(table: Table, by: Person, chips: object = None) -> None:
    _need_floor(by)
    rack.inventory(table, by.name, None if chips is None else slips.read_chips(chips))


def _opener(table: Table, by: Person, chips: object = ()) -> None:
    _need_floor(by)
    counted = slips.read_chips(chips)
    rack.need_rack(table, "count")
    error = rack.check_opener(table, by.name, counted)
    said = "The opener agrees with the last closer." if error is None else f"Error notified on slip {error.id}."
    table.notices.append(Said("", said))


def _confirm(table: Table, by: Person, slip: str = "") -> None:
    rack.confirm(table, slip, by)
    _filled(table)


def close(table: Table, by: Person) -> None:
    """Deal no more hands; everyone is cashed out when the present one is over."""
    if not by.may(FLOOR) and not (table.config.private and by.name == table.config.opened_by):
        raise Refused("a table is closed by the floor, a private one also by whoever opened it.")
    if table.state.closed:
        raise Refused("this table is closed already.")
    if not table.state.closing:
        table.state = table.state.but(closing=True)
        table.notices.append(Said("", "This table is closing; everyone is cashed out when the hand is over."))


def _need_floor(by: Person) -> None:
    if not by.may(FLOOR):
        raise Refused(f"this is for people with the role {FLOOR}.")


_OWN: dict[str, tuple[Callable[..., None], tuple[str, ...]]] = {
    "pause": (pause, ("why",)),
    "resume": (resume, ()),
    "fill": (fill, ("cents", "chips")),
    "credit": (credit, ("cents", "chips")),
    "confirm slip": (_confirm, ("slip",)),
    "void slip": (rack.void, ("slip", "why")),
    "inventory": (_inventory, ("chips",)),
    "opener count": (_opener, ("chips",)),
    "close": (close, ()),
}
"""The floor's commands on the table itself, each with the facts it takes."""
