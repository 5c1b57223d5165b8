"""The floor: pause and resume, fills, closing; and rulings, at tables dealt by a person.

A machine makes no dealing errors, so at a table dealt by machine there are no rulings on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    """Carry out what the floor says: something about the table, else a ruling on the deal."""
    own = _OWN.get(command.ruling)
    if own is not None:
        own(table, request.by, dict(command.facts))
        table.state = table.state.but(called="")
        return
    request.need_role(FLOOR, "a ruling")
    if table.by_machine:
        raise Refused(
            f"there is no ruling {command.ruling!r} at a table dealt by machine; the floor may {', '.join(_OWN)} there."
        )
    if not {"self", "ruling"}.isdisjoint(command.facts):
        raise Refused("'ruling' is not a fact; state what the procedure of the ruling asks for.")
    table.do(Ruling(command.ruling, command.facts))
    table.questions.all_answered()
    table.state = table.state.but(called="")


def call(table: Table, command: commands.Call, request: Request) -> None:
    """Call the floor, or take a call of one's own back; it stands until the floor does something."""
    table.own_seats(request)
    name = request.by.name
    if command.off and table.state.called != name:
        raise Refused("you have not called the floor.")
    if not command.off and table.state.called:
        raise Refused(f"{table.state.called} has called the floor already; it is on its way.")
    table.state = table.state.but(called="" if command.off else name)
    said = f"{name} does not need the floor any more." if command.off else f"{name} calls the floor."
    table.notices.append(Said("", said))


def pause(table: Table, by: Person, why: str) -> None:
    """Deal no more until it is resumed, which an empty reason does."""
    _need_floor(by)
    if bool(why) == bool(table.state.paused) and not why:
        raise Refused("this table is not paused.")
    table.state = table.state.but(paused=why)
    table.notices.append(Said("", f"The table is paused: {why}." if why else "The table goes on."))


def fill(table: Table, by: Person, cents: int, chips: Chips | None = None) -> None:
    """Ask for chips from the cage; they are in the rack once all have signed the slip."""
    _need_floor(by)
    rack.need_rack(table, "fill")
    if type(cents) is not int or cents <= 0:
        raise Refused(f"{cents!r} is not an amount for a fill; give whole cents above 0.")
    rack.request(table, slips.FILL, cents, by.name, chips)
    _filled(table)


def _filled(table: Table) -> None:
    """Go on where the table waited for this fill."""
    if table.state.paused == FOR_A_FILL and table.rack >= table.session.liability():
        table.state = table.state.but(paused="")


def credit(table: Table, by: Person, cents: int, chips: Chips | None = None) -> None:
    """Take chips from the rack back to the cage, between rounds; what the wagers placed may win stays."""
    _need_floor(by)
    rack.need_rack(table, "take chips from")
    if type(cents) is not int or cents <= 0:
        raise Refused(f"{cents!r} is not an amount for a credit; give whole cents above 0.")
    if not table.session.done:
        raise Refused("a credit has to wait until the round is over; ask again then.")
    spare = max(0, table.rack - table.session.liability())
    if cents > spare:
        raise Refused(f"the rack can spare {dollars(spare)}; take that much or less.")
    rack.request(table, slips.CREDIT, cents, by.name, chips)


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


def _pause(table: Table, by: Person, facts: dict[str, Any]) -> None:
    why = facts.pop("why", "the floor asks for a moment")
    _nothing_else(facts)
    if not isinstance(why, str) or not 0 < len(why) <= 200:
        raise Refused("the reason for a pause is a short text.")
    pause(table, by, why)


def _resume(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _nothing_else(facts)
    pause(table, by, "")


def _amount(facts: dict[str, Any]) -> tuple[int, Chips | None]:
    """An amount in cents, or in chips by denomination."""
    chips = slips.read_chips(facts.pop("chips")) if "chips" in facts else None
    cents = facts.pop("cents", 0 if chips is None else slips.total(chips))
    _nothing_else(facts)
    if chips is not None and cents != slips.total(chips):
        raise Refused(f"the chips make {dollars(slips.total(chips))} and the amount says otherwise; give one of them.")
    return cents, chips


def _fill(table: Table, by: Person, facts: dict[str, Any]) -> None:
    fill(table, by, *_amount(facts))


def _credit(table: Table, by: Person, facts: dict[str, Any]) -> None:
    credit(table, by, *_amount(facts))


def _inventory(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _need_floor(by)
    chips = slips.read_chips(facts.pop("chips")) if "chips" in facts else None
    _nothing_else(facts)
    rack.inventory(table, by.name, chips)


def _opener(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _need_floor(by)
    chips = slips.read_chips(facts.pop("chips", {}))
    _nothing_else(facts)
    rack.need_rack(table, "count")
    error = rack.check_opener(table, by.name, chips)
    counted = "The opener agrees with the last closer." if error is None else f"Error notified on slip {error.id}."
    table.notices.append(Said("", counted))


def _confirm(table: Table, by: Person, facts: dict[str, Any]) -> None:
    slip = facts.pop("slip", "")
    _nothing_else(facts)
    rack.confirm(table, slip, by)
    _filled(table)


def _void(table: Table, by: Person, facts: dict[str, Any]) -> None:
    slip, why = facts.pop("slip", ""), facts.pop("why", "")
    _nothing_else(facts)
    if not isinstance(why, str):
        raise Refused("say in a short text why the slip is void.")
    rack.void(table, slip, by, why)


def _close(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _nothing_else(facts)
    close(table, by)


def _nothing_else(facts: dict[str, Any]) -> None:
    if facts:
        raise Refused(f"{next(iter(facts))!r} is not a fact of this command; leave it out.")


_OWN: dict[str, Callable[[Table, Person, dict[str, Any]], None]] = {
    "pause": _pause,
    "resume": _resume,
    "fill": _fill,
    "credit": _credit,
    "confirm slip": _confirm,
    "void slip": _void,
    "inventory": _inventory,
    "opener count": _opener,
    "close": _close,
}
