"""Metrics of the server, for Prometheus: requests by answer, the time they took, tables, seats and sockets.

The counters of the live room are cheap enough for every command.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client import Histogram as Durations
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from pitboss.room.room import Room

CONTENT_TYPE = "text/plain; version=0.0.4"
SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)


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


class Counted(Protocol):
    """Values that are read when the metrics are requested."""

    @property
    def room(self) -> Room: ...

    def figures(self) -> LiveFigures: ...


class Metrics:
    """The counters of one server."""

    def __init__(self, live: Counted) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self.requests = Counter(
            "pitboss_requests", "HTTP requests by method and status", ["method", "status"], registry=self.registry
        )
        self.seconds = Durations(
            "pitboss_request_seconds", "Time to answer an HTTP request", buckets=SECONDS, registry=self.registry
        )
        self.registry.register(_Gauges(live))

    def count(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self.requests.labels(method if method in METHODS else "other", str(status)).inc()
        self.seconds.observe(seconds)

    def text(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self.registry)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"})


class _Gauges:
    """Figures that are looked up when they are asked for."""

    def __init__(self, live: Counted) -> None:
        self._live = live

    def collect(self) -> Iterable[Metric]:
        return _gauges(self._live)


def _gauges(live: Counted) -> Iterator[Metric]:
    rows = [live.room.row(table) for table in live.room.tables]
    for name, words, value in (
        ("pitboss_tables", "Open tables", len(rows)),
        ("pitboss_seats_taken", "Taken seats, bots included", sum(row.taken for row in rows)),
        ("pitboss_bots", "Seats taken by bots", sum(row.bots for row in rows)),
        ("pitboss_waiting", "Places on waiting lists", sum(row.waiting for row in rows)),
        ("pitboss_tables_paused", "Tables that wait for the floor", sum(bool(row.paused) for row in rows)),
    ):
        yield GaugeMetricFamily(name, words, value=value)
    figures = live.figures()
    for name, words, value in (
        ("pitboss_actions", "Changes of tables that were committed", figures.actions),
        ("pitboss_stored", "Changes and other writes that were stored", figures.commits),
        ("pitboss_commits", "Transactions that stored them, in groups", figures.groups),
        ("pitboss_tables_taken_over", "Tables taken over from other processes", figures.taken_over),
    ):
        yield CounterMetricFamily(name, words, value=value)
    for name, words, value in (
        ("pitboss_sockets", "Open sockets", figures.sockets),
        ("pitboss_sockets_relayed", "Sockets passed on to other processes", figures.relays),
        ("pitboss_backlog", "Writes that wait to be stored", figures.backlog),
        ("pitboss_leases", "Tables this process owns under a lease", figures.leases),
        ("pitboss_processes", "Processes of the room, 0 where there is only one", figures.peers),
        ("pitboss_cut_off", "1 while this process cannot reach Redis or the database", int(figures.cut)),
    ):
        yield GaugeMetricFamily(name, words, value=value)
    latency = figures.latency
    yield HistogramMetricFamily(
        "pitboss_answer_seconds",
        "Time from a command to its answer, stored before",
        buckets=latency.buckets(),
        sum_value=latency.sum,
    )
