"""Caches of counts, which stay true when a pay table changes, and of the tallies of finished proofs.

How many hidden hands are below, how many boards reach a segment: such counts depend on the cards and the script alone.
Their key is made of everything they depend on; they are cached in memory for the next question and on disk for the next
run. A changed pay cell is then solved again, decisions included, without counting again. A tally depends on the pay
tables too.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss import store
from pitboss.exact.figures import RoundEnding, Tally, WagerFact
from pitboss.house.definition import Definition

KIND = "counts"
MOST = 512 << 20
"""Most bytes of counts that are cached; a game that needs more is counted each time, and says so."""

Arrays: TypeAlias = tuple[npt.NDArray[Any], ...]


class Memory:
    """Counts by key. With ``fresh``, those of earlier runs are ignored.

    ``recalled`` are the keys found in the cache. ``counted`` are those counted in this run; several memories may share
    it.
    """

    def __init__(self, fresh: bool = False, counted: set[str] | None = None) -> None:
        self.fresh, self.recalled = fresh, set[str]()
        self.counted = counted if counted is not None else set()
        self.made: dict[str, None] = {}  # in the order they were made
        self.bytes = 0
        self.full = False

    def recall(self, key: str) -> Arrays | None:
        """Counts by key, from this run or an earlier one; None if there are none."""
        if self.fresh and key not in self.made:
            return None
        arrays = _cached.get(key)
        if arrays is None and not self.fresh:
            data = store.load(KIND, key)
            if data is not None:
                arrays = decode(data)
                _cached.put(key, arrays)
        if arrays is not None:
            self.recalled.add(key)
        return arrays

    def keep(self, key: str, arrays: Sequence[npt.NDArray[Any]]) -> None:
        """Cache counts; a group with too many of them is dropped as a whole."""
        self.counted.add(key)
        self.bytes += sum(array.nbytes for array in arrays)
        if self.bytes > MOST:
            self.full = True
            for made in list(self.made):
                _cached.drop(made)
            self.made.clear()
        if not self.full:
            _cached.put(key, tuple(arrays))
            self.made[key] = None

    def save(self, pool: Executor | None = None) -> None:
        """Write what this run counted to disk, with the threads of a pool if there is one."""
        for _ in pool.map(_write, self.made) if pool is not None else map(_write, self.made):
            pass
        self.made.clear()


def _write(key: str) -> None:
    arrays = _cached.get(key)
    if arrays is not None:
        store.save(KIND, key, encode(arrays))


class _InMemory:
    """The counts in memory; the least recently used are dropped first."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.arrays: OrderedDict[str, Arrays] = OrderedDict()
        self.bytes = 0

    def get(self, key: str) -> Arrays | None:
        with self.lock:
            arrays = self.arrays.get(key)
            if arrays is not None:
                self.arrays.move_to_end(key)
            return arrays

    def put(self, key: str, arrays: Arrays) -> None:
        with self.lock:
            self._forget(key)
            self.arrays[key] = arrays
            self.bytes += sum(array.nbytes for array in arrays)
            while self.bytes > MOST and len(self.arrays) > 1:
                self._forget(next(iter(self.arrays)))

    def drop(self, key: str) -> None:
        with self.lock:
            self._forget(key)

    def _forget(self, key: str) -> None:
        for array in self.arrays.pop(key, ()):
            self.bytes -= array.nbytes


_cached = _InMemory()


def encode(arrays: Sequence[npt.NDArray[Any]]) -> list[bytes | memoryview]:
    """Arrays as bytes: a line that describes them, then the contents of each."""
    head = json.dumps([[array.dtype.str, list(array.shape)] for array in arrays]).encode() + b"\n"
    return [head, *(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data for array in arrays)]


def decode(data: bytes) -> Arrays:
    at, arrays = data.index(b"\n") + 1, []
    for kind, shape in json.loads(data[:at]):
        count = int(np.prod(shape, dtype=np.int64))
        array = np.frombuffer(data, dtype=np.dtype(kind), count=count, offset=at).reshape(shape)
        at += array.nbytes
        arrays.append(array)
    return tuple(arrays)


PROOF_KIND = "proof"

# Raised whenever a change of the solver could change its counts, so that no older count is used.
SOLVER = 6


def proof_key(game: Definition, stakes: Mapping[str, Fraction], job: int | None = None) -> str:
    """The key of a group's tally, or of the tally of one of its jobs."""
    placed = tuple((key, str(stakes[key])) for key in game.wagers if stakes.get(key))
    tables = tuple(sorted(game.in_force["tables"].items()))
    return store.key_of(SOLVER, game.version, tables, game.deck.cards, placed, job)


class Proof(NamedTuple):
    """A tally, of a whole group or of one of its jobs, and how long it took to count it."""

    tally: Tally
    seconds: float


def save_proof(key: str, proof: Proof) -> None:
    """Cache a tally as JSON, after a line with its seconds."""
    plain: dict[str, list[Any]] = {}
    for shows, endings in proof.tally.items():
        plain[shows] = []
        for ending, count in endings.items():
            stakes = [[key, str(stake)] for key, stake in ending.stakes]
            plain[shows].append([stakes, ending.folded, [[key, *fact] for key, fact in ending.facts], str(count)])
    store.save(PROOF_KIND, key, b"%.6f\n" % proof.seconds + json.dumps(plain).encode())


def load_proof(key: str) -> Proof | None:
    """The counts of an earlier run; None if they are not cached."""
    data = store.load(PROOF_KIND, key)
    if data is None:
        return None
    seconds, _, plain = data.partition(b"\n")
    tally: Tally = {}
    for shows, lines in json.loads(plain).items():
        tally[shows] = {}
        for stakes, folded, facts, count in lines:
            placed = tuple((key, Fraction(stake)) for key, stake in stakes)
            ending = RoundEnding(placed, folded, tuple((key, WagerFact(*fact)) for key, *fact in facts))
            tally[shows][ending] = int(count)
    return Proof(tally, float(seconds))
