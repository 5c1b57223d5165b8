"""The figures printed in a game's document, exactly as printed, for comparison with the exact ones.

They are in ``NAME.published.toml`` next to the game (docs/defining-a-game.md). A figure holds where it was printed, its
kind, the hands it refers to and its precision, and checks whether an exact value, rounded to that precision, agrees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss import datafile
from pitboss.datafile import DataFile, KeyPath, Problem, Section
from pitboss.errors import PitbossError
from pitboss.house.definition import Definition, PayTable, Wager
from pitboss.money import odds_text

SUFFIX = ".published.toml"

# Figures printed per row of a table, and for a wager as a whole.
COLUMNS = ("pays", "combinations", "probability", "frequency", "return")
WHOLE = ("house_edge", "hit_frequency")
OUTCOMES = ("fold", "unqualified", "win", "tie", "lose")

_LOST, _PUSHED = ("lost", "lose", "loses", "collects"), ("push", "pushes")
_COUNT = r"\d{1,3}(?:,\d{3})+|\d+"
_NUMBER = re.compile(rf"(-?)({_COUNT})(?:\.(\d+))?(%?)$")
_ODDS = re.compile(r"(\d+)\s*to\s*([1-9]\d*)$")
_ONE_IN = re.compile(r"1 in (.+)$")
_PAYS = rf"{_ODDS.pattern}|{'|'.join((*_LOST, *_PUSHED))}|-1|\d+"
_FORMS = {
    **dict.fromkeys(("pays", "bonus", "outcome"), _PAYS),
    "frequency": f"1 in {_NUMBER.pattern}",
    "combinations": _COUNT,
}
"""How figures of a kind are printed; all others are numbers."""
_DAMAGED = {"printed": str, "reads": str}
"""The keys of a damaged figure."""


@dataclass(frozen=True)
class PrintedHands:
    """The hands a printed row refers to: a pay line of the game, a range of hands, or all."""

    line: str = ""
    start: str = ""
    below: str = ""

    def __str__(self) -> str:
        if self.line:
            return self.line
        if self.start:
            return f"from {self.start} to below {self.below}" if self.below else f"{self.start} or better"
        return f"below {self.below}" if self.below else "all hands"


@dataclass(frozen=True)
class Figure:
    """One printed figure.

    ``kind`` is ``house_edge``, ``hit_frequency`` (how often the wager wins), ``combinations``,
    ``probability``, ``frequency`` (one in how many), ``return`` (what the row adds to the expectation), ``pays``
    (a cell of a pay table, to one), ``bonus`` (the same, paid on top) or ``outcome`` (what a wager pays when
    ``outcome`` happens, whatever the hand).
    """

    wager: str
    kind: str
    where: str
    printed: str
    reads: str
    hands: PrintedHands = PrintedHands()
    outcome: str = ""
    total: bool = False
    line: int = 0

    @property
    def damaged(self) -> bool:
        """True if the print or its scan is damaged, so that it reads differently from what was meant."""
        return self.printed != self.reads

    @property
    def value(self) -> Fraction:
        """The figure as a number: percentages divided by 100, ``1 in 47`` as 47, a lost wager as -1, a push as 0."""
        return _read(self.reads)[0]

    @property
    def places(self) -> Fraction:
        """The size of one unit of its last printed digit."""
        return _read(self.reads)[1]

    def agrees(self, exact: Fraction) -> bool:
        """True if the exact value, rounded to the printed precision, equals the printed figure.

        For a frequency ("one in how many"), pass the exact probability.
        """
        if self.kind == "frequency":
            return exact != 0 and abs(1 / exact - self.value) <= self.places / 2
        return abs(exact - self.value) <= self.places / 2

    def show(self, exact: Fraction) -> str:
        """Format an exact value the way this figure is printed."""
        if self.kind == "frequency":
            return f"1 in {_decimal(1 / exact, self.places)}" if exact else "never"
        if _ODDS.match(self.reads):
            return odds_text(exact) if exact > 0 else "push" if exact == 0 else "lose"
        if self.reads.endswith("%"):
            return f"{_decimal(exact * 100, self.places * 100)}%"
        return _decimal(exact, self.places)


@dataclass(frozen=True)
class Approval:
    """The regulator's approval of exactly these rules (HO-13); ``file`` is the game as approved."""

    by: str
    letter: date
    rules_of: date
    rule: str
    file: Path


@dataclass(frozen=True)
class Published:
    """The figures of one document, in its order."""

    game: str
    document: str
    figures: tuple[Figure, ...]
    approval: Approval | None
    file: DataFile

    def of(self, wager: str, kind: str | None = None) -> tuple[Figure, ...]:
        """The figures of a wager such as ``tens/1``, all of them or those of one kind."""
        return tuple(f for f in self.figures if f.wager == wager and kind in (None, f.kind))


