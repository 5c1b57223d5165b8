"""Wagers and options written on the command line: ``ante,tens`` or ``ante=1,tens=5``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError


def stakes(written: str) -> dict[str, Fraction]:
    """Units per wager; a wager without a number is one unit."""
    found: dict[str, Fraction] = {}
    for part in filter(None, (piece.strip() for piece in written.split(","))):
        key, equals, amount = part.partition("=")
        if key.strip() in found:
            raise PitbossError(f"{key.strip()} is named twice in {written!r}; give each wager once.")
        try:
            found[key.strip()] = Fraction(amount.strip()) if equals else Fraction(1)
        except (ValueError, ZeroDivisionError):
            raise PitbossError(f"{part!r} is no stake; write wagers like ante=1,tens=5.") from None
    if not found:
        raise PitbossError("no wager is named; write wagers like ante=1,tens=5.")
    return found


def pairs(written: Sequence[str]) -> dict[str, str]:
    """The house's choices, ``NAME=VALUE`` once or several times, also with commas between them."""
    found = {}
    for each in (part for text in written for part in text.split(",")):
        key, equals, value = each.partition("=")
        if not (key.strip() and equals and value.strip()):
            raise PitbossError(f"{each!r} is not an option; write NAME=VALUE, such as tens=1.")
        found[key.strip()] = value.strip()
    return found


def house_options(written: Sequence[str]) -> dict[str, Any]:
    """The same for a game against the house: the number of spots is a number."""
    return {key: int(v) if key == "spots" and v.isdecimal() else v for key, v in pairs(written).items()}
