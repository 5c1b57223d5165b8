"""Jurisdictions: legal ceilings as dated data with citations (HB-2, PK-28).

A jurisdiction is a file in ``jurisdictions/``: a list of ceilings, each with the section of law and the day from which
it applies. Both kinds of game look up the ceilings in force on a given day.

>>> from datetime import date
>>> str(load("washington").ceiling("single wager", "house", date(2024, 1, 1)))
'at most $400 (WAC 230-15-140, in force since 2023-08)'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pitboss import datafile
from pitboss.datafile import DataFile, FileError, Problem, Section
from pitboss.errors import PitbossError, suggestion
from pitboss.kinds import KINDS
from pitboss.money import MoneyError, dollars, parse_dollars


class Finding(NamedTuple):
    """One thing the floor should know when a table opens.

    ``where`` is the key path or item concerned, ``found`` what it says, ``allowed`` what the source allows, ``source``
    the citation (a section of law, a letter of approval), ``rule`` the rule of the catalogue.
    """

    where: str
    found: str
    allowed: str
    source: str
    rule: str = ""

    def __str__(self) -> str:
        tail = f" [{self.rule}]" if self.rule else ""
        return f"{self.where}: {self.found}; {self.source} has {self.allowed}{tail}."


FOLDER = Path(__file__).parent.parent / "jurisdictions"

# What can be limited, and the unit of the limit.
LIMITS = {
    "games on one hand": "count",
    "games above": "count",
    "single wager": "cents",
    "betting rounds": "count",
    "wagers in a round": "count",
    "antes in total": "cents",
    "fee methods at a table": "count",
    "fee per hand and player": "cents",
    "fee per hour and player": "cents",
    "rake": "percent",
}
_EXAMPLES = {"count": "a whole number such as 6", "cents": 'dollars such as "$300"', "percent": 'such as "10%"'}
_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?$")


@dataclass(frozen=True)
class Ceiling:
    """One limit of the law: how much is allowed, from when, and the citation."""

    limits: str
    kind: str
    most: int
    unit: str
    citation: str
    above: int = 0
    licences: tuple[str, ...] = ()
    written: str = ""
    as_much_as: str = ""
    cap: int = 0

    @property
    def since(self) -> date:
        """The first day it applies; a month or a year starts on its first day."""
        return _day(self.written) or date.min

    @property
    def amount(self) -> str:
        """``$300``, ``6``, ``10%``, ``10% or $5, whichever is less``."""
        if self.unit == "cents":
            return dollars(self.most)
        if self.unit == "percent":
            return f"{self.most}%" + (f" or {dollars(self.cap)}, whichever is less" if self.cap else "")
        return f"{self.most}"

    def exceeded_by(self, cents: int, total: int) -> bool:
        """True if these cents exceed the allowed percentage of the total, or the cap."""
        return cents * 100 > self.most * total or bool(self.cap and cents > self.cap)

    @property
    def source(self) -> str:
        return self.citation + (f", in force since {self.written}" if self.written else "")

    def __str__(self) -> str:
        above = f" above {dollars(self.above)}" if self.above else ""
        return f"at most {self.amount}{above} ({self.source})"


@dataclass(frozen=True)
class Jurisdiction:
    """The ceilings of one place."""

    id: str
    name: str
    authority: str
    ceilings: tuple[Ceiling, ...]

    def ceiling(self, limits: str, kind: str, on: date, licences: Collection[str] = ()) -> Ceiling | None:
        """The ceiling in force on a day: one for these licences before one for everybody, then the latest."""
        if limits not in LIMITS:
            raise PitbossError(f"{limits!r} is not something a jurisdiction limits; it may be {', '.join(LIMITS)}.")
        applicable = [
            (bool(ceiling.licences), ceiling.since, ceiling)
            for ceiling in self.ceilings
            if ceiling.limits == limits and ceiling.kind == kind and ceiling.since <= on
            if not ceiling.licences or set(ceiling.licences) & set(licences)
        ]
        if not applicable:
            return None
        best = max(applicable, key=lambda entry: entry[:2])[2]
        other = self.ceiling(best.as_much_as, kind, on, licences) if best.as_much_as else None
        return replace(best, most=other.most) if other else best

    def in_force(self, kind: str, on: date, licences: Collection[str] = ()) -> tuple[Ceiling, ...]:
        """Every ceiling in force for this kind of game on a day."""
        ceilings = (self.ceiling(limits, kind, on, licences) for limits in LIMITS)
        return tuple(ceiling for ceiling in ceilings if ceiling is not None)


def names() -> tuple[str, ...]:
    """The ids of the shipped jurisdictions."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def load(name: str | Path) -> Jurisdiction:
    """A jurisdiction by its id or the path of its file."""
    path = Path(name)
    if path.suffix == ".toml":
        return _read(datafile.read(path))
    if str(name) not in names():
        raise PitbossError(
            f"no jurisdiction is called {str(name)!r}; {suggestion(str(name), names(), 'the path of a file')}"
        )
    return _shipped(str(name))


