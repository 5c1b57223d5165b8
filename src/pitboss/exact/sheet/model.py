"""The PAR sheet of a game: one model for every renderer.

A sheet is a title, facts, and sections of tables; the terminal, CSV, HTML and PDF renderers know nothing of games.
It says "computed", never "certified": that word belongs to a laboratory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from pitboss import __version__
from pitboss.cards import RANK_WORDS
from pitboss.exact.figures import Figures, ProofResult, ResultLine
from pitboss.exact.sheet.changes import OtherReading, WhatIf
from pitboss.exact.sheet.findings import Comparison
from pitboss.exact.stakes import groups
from pitboss.house.definition import (
    AnnounceStep,
    BurnStep,
    CollectStep,
    DealStep,
    DecideStep,
    Definition,
    DiscardStep,
    DispenseStep,
    SetStep,
    SettleStep,
    Step,
    TurnStep,
)
from pitboss.house.pay_words import line_words
from pitboss.money import odds_text

ROUNDS = (1_000, 10_000, 1_000_000)
CONFIDENCE = 1.959963984540054
"""Standard deviations either side of the mean that hold 95% of a normal distribution."""


@dataclass(frozen=True)
class SheetSection:
    """A table with its heading; ``align`` has l or r per column; ``bars`` draws one column as a plot."""

    title: str
    columns: tuple[str, ...] = ()
    align: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    bars: tuple[tuple[str, float], ...] = ()
    level: int = 1


@dataclass(frozen=True)
class Sheet:
    """Everything a PAR sheet shows, in the order it is shown."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[SheetSection, ...]


@dataclass(frozen=True)
class Contents:
    """The parts of a sheet besides the definition and the result; parts that were not worked out are empty."""

    comparison: Comparison | None = None
    readings: tuple[OtherReading, ...] = ()
    strategy: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    strategy_notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sensitivity: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    whatif: WhatIf | None = None


def percent(value: Fraction, places: int = 4) -> str:
    """A fraction as a percentage, rounded half away from zero, exactly."""
    return decimal(value * 100, places) + "%"


def decimal(value: Fraction, places: int) -> str:
    """A fraction in decimals, rounded half away from zero, from integers alone."""
    scaled = abs(value) * 10**places
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = f"{whole:0{places + 1}d}"
    body = f"{int(text[:-places]):,}.{text[-places:]}" if places else f"{whole:,}"
    return f"-{body}" if value < 0 and whole else body


def one_in(probability: Fraction) -> str:
    """``1 in 4,165``; with a decimal below a hundred."""
    if not probability:
        return "never"
    often = 1 / probability
    return f"1 in {decimal(often, 0 if often >= 100 else 1)}"


def pays(value: Fraction) -> str:
    return "lose" if value < 0 else "push" if value == 0 else odds_text(value)


def sheet(game: Definition, result: ProofResult, contents: Contents | None = None) -> Sheet:
    """The sheet of a proved game."""
    contents = contents or Contents()
    asked = contents.whatif
    sections = [*([_whatif(game, result, asked)] if asked is not None else ()), _summary(result, contents.comparison)]
    for figures in result.groups.values():
        sections += _group(game, figures, contents)
    sections += [_volatility(result), _deal(game), _wagers(game), _ranking(game)]
    if contents.readings:
        sections.append(_readings(contents.readings, result))
    if contents.comparison is not None:
        sections.append(_findings(contents.comparison))
    sections.append(_method(result))
    facts = (
        ("Game", game.name),
        *((("What if", "; ".join(each.words for each in asked.changes)),) if asked is not None else ()),
        ("Definition", f"{game.id}, version {game.version}"),
        ("Deck", game.deck.name),
        (
            "Unit",
            f"edges are per unit, a wager of 1 being one unit: {', '.join(result.groups)}"
            if combined(result)
            else f"edges are per unit of {game.unit} or of the wager named",
        ),
        *((("Findings", contents.comparison.verdict),) if contents.comparison is not None else ()),
        ("Computed by", f"Pitboss {__version__}, exactly: integers and fractions, no sampling"),
        ("Standing", "computed, not certified"),
    )
    title = f"{game.name}: PAR sheet" + (", what if" if asked is not None else "")
    return Sheet(title, "Probability and accounting report", facts, tuple(sections))


