"""Metrics of the server, for Prometheus: requests by status, the time they took, tables, seats and sockets.

The counters of the live room are cheap enough to update on every command.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client import Histogram as Durations
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

if TYPE_CHECKING:
    from pitboss.server.live.tables import LiveTables

CONTENT_TYPE = "text/plain; version=0.0.4"
SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})
FIGURES = (
    (GaugeMetricFamily, "tables", "Open tables"),
    (GaugeMetricFamily, "seats_taken", "Taken seats, bots included"),
    (GaugeMetricFamily, "bots", "Seats taken by bots"),
    (GaugeMetricFamily, "waiting", "Places on waiting lists"),
    (GaugeMetricFamily, "tables_paused", "Tables that wait for the floor"),
    (CounterMetricFamily, "actions", "Changes of tables that were committed"),
    (CounterMetricFamily, "stored", "Changes and other writes that were stored"),
    (CounterMetricFamily, "commits", "Transactions that stored them, in groups"),
    (CounterMetricFamily, "tables_taken_over", "Tables taken over from other processes"),
    (GaugeMetricFamily, "sockets", "Open sockets"),
    (GaugeMetricFamily, "sockets_relayed", "Sockets passed on to other processes"),
    (GaugeMetricFamily, "backlog", "Writes that wait to be stored"),
    (GaugeMetricFamily, "leases", "Tables this process owns under a lease"),
    (GaugeMetricFamily, "processes", "Processes of the room, 0 where there is only one"),
    (GaugeMetricFamily, "cut_off", "1 while this process cannot reach Redis or the database"),
)
"""The figures of a live room, each named ``pitboss_…``; missing ones are 0."""


BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The upper bounds of the histogram's buckets, in seconds."""


class Latency:
    """The time commands waited for their answers: counts by :data:`BOUNDS`, the last for longer times."""

    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative counts, as Prometheus wants them: all answers up to each bound."""
        return list(zip((*map(str, BOUNDS), "+Inf"), accumulate(map(float, self.counts)), strict=True))


class Metrics:
    """The counters of one server, and the current figures of its live room."""

    def __init__(self, live: LiveTables) -> None:
        self._live = live
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.requests = Counter(
            "pitboss_requests", "HTTP requests by method and status", ["method", "status"], registry=self.registry
        )
        self.seconds = Durations(
            "pitboss_request_seconds", "Time to answer an HTTP request", buckets=SECONDS, registry=self.registry
        )
        self.registry.register(self)

    def count(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self.requests.labels(method if method in METHODS else "other", str(status)).inc()
        self.seconds.observe(seconds)

    def text(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        """The figures of the live room; called by the registry."""
        room, latency = self._live.room, self._live.latency
        rows = [room.row(table) for table in room.tables]
        figures: dict[str, float] = {
            "tables": len(rows),
            "seats_taken": sum(row.taken for row in rows),
            "bots": sum(row.bots for row in rows),
            "waiting": sum(row.waiting for row in rows),
            "tables_paused": sum(bool(row.paused) for row in rows),
            **self._live.figures(),
        }
        for family, name, words in FIGURES:
            yield family(f"pitboss_{name}", words, value=figures.get(name, 0))
        yield HistogramMetricFamily(
            "pitboss_answer_seconds",
            "Time from a command to its answer, including storage",
            buckets=latency.buckets(),
            sum_value=latency.sum,
        )
