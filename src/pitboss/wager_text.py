"""Parse wagers and house options: text such as ``ante,tens`` or ``ante=1,tens=5``, or a mapping."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypedDict, TypeVar

from pitboss.errors import PitbossError

F = TypeVar("F", bound=Callable[..., Any])


class ProofOptions(TypedDict, total=False):
    """The options of a proof, which :meth:`pitboss.house_game.HouseGame.prove` explains."""

    only: str
    pay: str | Iterable[str]
    wagers: Mapping[str, Any] | str | None
    option: Mapping[str, Any] | str | Iterable[str]
    threads: int
    fresh: bool
    scheduler: str
    progress: Callable[[Any], None] | None


PROOF_DEFAULTS = ProofOptions(
    only="", pay=(), wagers=None, option=(), threads=0, fresh=False, scheduler="", progress=None
)
"""The default options of a proof."""


def takes_proof_options(function: F) -> F:
    """Show the options of a proof one by one in the signature of a function that passes them on."""
    keyword, spelled = inspect.Parameter.KEYWORD_ONLY, inspect.signature(function)
    options = [
        inspect.Parameter(name, keyword, default=PROOF_DEFAULTS.get(name), annotation=hint.__forward_arg__)
        for name, hint in ProofOptions.__annotations__.items()
    ]
    own = [each for each in spelled.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    function.__signature__ = spelled.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
    return function


MOST_DIGITS = 12
"""The most digits of a stake, in numerator and denominator."""

_MOST = 10**MOST_DIGITS


def parse_stakes(wagers: str | Mapping[str, Any]) -> dict[str, Fraction]:
    """Units per wager; a wager without a number is one unit."""
    if isinstance(wagers, Mapping):
        stakes = {str(wager): _units(str(wager), units) for wager, units in wagers.items()}
    elif isinstance(wagers, str):
        stakes = _parse_text(wagers)
    else:
        raise PitbossError(f"{wagers!r} are not wagers; write them like 'ante=1,tens=5' or {{'ante': 1, 'tens': 5}}.")
    if not stakes:
        raise PitbossError("no wager is named; write wagers like ante=1,tens=5.")
    return stakes


def _parse_text(text: str) -> dict[str, Fraction]:
    stakes: dict[str, Fraction] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        wager, equals, units = part.partition("=")
        if wager.strip() in stakes:
            raise PitbossError(f"{wager.strip()} is named twice in {text!r}; give each wager once.")
        try:
            stakes[wager.strip()] = _number(wager.strip(), units.strip()) if equals else Fraction(1)
        except (ValueError, ZeroDivisionError) as error:
            if isinstance(error, PitbossError):
                raise
            raise PitbossError(f"{part!r} is not a stake; write wagers like ante=1,tens=5.") from None
    return stakes


def _units(wager: str, units: object) -> Fraction:
    try:
        if isinstance(units, int | float | str | Fraction) and not isinstance(units, bool):
            # As text, so that 0.1 is exactly a tenth; numbers too long to be written out are refused by their size.
            huge = isinstance(units, int | Fraction) and max(abs(units.numerator), units.denominator) >= _MOST
            return _number(wager, "1e99" if huge else str(units))
    except (ValueError, ZeroDivisionError) as error:
        if isinstance(error, PitbossError):
            raise
    raise PitbossError(f"{units!r} is not a stake on {wager}; give units, such as 1 or 5.")


def _number(wager: str, text: str) -> Fraction:
    """The units of a text; length and exponent are checked first, since 1e9999999 would fill the memory."""
    exponent = re.search(r"[eE][+-]?0*(\d*)", text)
    long = len(text) > 60 or (exponent is not None and len(exponent[1]) > 2)
    units = Fraction(0) if long else Fraction(text)
    if long or max(abs(units.numerator), units.denominator) >= _MOST:
        raise PitbossError(f"a stake on {wager} has at most {MOST_DIGITS} digits; give fewer units, such as 1 or 5.")
    return units


def parse_options(texts: Iterable[str]) -> dict[str, str]:
    """House options by name, from texts of one or more ``NAME=VALUE`` separated by commas."""
    options = {}
    for part in (part for text in texts for part in text.split(",")):
        name, equals, value = part.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise PitbossError(f"{part!r} is not an option; write NAME=VALUE, such as tens=1.")
        options[name.strip()] = value.strip()
    return options


def parse_house_options(options: str | Iterable[str] | Mapping[str, Any]) -> dict[str, Any]:
    """Options of a game against the house, with ``spots`` as a number; a mapping is taken as it is."""
    if isinstance(options, Mapping):
        return {str(name): value for name, value in options.items()}
    pairs = parse_options(as_texts(options))
    return {name: int(v) if name == "spots" and v.isdecimal() else v for name, v in pairs.items()}


def as_texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """A tuple of texts from one text or several."""
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else (given,)
    for text in texts:
        if not isinstance(text, str):
            raise PitbossError(f"{text!r} is not text; put it in quotation marks, or give a list of texts.")
    return texts