def of_game(game: str | Path) -> Published | None:
    """The published figures of a game's file, or None."""
    path = Path(game)
    path = path.with_name(path.name.removesuffix(".toml") + SUFFIX)
    return load(path) if path.is_file() else None


def load(path: str | Path) -> Published:
    """Load published figures; every mistake is reported with its key path and line."""
    file = datafile.read(path)
    top = file.top
    game, document = top.text("game"), top.text("document")
    approval = _approval(top.table("approval"), Path(path)) if "approval" in top else None
    figures: list[Figure] = []
    for name, wager in top.tables("wager").items():
        figures += _wager(name, wager)
    top.done()
    if not figures and not file.problems:
        file.problem(("wager",), "no figure is printed here; write at least one [wager.NAME] with house_edge.")
    file.refuse()
    return Published(game, document, tuple(figures), approval, file)


def _approval(section: Section, path: Path) -> Approval:
    by, rule, copy = section.text("by"), section.text("rule"), section.text("file")
    letter, rules_of = section.raw("letter"), section.raw("rules_of")
    for key, day in (("letter", letter), ("rules_of", rules_of)):
        if not isinstance(day, date):
            section.problem(key, "expected a date such as 2015-04-21.")
    section.done()
    file, folder = path.parent / copy, path.parent.resolve()
    if copy and (Path(copy).is_absolute() or not file.resolve().is_relative_to(folder)):
        section.problem("file", f'the approved game "{copy}" is outside the folder of this file; put it there.')
    elif copy and not file.is_file():
        section.problem("file", f'the approved game "{copy}" is not in the folder of this file; put it there.')
    return Approval(by, letter, rules_of, rule, file)


def _wager(name: str, section: Section) -> list[Figure]:
    where = section.text("where")
    figures: list[Figure] = []
    for kind in WHOLE:
        figures += _cells(section, kind, name, kind, f"{where}, {kind.replace('_', ' ')}")
    for row in section.rows("outcomes"):
        happens, outcome = row.text("situation"), row.choice("outcome", OUTCOMES)
        figures += _cells(row, "pays", name, "outcome", f"{where}, {happens}", outcome=outcome, required=True)
        row.done()
    for list_name in ("lines", "bonus"):
        for row in section.rows(list_name):
            figures += _row(row, name, where, bonus=list_name == "bonus")
    if "total" in section:
        total = section.table("total")
        for column in COLUMNS:
            figures += _cells(total, column, name, column, f"{where}, total, {column}", total=True)
        total.done()
    section.done()
    return figures


def _row(row: Section, wager: str, where: str, bonus: bool) -> list[Figure]:
    hand, column = row.text("hand"), row.text("column", "")
    hands = PrintedHands(row.text("line", ""), row.text("from", ""), row.text("below", ""))
    if bool(hands.line) == bool(hands.start or hands.below):
        row.problem(None, "a row refers either to a pay line (line) or to values (from, below); write one of the two.")
    place = ", ".join(part for part in (where, column, hand) if part)
    figures: list[Figure] = []
    for kind in ("pays",) if bonus else COLUMNS:
        figures += _cells(row, kind, wager, "bonus" if bonus else kind, f"{place}, {kind}", hands=hands)
    if not figures:
        row.problem(None, f"there is no figure in this row; write at least one of {', '.join(COLUMNS)}.")
    row.done()
    return figures


def _cells(
    section: Section, key: str, wager: str, kind: str, where: str, required: bool = False, **more: Any
) -> list[Figure]:
    """The figures at a key: one text, a list if it is printed more than once, or a damaged one with its reading."""
    value = section.raw(key, repeats=True)  # a figure may be printed more than once
    if value is None:
        if required:
            section.problem(None, f'"{key}" is missing; write what is printed, as a text.')
        return []
    figures = []
    for cell in value if isinstance(value, list) else [value]:
        if isinstance(cell, str):
            printed = reads = cell
        elif isinstance(cell, dict) and {key: type(text) for key, text in cell.items()} == _DAMAGED:
            printed, reads = cell["printed"], cell["reads"]
        else:
            section.problem(key, 'write figures as texts, "3.02%", or { printed = "S0 to 1", reads = "50 to 1" }.')
            continue
        if not re.fullmatch(_FORMS.get(kind, _NUMBER.pattern), reads):
            section.problem(key, f'"{reads}" cannot be read as {kind.replace("_", " ")}; add what it reads as.')
            continue
        figures.append(Figure(wager, kind, where, printed, reads, line=section.file.line(*section.path, key), **more))
    return figures