@lru_cache(maxsize=16)
def _shipped(name: str) -> Jurisdiction:
    return _read(datafile.read(FOLDER / f"{name}.toml"))


def recognises(data: Mapping[str, object]) -> bool:
    """True if a parsed file is meant to be a jurisdiction."""
    return "ceiling" in data


def problems(text: str, name: str) -> tuple[Problem, ...]:
    """Every mistake in the text of a jurisdiction."""
    try:
        _read(datafile.parse(text, name))
    except FileError as error:
        return error.problems
    return ()


def _read(file: DataFile) -> Jurisdiction:
    top = file.top
    rows = top.rows("ceiling")
    jurisdiction = Jurisdiction(
        top.text("id"), top.text("name"), top.text("authority"), tuple(_ceiling(row) for row in rows)
    )
    top.done()
    if not rows and not top.broken("ceiling"):
        file.problem(("ceiling",), "there is no ceiling; write at least one [[ceiling]].")
    seen: dict[tuple[object, ...], int] = {}
    for row, ceiling in zip(rows, jurisdiction.ceilings, strict=True):
        if row.broken():
            continue
        index = int(row.path[-1])
        key = (ceiling.limits, ceiling.kind, ceiling.licences, ceiling.since)
        if key in seen:
            line = file.line("ceiling", seen[key])
            file.problem(("ceiling", index), f"the ceiling in line {line} limits the same from the same day; drop one.")
        seen.setdefault(key, index)
        kinds = {other.limits for other in jurisdiction.ceilings if other.kind == ceiling.kind}
        if ceiling.as_much_as and ceiling.as_much_as not in kinds:
            file.problem(("ceiling", index, "most"), f'there is no ceiling on "{ceiling.as_much_as}"; write one.')
    file.refuse()
    return jurisdiction


def _ceiling(row: Section) -> Ceiling:
    limits = row.choice("limits", tuple(LIMITS))
    kind = row.choice("kind", tuple(KINDS))
    citation = row.text("citation")
    unit = LIMITS.get(limits, "count")
    written = row.text("from", "")
    if written and _day(written) is None:
        row.problem(
            "from", f'"{written}" is not a day; write "2016-12-23", or "2023-08" or "2009" if no more is known.'
        )
    licences = row.texts("licence")
    if limits not in LIMITS:  # what the other keys must say follows from it
        row.asked |= {"above", "most", "cap"}
        row.done()
        return Ceiling(limits, kind, 1, unit, citation, licences=licences, written=written)
    above = _cents(row, "above") if limits == "games above" else 0
    other = row.raw("most")
    as_much_as = other if unit == "cents" and isinstance(other, str) and other in LIMITS and other != limits else ""
    most = 0 if as_much_as else _most(row, unit)
    cap = _cents(row, "cap") if unit == "percent" and "cap" in row else 0
    row.done()
    return Ceiling(limits, kind, most, unit, citation, above, licences, written, as_much_as, cap)


def _most(row: Section, unit: str) -> int:
    value = row.raw("most")
    if unit == "count" and isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if unit == "cents" and isinstance(value, str):
        return _cents(row, "most")
    if unit == "percent" and isinstance(value, str) and re.fullmatch(r"\d{1,3}%", value):
        return int(value[:-1])
    if value is None:
        row.problem(None, f'"most" is missing; write most = … as {_EXAMPLES[unit]}.')
    else:
        row.problem("most", f"how much is allowed must be {_EXAMPLES[unit]}; write most = ….")
    return 1


def _cents(row: Section, key: str) -> int:
    text = row.text(key)
    if not text:
        return 0
    try:
        return parse_dollars(text)
    except MoneyError as error:
        row.problem(key, str(error))
        return 0


@lru_cache(maxsize=256)
def _day(text: str) -> date | None:
    match = _DAY.match(text)
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match else None
    except ValueError:
        return None
