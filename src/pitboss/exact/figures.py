"""Endings of a round, counted, and the figures that follow: the settlement is called for every ending.

An ending is the stakes and the facts that settle them, never the cards. Every shape of proof counts the deals that lead
to each ending under optimal play; all figures of a sheet follow from these counts. Everything is an ``int`` or a
``Fraction``; floats appear only where a root must be taken or JSON asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

from pitboss.cards import RANKS
from pitboss.errors import PitbossError
from pitboss.house import settlement
from pitboss.house.definition import Definition


class GroupError(PitbossError, KeyError):
    """A stake group that was not proved, or that the game does not have."""

    def __str__(self) -> str:  # a KeyError would put its sentence in quotation marks
        return str(self.args[0])


@dataclass(frozen=True)
class ResultLine:
    """One row of a wager: what happened, what it pays to 1 (-1: lost, 0: push), and in how many deals.

    ``hand`` is the pay line (``royal flush``) where a pay table decides and otherwise empty; ``outcome`` is ``fold``,
    ``unqualified``, ``win``, ``tie``, ``lose``, ``shown`` or ``bonus``. ``returned`` is what the row adds to the
    expectation of its group, in units.
    """

    wager: str
    outcome: str
    hand: str
    pays: Fraction
    count: int
    probability: Fraction
    returned: Fraction
    least: int = 0
    """The least value of the hands of this row; its values run up to the next higher row."""
    staked: Fraction = Fraction(0)
    """Units on the wager in this row, over all deals: what one more to 1 on the row would add to the expectation."""

    @property
    def words(self) -> str:
        return self.hand or self.outcome

    def data(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "outcome": self.outcome,
            "hand": self.words,
            "pays": str(self.pays),
            "count": self.count,
            "probability": float(self.probability),
            "return": float(self.returned),
        }


@dataclass(frozen=True)
class Shown:
    """The figures of a stake group over the deals in which the table shows this at the decision."""

    shows: str
    deals: int
    ev: Fraction
    fold: Fraction

    def data(self) -> dict[str, Any]:
        return {"shows": self.shows, "deals": self.deals, "ev": str(self.ev), "fold": str(self.fold)}


@dataclass(frozen=True, repr=False)
class Figures:
    """A stake group played optimally: a wager with those tied to it, or a combination of wagers.

    ``nets`` counts the deals by the net result of the whole group in units; everything about the distribution follows
    from it. ``deals`` is the denominator of every count.
    """

    key: str
    stakes: dict[str, Fraction]
    deals: int
    nets: dict[Fraction, int]
    lines: tuple[ResultLine, ...]
    average_wager: Fraction
    fold: Fraction
    shown: tuple[Shown, ...] = ()
    shape: str = ""
    work: str = ""
    seconds: float = 0.0

    def __repr__(self) -> str:
        shares = ((name, float(getattr(self, name))) for name in ("win", "push", "lose"))
        chances = ", ".join(f"{name} {share:.2%}" for name, share in shares)
        return f"<Figures of {self.key}: house edge {self.edge_words}, {chances}>"

    @property
    def edge_words(self) -> str:
        """The edge in percent of one unit; for wagers placed together, also the number of units placed."""
        units = sum(self.stakes.values())
        return f"{float(self.edge):.4%}" + (f" of one unit ({units} placed)" if "=" in self.key else "")

    def moment(self, power: int) -> Fraction:
        return Fraction(sum(net**power * count for net, count in self.nets.items()), self.deals)

    @property
    def ev(self) -> Fraction:
        return self.moment(1)

    @property
    def edge(self) -> Fraction:
        """The house edge: what the group loses per unit."""
        return -self.ev

    def _share(self, sign: int) -> Fraction:
        return Fraction(sum(c for net, c in self.nets.items() if (net > 0) - (net < 0) == sign), self.deals)

    @property
    def win(self) -> Fraction:
        return self._share(1)

    @property
    def push(self) -> Fraction:
        return self._share(0)

    @property
    def lose(self) -> Fraction:
        return self._share(-1)

    @property
    def variance(self) -> Fraction:
        return self.moment(2) - self.ev**2

    @property
    def sd(self) -> float:
        return sqrt(self.variance)

    @property
    def skew(self) -> float:
        """Third central moment over the cube of the standard deviation; 0 if there is no variance."""
        if not self.variance:
            return 0.0
        ev = self.ev
        third = self.moment(3) - 3 * ev * self.moment(2) + 2 * ev**3
        return float(third) / self.sd**3

    @property
    def element_of_risk(self) -> Fraction:
        """The edge per unit of the total wagered."""
        return self.edge / self.average_wager if self.average_wager else Fraction(0)

    @property
    def largest(self) -> tuple[Fraction, Fraction]:
        """The largest net result and its probability."""
        most = max(self.nets)
        return most, Fraction(self.nets[most], self.deals)

    def data(self) -> dict[str, Any]:
        most, chance = self.largest
        return {
            "ev": str(self.ev),
            "house_edge_percent": float(100 * self.edge),
            "win": str(self.win),
            "push": str(self.push),
            "lose": str(self.lose),
            "sd": self.sd,
            "skew": self.skew,
            "average_wager": float(self.average_wager),
            "element_of_risk_percent": float(100 * self.element_of_risk),
            "fold": str(self.fold),
            "deals": self.deals,
            "largest": {"pays": str(most), "probability": float(chance)},
            "lines": [line.data() for line in self.lines],
            "shown": [shown.data() for shown in self.shown],
            "shape": self.shape,
            "work": self.work,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, repr=False)
class ProofResult:
    """The proof of a game: figures per stake group, by key (``ante``, ``tens/1``)."""

    game: str
    version: str
    groups: dict[str, Figures]
    seconds: float = 0.0

    def __repr__(self) -> str:
        edges = ", ".join(f"{key} {each.edge_words}" for key, each in self.groups.items())
        return f"<Proof of {self.game}, house edge: {edges}>"

    def __getitem__(self, key: str) -> Figures:
        figures = self.groups.get(key) if isinstance(key, str) else None
        if figures is None:
            raise GroupError(f"{key!r} is not a stake group of this proof; it has {', '.join(map(repr, self.groups))}.")
        return figures

    def __iter__(self) -> Iterator[str]:
        return iter(self.groups)

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seconds": round(self.seconds, 3),
            "wagers": {key: figures.data() for key, figures in self.groups.items()},
        }


WIN, TIE, LOSE = 1, 0, -1


class WagerFact(NamedTuple):
    """The facts that the settlement of one wager depends on.

    ``value`` stands for all values of the hand between two pay lines: it is the least of them. ``comparison`` is the
    player's side: 1 better, 0 equal, -1 worse; without a hand to beat, ``qualified`` is true and ``comparison`` 0.
    """

    qualified: bool
    comparison: int
    value: int


class RoundEnding(NamedTuple):
    """One way a round ends: the stakes on the layout, and the fact that settles each of them.

    ``stakes`` are in units of the base wager and hold every wager placed and not taken back; ``facts`` has the same
    wagers in the same order.
    """

    stakes: tuple[tuple[str, Fraction], ...]
    folded: bool
    facts: tuple[tuple[str, WagerFact], ...]


Endings: TypeAlias = dict[RoundEnding, int]
"""Deals per ending."""

Tally: TypeAlias = dict[str, Endings]
"""Deals per ending, by what the table shows at the decision (``""`` if it shows nothing)."""


def merge(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies, in a fixed order, so that the result does not depend on which job finished first."""
    total: Tally = {}
    for tally in tallies:
        for shown, endings in tally.items():
            target = total.setdefault(shown, {})
            for ending, count in endings.items():
                target[ending] = target.get(ending, 0) + count
    return total


