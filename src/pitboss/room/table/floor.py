"""The floor: pause and resume, fills, closing; and rulings, at tables dealt by a person.

A machine makes no dealing errors, so at a table dealt by machine there are no rulings on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pitboss.money import dollars
from pitboss.room import commands
from pitboss.room.people import FLOOR, Person
from pitboss.room.table import closing, rack
from pitboss.room.table.outcome import Refused, Said
from pitboss.room.table.requests import Request

if TYPE_CHECKING:
    from pitboss.room.table.table import Table

FOR_A_FILL = "the table waits for a fill"


def rule(table: Table, command: commands.Floor, request: Request) -> None:
    """Carry out what the floor says: something about the table, else a ruling on the deal."""
    own = _OWN.get(command.ruling)
    if own is not None:
        own(table, request.by, dict(command.facts))
        return
    request.need_role(FLOOR, "a ruling")
    if table.by_machine:
        raise Refused(
            f"there is no ruling {command.ruling!r} at a table dealt by machine; the floor may {', '.join(_OWN)} there."
        )
    if not {"self", "ruling"}.isdisjoint(command.facts):
        raise Refused("'ruling' is not a fact; state what the procedure of the ruling asks for.")
    table.session.floor(command.ruling, **command.facts)
    table.questions.all_answered()


def pause(table: Table, by: Person, why: str) -> None:
    """Deal no more until it is resumed, which an empty reason does."""
    _need_floor(by)
    if bool(why) == bool(table.state.paused) and not why:
        raise Refused("this table is not paused.")
    table.state = table.state.but(paused=why)
    table.notices.append(Said("", f"The table is paused: {why}." if why else "The table goes on."))


def fill(table: Table, by: Person, cents: int) -> None:
    """Bring chips from the cage to the rack."""
    _need_floor(by)
    if not table.has_rack:
        raise Refused("this table has no rack to fill; its players play for each other's chips.")
    if type(cents) is not int or cents <= 0:
        raise Refused(f"{cents!r} is not an amount for a fill; give whole cents above 0.")
    rack.fill(table, cents)
    if table.state.paused == FOR_A_FILL and table.rack >= table.session.liability():
        table.state = table.state.but(paused="")


def credit(table: Table, by: Person, cents: int) -> None:
    """Take chips from the rack back to the cage, between rounds; what the wagers placed may win stays."""
    _need_floor(by)
    if not table.has_rack:
        raise Refused("this table has no rack to take chips from; its players play for each other's chips.")
    if type(cents) is not int or cents <= 0:
        raise Refused(f"{cents!r} is not an amount for a credit; give whole cents above 0.")
    if not table.session.done:
        raise Refused("a credit has to wait until the round is over; ask again then.")
    spare = max(0, table.rack - table.session.liability())
    if cents > spare:
        raise Refused(f"the rack can spare {dollars(spare)}; take that much or less.")
    rack.credit(table, cents)


def _need_floor(by: Person) -> None:
    if not by.may(FLOOR):
        raise Refused(f"this is for people with the role {FLOOR}.")


def _pause(table: Table, by: Person, facts: dict[str, Any]) -> None:
    why = facts.pop("why", "the floor asks for a moment")
    _nothing_else(facts)
    if not isinstance(why, str) or not 0 < len(why) <= 200:
        raise Refused("the reason of a pause is a short text.")
    pause(table, by, why)


def _resume(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _nothing_else(facts)
    pause(table, by, "")


def _fill(table: Table, by: Person, facts: dict[str, Any]) -> None:
    cents = facts.pop("cents", 0)
    _nothing_else(facts)
    fill(table, by, cents)


def _credit(table: Table, by: Person, facts: dict[str, Any]) -> None:
    cents = facts.pop("cents", 0)
    _nothing_else(facts)
    credit(table, by, cents)


def _close(table: Table, by: Person, facts: dict[str, Any]) -> None:
    _nothing_else(facts)
    closing.close(table, by)


def _nothing_else(facts: dict[str, Any]) -> None:
    if facts:
        raise Refused(f"{next(iter(facts))!r} is not a fact of this; leave it out.")


_OWN: dict[str, Callable[[Table, Person, dict[str, Any]], None]] = {
    "pause": _pause,
    "resume": _resume,
    "fill": _fill,
    "credit": _credit,
    "close": _close,
}
