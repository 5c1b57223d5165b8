"""Wagers written on the command line: ``ante,tens`` or ``ante=1,tens=5``."""

from __future__ import annotations

from fractions import Fraction

from pitboss.errors import PitbossError


def stakes(written: str) -> dict[str, Fraction]:
    """Units per wager; a wager without a number is one unit."""
    found: dict[str, Fraction] = {}
    for part in filter(None, (piece.strip() for piece in written.split(","))):
        key, equals, amount = part.partition("=")
        try:
            found[key.strip()] = Fraction(amount.strip()) if equals else Fraction(1)
        except (ValueError, ZeroDivisionError):
            raise PitbossError(f"{part!r} is no stake; write wagers like ante=1,tens=5.") from None
    if not found:
        raise PitbossError("no wager is named; write wagers like ante=1,tens=5.")
    return found
