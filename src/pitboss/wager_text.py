"""Wagers and options as they are written: ``ante,tens`` or ``ante=1,tens=5``, and in Python as mappings too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import PitbossError


def stakes(written: str | Mapping[str, Any]) -> dict[str, Fraction]:
    """Units per wager; in a text a wager without a number is one unit."""
    if isinstance(written, Mapping):
        found = {str(key): _units(str(key), units) for key, units in written.items()}
    elif isinstance(written, str):
        found = _stakes(written)
    else:
        raise PitbossError(f"{written!r} are no wagers; write them like 'ante=1,tens=5' or {{'ante': 1, 'tens': 5}}.")
    if not found:
        raise PitbossError("no wager is named; write wagers like ante=1,tens=5.")
    return found


def _stakes(written: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for part in filter(None, (piece.strip() for piece in written.split(","))):
        key, equals, amount = part.partition("=")
        if key.strip() in found:
            raise PitbossError(f"{key.strip()} is named twice in {written!r}; give each wager once.")
        try:
            found[key.strip()] = Fraction(amount.strip()) if equals else Fraction(1)
        except (ValueError, ZeroDivisionError):
            raise PitbossError(f"{part!r} is no stake; write wagers like ante=1,tens=5.") from None
    return found


def _units(key: str, units: object) -> Fraction:
    try:
        if isinstance(units, int | float | str | Fraction) and not isinstance(units, bool):
            return Fraction(str(units))  # 0.1 is a tenth, as it is written
    except (ValueError, ZeroDivisionError):
        pass
    raise PitbossError(f"{units!r} is no stake on {key}; give units, such as 1 or 5.")


def pairs(written: Iterable[str]) -> dict[str, str]:
    """The house's choices, ``NAME=VALUE`` once or several times, also with commas between them."""
    found = {}
    for each in (part for text in written for part in text.split(",")):
        key, equals, value = each.partition("=")
        if not (key.strip() and equals and value.strip()):
            raise PitbossError(f"{each!r} is not an option; write NAME=VALUE, such as tens=1.")
        found[key.strip()] = value.strip()
    return found


def house_options(written: str | Iterable[str] | Mapping[str, Any]) -> dict[str, Any]:
    """The same for a game against the house: the number of spots is a number."""
    if isinstance(written, Mapping):
        return {str(key): value for key, value in written.items()}
    return {key: int(v) if key == "spots" and v.isdecimal() else v for key, v in pairs(texts(written)).items()}


def texts(written: str | Iterable[str]) -> tuple[str, ...]:
    """One text or several."""
    found = (written,) if isinstance(written, str) else tuple(written) if isinstance(written, Iterable) else (written,)
    odd = [each for each in found if not isinstance(each, str)]
    if odd:
        raise PitbossError(f"{odd[0]!r} is no text; write it in quotation marks, or give a list of such texts.")
    return found
