"""Counters of the live room, for the metrics: cheap enough for every command."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram's buckets, in seconds."""


class Latency:
    """The time commands waited for their answers: counts by :data:`BOUNDS`, the last for longer ones."""

    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative counts, as Prometheus wants them: all answers up to each bound."""
        total, result = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            result.append((bound, float(total)))
        return result


class LiveFigures(NamedTuple):
    """Counters and gauges of a live room.

    ``leases`` are the tables this process owns, ``peers`` the processes of the room, ``taken_over`` the tables taken
    over so far, and ``cut`` whether it is cut off from the others; 0 in a room of one process.
    """

    sockets: int
    actions: int
    latency: Latency
    commits: int
    groups: int
    backlog: int
    leases: int = 0
    peers: int = 0
    taken_over: int = 0
    relays: int = 0
    cut: bool = False