def _read(text: str) -> tuple[Fraction, Fraction]:
    """The value of a printed figure and the size of its last digit."""
    if text in _LOST:
        return Fraction(-1), Fraction(0)
    if text in _PUSHED:
        return Fraction(0), Fraction(0)
    if odds := _ODDS.match(text):
        return Fraction(int(odds[1]), int(odds[2])), Fraction(0)
    if one_in := _ONE_IN.match(text):
        text = one_in[1]
    match = _NUMBER.match(text)
    if not match:
        raise datafile.FileError(f'"{text}" is not a figure; published files hold only what can be read.')
    decimals = match[3] or ""
    size = Fraction(1, 10 ** len(decimals))
    value = int(match[2].replace(",", "") + decimals) * size * (-1 if match[1] else 1)
    return (value / 100, size / 100) if match[4] else (value, size)


def _decimal(exact: Fraction, size: Fraction) -> str:
    """A number rounded half away from zero to this size of the last digit, with thousands separators."""
    if not size:
        return str(exact)
    units = abs(exact) / size
    whole = (2 * units.numerator + units.denominator) // (2 * units.denominator)
    places = len(str(size.denominator)) - 1
    return f"{Decimal(-whole if exact < 0 else whole).scaleb(-places):,.{places}f}"


# The figures and their game -------------------------------------------------------------------------------------------


def fitting(game: str | Path, definition: Definition) -> Published | None:
    """The published figures of a game's file; raises if they refer to something the game does not have."""
    published = of_game(game)
    if published is not None and misfits(published, definition):
        published.file.refuse()
    return published


def misfits(published: Published, definition: Definition) -> tuple[Problem, ...]:
    """Every name in the published file that the game does not have, with key path, line and what would fit."""
    file = published.file
    file.problems.clear()
    if published.game != definition.id:
        file.problem(("game",), f'the game next to this file is "{definition.id}"; write game = "{definition.id}".')
    for name in file.data.get("wager", {}):
        path: KeyPath = ("wager", name)
        key, slash, table_name = name.partition("/")
        wager = definition.wagers.get(key)
        if wager is None:
            file.problem(path, f'"{key}" is not a wager of the game; the wagers are {", ".join(definition.wagers)}.')
            continue
        if slash and table_name not in wager.tables:
            tables = ", ".join(filter(None, wager.tables)) or "none"
            file.problem(path, f'"{key}" has no pay table "{table_name}"; its tables are {tables}.')
            continue
        _rows(file, definition, wager, wager.tables.get(table_name, wager.table), path)
    return tuple(sorted(file.problems, key=lambda problem: problem.line))


def _rows(file: DataFile, definition: Definition, wager: Wager, table: PayTable | None, path: KeyPath) -> None:
    section, ranking = file.data["wager"][path[-1]], definition.hands[wager.hand].ranking
    for list_name, lines in (("lines", table), ("bonus", wager.bonus)):
        known = [line.hand for line in lines.lines] if lines is not None else []
        for index, row in enumerate(section.get(list_name, ())):
            place = (*path, list_name, index)
            if row.get("line"):
                if row["line"] not in known:
                    sentence = f"is not a line of this pay table; its lines are {', '.join(known) or 'none'}."
                    file.problem((*place, "line"), f'"{row["line"]}" {sentence}')
                continue
            for key in ("from", "below"):
                try:
                    if row.get(key):
                        ranking.threshold(row[key])
                except PitbossError as error:
                    file.problem((*place, key), str(error))
    for index, row in enumerate(section.get("outcomes", ())):
        if row["outcome"] not in wager.outcomes:
            sentence = f'the wager has no outcome "{row["outcome"]}"; its outcomes are {", ".join(wager.outcomes)}.'
            file.problem((*path, "outcomes", index, "outcome"), sentence)


def values(figure: Figure, definition: Definition) -> tuple[int, int]:
    """The hands a printed row refers to as a range of values, the end excluded.

    A pay line reaches up to the line above it; ``all hands`` is every value, including 0 for no hand.
    """
    key, _, table_name = figure.wager.partition("/")
    wager = definition.wagers[key]
    ranking = definition.hands[wager.hand].ranking
    hands = figure.hands
    if not hands.line:
        start = ranking.threshold(hands.start) if hands.start else 0
        return start, ranking.threshold(hands.below) if hands.below else ranking.top + 1
    table = wager.bonus if figure.kind == "bonus" else wager.tables.get(table_name, wager.table)
    above = ranking.top + 1
    for line in table.lines if table is not None else ():
        if line.hand == hands.line:
            return line.least, above
        above = line.least
    raise PitbossError(f'"{hands.line}" is not a line of the pay table of {figure.wager} in {definition.name}.')