def _summary(result: ProofResult, comparison: Comparison | None) -> SheetSection:
    known = comparison.headlines if comparison else {}
    headlines = {key: each for key, each in known.items() if key in result.groups}
    rows = []
    for key, figures in result.groups.items():
        printed = headlines.get(key, {})
        edge = f"{printed['house_edge_percent']:g}%" if "house_edge_percent" in printed else "–"
        compared = (edge, printed.get("verdict", "–")) if headlines else ()
        risk = (percent(figures.element_of_risk), decimal(figures.average_wager, 4), f"{figures.sd:.4f}")
        shares = (percent(share, 2) for share in (figures.win, figures.push, figures.lose, figures.fold))
        rows.append((key, percent(figures.edge), *compared, *risk, *shares))
    columns = ("wager", "house edge", *(("printed", "verdict") if headlines else ()))
    columns += ("element of risk", "average wager", "std. deviation", "win", "push", "lose", "fold")
    notes = ["Each wager with those tied to it, played alone and optimally; win, push and lose are by net result."]
    if combined(result):
        notes = ["Played optimally together; win, push and lose are by the net result of all wagers."]
        notes += map(_per_what, result.groups.values())
    align = "lr" + "rl" * bool(headlines) + "rrrrrrr"
    return SheetSection("House edge", columns, align, tuple(rows), tuple(notes))


def combined(result: ProofResult) -> bool:
    """True if a result is for a combination of wagers, not for each alone; its key names the stakes."""
    return any("=" in key for key in result.groups)


def _per_what(figures: Figures) -> str:
    placed = sum(figures.stakes.values(), Fraction(0))
    units = str(placed) if placed.denominator == 1 else decimal(placed, 2)
    return (
        f"The edge of {figures.key} is what all its wagers together lose per unit, a wager of 1 being one unit: "
        f"{units} {'is' if placed == 1 else 'are'} placed at the start and "
        f"{decimal(figures.average_wager, 4)} wagered on average. "
        f"Per unit wagered that is the element of risk, {percent(figures.element_of_risk)}."
    )


def _whatif(game: Definition, result: ProofResult, asked: WhatIf) -> SheetSection:
    rows = []
    for key, old in asked.before.items():
        new = result.groups[key]
        if new.edge != old.edge:
            change = decimal(100 * (new.edge - old.edge), 4)
            moved = f"+{change}" if new.edge > old.edge else change
            rows.append((key, percent(old.edge), percent(new.edge), moved, percent(old.fold, 2), percent(new.fold, 2)))
    said = "What if " + "; ".join(each.words for each in asked.changes) + "."
    figures = [f"Every {'other ' * bool(rows)}figure of this sheet is of the changed game"]
    if len(result.groups) > len(rows):
        others = "wagers of this sheet that are not named here keep their edge"
        figures.append(others if rows else "no edge on it changes")
    if combined(result) or any(group.key not in result.groups for group in groups(game)):
        figures.append("wagers left out of the sheet are not covered")
    printed = "Printed figures are not compared: they are of the game as documented, not of this one."
    notes = (said, "; ".join(figures) + ".", printed)
    columns = ("wager", "edge before", "edge after", "points", "fold before", "fold after")
    return SheetSection("What if", columns, "lrrrrr", tuple(rows), notes)


def _group(game: Definition, figures: Figures, contents: Contents) -> list[SheetSection]:
    most, chance = figures.largest
    notes = (
        f"Expectation {figures.ev} = {decimal(figures.ev, 10)} units over {figures.deals:,} deals.",
        f"Standard deviation {figures.sd:.6f}, skew {figures.skew:.4f}; "
        f"largest net result {most} units, {one_in(chance)}.",
        *([THRESHOLDS] if reaches(game, figures) else []),
    )
    rows = tuple(
        (
            *(line.wager, line.outcome, hand_words(game, figures.key, line) or "–", pays(line.pays), f"{line.count:,}"),
            *(decimal(line.probability, 10), one_in(line.probability), percent(line.returned, 6)),
        )
        for line in figures.lines
    )
    columns = ("wager", "outcome", "hand", "pays", "combinations", "probability", "frequency", "return")
    sections = [SheetSection(f"{figures.key}: every line", columns, "lllrrrrr", rows, notes)]
    if figures.shown:
        shown = tuple(
            (each.shows, f"{each.deals:,}", *map(percent, (Fraction(each.deals, figures.deals), -each.ev, each.fold)))
            for each in figures.shown
        )
        title = f"{figures.key}: by what the table shows"
        heads = ("table shows", "deals", "probability", "house edge", "fold")
        sections.append(SheetSection(title, heads, "lrrrr", shown, _notation(figures), level=2))
    strategy, said = contents.strategy.get(figures.key, ()), contents.strategy_notes.get(figures.key, ())
    if strategy or said:
        title = f"{figures.key}: strategy in words"
        headed = ("when", "line", "rule", "edge it costs")
        plain = not any(row[0] for row in strategy)  # one list for every situation
        advice = tuple(row[plain:] for row in strategy)
        sections.append(SheetSection(title, headed[plain:], "lrlr"[plain:], advice, said, level=2))
    if cells := contents.sensitivity.get(figures.key):
        sections.append(_sensitivity(figures.key, cells))
    return sections


