"""Money: whole cents, odds as fractions, and the one way a chip moves.

A float never touches a chip. Dollars exist only as text, on the way in and on the way out.

>>> parse_dollars("$1,250.50"), dollars(37), odds("8 to 5")
(125050, '$0.37', Fraction(8, 5))
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

import msgspec

from pitboss.errors import PitbossError


class MoneyError(PitbossError):
    """An amount or odds that cannot be read, or chips that do not exist."""


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Chips going from one account to another, with the reason.

    Accounts are plain words: ``player 1``, ``spot 1/ante``, ``pot``, ``rack``, ``fee box``. The amount is positive.
    """

    source: str
    target: str
    cents: int
    why: str
    rule: str = ""

    def __str__(self) -> str:
        tail = f" ({self.rule})" if self.rule else ""
        return f"{dollars(self.cents)} from {self.source} to {self.target}: {self.why}{tail}"


class Payment(NamedTuple):
    """What odds pay on a stake: whole cents, and the fraction of a cent the house keeps (HB-5)."""

    cents: int
    breakage: Fraction


_NONE = Fraction(0)

_DOLLARS = re.compile(r"([+-]?)\s*\$?\s*(\d{1,3}(?:,\d{3}){1,6}|\d{0,20})(?:\.(\d{1,2}))?$")


def parse_dollars(written: str) -> int:
    """Cents of an amount in dollars: ``5``, ``$5.50``, ``.50`` or ``1,000``; ``50¢`` and ``50c`` are cents."""
    words = written.strip()
    if words[-1:] in ("¢", "c") and words[:-1].strip().isdecimal() and len(words) <= 20:
        return int(words[:-1])
    match = _DOLLARS.match(words)
    if not match or not (match[2] or match[3]):
        raise MoneyError(f"{written!r} is not an amount; write dollars like 5, $5.50 or 1,000, or cents like 50¢.")
    cents = int(match[2].replace(",", "") or "0") * 100 + int((match[3] or "0").ljust(2, "0"))
    return -cents if match[1] == "-" else cents


def dollars(cents: int) -> str:
    """``$5`` for whole dollars, ``$0.50`` otherwise, ``-$5`` below zero, thousands parted."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


_ODDS = re.compile(r"(\d{1,20})(?:\s*(?:to|:|-|/)\s*(\d{1,20}))?$")


def odds(written: str | int | Fraction) -> Fraction:
    """Odds as a fraction of the stake: ``"8 to 5"``, ``"8:5"``, ``"8/5"``, ``"3"`` or ``3`` (to 1)."""
    if isinstance(written, Fraction):
        value = written
    elif isinstance(written, int) and not isinstance(written, bool):
        value = Fraction(written)
    else:
        match = _ODDS.match(written.strip()) if isinstance(written, str) else None
        if not match or (match[2] is not None and int(match[2]) == 0):
            raise MoneyError(f'{written!r} are not odds; write them like "8 to 5", or 3 for 3 to 1.')
        value = Fraction(int(match[1]), int(match[2] or 1))
    if value < 0:
        raise MoneyError(f"odds of {written} would pay less than nothing; write 0 for a push.")
    return value


def odds_text(value: Fraction) -> str:
    """``8 to 5``, ``3 to 1``."""
    return f"{value.numerator} to {value.denominator}"


def pay(stake: int, at: Fraction) -> Payment:
    """What a stake is paid at these odds; a fraction of a cent is rounded down and shown as breakage (HB-5).

    >>> pay(25, Fraction(3, 2))
    Payment(cents=37, breakage=Fraction(1, 2))
    """
    cents, rest = divmod(stake * at.numerator, at.denominator)
    return Payment(cents, Fraction(rest, at.denominator) if rest else _NONE)
