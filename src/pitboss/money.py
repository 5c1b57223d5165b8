"""Money: whole cents, and odds as fractions.

No amount is ever a float. Dollars exist only as text, in input and output.

>>> parse_dollars("$1,250.50"), dollars(37), odds("8 to 5")
(125050, '$0.37', Fraction(8, 5))
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from pitboss.errors import PitbossError


class MoneyError(PitbossError):
    """An amount or odds that cannot be parsed, or chips that do not exist."""


class Payment(NamedTuple):
    """A payment at odds: whole cents, and the fraction of a cent that the house keeps (HB-5)."""

    cents: int
    breakage: Fraction


_NO_BREAKAGE = Fraction(0)

_DOLLARS = re.compile(r"([+-]?)\s*\$?\s*(\d{1,3}(?:,\d{3}){1,6}|\d{0,20})(?:\.(\d{1,2}))?$")


def parse_dollars(text: str) -> int:
    """Parse an amount into cents: dollars as ``5``, ``$5.50``, ``.50`` or ``1,000``, cents as ``50¢`` or ``50c``."""
    amount = text.strip()
    if amount[-1:] in ("¢", "c") and amount[:-1].strip().isdecimal() and len(amount) <= 20:
        return int(amount[:-1])
    match = _DOLLARS.match(amount)
    if not match or not (match[2] or match[3]):
        raise MoneyError(f"{text!r} is not an amount; write dollars like 5, $5.50 or 1,000, or cents like 50¢.")
    cents = int(match[2].replace(",", "") or "0") * 100 + int((match[3] or "0").ljust(2, "0"))
    return -cents if match[1] == "-" else cents


def dollars(cents: int) -> str:
    """Format cents as ``$5`` (whole dollars), ``$0.50``, ``-$5`` or ``$1,250``."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


_ODDS = re.compile(r"(\d{1,20})(?:\s*(?:to|:|-|/)\s*(\d{1,20}))?$")


def odds(value: str | int | Fraction) -> Fraction:
    """Parse odds into a fraction of the stake: ``"8 to 5"``, ``"8:5"``, ``"8/5"``, ``"3"`` or ``3`` (to 1)."""
    if isinstance(value, Fraction):
        parsed = value
    elif isinstance(value, int) and not isinstance(value, bool):
        parsed = Fraction(value)
    else:
        match = _ODDS.match(value.strip()) if isinstance(value, str) else None
        if not match or (match[2] is not None and int(match[2]) == 0):
            raise MoneyError(f'{value!r} are not odds; write them like "8 to 5", or 3 for 3 to 1.')
        parsed = Fraction(int(match[1]), int(match[2] or 1))
    if parsed < 0:
        raise MoneyError(f"odds of {value} are negative; write 0 for a push.")
    return parsed


def odds_text(value: Fraction) -> str:
    """Format odds as ``8 to 5`` or ``3 to 1``."""
    return f"{value.numerator} to {value.denominator}"


def pay(stake: int, at: Fraction) -> Payment:
    """Pay a stake at these odds, rounded down to the cent; the rest is breakage (HB-5).

    >>> pay(25, Fraction(3, 2))
    Payment(cents=37, breakage=Fraction(1, 2))
    """
    cents, rest = divmod(stake * at.numerator, at.denominator)  # HB-5: what is not a whole cent stays with the house
    return Payment(cents, Fraction(rest, at.denominator) if rest else _NO_BREAKAGE)
