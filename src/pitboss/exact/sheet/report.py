"""Report: a proof with printed figures, other readings, strategy and sensitivity, as data or as a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.exact.result import ProofResult
from pitboss.exact.sheet.findings import Comparison, compare
from pitboss.exact.sheet.model import Contents, Sheet, sheet
from pitboss.exact.sheet.pay_lines import THRESHOLDS, hand_words, reaches
from pitboss.exact.sheet.readings import readings
from pitboss.exact.sheet.sensitivity import sensitivity
from pitboss.exact.sheet.whatif import WhatIf
from pitboss.exact.solver import OnProgress
from pitboss.exact.stakes import Group
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from pitboss.house.document.published import fitting


@dataclass(frozen=True, repr=False)
class Report:
    """A proved game with everything its sheet shows."""

    game: Definition
    result: ProofResult
    contents: Contents

    def __repr__(self) -> str:
        edges = ", ".join(f"{key} {figures.edge_words}" for key, figures in self.result.groups.items())
        return f"<Report of {self.game.id}, house edge: {edges}>"

    def data(self) -> dict[str, Any]:
        """One JSON object, as scripts rely on it."""
        comparison = self.contents.comparison
        data = self.result.data()
        data["version"] = self.game.version
        for key, entry in data["wagers"].items():
            if comparison is not None and key in comparison.headlines:
                entry["published"] = comparison.headlines[key]
            if reaches(self.game, self.result.groups[key]):
                entry["lines_note"] = THRESHOLDS
            for line, row in zip(self.result.groups[key].lines, entry["lines"], strict=True):
                row["words"] = hand_words(self.game, key, line) or line.words
            entry["sensitivity"] = [
                {"cell": cell.name, "pays": str(cell.pays), "edge_percent_per_unit": float(100 * cell.slope)}
                for cell in self.contents.sensitivity.get(key, ())
            ]
            if key in self.contents.strategy:
                columns = ("shows", "line", "rule", "cost")
                rows = self.contents.strategy[key]
                entry["strategy"] = [dict(zip(columns, row, strict=True)) for row in rows]
            if key in self.contents.strategy_notes:
                entry["strategy_notes"] = list(self.contents.strategy_notes[key])
        data["findings"] = [each.data() for each in comparison.findings] if comparison is not None else []
        data["finding_kinds"] = comparison.kinds if comparison is not None else {}
        data["figures_compared"] = comparison.compared if comparison is not None else 0
        data["readings"] = [
            {
                "rule": each.rule,
                "change": each.change,
                "words": each.words,
                "edges": {key: str(edge) for key, edge in each.edges.items()},
            }
            for each in self.contents.readings
        ]
        if self.contents.whatif is not None:
            data["what_if"] = {
                "cells": [each.data() for each in self.contents.whatif.changes],
                "before": {
                    key: {"ev": str(old.ev), "house_edge_percent": float(100 * old.edge)}
                    for key, old in self.contents.whatif.before.items()
                },
            }
        return data

    def sheet(self) -> Sheet:
        return sheet(self.game, self.result, self.contents)


def report(
    game: Definition,
    result: ProofResult,
    prove: Callable[[Definition, str], ProofResult] | None,
    published: str | Path | None,
    in_force: Sequence[Group] = (),
    whatif: WhatIf | None = None,
    progress: OnProgress | None = None,
) -> Report:
    """The report of a result.

    ``prove`` solves a stake group of another reading (None: leave readings out). ``published`` is the game's file, next
    to which the figures of its document lie (None: compare none). ``in_force`` are the stake groups whose strategy is
    put in words. ``whatif`` has the changed pay cells and the figures without them. ``progress`` is called as the
    words are made.
    """
    strategy, notes = in_words(in_force, progress)
    figures = fitting(published, game) if published is not None else None
    comparison: Comparison | None = compare(game, figures, result) if figures is not None else None
    return Report(
        game,
        result,
        Contents(
            comparison=comparison,
            readings=readings(game, result, prove) if prove is not None else (),
            strategy=strategy,
            strategy_notes=notes,
            sensitivity={key: sensitivity(game, each) for key, each in result.groups.items()},
            whatif=whatif,
        ),
    )
