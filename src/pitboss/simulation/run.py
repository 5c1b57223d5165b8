"""Chunks of rounds, each a pure function of game, stakes, seed and number, run by any executor and merged in order.

:func:`simulated` is ``pitboss.simulate``: rounds by stake group, with the exact figures of each.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock, Thread
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.errors import PitbossError
from pitboss.exact.figures import Figures
from pitboss.exact.jobs import in_order, pool
from pitboss.exact.pages import Part, untold
from pitboss.exact.request import ProofRequest
from pitboss.exact.stakes import Group
from pitboss.house.definition import Definition
from pitboss.shuffle import stream
from pitboss.simulation.book import book, playable
from pitboss.simulation.play import Played, Policy, Rounds, rounds
from pitboss.simulation.tally import Compared, Tally, compare

CHUNK = 1 << 18
"""Rounds of one chunk: about a tenth of a second in most games, so that sending it to a cluster costs little."""

BATCH = 1 << 13
"""Rounds played side by side: few enough to stay in the processor's cache."""

Tell: TypeAlias = Callable[[Tally], None]
Stakes: TypeAlias = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Simulation:
    """The subject of a simulation: a game under its pay tables in force, one spot's stakes in units, and a seed."""

    game: Definition
    stakes: tuple[tuple[str, Fraction], ...]
    seed: int

    @classmethod
    def of(cls, group: Group, seed: int) -> Simulation:
        return cls(group.game, tuple(group.stakes.items()), seed)

    def chunk(self, number: int, many: int = CHUNK) -> Tally:
        """The first rounds of one chunk, identical on every machine."""
        ready, policy = _ready(self.game, self.stakes)
        return tallied(ready, policy, stream(self.seed, number), many)


def tallied(ready: Rounds, policy: Policy, state: int, many: int) -> Tally:
    """The tally of ``many`` rounds, dealt from a state of the seeded shuffle."""
    total = Tally()
    while total.rounds < many:
        state, bits = ready.deal(state, min(BATCH, many - total.rounds))
        total.add(_tally(ready, ready.play(bits, policy)))
    return total


def _tally(ready: Rounds, played: Played) -> Tally:
    scale, states = ready.worth.scale, ready.paths.states
    nets, counts = np.unique(played.nets, return_counts=True)
    reached = np.bincount(played.states, minlength=len(states))
    tally = Tally(
        rounds=len(played.nets),
        nets={Fraction(int(net), scale): int(count) for net, count in zip(nets, counts, strict=True)},
        folds=int(sum(count for state, count in zip(states, reached, strict=True) if state.folded)),
    )
    for total, count in zip(ready.worth.wagered.tolist(), reached.tolist(), strict=True):
        if count:
            wagered = Fraction(total, scale)
            tally.wagered[wagered] = tally.wagered.get(wagered, 0) + count
    for key, made in played.endings.items():
        for each, count in zip(ready.endings[key].listed, made.tolist(), strict=True):
            if count:
                row = (key, each.outcome, each.line, each.net)
                tally.lines[row] = tally.lines.get(row, 0) + count
    return tally


def _prepare(simulation: Simulation, tell: Part) -> None:
    """Write the book before the first round, in a daemon thread: an interrupt reaches the main thread at once, and the
    program does not wait for the book when it ends."""
    written: Future[None] = Future()

    def write() -> None:
        try:
            _ready(simulation.game, simulation.stakes, tell)
        except BaseException as error:
            written.set_exception(error)
        else:
            written.set_result(None)

    Thread(target=write, name="book", daemon=True).start()
    written.result()


_making = Lock()


_books: dict[tuple[Definition, Stakes], tuple[Rounds, Policy]] = {}
BOOKS = 4
"""Most books in memory."""


def _ready(game: Definition, stakes: Stakes, tell: Part = untold) -> tuple[Rounds, Policy]:
    """The rounds and the book of a game for these stakes; ``tell`` is called with the part that is written."""
    with _making:  # threads that start together wait for one book instead of writing one each
        if (game, stakes) not in _books:
            ready = rounds(game, dict(stakes))
            while len(_books) >= BOOKS:
                del _books[next(iter(_books))]
            _books[game, stakes] = ready, book(ready, dict(stakes), tell)
        return _books[game, stakes]


def _chunk(simulation: Simulation, number: int, many: int) -> Tally:
    return simulation.chunk(number, many)


@dataclass
class Run:
    """The progress of a simulation: whole chunks merged, and everything so far, a last part of a chunk included."""

    chunks: int
    whole: Tally
    total: Tally
    stopped: bool = False


def simulate(
    simulation: Simulation,
    many: int,
    executor: Executor,
    workers: int = 1,
    start: Run | None = None,
    tell: Tell | None = None,
    writing: Part = untold,
) -> Run:
    """Play until ``many`` rounds, starting from ``start``; the result does not depend on the executor.

    ``writing`` is called with the part of the book that is written, then ``tell`` with the rounds played so far. An
    interrupt (Ctrl-C) ends the run with what was merged until then.
    """
    run = start or Run(0, Tally(), Tally())
    run.total = Tally()
    run.total.add(run.whole)
    first, last = run.chunks, many // CHUNK
    jobs = [(simulation, number, CHUNK) for number in range(first, last)]
    if many > max(first, last) * CHUNK:
        jobs.append((simulation, max(first, last), many - max(first, last) * CHUNK))
    results = in_order(executor, _chunk, jobs, 2 * workers)
    try:
        if jobs and isinstance(executor, ThreadPoolExecutor):  # other executors' processes write their own books
            _prepare(simulation, writing)
        for chunk in results:
            run.total.add(chunk)
            if chunk.rounds == CHUNK:
                run.whole.add(chunk)
                run.chunks += 1
            if tell is not None:
                tell(run.total)
    except KeyboardInterrupt:
        run.stopped = True
    finally:
        results.close()  # type: ignore[attr-defined]
    return run


MOST_ROUNDS = 1 << 41
"""Rounds of one simulation; their shuffles are numbered."""


class Simulated(NamedTuple):
    """The rounds played of one stake group, its exact figures, and how far each figure lies from its exact one."""

    tally: Tally
    exact: Figures
    compared: tuple[Compared, ...]

    @property
    def rounds(self) -> int:
        return self.tally.rounds

    @property
    def edge(self) -> Fraction:
        """The house edge as played; ``exact.edge`` is the proved one."""
        return -self.tally.ev

    @property
    def within(self) -> bool:
        """True if every figure lies within four standard errors of the exact one."""
        return not any(each.far for each in self.compared)


def playable_groups(request: ProofRequest) -> list[Group]:
    """The stake groups that are asked for, each of which can be played."""
    chosen = request.groups
    for group in chosen:
        playable(group.game, group.stakes)
    return chosen


def simulated(request: ProofRequest, rounds: int, seed: int = 1) -> dict[str, Simulated]:
    """The rounds of every stake group asked for; :func:`pitboss.simulate` explains the arguments."""
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= MOST_ROUNDS:
        given = "that many" if isinstance(rounds, int) and rounds > MOST_ROUNDS else repr(rounds)
        raise PitbossError(f"{given} rounds cannot be played; give a whole number from 1 to {MOST_ROUNDS:,}.")
    results = {}
    with pool(request.threads) as (executor, workers):
        for group in playable_groups(request):
            exact = request.for_group(group.key).result()[group.key]
            run = simulate(Simulation.of(group, seed), rounds, executor, workers)
            if run.stopped:
                raise KeyboardInterrupt
            results[group.key] = Simulated(run.total, exact, compare(run.total, exact))
    return results
