"""Findings: every printed figure of a game's document compared with the exact one.

A figure agrees if the exact value, rounded as it was printed, is what the document says. Figures that do not
agree are listed: documents contain misprints, damaged cells and definitions that can be read two ways.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from pitboss.exact.figures import Figures, ProofResult
from pitboss.exact.shape import recognise
from pitboss.exact.stakes import groups, in_play
from pitboss.house import settlement
from pitboss.house.definition import DealStep, Definition, JudgedHand, Wager
from pitboss.house.published import Figure, PrintedHands, Published, values
from pitboss.ranking import Ranking
from pitboss.ranking.batch import counts

AGREES, DIFFERS = "agrees", "differs"
CELLS = ("pays", "bonus", "outcome")
"""Figures that the rules set; they are not counted."""

MISPRINT, AMBIGUOUS, OTHER_RULE = "misprint", "ambiguous", "other rule"
DAMAGED, PUSHES = "damaged print", "counts pushes"
KINDS = {
    MISPRINT: "the figure is not what the document's own rules give",
    AMBIGUOUS: "rows that pay the same are correct in total, and the document does not say how they are split",
    OTHER_RULE: "the game's file pays differently from the document, so figures that depend on it differ",
    DAMAGED: "the print is damaged; the figure it must have shown is compared",
    PUSHES: "the printed hit frequency counts pushes as hits; the sheet also shows how often the wager wins",
}
"""The meaning of each kind of finding."""


@dataclass(frozen=True)
class FigureFinding:
    """A figure of the document that is not what the proof gives."""

    wager: str
    where: str
    printed: str
    exact: str
    kind: str
    agrees: bool = False
    """True if the document means the proved figure, though its print is damaged or counts pushes as hits."""

    def data(self) -> dict[str, Any]:
        data = asdict(self)
        del data["agrees"]
        return data


@dataclass(frozen=True)
class Comparison:
    """The number of printed figures compared, and those that differ."""

    compared: int
    findings: tuple[FigureFinding, ...]
    headlines: dict[str, dict[str, Any]]

    @property
    def kinds(self) -> dict[str, str]:
        """The kinds of findings there are here, and what they mean."""
        return {kind: meaning for kind, meaning in KINDS.items() if any(each.kind == kind for each in self.findings)}

    @property
    def _counts(self) -> tuple[int, int, int]:
        """The damaged prints that agree as read, the hit frequencies that count pushes, and the figures that differ."""
        agreeing = [each.kind for each in self.findings if each.agrees]
        return agreeing.count(DAMAGED), agreeing.count(PUSHES), len(self.findings) - len(agreeing)

    @property
    def verdict(self) -> str:
        """The result of the comparison in short, for the head of a sheet."""
        damaged, pushes, wrong = self._counts
        figures = f"{self.compared:,} printed figure{'s' * (self.compared != 1)}"
        if not self.compared:
            return "no figure of these wagers is printed"
        if wrong:
            said = f"{wrong:,} of {figures} differ{'s' * (wrong == 1)}"
        else:
            said = f"all {figures} agree" if self.compared > 1 else "the one printed figure agrees"
        if damaged:
            said += f", {damaged:,} damaged print{'s' * (damaged != 1)} agree{'s' * (damaged == 1)} as read"
        return f"{said}, {_counting(pushes)}" if pushes else said

    @property
    def words(self) -> str:
        """The comparison of figures in words, with damaged prints counted separately."""
        damaged, pushes, wrong = self._counts
        right = "it agrees" if self.compared == 1 else "all agree"
        said = right if not wrong else "1 does not agree" if wrong == 1 else f"{wrong} do not agree"
        spoilt = (
            f"; {damaged} {'is' if damaged == 1 else 'are'} damaged in print and agree{'s' * (damaged == 1)} as read"
        )
        many = f"{self.compared} printed figures compared at their"
        compared = "1 printed figure compared at its" if self.compared == 1 else many
        counting = f"; {_counting(pushes)}" if pushes else ""
        return f"{compared} printed precision; {said}{spoilt * bool(damaged)}{counting}."


def _counting(pushes: int) -> str:
    return f"{pushes:,} hit frequenc{'y counts' if pushes == 1 else 'ies count'} pushes as hits"


def compare(definition: Definition, published: Published, result: ProofResult) -> Comparison:
    """Compare every printed figure of the stake groups in a result."""
    findings: list[FigureFinding] = []
    split = _split_otherwise(definition, published, result)
    rules = _Rules(definition, published, result)
    headlines: dict[str, dict[str, Any]] = {}
    compared = 0
    for figure in published.figures:
        exact = _exact(definition, figure, result)
        if exact is None:
            continue
        compared += 1
        agrees = figure.agrees(exact)
        if figure.kind in ("house_edge", "hit_frequency"):
            entry = headlines.setdefault(figure.wager, {"verdict": AGREES})
            entry[f"{figure.kind}_percent"] = float(100 * figure.value)
            if not agrees:
                entry["verdict"] = DIFFERS
        kind, shown = "", figure.show(exact)
        if figure.damaged:
            kind = DAMAGED
        elif agrees and figure.kind == "hit_frequency" and not figure.agrees(wins := _wins(figure, result)):
            kind, shown = PUSHES, f"{figure.show(wins)} wins"
        elif not agrees and (figure.wager, figure.hands) in split and not figure.total:
            kind = AMBIGUOUS
        elif not agrees:
            kind = OTHER_RULE if figure.kind in CELLS or rules.explain(figure, exact) else MISPRINT
        if kind:
            findings.append(FigureFinding(figure.wager, figure.where, figure.printed, shown, kind, agrees))
    return Comparison(compared, tuple(findings), headlines)


class _Rules:
    """The cells in which a game's file pays something other than its document, and what follows from them."""

    def __init__(self, definition: Definition, published: Published, result: ProofResult) -> None:
        self.definition, self.result = definition, result
        self.cells: dict[str, list[tuple[Figure, Fraction]]] = {}
        for figure in published.figures:
            if figure.kind in CELLS:
                exact = _exact(definition, figure, result)
                if exact is not None and not figure.agrees(exact):
                    self.cells.setdefault(figure.wager, []).append((figure, exact))

    def explain(self, figure: Figure, exact: Fraction) -> bool:
        """True if a figure differs because a pay cell does: with nothing to decide, if it agrees when paid as printed;
        with decisions always, since they follow from what is paid."""
        group = self.result.groups[figure.wager]
        cells = [
            (figure.wager == wager, *cell)
            for wager, every in self.cells.items()
            if wager.partition("/")[0] in in_play(self.definition, group.stakes) and _posted(wager, figure.wager)
            for cell in every
        ]
        if not cells or _decides(self.definition, figure.wager):
            return bool(cells)
        if figure.kind == "hit_frequency":
            return any((cell.value < 0) != (paid < 0) for _, cell, paid in cells)
        if figure.kind not in ("house_edge", "return"):
            return False
        more = Fraction(0)
        for own, cell, paid in cells:
            if not own or cell.kind != "pays":
                return True  # the sheet does not show how much this adds, only that it adds something
            if figure.total or figure.kind == "house_edge" or cell.hands == figure.hands:
                key, _, table = cell.wager.partition("/")
                count, _ = _row(self.definition, self.definition.wagers[key], table, cell, group)
                more += (cell.value - paid) * Fraction(count, group.deals) * group.stakes[key]
        return more != 0 and figure.agrees(exact - more if figure.kind == "house_edge" else exact + more)


