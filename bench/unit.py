"""The benchmark unit: 10^8 reads of a table of 234 KB at pseudo-random places.

Other times are given in multiples of it. It measures a machine's speed at table lookups and is never optimized, since
that would change every figure given in it.
"""

from __future__ import annotations

from functools import lru_cache
from time import process_time
from typing import Any

import numba
import numpy as np

READS = 10**8
ENTRIES = 234 * 1024 // 2


@numba.njit
def _read(table: Any, reads: int) -> Any:
    x = np.uint64(88172645463325252)
    total = np.uint64(0)
    size = np.uint64(len(table))
    for _ in range(reads):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        total += table[((x >> np.uint64(32)) * size) >> np.uint64(32)]
    return total


def run() -> int:
    """The whole loop, once."""
    return int(_read(_table(), READS))


@lru_cache(maxsize=1)
def _table() -> Any:
    table = np.arange(ENTRIES, dtype=np.uint16)
    _read(table, 1)
    return table


@lru_cache(maxsize=1)
def seconds() -> float:
    """One unit on this machine: the best of five."""
    _table()
    times = []
    for _ in range(5):
        start = process_time()
        run()
        times.append(process_time() - start)
    return min(times)
