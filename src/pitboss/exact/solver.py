"""prove(): from a definition to exact figures, by whichever shape carries each of its stake groups."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy.typing as npt

from pitboss.cards import RANKS, Deck, deck
from pitboss.errors import PitbossError
from pitboss.exact.cache import proofs
from pitboss.exact.cache.counts import Arrays, Memory
from pitboss.exact.ending import Tally, merge
from pitboss.exact.figures import figures
from pitboss.exact.jobs import in_order, pool
from pitboss.exact.result import Figures, Result
from pitboss.exact.script.one_pile import one_pile
from pitboss.exact.script.views import Outside
from pitboss.exact.shape import Recalling, Shape, recognise
from pitboss.exact.shapes.board.board import Reveal
from pitboss.exact.shapes.showdown.showdown import Showdown
from pitboss.exact.stakes import Group, combination, groups
from pitboss.house.definition import BurnStep, DealStep, Definition

LONG = 20_000_000
"""Situations from which on the jobs of a group are kept one by one, so that a stopped proof goes on where it was."""


class Progress(NamedTuple):
    """How far a proof has come: the stake group, what is being done, and how many of its jobs are finished."""

    group: str
    stage: str
    shape: str
    deals: int
    situations: int
    done: int
    jobs: int
    anew: str = ""
    """What has to be counted again although an earlier proof kept its counts: a clause, or nothing."""


Report = Callable[[Progress], None]

ELSEWHERE = "counted on other machines, which keep nothing: a changed pay cell is counted anew"
EARLIER = "solved from counts kept by an earlier proof"
SAME_RUN = "solved from the counts of another group of this run"
TOO_MANY = "their counts are too many to be kept, a changed pay cell is counted anew"


def prove(
    game: Definition,
    stakes: Mapping[str, Fraction | int] | None = None,
    *,
    only: str = "",
    threads: int = 1,
    scheduler: str = "",
    fresh: bool = False,
    progress: Report | None = None,
) -> Result:
    """The exact figures of a game: every stake group alone, or one of them, or a combination of ``stakes``.

    ``fresh`` leaves earlier results unused. ``seconds`` of the result count from the definition to the figures,
    compiling excluded.
    """
    chosen = [combination(game, stakes)] if stakes else _only(groups(game), only)
    report = progress or (lambda _: None)
    found: dict[str, Figures] = {}
    counted: set[str] = set()
    with pool(threads, scheduler) as (executor, workers):
        for group in chosen:
            found[group.key] = solve(group, executor, workers, bool(scheduler), fresh, report, counted)
    return Result(game.id, game.version, found, sum(each.seconds for each in found.values()))


def _only(every: tuple[Group, ...], key: str) -> list[Group]:
    chosen = [group for group in every if key in ("", group.key)]
    if not chosen:
        known = ", ".join(group.key for group in every)
        raise PitbossError(f"{key!r} is no stake group of this game; its stake groups are {known}.")
    return chosen


class _Memory(Memory):
    """A memory that knows whether what it found was counted in this run; ``counted`` are the names of all that was."""

    def __init__(self, fresh: bool, counted: set[str]) -> None:
        super().__init__(fresh)
        self.counted, self.found = counted, set[str]()

    def recall(self, key: str) -> Arrays | None:
        known = super().recall(key)
        if known is not None:
            self.found.add(key)
        return known

    def keep(self, key: str, arrays: Sequence[npt.NDArray[Any]]) -> None:
        self.counted.add(key)
        super().keep(key, arrays)


def solve(
    group: Group, executor: Executor, workers: int, remote: bool, fresh: bool, report: Report, counted: set[str]
) -> Figures:
    """One stake group; ``counted`` are the names of what was counted for those before it, and then for it too."""
    key = proofs.key_of(group.game, group.stakes)
    earlier = None if fresh else proofs.load_proof(key)
    started = time.perf_counter()  # of a group that is solved from kept counts
    memory = _Memory(fresh, counted)
    shape = carrier(group.game, group.stakes).remembering(memory)

    anew = shape.anew if isinstance(shape, Showdown) and earlier is None and not fresh else ""

    def tell(stage: str, done: int) -> None:
        report(Progress(group.key, stage, shape.name, shape.deals, shape.situations, done, shape.jobs, anew))

    if isinstance(shape, Reveal):
        shape.watch = partial(_boards, report, group.key, shape)
    tell("plan", 0)
    resumed = 0.0  # seconds of earlier runs that were stopped
    tally, origin = (earlier.tally, "; proved in an earlier run") if earlier is not None else (None, "")
    if tally is None and isinstance(shape, Recalling):
        tally = shape.recalled()
        origin = f"; {SAME_RUN if memory.found <= counted else EARLIER}"
    if tally is None:
        origin = ""
        if shape.name != "general":
            tell("compile", 0)
            warm(group)
        started = time.perf_counter()
        carrier(group.game, group.stakes)  # planned once more, so that its time is without compiling too
        jobs: list[proofs.Proof] = []
        for job in _run(group, shape, executor, workers, remote, fresh):
            jobs.append(job)
            tell("count", len(jobs))
        tally, resumed = merge([job.tally for job in jobs]), sum(job.seconds for job in jobs)
    if shape.name != "general" and sum(sum(endings.values()) for endings in tally.values()) != shape.deals:
        raise ArithmeticError("the endings do not add up to the deals")
    found = figures(group.game, group.key, group.stakes, tally)
    seconds = earlier.seconds if earlier is not None else time.perf_counter() - started + resumed
    if earlier is None:
        proofs.save_proof(key, proofs.Proof(tally, seconds))
    work = (
        f"{shape.situations:,} situations for {shape.deals:,} deals in {shape.jobs} job{'s' * (shape.jobs > 1)}{origin}"
    )
    unkept = TOO_MANY if memory.full else ELSEWHERE if remote and not origin else shape.unkept or anew
    found = replace(found, shape=shape.name, work="; ".join(filter(None, (work, unkept))), seconds=seconds)
    memory.save(executor if workers > 1 and not remote else None)
    return found


def carrier(game: Definition, stakes: Mapping[str, Fraction]) -> Shape:
    """The shape that proves a round, however the file spreads cards over piles that no hand tells apart."""
    spelled = one_pile(game, stakes)
    if spelled is not game:
        with suppress(Outside):
            shape = recognise(spelled, stakes)
            if shape.name != "general":
                return shape
    return recognise(game, stakes)


def _boards(report: Report, group: str, shape: Shape, done: int, boards: int) -> None:
    """Progress of one long job, in boards."""
    report(Progress(group, "count", shape.name, shape.deals, shape.situations, done, boards))


def _run(
    group: Group, shape: Shape, executor: Executor, workers: int, remote: bool, fresh: bool
) -> Iterator[proofs.Proof]:
    """The tallies of all jobs in their order, each with the seconds an earlier run spent on it.

    Of a long proof each is kept as soon as it is there, with the time since the one before it was kept.
    """
    long = shape.situations >= LONG and shape.jobs > 1
    keys = [proofs.key_of(group.game, group.stakes, job) for job in range(shape.jobs if long else 0)]
    known = {job: kept for job, key in enumerate(keys) if not fresh and (kept := proofs.load_proof(key)) is not None}
    missing = [job for job in range(shape.jobs) if job not in known]
    if remote:
        stakes = tuple(group.stakes.items())
        found = in_order(executor, run_job, ((group.game, stakes, job) for job in missing), 4 * workers)
    elif len(missing) < 2 or workers < 2:
        found = (shape.run(job, executor if workers > 1 else None) for job in missing)
    else:
        found = in_order(executor, shape.run, ((job,) for job in missing), 2 * workers)
    last = time.perf_counter()
    for job in range(shape.jobs):
        kept = known.get(job)
        if kept is None:
            kept = proofs.Proof(next(found), 0.0)
            now = time.perf_counter()
            if long:
                proofs.save_proof(keys[job], kept._replace(seconds=now - last))
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
    """Have everything compiled that a group needs, by proving it once with hardly more cards than it deals."""
    game = group.game
    known = (game, tuple(group.stakes.items()))
    if known in _warmed:
        return
    dealt = sum(step.cards for step in game.script if isinstance(step, DealStep | BurnStep))
    small = next((one for one in _smaller(game) if len(one) > dealt + 2), game.deck)
    if len(small) < len(game.deck):
        with suppress(Outside):  # a script that a small deck makes another one of; then compiling is not told apart
            shape = carrier(replace(game, deck=small), group.stakes)
            for job in range(min(shape.jobs, 2)):
                shape.run(job)
    _warmed.add(known)


def _smaller(game: Definition) -> Iterator[Deck]:
    """Decks of the game's highest ranks, fewest first; a ranking knows the cards of its own deck only."""
    ranks, suits, joker = game.deck.ranks, len(game.deck.suits), game.deck.joker
    for low in reversed(ranks):
        yield deck({"ranks": f"{RANKS[low]}-{RANKS[ranks[-1]]}", "suits": suits, "joker": joker})