def _decides(definition: Definition, key: str) -> bool:
    """True if the player of a stake group has anything to decide."""
    stakes = next((group for group in groups(definition) if group.key == key), None)
    return stakes is None or recognise(stakes.game, stakes.stakes).decides


def _posted(cell: str, group: str) -> bool:
    """True if a cell's pay table is the one a stake group plays under, or there is no choice."""
    key, _, table = cell.partition("/")
    return not table or key != group.partition("/")[0] or cell == group


def _split_otherwise(
    definition: Definition, published: Published, result: ProofResult
) -> set[tuple[str, PrintedHands]]:
    """Rows that pay the same and whose printed combinations are right together, but not one by one.

    The document splits equal payouts in a way its words do not define, or plays equally good options another way.
    """
    together: dict[tuple[str, Fraction], list[tuple[Figure, Fraction]]] = {}
    for figure in published.figures:
        exact = _exact(definition, figure, result) if figure.kind == "combinations" and not figure.total else None
        if exact is not None:
            key, _, table = figure.wager.partition("/")
            paid = _cell(definition, definition.wagers[key], table, figure)
            together.setdefault((figure.wager, paid), []).append((figure, exact))
    return {
        (figure.wager, figure.hands)
        for rows in together.values()
        if sum(figure.value for figure, _ in rows) == sum(exact for _, exact in rows)
        for figure, exact in rows
        if figure.value != exact
    }


