"""From counted endings to figures: the settlement is called for every ending, and all is summed exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.cards import RANKS
from pitboss.exact.ending import RoundEnding, Tally, together
from pitboss.exact.result import Figures, ResultLine, Shown
from pitboss.house import settlement
from pitboss.house.definition import Definition


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
    rows: dict[tuple[str, str, str, Fraction], tuple[int, Fraction, int]] = {}  # deals, staked in all, least value
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
