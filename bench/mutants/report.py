"""The summary: how many changes ran, died, survived, per module, and every survivor."""

from __future__ import annotations

from collections import Counter

from bench.mutants.mutate import Mutant
from bench.mutants.plan import Plan
from bench.mutants.state import DIED, SURVIVED, TIMED_OUT, Outcome

COLUMNS = ("ran", DIED, TIMED_OUT, SURVIVED, "not covered", "equivalent", "in all")


class Tally:
    """Counts of outcomes."""

    def __init__(self, plan: Plan, mutants: list[Mutant]) -> None:
        self._plan = plan
        self.outcomes: list[tuple[Mutant, Outcome]] = []
        self.equivalent: list[Mutant] = []
        self.uncovered: list[Mutant] = []
        self.red: list[str] = []
        self.mutants = mutants
        self.complete = False

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        self.outcomes.append((mutant, outcome))

    @property
    def survivors(self) -> list[tuple[Mutant, Outcome]]:
        found = [one for one in self.outcomes if one[1].outcome == SURVIVED]
        return sorted(found, key=lambda one: (one[0].path, one[0].line, one[0].change))

    def line(self) -> str:
        """The progress so far in one line."""
        counted = Counter(outcome.outcome for _, outcome in self.outcomes)
        done = len(self.outcomes) + len(self.equivalent) + len(self.uncovered)
        return (
            f"{done} of {len(self.mutants)} changes: {counted[DIED]} died, {counted[TIMED_OUT]} timed out, "
            f"{counted[SURVIVED]} survived"
        )

    def text(self) -> str:
        """The whole summary."""
        lines = [*self._table(), ""]
        if self.red:
            lines += [f"{len(self.red)} tests fail without any change and were left out:", *self.red, ""]
        for mutant in self.uncovered:
            lines.append(f"not covered  {mutant}")
        for mutant, outcome in self.survivors:
            tests = f"{outcome.ran} of {outcome.of}" if outcome.ran < outcome.of else f"{outcome.of}"
            lines.append(f"survived {tests} tests  {mutant}")
        if not self.complete:
            lines.append("The time was up; the same command goes on from here.")
        return "\n".join(lines)

    def _table(self) -> list[str]:
        rows = [["", *COLUMNS]]
        counted: dict[str, Counter[str]] = {path: Counter() for path in self._plan.modules}
        for mutant in self.mutants:
            counted[mutant.path]["in all"] += 1
        for mutant, outcome in self.outcomes:
            counted[mutant.path].update((outcome.outcome, "ran"))
        for mutant in self.uncovered:
            counted[mutant.path]["not covered"] += 1
        for mutant in self.equivalent:
            counted[mutant.path]["equivalent"] += 1
        total: Counter[str] = Counter()
        for path, counts in counted.items():
            if counts:
                rows.append([path, *(str(counts[name]) for name in COLUMNS)])
                total += counts
        rows.append(["in all", *(str(total[name]) for name in COLUMNS)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return [
            "  ".join(
                cell.rjust(width) if at else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