def _exact(definition: Definition, figure: Figure, result: ProofResult) -> Fraction | None:
    """The exact value of a printed figure; None where its stake group was not solved."""
    key, _, table = figure.wager.partition("/")
    wager = definition.wagers[key]
    if figure.kind in CELLS:
        return _cell(definition, wager, table, figure)
    group = result.groups.get(figure.wager)
    if group is None:
        return None
    if figure.kind == "house_edge":
        return group.edge
    if figure.kind == "hit_frequency":
        wins, lost = _wins(figure, result), _share(group, key, LOST)
        return wins if figure.agrees(wins) else 1 - lost
    if figure.total:
        return {"combinations": Fraction(group.deals), "probability": Fraction(1), "return": group.ev}[figure.kind]
    count, returned = _row(definition, wager, table, figure, group)
    if figure.kind == "combinations":
        return Fraction(count)
    return returned if figure.kind == "return" else Fraction(count, group.deals)


LOST, WON = -1, 1


def _share(group: Figures, wager: str, sign: int) -> Fraction:
    """The frequency with which a wager is lost, or wins."""
    lines = (line for line in group.lines if line.wager == wager and line.outcome != "bonus")
    return Fraction(sum(line.count for line in lines if line.pays * sign > 0), group.deals)


def _wins(figure: Figure, result: ProofResult) -> Fraction:
    return _share(result.groups[figure.wager], figure.wager.partition("/")[0], WON)


def _with_table(wager: Wager, table: str) -> Wager:
    return replace(wager, table=wager.tables[table]) if table else wager


def _cell(definition: Definition, wager: Wager, table: str, figure: Figure) -> Fraction:
    """The payout of the game's file where the document prints one; a pay row means its lowest hand."""
    wager = _with_table(wager, table)
    if figure.kind == "outcome":
        fold = figure.outcome == "fold"
        qualified = figure.outcome != "unqualified"
        comparison = {"win": 1, "lose": -1}.get(figure.outcome, 0)
        return settlement.ending(wager, fold, qualified, comparison, 0).net
    low, _ = values(figure, definition)
    if figure.kind == "bonus":
        paid = settlement.bonus_ending(wager, False, low)
        return paid.odds if paid is not None else Fraction(0)
    return settlement.ending(wager, False, True, 1, low).net


def _row(definition: Definition, wager: Wager, table: str, figure: Figure, group: Figures) -> tuple[int, Fraction]:
    """The frequency of a printed row, and its part of the expectation."""
    low, high = values(figure, definition)
    top = definition.hands[wager.hand].ranking.top
    lines = [line for line in group.lines if line.wager == wager.key]
    cuts = {0, top + 1, *(line.least for line in lines)}
    if low in cuts and high in cuts:
        whole = [line for line in lines if low <= line.least < high]
        return sum(line.count for line in whole), sum((line.returned for line in whole), Fraction(0))
    counts = histogram(definition, definition.hands[wager.hand])
    total = sum(counts)
    wager = _with_table(wager, table)
    share = Fraction(group.deals, total)
    net = Fraction(0)
    for value in range(low, min(high, len(counts))):
        if counts[value]:
            net += counts[value] * settlement.ending(wager, False, True, 0, value).net
    seen = share * sum(counts[low:high])
    if seen.denominator != 1:
        raise ValueError("a row's share of the deals is not whole: the histogram is not of these deals")
    return seen.numerator, net / total


def histogram(definition: Definition, hand: JudgedHand) -> list[int]:
    """The number of ways to deal a hand's cards that give each value; for hands no decision changes."""
    count = sum(step.cards for step in definition.script if isinstance(step, DealStep) and step.pile in hand.of)
    return _counted(hand.ranking, count)


@lru_cache(maxsize=8)
def _counted(ranking: Ranking, count: int) -> list[int]:
    histogram = [int(n) for n in counts(ranking, count)]
    if sum(histogram) != comb(len(ranking.deck), count):
        raise ArithmeticError("the hands counted are not all hands there are")
    return histogram