def together(tally: Tally) -> Endings:
    """All endings of a tally, whatever was shown."""
    return merge({"": endings} for endings in tally.values()).get("", {})


def settled(game: Definition, ending: RoundEnding) -> list[tuple[settlement.Ending, Fraction, int]]:
    """Every line of a settlement: how it ended, the stake in units, and the least value of the hand."""
    stakes = dict(ending.stakes)
    lines = []
    for key, fact in ending.facts:
        wager = game.wagers[key]
        outcome = settlement.ending(wager, ending.folded, fact.qualified, fact.comparison, fact.value)
        lines.append((outcome, stakes[key], fact.value))
        extra = settlement.bonus_ending(wager, ending.folded, fact.value)
        if extra is not None:
            lines.append((extra, stakes[key], fact.value))
    return lines


def net(game: Definition, ending: RoundEnding) -> Fraction:
    """The player's expected gain, in units; negative for a loss."""
    return sum((outcome.net * stake for outcome, stake, _ in settled(game, ending)), Fraction(0))


def figures(game: Definition, key: str, stakes: Mapping[str, Fraction], tally: Tally) -> Figures:
    """The figures of a stake group from the deals counted per ending."""
    nets: dict[Fraction, int] = {}
    rows: dict[tuple[str, str, str, Fraction], tuple[int, Fraction, int]] = {}  # deals, total staked, least value
    deals = folds = 0
    wagered = Fraction(0)
    for ending, count in together(tally).items():
        deals += count
        folds += count if ending.folded else 0
        wagered += count * sum((stake for _, stake in ending.stakes), Fraction(0))
        gained = Fraction(0)
        for settled_line, stake, least in settled(game, ending):
            gained += settled_line.net * stake
            row = (settled_line.wager, settled_line.outcome, settled_line.line, settled_line.net)
            seen, staked, lowest = rows.get(row, (0, Fraction(0), least))
            rows[row] = (seen + count, staked + stake * count, min(lowest, least))
        nets[gained] = nets.get(gained, 0) + count
    if not deals:
        raise ValueError("no deal was counted")
    lines = [
        ResultLine(
            wager, outcome, line, pays, seen, Fraction(seen, deals), pays * staked / deals, least, staked / deals
        )
        for (wager, outcome, line, pays), (seen, staked, least) in rows.items()
    ]
    order = list(game.wagers)
    lines.sort(key=lambda line: (order.index(line.wager), _OUTCOMES.index(line.outcome), -line.least, -line.pays))
    return Figures(
        key=key,
        stakes=dict(stakes),
        deals=deals,
        nets=dict(sorted(nets.items())),
        lines=tuple(lines),
        average_wager=wagered / deals,
        fold=Fraction(folds, deals),
        shown=tuple(_shown(game, shows, tally) for shows in sorted(tally, key=by_rank)) if len(tally) > 1 else (),
    )


def by_rank(shows: str) -> tuple[object, ...]:
    """A sort key for what a table shows: fewest discarded cards first, then from the lowest rank."""
    up, _, gone = shows.partition("(")
    places = [tuple(RANKS.find(sign) for sign in part if sign in RANKS) for part in (up, gone)]
    return len(places[1]), len(places[0]), *places, shows


_OUTCOMES = ("shown", "win", "unqualified", "tie", "lose", "bonus", "fold")


def _shown(game: Definition, shows: str, tally: Tally) -> Shown:
    endings = tally[shows]
    deals = sum(endings.values())
    gained = sum((net(game, ending) * count for ending, count in endings.items()), Fraction(0))
    folds = sum(count for ending, count in endings.items() if ending.folded)
    return Shown(shows, deals, gained / deals, Fraction(folds, deals))
