"""Counts of what happened in simulated rounds, and their distance from the exact figures in standard errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import erfc, sqrt
from typing import Any, NamedTuple

from pitboss.exact.figures import Figures
from pitboss.exact.sheet.model import hand_words
from pitboss.house.definition import Definition

SURE = 1.959963984540054
"""Standard errors on either side of the mean in a 95% confidence interval."""

FAR = 4
"""More standard errors than this from the exact figure are called far."""
SEEN = 10
"""The least expected count at which a frequency is judged by a normal distribution."""

LOST, PUSHED = Fraction(-1), Fraction(0)
PLAIN = {("lose", LOST), ("fold", LOST), ("tie", PUSHED)}
"""Outcomes that say by themselves what a wager pays."""

Row = tuple[str, str, str, Fraction]
"""A line of a sheet: wager, outcome, pay line, what it pays."""


@dataclass
class Tally:
    """Rounds by net result in units, by the total wagered, by line; and how many were folded."""

    rounds: int = 0
    nets: dict[Fraction, int] = field(default_factory=dict)
    wagered: dict[Fraction, int] = field(default_factory=dict)
    lines: dict[Row, int] = field(default_factory=dict)
    folds: int = 0

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.rounds += other.rounds
        self.folds += other.folds
        _add(self.nets, other.nets)
        _add(self.wagered, other.wagered)
        _add(self.lines, other.lines)

    def moment(self, power: int) -> Fraction:
        return Fraction(sum(net**power * count for net, count in self.nets.items()), self.rounds)

    @property
    def ev(self) -> Fraction:
        return self.moment(1)

    @property
    def sd(self) -> float:
        """The standard deviation of the rounds seen."""
        return sqrt(self.moment(2) - self.ev**2)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.sd / sqrt(self.rounds)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the expectation."""
        reach = SURE * self.error
        return float(self.ev) - reach, float(self.ev) + reach

    def share(self, sign: int) -> Fraction:
        """The part of the rounds won (1), pushed (0) or lost (-1) by their net result."""
        return Fraction(sum(c for net, c in self.nets.items() if (net > 0) - (net < 0) == sign), self.rounds)

    @property
    def fold(self) -> Fraction:
        return Fraction(self.folds, self.rounds)

    @property
    def average_wager(self) -> Fraction:
        return Fraction(sum(total * count for total, count in self.wagered.items()), self.rounds)

    def data(self) -> dict[str, Any]:
        """The tally as plain data, for :func:`restored`."""
        return {
            "rounds": self.rounds,
            "nets": {str(net): count for net, count in sorted(self.nets.items())},
            "wagered": {str(total): count for total, count in sorted(self.wagered.items())},
            "lines": [[*row[:3], str(row[3]), count] for row, count in sorted(self.lines.items())],
            "folds": self.folds,
        }


def restored(data: Mapping[str, Any]) -> Tally:
    """A tally from its plain data."""
    return Tally(
        rounds=int(data["rounds"]),
        nets={Fraction(net): int(count) for net, count in data["nets"].items()},
        wagered={Fraction(total): int(count) for total, count in data["wagered"].items()},
        lines={(w, o, line, Fraction(pays)): int(count) for w, o, line, pays, count in data["lines"]},
        folds=int(data["folds"]),
    )


def _add(mine: dict[Any, int], theirs: Mapping[Any, int]) -> None:
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


class Compared(NamedTuple):
    """One figure as simulated and as proved; ``errors`` says how many standard errors lie between them.

    ``judged`` is false if there were too few rounds to say anything about the figure.
    """

    name: str
    simulated: float
    exact: float
    errors: float
    judged: bool = True

    @property
    def far(self) -> bool:
        return self.judged and abs(self.errors) > FAR


def compare(tally: Tally, exact: Figures) -> tuple[Compared, ...]:
    """Every figure that a simulation can check, with the exact one.

    The standard error is the exact one where the proof gives it. A line too rare to be judged by a normal distribution
    (fewer than ten expected) is left out; a line that the proof says cannot happen is infinitely far away.
    """
    return tuple(_compared(tally, exact))


def by_chance(errors: float, figures: int) -> float:
    """An upper bound on the chance that one of ``figures`` figures lies this far off."""
    return min(1.0, figures * erfc(abs(errors) / sqrt(2)))


def _compared(tally: Tally, exact: Figures) -> Iterator[Compared]:
    root = sqrt(tally.rounds)
    # The skew of a mean is one round's skew over the root of their number; a count of ten has a skew of 1 / sqrt(10).
    judged = abs(exact.skew) / root <= 1 / sqrt(SEEN)
    yield _one("expectation", tally.ev, exact.ev, exact.sd / root, judged)
    for name, seen, proved in (
        ("win", tally.share(1), exact.win),
        ("push", tally.share(0), exact.push),
        ("lose", tally.share(-1), exact.lose),
        ("fold", tally.fold, exact.fold),
    ):
        yield _share(name, seen, proved, tally.rounds)
    spread = sum(count * (total - exact.average_wager) ** 2 for total, count in tally.wagered.items())
    judged = not spread or tally.rounds - max(tally.wagered.values()) >= SEEN
    error = sqrt(spread / tally.rounds) / root
    yield _one("average wager", tally.average_wager, exact.average_wager, error, judged)
    proved_lines = {(line.wager, line.outcome, line.hand, line.pays): line.probability for line in exact.lines}
    for row in dict.fromkeys([*proved_lines, *tally.lines]):
        chance = proved_lines.get(row, Fraction(0))
        if chance * tally.rounds >= SEEN or not chance:
            seen = Fraction(tally.lines.get(row, 0), tally.rounds)
            yield _share(_words(row), seen, chance, tally.rounds)


def posted_names(game: Definition, group: str, exact: Figures) -> dict[str, str]:
    """The name of every line of a stake group, with its hands in the words of the posted pay table."""
    names = {}
    for line in exact.lines:
        said = hand_words(game, group, line) if line.hand else ""
        row = (line.wager, line.outcome, line.hand, line.pays)
        names[_words(row)] = _words((line.wager, line.outcome, said, line.pays))
    return names


def _words(row: Row) -> str:
    """A line in words; without a hand it says, as the sheet does, that the wager is lost or pushes, if the outcome does
    not say so by itself."""
    wager, outcome, hand, pays = row
    ends = {LOST: "lose", PUSHED: "push"}.get(pays, "") if (outcome, pays) not in PLAIN else ""
    return " ".join(filter(None, (wager, outcome, hand or ends)))


def _share(name: str, seen: Fraction, exact: Fraction, rounds: int) -> Compared:
    """The frequency of something; a thing that never or always happens is judged by a single round."""
    judged = exact in (0, 1) or min(exact, 1 - exact) * rounds >= SEEN
    return _one(name, seen, exact, sqrt(exact * (1 - exact) / rounds), judged)


def _one(name: str, seen: Fraction, exact: Fraction, error: float, judged: bool) -> Compared:
    apart = float(seen - exact)
    errors = apart / error if error else float("inf") if apart else 0.0
    return Compared(name, float(seen), float(exact), errors, judged)