def _notation(figures: Figures) -> tuple[str, ...]:
    """Notes on the notation of what the table shows, where it needs them."""
    notes = []
    if any("(" in each.shows for each in figures.shown):
        example = next((each.shows for each in figures.shown if "(" in each.shows[1:]), figures.shown[-1].shows)
        notes.append(f"Ranks in brackets are cards that were turned and discarded, as in {example}.")
    if any("*" in each.shows for each in figures.shown):
        notes.append("A star is the joker.")
    return tuple(notes)


def _sensitivity(key: str, cells: Sequence[Cell]) -> SheetSection:
    rows = tuple((cell.name, pays(cell.pays), percent(cell.slope, 4)) for cell in cells)
    bars = tuple((cell.name, float(100 * cell.slope)) for cell in cells)
    note = "The fall of the house edge when this cell pays one unit more and play stays the same."
    title, columns = f"{key}: sensitivity to each pay cell", ("pay cell", "pays", "edge per unit")
    return SheetSection(title, columns, "lrr", rows, (note,), bars, 2)


def _volatility(result: ProofResult) -> SheetSection:
    rows = []
    for key, figures in result.groups.items():
        for rounds in ROUNDS:
            reach, mean = CONFIDENCE * figures.sd / sqrt(rounds), float(figures.edge)
            shares = (f"{100 * share:.3f}%" for share in (mean - reach, mean, mean + reach))
            rows.append((key, f"{rounds:,}", *shares))
    note = "The house's win per unit after this many rounds: the middle 95%, by the normal approximation."
    return SheetSection("Volatility", ("wager", "rounds", "low", "mean", "high"), "lrrrr", tuple(rows), (note,))


def _deal(game: Definition) -> SheetSection:
    steps = enumerate(game.script, 1)
    rows = tuple((str(number), step_sentence(game, step), step.rule or "–") for number, step in steps)
    note = f"Deck: {game.deck.name}."
    return SheetSection("Deck and deal map", ("step", "what happens", "rule"), "rll", rows, (note,))


def _wagers(game: Definition) -> SheetSection:
    rows = []
    for wager in game.wagers.values():
        placed = wager.initial or f"by a decision, in multiples of {wager.of}"
        tables = ", ".join(filter(None, wager.tables)) or ("one" if wager.table else "none")
        rows.append((wager.key, placed, wager.equals or "–", wager.against or "–", wager.hand, tables))
    columns = ("wager", "placed", "equals", "against", "hand", "pay tables")
    return SheetSection("Wagers", columns, "llllll", tuple(rows))


def _ranking(game: Definition) -> SheetSection:
    rankings = dict.fromkeys((game.ranking, *(hand.ranking for hand in game.hands.values())))
    rows = tuple((each.name or "own", str(each.cards), ", ".join(each.categories)) for each in rankings)
    return SheetSection("Ranking of hands", ("ranking", "cards", "best first"), "lrl", rows)


def _readings(readings: Sequence[OtherReading], result: ProofResult) -> SheetSection:
    rows = []
    for reading in readings:
        said = (reading.rule, reading.words or reading.change)
        for key, edge in reading.edges.items():
            rows.append((*said, key, percent(result.groups[key].edge), percent(edge)))
            said = ("", "")
        if not reading.edges:
            rows.append((*said, "none", "–", "no edge changes"))
    note = "The house edge under other readings of rules that the document leaves open."
    columns = ("rule", "read as", "wager", "edge as played", "read so")
    return SheetSection("Other readings", columns, "lllrr", tuple(rows), (note,))


def _findings(comparison: Comparison) -> SheetSection:
    rows = tuple((each.where, each.printed, each.exact, each.kind) for each in comparison.findings)
    notes = [comparison.words, *(f"{kind.capitalize()}: {means}." for kind, means in comparison.kinds.items())]
    return SheetSection("Findings", ("where", "printed", "exact", "kind"), "lrrl", rows, tuple(notes))


EQUALS = (
    "Ties go to the first option in the game's file, but fold loses every tie; of equal ways to hold cards, the one "
    "that makes the better hands is taken."
)


