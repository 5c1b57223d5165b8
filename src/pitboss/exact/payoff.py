"""Payoffs as integers: what every option gains under every fact, from the settlement called once for each.

Values between two pay lines are settled alike; they form one *segment* of the hand's values. One hand, the *main* one,
is compared or depends on the choice; other hands in play are known when the player decides, and each combination of
their segments is a *case*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import PitbossError
from pitboss.exact.cards.hands import makes_none
from pitboss.exact.figures import LOSE, TIE, WIN, RoundEnding, WagerFact, net
from pitboss.exact.stakes import ProofOption
from pitboss.house import settlement
from pitboss.house.definition import Definition, JudgedHand


class OtherSide(NamedTuple):
    """The other side's outcome: whether it qualifies, and how the player's hand compares."""

    qualified: bool
    comparison: int


COMPARED = tuple(OtherSide(qualified, comparison) for qualified in (True, False) for comparison in (LOSE, TIE, WIN))
"""The six facts of a showdown, in the order of the kernels."""

MANY, MOST_CASES = 250, 1 << 16
"""Most segments and cases; the integers that hold them use a few higher values for other things."""

MOST = 1 << 62
"""The limit of sums of payouts."""

ALONE = (OtherSide(True, TIE),)
"""The one fact if there is no hand to compare with."""


class Segments(NamedTuple):
    """The values of a hand cut where anything may change: ``leasts`` are the least values of the segments."""

    leasts: tuple[int, ...]
    top: int

    def of_values(self) -> npt.NDArray[np.uint8]:
        """The segment of every value."""
        cuts = np.array(self.leasts[1:], dtype=np.int64)
        return np.searchsorted(cuts, np.arange(self.top + 1), side="right").astype(np.uint8)

    def at(self, value: int) -> int:
        return sum(least <= value for least in self.leasts[1:])


def segments(game: Definition, hand: JudgedHand, wagers: Sequence[str], more: Sequence[int] = ()) -> Segments:
    """The segments of a hand for the wagers judged on it, cut also at some other values."""
    cuts = {1, *(value for value in more if value)} | ({0} if makes_none(hand.ranking) else set())
    for key in wagers:
        wager = game.wagers[key]
        if game.hands[wager.hand] is hand:
            cuts |= set(settlement.breaks(wager))
            if wager.against:
                cuts.add(max(1, game.hands[wager.against].qualifies))
    top = hand.ranking.top
    parts = Segments(tuple(sorted(cut for cut in cuts if cut <= top)), top)
    if len(parts.leasts) > MANY:
        raise PitbossError(
            f"the hand {hand.name} is paid in {len(parts.leasts)} different ways, and a proof can distinguish {MANY}; "
            "join pay lines that pay the same."
        )
    return parts


@dataclass(frozen=True)
class Payoffs:
    """``pay[case, option, fact, segment]`` in units divided by ``scale``; ``allowed`` the same without the facts."""

    game: Definition
    options: tuple[ProofOption, ...]
    main: str
    segments: Segments
    extras: tuple[str, ...]
    cases: tuple[tuple[int, ...], ...]
    facts: tuple[OtherSide, ...]
    pay: npt.NDArray[np.int64]
    scale: int

    def ending(self, case: int, option: int, fact: int, segment: int) -> RoundEnding:
        taken, shown, value = self.options[option], self.facts[fact], self.segments.leasts[segment]
        others = dict(zip(self.extras, self.cases[case], strict=True))
        facts = []
        for key, _ in taken.stakes:
            wager = self.game.wagers[key]
            if taken.fold and not wager.stands:
                settles = WagerFact(True, TIE, 0)
            elif wager.hand != self.main:
                settles = WagerFact(True, TIE, others[wager.hand])
            elif wager.against:
                settles = WagerFact(shown.qualified, shown.comparison, value)
            else:
                settles = WagerFact(True, TIE, value)
            facts.append((key, settles))
        return RoundEnding(taken.stakes, taken.fold, tuple(facts))

    def rises(self, option: int, qualifies: int) -> bool:
        """True if a higher hand is never worth less with this option, whatever the other side holds.

        Derived, never assumed: against each hidden hand the payoff may not fall as the player's value rises through
        worse, equal and better.
        """
        of = self.segments.of_values()
        for case in range(len(self.cases)):
            by_value = self.pay[case, option][:, of]
            if len(self.facts) == 1:
                if (np.diff(by_value[0]) < 0).any():
                    return False
                continue
            # Hidden values that qualify, then those that do not; within each, those below, equal and above.
            for first, low, high in ((0, qualifies, len(of)), (3, 0, qualifies)):
                lose, tie, win = by_value[first : first + 3]
                hidden = np.arange(low, high)
                lower, upper = hidden[hidden > 0], hidden[hidden + 1 < len(of)]
                steps = (
                    np.diff(lose[: max(high - 1, 0)]),
                    tie[lower] - lose[lower - 1],
                    win[upper + 1] - tie[upper],
                    np.diff(win[low + 1 :]),
                )
                if low < high and any((step < 0).any() for step in steps):
                    return False
        return True

    def never_better(self, options: Sequence[int]) -> npt.NDArray[np.bool_] | None:
        """``[low, high]``: whether, for all these options, a hand of the lower segment is never worth more than one of
        the higher, whatever the other side holds. None if even within a segment a higher hand may be worth less."""
        pay = self.pay[:, options]
        sides = [pay[:, :, first : first + 3] for first in range(0, len(self.facts), 3)]
        every = np.ones((pay.shape[3], pay.shape[3]), dtype=np.bool_)
        for side in sides:
            lose, tie, win = (side[:, :, fact] for fact in range(3))
            if (lose > tie).any() or (tie > win).any():
                return None
            # If the lower hand loses, the higher may lose, tie or win; if it ties or wins, the higher one wins.
            for lower, higher in ((lose, lose), (tie, win), (win, win)):
                every &= (lower[..., :, None] <= higher[..., None, :]).all(axis=(0, 1))
        return every


@lru_cache(maxsize=32)
def payoffs(
    game: Definition,
    options: tuple[ProofOption, ...],
    main: str,
    main_segments: Segments,
    extras: tuple[tuple[str, Segments], ...],
    facts: tuple[OtherSide, ...],
    hidden: int = 1,
) -> Payoffs:
    """Call the settlement for every case, option, fact and segment; ``hidden`` is how many hidden hands or boards a
    decision may sum up."""
    names = tuple(name for name, _ in extras)
    cases = tuple(product(*(each.leasts for _, each in extras)))
    if len(cases) > MOST_CASES:
        raise PitbossError(
            f"the hands {', '.join(names)} are paid in {len(cases):,} combinations, and a proof can distinguish "
            f"{MOST_CASES:,}; prove the wagers one at a time."
        )
    pay = np.zeros((len(cases), len(options), len(facts), len(main_segments.leasts)), dtype=np.int64)
    made = Payoffs(game, options, main, main_segments, names, cases, facts, pay, 1)
    gains: dict[tuple[int, int, int, int], Fraction] = {}
    known: dict[RoundEnding, Fraction] = {}
    for case, option, fact, segment in np.ndindex(*pay.shape):
        ending = made.ending(case, option, fact, segment)
        if ending not in known:
            known[ending] = net(game, ending)
        gains[case, option, fact, segment] = known[ending]
    scale = lcm(*(gain.denominator for gain in known.values()))
    most = max((abs(gain) for gain in known.values()), default=Fraction(0))
    if most * scale * hidden >= MOST:
        paid = f"a payout of up to {float(most):.6g} units in steps of 1/{scale}" if most < 10**300 else "such a payout"
        raise PitbossError(f"{paid} is too large to be summed exactly; use rounder stakes or smaller odds.")
    for place, gain in gains.items():
        pay[place] = int(gain * scale)
    return replace(made, scale=scale)
