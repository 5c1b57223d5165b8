"""Chunks of rounds, each a pure function of game, stakes, seed and number, run by any executor and merged in order.

:func:`simulated` is ``pitboss.simulate``: rounds by stake group, with the exact figures of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeAlias

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
from pitboss.simulation.tally import Compared, Tally, compare, restored

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


@dataclass
class Run:
    """The progress of a simulation: whole chunks merged, and everything so far, including part of a last chunk."""

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
    interrupt (Ctrl-C) ends the run with what was merged so far.
    """
    run = start or Run(0, Tally(), Tally())
    run.total = Tally()
    run.total.add(run.whole)
    first, last = run.chunks, many // CHUNK
    jobs = [(simulation, number, CHUNK) for number in range(first, last)]
    if many > max(first, last) * CHUNK:
        jobs.append((simulation, max(first, last), many - max(first, last) * CHUNK))
    results = in_order(executor, Simulation.chunk, jobs, 2 * workers)
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


# A stopped simulation on file: whole chunks only, so that resuming gives exactly the result of a single run -----------

FORM = 1


class ResumeError(PitbossError):
    """A file that does not hold this simulation."""


class Resumed:
    """The file of a simulation's stake groups; it is rewritten after every group and when a run is stopped.

    It belongs to one version of one game under one seed. Other wagers or pay tables of that game are added; no group is
    ever removed.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.groups: dict[str, Any] = {}
        if self.path.exists():
            self.groups = self._read()
        self._write("")  # fail before hours are played, not after
        self._draft.unlink()

    @property
    def _draft(self) -> Path:
        return self.path.with_name(f".{self.path.name}.draft")

    def _write(self, text: str) -> None:
        """Write a text to a temporary file, and rename it into place."""
        try:
            self._draft.write_text(text, encoding="utf-8")
        except OSError as error:
            raise ResumeError(f"{str(self.path)!r} cannot be written: {error.strerror}.") from None

    def _read(self) -> dict[str, Any]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            if data["form"] != FORM or data["chunk"] != CHUNK:
                raise ResumeError(f"{str(self.path)!r} was written by another version; start again with a new file.")
            groups: dict[str, Any] = dict(data["groups"])
            for group in groups.values():
                game, version, _, _, seed = group["what"]
                if (type(game), type(version), type(seed)) != (str, str, int):
                    raise ValueError(group["what"])
                tally = restored(group["tally"])
                if {tally.rounds, sum(tally.nets.values())} != {group["chunks"] * CHUNK}:
                    raise ValueError(group["chunks"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ResumeError(
                f"{str(self.path)!r} is not a stopped simulation; name a file that a simulation wrote, or a new one."
            ) from None
        return groups

    def check(self, game: Definition, seed: int) -> None:
        """Refuse a file of another game, another version of it or another seed, before anything is played."""
        for group in self.groups.values():
            held, version, _, _, of_seed = group["what"]
            for holds, wanted in (
                (held if held != game.id else "", game.id),
                (f"another version of {held}" if version != game.version else "", "this one"),
                (f"{held} under seed {of_seed}" if of_seed != seed else "", f"seed {seed}"),
            ):
                if holds:
                    raise ResumeError(f"{str(self.path)!r} holds {holds}; name another file for {wanted}.")

    def run(self, key: str, simulation: Simulation) -> Run:
        """The progress of a stake group; an empty run if it is not in the file."""
        self.check(simulation.game, simulation.seed)
        group = self.groups.get(key)
        if group is None:
            return Run(0, Tally(), Tally())
        if group["what"] != _what(simulation):
            raise ResumeError(
                f"{str(self.path)!r} holds {key} under other stakes or pay tables; name another file for these."
            )
        tally = restored(group["tally"])
        return Run(int(group["chunks"]), tally, Tally())

    def keep(self, key: str, simulation: Simulation, run: Run) -> None:
        """Save the progress of a stake group."""
        if self.path.exists():  # another run may have kept more meanwhile
            self.groups = self._read()
            self.check(simulation.game, simulation.seed)
        if run.chunks >= self.run(key, simulation).chunks:
            self.groups[key] = {"what": _what(simulation), "chunks": run.chunks, "tally": run.whole.data()}
        self._write(json.dumps({"form": FORM, "chunk": CHUNK, "groups": self.groups}))
        try:
            self._draft.replace(self.path)
        except OSError as error:
            raise ResumeError(f"{str(self.path)!r} cannot be written: {error.strerror}.") from None


def _what(simulation: Simulation) -> list[Any]:
    """Everything a chunk depends on."""
    game = simulation.game
    stakes = [[key, str(stake)] for key, stake in simulation.stakes]
    return [game.id, game.version, game.in_force["tables"], stakes, simulation.seed]


# Rounds by stake group ------------------------------------------------------------------------------------------------

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
