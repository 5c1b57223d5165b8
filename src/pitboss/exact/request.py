"""Requests for proofs: a game, changed pay cells, the wagers placed; and everything that the sheets show.

Python (:meth:`pitboss.house_game.HouseGame.prove`) and the command line both ask this way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

from pitboss.errors import PitbossError
from pitboss.exact.figures import Figures, ProofResult
from pitboss.exact.jobs import pool
from pitboss.exact.sheet.changes import WhatIf, pay_changes, readings, touched, with_pay
from pitboss.exact.sheet.findings import Comparison, compare
from pitboss.exact.sheet.model import THRESHOLDS, Contents, Sheet, hand_words, reaches, sensitivity, sheet
from pitboss.exact.solver import Counting, OnProgress, Progress, solve
from pitboss.exact.stakes import Group, stake_groups
from pitboss.exact.strategy.rows import in_words
from pitboss.house.definition import Definition
from pitboss.house.options import choose
from pitboss.house.published import fitting
from pitboss.wager_text import ProofOptions, as_texts, parse_house_options, parse_stakes

THREADS = 256
"""The most threads a proof may use."""


def prove(game: Definition, **options: Unpack[ProofOptions]) -> ProofResult:
    """The exact figures of a game: of every stake group alone, or of what the options ask for."""
    return ProofRequest(game, **options).result()


@dataclass(frozen=True)
class ProofRequest:
    """A proof as it is asked for; :meth:`pitboss.house_game.HouseGame.prove` explains the options."""

    definition: Definition
    only: str = ""
    pay: str | Iterable[str] = ()
    wagers: Mapping[str, Any] | str | None = None
    option: Mapping[str, Any] | str | Iterable[str] = ()
    threads: int = 1
    fresh: bool = False
    scheduler: str = ""
    progress: OnProgress | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "pay", as_texts(self.pay))
        if self.only and self.wagers is not None:
            raise PitbossError("only= names a stake group and wagers= a combination; give one of them.")
        threads = self.threads
        if not isinstance(threads, int) or isinstance(threads, bool) or not 0 <= threads <= THREADS:
            raise PitbossError(f"threads={threads!r} is not possible; give a number from 0 (all cores) to {THREADS}.")

    @cached_property
    def stakes(self) -> dict[str, Fraction] | None:
        """The combination of wagers, in units; None if every stake group is proved alone."""
        return None if self.wagers is None else parse_stakes(self.wagers)

    @cached_property
    def posted(self) -> Definition:
        """The game under the options of the house, before pay cells are changed."""
        return choose(self.definition, **self._chosen) if self._chosen else self.definition

    @cached_property
    def _chosen(self) -> dict[str, Any]:
        return parse_house_options(self.option)

    @cached_property
    def game(self) -> Definition:
        """The game that is proved: the posted one with its pay cells changed."""
        return with_pay(self.posted, *self.pay)

    @property
    def groups(self) -> list[Group]:
        """The stake groups that are proved; with options of the house, only those under the posted pay tables."""
        return self._groups(self.game)

    def _groups(self, game: Definition) -> list[Group]:
        return stake_groups(game, self.stakes, self.only, bool(self._chosen))

    def for_group(self, key: str) -> ProofRequest:
        """This request for one of its stake groups."""
        return self if self.stakes else replace(self, only=key)

    def result(self) -> ProofResult:
        """The exact figures; their ``seconds`` count from the definition to the figures, compiling excluded."""
        return self._prove(self.game)

    def _prove(self, game: Definition, of: str = "") -> ProofResult:
        def tell(progress: Progress) -> None:
            if self.progress is not None:
                self.progress(progress._replace(of=of))

        chosen = self._groups(game)
        with pool(self.threads, self.scheduler) as (executor, workers):
            counting = Counting(executor, workers, bool(self.scheduler), self.fresh, tell)
            solved = {group.key: solve(group, counting) for group in chosen}
        return ProofResult(game.id, game.version, solved, sum(each.seconds for each in solved.values()))

    def report(
        self, published: str | Path | None = None, other_readings: bool = True, strategy: bool = False
    ) -> Report:
        """The figures with everything else that a sheet shows.

        ``published`` is the game's file; the figures of its document are in the same folder (None: compare none).
        ``other_readings`` also solves the other readings of open rules, ``strategy`` puts optimal play in words. If
        pay cells are changed, both are left out; the report has the figures of the unchanged game instead.
        """

        def otherwise(other: Definition, key: str) -> Figures:
            return self.for_group(key)._prove(other, "other reading")[key]

        game, result = self.game, self.result()
        rows, notes = in_words(self.groups if strategy else (), self.progress)
        figures = None if published is None or self.pay else fitting(published, game)
        contents = Contents(
            comparison=compare(game, figures, result) if figures is not None else None,
            readings=readings(game, result, otherwise) if other_readings and not self.stakes and not self.pay else (),
            strategy=rows,
            strategy_notes=notes,
            sensitivity={key: sensitivity(game, each) for key, each in result.groups.items()},
            whatif=self._what_if() if self.pay else None,
        )
        return Report(game, result, contents)

    def _what_if(self) -> WhatIf:
        """The changed cells, and the unchanged figures of every stake group they affect."""
        pairs = zip(self._groups(self.posted), self.groups, strict=True)
        keys = [after.key for before, after in pairs if touched(before, after)]
        before = {key: self.for_group(key)._prove(self.posted, "as it is")[key] for key in keys}
        return WhatIf(pay_changes(self.posted, *self.pay), before)


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
        comparison = self.contents.comparison or Comparison(0, (), {})
        data = self.result.data()
        data["version"] = self.game.version
        for key, entry in data["wagers"].items():
            if key in comparison.headlines:
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
        data["findings"] = [each.data() for each in comparison.findings]
        data["finding_kinds"] = comparison.kinds
        data["figures_compared"] = comparison.compared
        data["readings"] = [
            {**asdict(each), "edges": {key: str(edge) for key, edge in each.edges.items()}}
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
