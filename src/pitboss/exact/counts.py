"""A cache of counts: what stays true when a pay table changes.

How many hidden hands are below, how many boards reach a segment: such counts depend on the cards and the script alone.
Their key is made of everything they depend on; they are cached in memory for the next question and on disk for the next
run. A changed pay cell is then solved again, decisions included, without counting again.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from pitboss import store

KIND = "counts"
MOST = 512 << 20
"""Most bytes of counts that are cached; a game that needs more is counted each time, and says so."""

Arrays: TypeAlias = tuple[npt.NDArray[Any], ...]


class Memory:
    """Counts by key. With ``fresh``, those of earlier runs are ignored."""

    def __init__(self, fresh: bool = False) -> None:
        self.fresh = fresh
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
        return arrays

    def keep(self, key: str, arrays: Sequence[npt.NDArray[Any]]) -> None:
        """Cache counts; a group with too many of them is dropped as a whole."""
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
