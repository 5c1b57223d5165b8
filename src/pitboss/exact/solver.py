"""``solve``: the exact figures of a stake group, by the first shape that fits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from pitboss.cards import RANKS, deck
from pitboss.exact.counts import Memory, Proof, load_proof, proof_key, save_proof
from pitboss.exact.figures import Figures, Tally, figures, merge
from pitboss.exact.jobs import in_order
from pitboss.exact.script.one_pile import one_pile
from pitboss.exact.script.views import Outside
from pitboss.exact.shape import Shape, recognise
from pitboss.exact.stakes import Group
from pitboss.house.definition import BurnStep, DealStep, Definition

LONG = 20_000_000
"""A group of at least this many situations caches each job, so that a stopped proof can resume."""


class Progress(NamedTuple):
    """The progress of a proof: the stake group, what is being done, and how many of its jobs are finished."""

    group: str
    stage: str
    shape: str
    deals: int
    situations: int
    done: int
    jobs: int
    recounted: str = ""
    """Why the counts cached by an earlier proof cannot be reused: a clause, or empty."""
    of: str = ""
    """The subject of the proof if it is not the game itself: ``other reading``, ``as it is``."""


OnProgress = Callable[[Progress], None]

ELSEWHERE = "counted on other machines, which cache nothing: a changed pay cell is counted again"
EARLIER = "solved from the cached counts of an earlier proof"
SAME_RUN = "solved from the counts of another group of this run"
TOO_MANY = "too many counts to cache, so a changed pay cell is counted again"


@dataclass(frozen=True)
class Counting:
    """The means of a proof: where its jobs run, whether on other machines, and whether earlier results are ignored.

    ``counted`` are the keys of what was counted in this run.
    """

    executor: Executor
    workers: int
    remote: bool
    fresh: bool
    report: OnProgress
    counted: set[str] = field(default_factory=set)


def solve(group: Group, counting: Counting) -> Figures:
    """The exact figures of one stake group."""
    return _Proof(group, counting).figures()


class _Proof:
    """The proof of one stake group: from an earlier run, from cached counts, or counted now."""

    def __init__(self, group: Group, counting: Counting) -> None:
        self.group, self.counting = group, counting
        self.key = proof_key(group.game, group.stakes)
        self.earlier = None if counting.fresh else load_proof(self.key)
        self.started = time.perf_counter()  # set again when counting starts
        self.memory = Memory(counting.fresh, counting.counted)
        self.resumed = 0.0  # seconds of earlier runs that were stopped
        shape = carrier(group.game, group.stakes)
        self.shape = shape.remembering(self.memory).watched(partial(self._tell, "count"))
        self.recounted = self.shape.recounted if self.earlier is None and not counting.fresh else ""

    def _tell(self, stage: str, done: int, jobs: int = 0) -> None:
        """Report progress in jobs, or in parts of one long job."""
        shape, key = self.shape, self.group.key
        recounted = "" if jobs else self.recounted
        self.counting.report(
            Progress(key, stage, shape.name, shape.deals, shape.situations, done, jobs or shape.jobs, recounted)
        )

    def figures(self) -> Figures:
        self._tell("plan", 0)
        tally, origin = self._tally()
        shape, group = self.shape, self.group
        if shape.sums and sum(sum(endings.values()) for endings in tally.values()) != shape.deals:
            raise ArithmeticError("the endings do not add up to the deals")
        made = figures(group.game, group.key, group.stakes, tally)
        if self.earlier is not None:
            seconds = self.earlier.seconds
        else:
            seconds = time.perf_counter() - self.started + self.resumed
            save_proof(self.key, Proof(tally, seconds))
        made = replace(made, shape=shape.name, work=self._work(origin), seconds=seconds)
        counting = self.counting
        self.memory.save(counting.executor if counting.workers > 1 and not counting.remote else None)
        return made

    def _tally(self) -> tuple[Tally, str]:
        """The deals per ending, and where they come from if they were not counted now."""
        if self.earlier is not None:
            return self.earlier.tally, "proved in an earlier run"
        tally = self.shape.recalled()
        if tally is not None:
            return tally, SAME_RUN if self.memory.recalled <= self.memory.counted else EARLIER
        return self._counted(), ""

    def _counted(self) -> Tally:
        if self.shape.compiles:
            self._tell("compile", 0)
            warm(self.group)
        self.started = time.perf_counter()
        carrier(self.group.game, self.group.stakes)  # planned again, so that its time is measured without compiling
        jobs: list[Proof] = []
        for job in _run(self.group, self.shape, self.counting):
            jobs.append(job)
            self._tell("count", len(jobs))
        self.resumed = sum(job.seconds for job in jobs)
        return merge([job.tally for job in jobs])

    def _work(self, origin: str) -> str:
        shape = self.shape
        jobs = f"{shape.jobs} job{'s' * (shape.jobs > 1)}"
        work = f"{shape.situations:,} situations for {shape.deals:,} deals in {jobs}"
        uncached = shape.uncached or self.recounted
        if self.memory.full:
            uncached = TOO_MANY
        elif self.counting.remote and not origin:
            uncached = ELSEWHERE
        return "; ".join(filter(None, (work, origin, uncached)))


def carrier(game: Definition, stakes: Mapping[str, Fraction]) -> Shape:
    """The shape that proves a round, however the file spreads cards over piles that no hand distinguishes."""
    spelled = one_pile(game, stakes)
    if spelled is not game:
        with suppress(Outside):
            shape = recognise(spelled, stakes)
            if shape.compiles:
                return shape
    return recognise(game, stakes)


def _run(group: Group, shape: Shape, counting: Counting) -> Iterator[Proof]:
    """The tallies of all jobs in their order, each with the seconds an earlier run spent on it.

    Each tally of a long proof is cached at once, with the time since the one before.
    """
    long = shape.situations >= LONG and shape.jobs > 1
    keys = [proof_key(group.game, group.stakes, job) for job in range(shape.jobs if long else 0)]
    loaded = {} if counting.fresh else {job: load_proof(key) for job, key in enumerate(keys)}
    known = {job: kept for job, kept in loaded.items() if kept is not None}
    missing = [job for job in range(shape.jobs) if job not in known]
    executor, workers = counting.executor, counting.workers
    if counting.remote:
        stakes = tuple(group.stakes.items())
        tallies = in_order(executor, run_job, ((group.game, stakes, job) for job in missing), 4 * workers)
    elif len(missing) < 2 or workers < 2:
        tallies = (shape.run(job, executor if workers > 1 else None) for job in missing)
    else:
        tallies = in_order(executor, shape.run, ((job,) for job in missing), 2 * workers)
    last = time.perf_counter()
    for job in range(shape.jobs):
        kept = known.get(job)
        if kept is None:
            kept = Proof(next(tallies), 0.0)
            now = time.perf_counter()
            if long:
                save_proof(keys[job], kept._replace(seconds=now - last))
            last = now
        yield kept


def run_job(game: Definition, stakes: tuple[tuple[str, Fraction], ...], job: int) -> Tally:
    """One job by itself: a pure function of the definition, the stakes and the job's number, for other processes."""
    return _shape(game, stakes).run(job)


@lru_cache(maxsize=4)
def _shape(game: Definition, stakes: tuple[tuple[str, Fraction], ...]) -> Shape:
    return carrier(game, dict(stakes))


_warmed: set[tuple[object, ...]] = set()


def warm(group: Group) -> None:
    """Compile everything a group needs, by proving it once on a very small deck."""
    game = group.game
    known = (game, tuple(group.stakes.items()))
    if known in _warmed:
        return
    dealt = sum(step.cards for step in game.script if isinstance(step, DealStep | BurnStep))
    # Decks of the game's highest ranks, fewest first; a ranking knows the cards of its own deck only.
    ranks, suits, joker = game.deck.ranks, len(game.deck.suits), game.deck.joker
    smaller = (
        deck({"ranks": f"{RANKS[low]}-{RANKS[ranks[-1]]}", "suits": suits, "joker": joker}) for low in reversed(ranks)
    )
    small = next((one for one in smaller if len(one) > dealt + 2), game.deck)
    if len(small) < len(game.deck):
        with suppress(Outside):  # a small deck may not fit the script; compiling is then part of the time
            shape = carrier(replace(game, deck=small), group.stakes)
            for job in range(min(shape.jobs, 2)):
                shape.run(job)
    _warmed.add(known)