def _method(result: ProofResult) -> SheetSection:
    rows = tuple(
        (key, each.shape or "–", each.work or "–", f"{each.seconds:.2f}") for key, each in result.groups.items()
    )
    notes = (EQUALS, f"Counting time {result.seconds:.2f} s (one-off compilation excluded).")
    return SheetSection("Method", ("wager", "method", "work", "seconds"), "lllr", rows, notes)


# Pay lines and steps in words -----------------------------------------------------------------------------------------

THRESHOLDS = "A pay line counts every hand from its own up to just below the next better line of its table."


def hand_words(game: Definition, group: str, line: ResultLine) -> str:
    """The name of a row's hands on a posted pay table; empty where no table decides."""
    wager = game.wagers[line.wager]
    key, _, name = group.partition("/")
    table = wager.tables.get(name, wager.table) if key == wager.key else wager.table
    return line_words(wager, game.hands[wager.hand], wager.bonus if line.outcome == "bonus" else table, line.hand)


def reaches(game: Definition, figures: Figures) -> bool:
    """True if a pay line counts hands other than the one it is named after."""
    for line in figures.lines:
        if line.hand:
            ranking = game.hands[game.wagers[line.wager].hand].ranking
            table = [each for each in figures.lines if each.wager == line.wager and each.hand]
            same = [each.least for each in table if (each.outcome == "bonus") == (line.outcome == "bonus")]
            best = min((least for least in same if least > line.least), default=ranking.top + 1) - 1
            said = ranking.category if line.hand in ranking.categories else ranking.words
            if said(best) != said(line.least):
                return True
    return False


@dataclass(frozen=True)
class Cell:
    """One cell of a pay table, and how much one more to 1 on it lowers the house edge, play unchanged.

    Wagers that share a pay table share its cells.
    """

    name: str
    pays: Fraction
    slope: Fraction


def sensitivity(game: Definition, figures: Figures) -> tuple[Cell, ...]:
    """Every pay cell of the wagers of a stake group, the largest effect first."""
    cells: dict[tuple[str, Fraction], Fraction] = {}
    for line in figures.lines:
        if line.hand:
            bonus = line.outcome == "bonus"
            owner = line.wager if bonus else game.wagers[line.wager].shares or line.wager
            key = (f"{owner}{' bonus' if bonus else ''}: {line.hand}", line.pays)
            cells[key] = cells.get(key, Fraction(0)) + line.staked
    rated = [Cell(name, pays, slope) for (name, pays), slope in cells.items()]
    return tuple(sorted(rated, key=lambda cell: -cell.slope))  # of equal ones the better hand first


def step_sentence(game: Definition, step: Step) -> str:
    """A step of the script as a sentence."""
    match step:
        case DealStep():
            whom = "each spot" if step.pile == "player" else f"the {step.pile}"
            condition = f" with {' or '.join(step.if_placed)}" if step.if_placed else ""
            return f"Deal {_count(step.cards)} face {'up' if step.up else 'down'} to {whom}{condition}."
        case BurnStep():
            return f"Burn {_count(step.cards)}."
        case DispenseStep():
            return "Dispense the rest of the deck unused."
        case TurnStep():
            what = f"{_count(step.cards)} of the {step.pile}" if step.cards else f"all cards of the {step.pile}"
            condition = f", if the {step.if_none_up} shows none" if step.if_none_up else ""
            return f"Turn up {what}{condition}."
        case DiscardStep():
            return f"Discard what the {step.pile} shows of rank {RANK_WORDS[step.up_at_least]} or higher."
        case DecideStep():
            words = ", ".join(choice.word for choice in game.decisions[step.decision].choices)
            who = f"Spots with {' or '.join(step.if_placed)}" if step.if_placed else "The spots"
            unless = f" that have not placed {' or '.join(step.unless_placed)}" if step.unless_placed else ""
            return f"{who}{unless} decide: {words}."
        case CollectStep():
            return f"Collect {' and '.join(_COLLECTED.get(each, each) for each in step.what)} face down."
        case SetStep():
            return f"Set the hand of the {step.hand}."
        case AnnounceStep():
            return f"Announce the hand of the {step.hand}."
        case SettleStep():
            what = " and ".join(step.wagers) if step.wagers else "every wager left"
            return f"Settle {what}{_ONLY[step.only]}."


_COLLECTED = {"folded": "folded hands", "out": "discards"}
_ONLY = {"": "", "folded": " of the folded spots", "losing": " where it loses"}


def _count(cards: int) -> str:
    return "one card" if cards == 1 else f"{cards} cards"
