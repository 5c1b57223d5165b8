"""Slips: the numbered paper of the floor, as data.

A slip is written with the line of the log that changed it, and its chips move in that line. Its
number is the next of its series in its log, never used again; a slip that was spoilt is void and keeps its number.

The series follow the paper forms: table inventory slips (``I``, the closer of one shift is the opener of the next),
requests (``R``), fill and credit slips (``F``, one series), notifications of error (``E``), counts of boxes (``D``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from pitboss.errors import PitbossError
from pitboss.money import dollars

OPENER, CLOSER, REQUEST, FILL, CREDIT, ERROR, COUNT = "opener", "closer", "request", "fill", "credit", "error", "count"
SERIES = {OPENER: "I", CLOSER: "I", REQUEST: "R", FILL: "F", CREDIT: "F", ERROR: "E", COUNT: "D"}
"""The letter of each kind's series."""
UNKNOWN = "?"
"""The letter of an unknown kind; only a forged slip has one."""

FLOOR, DEALER, CASHIER, COUNTER = "floor", "dealer", "cashier", "counter"
SIGNED = {
    OPENER: (FLOOR, DEALER),
    CLOSER: (FLOOR, DEALER),
    REQUEST: (FLOOR,),
    FILL: (FLOOR, DEALER, CASHIER),
    CREDIT: (FLOOR, DEALER, CASHIER),
    ERROR: (FLOOR,),
    COUNT: (COUNTER, COUNTER),
}
"""The roles that sign each kind of slip, in this order, each by a different person."""

OPEN, DONE, VOID = "open", "done", "void"

ROOM = "room"
"""The log of slips that belong to no open table."""

Chips: TypeAlias = dict[int, int]
"""The number of chips of each denomination in cents."""

DENOMINATIONS = {
    100_000: "yellow",
    50_000: "purple",
    10_000: "black",
    2_500: "green",
    500: "red",
    100: "white",
    50: "half dollar",
    25: "quarter",
    5: "nickel",
    1: "cent",
}
"""The chips and coins of a rack by their value in cents, with their color."""


class SlipError(PitbossError):
    """A slip that cannot be written or signed; nothing changed."""


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A confirmation: the role, the person, the time in microseconds and, for a count, the amount."""

    role: str
    name: str
    at: int
    cents: int = 0


class Slip(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One numbered slip as it is after its latest signature.

    ``log`` is the table whose log holds it, or ``room``; ``table`` the table it is about. ``cents`` is its total and
    ``chips`` that total by denomination. ``expected`` is what the ledger says where something was counted. ``refers``
    is the slip it belongs to: the request of a fill, the slip whose error is notified.
    """

    log: str
    kind: str
    number: int
    table: str
    at: int
    cents: int
    chips: Chips = {}
    signed: tuple[Signature, ...] = ()
    void: str = ""
    refers: str = ""
    box: str = ""
    expected: int = -1
    note: str = ""

    @property
    def series(self) -> str:
        return SERIES.get(self.kind, UNKNOWN)

    @property
    def id(self) -> str:
        """``t1-F3``; a slip of the room's log has no table before its number."""
        return f"{self.series}{self.number}" if self.log == ROOM else f"{self.log}-{self.series}{self.number}"

    @property
    def state(self) -> str:
        if self.void:
            return VOID
        return DONE if self.complete else OPEN

    @property
    def complete(self) -> bool:
        """True if everybody signed; a count is complete when two people counted the same."""
        if self.kind == COUNT:
            return agreed(self.signed) is not None
        return len(self.signed) >= len(SIGNED.get(self.kind, ()))

    @property
    def next_role(self) -> str:
        """The role whose signature is awaited; empty if none is."""
        if self.state != OPEN:
            return ""
        return COUNTER if self.kind == COUNT else SIGNED[self.kind][len(self.signed)]

    def sign(self, name: str, at: int, cents: int = 0) -> Slip:
        """This slip with the next signature on it."""
        role = self.next_role
        if not role:
            raise SlipError(f"slip {self.id} is {self.state}; nobody has to sign it any more.")
        if any(each.name == name for each in self.signed):
            raise SlipError(f"{name} has signed slip {self.id} already; another person signs as {role}.")
        return msgspec.structs.replace(self, signed=(*self.signed, Signature(role, name, at, cents)))

    def spoilt(self, why: object) -> Slip:
        """This slip, void; it keeps its number."""
        if self.state != OPEN:
            raise SlipError(f"slip {self.id} is {self.state}; only an open one can be made void.")
        if not isinstance(why, str) or not 0 < len(why) <= 200:
            raise SlipError("say in a short text why the slip is void.")
        return msgspec.structs.replace(self, void=why)


def agreed(counts: tuple[Signature, ...]) -> int | None:
    """The amount that two people agree on; None as long as no two do."""
    sums = [each.cents for each in counts]
    return next((cents for at, cents in enumerate(sums) if cents in sums[:at]), None)


def as_chips(cents: int) -> Chips:
    """An amount in the fewest chips.

    >>> as_chips(13_075)
    {10000: 1, 2500: 1, 500: 1, 50: 1, 25: 1}
    """
    result = {}
    for size in DENOMINATIONS:
        many, cents = divmod(cents, size)
        if many:
            result[size] = many
    return result


def total(chips: Mapping[int, int]) -> int:
    """The total value of chips."""
    return sum(size * many for size, many in chips.items())


def read_chips(given: object) -> Chips:
    """Chips as a person wrote them: how many of each denomination in cents, ``{"2500": 4}``."""
    try:
        chips = {int(size): many for size, many in dict(given).items()}  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise SlipError("chips are how many of each denomination in cents, such as {'2500': 4}.") from None
    for size, many in chips.items():
        if size not in DENOMINATIONS:
            known = ", ".join(dollars(each) for each in DENOMINATIONS)
            raise SlipError(f"there is no chip of {dollars(size)}; the denominations are {known}.")
        if type(many) is not int or not 0 <= many <= 1_000_000:
            raise SlipError(f"{many!r} is not a number of chips of {dollars(size)}; give a whole number from 0.")
    return {size: chips[size] for size in DENOMINATIONS if chips.get(size)}
