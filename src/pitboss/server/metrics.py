"""Metrics of the server, for Prometheus: requests by answer, the time they took, tables, seats and sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client import Histogram as Durations
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from pitboss.room.room import Room
from pitboss.server.live.figures import Latency, LiveFigures

CONTENT_TYPE = "text/plain; version=0.0.4"
SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)


class Counted(Protocol):
    """Values that are read when the metrics are requested."""

    @property
    def room(self) -> Room: ...


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
        self.registry.register(_Gauges(lambda: _gauges(live)))

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

    def __init__(self, gauges: Callable[[], Iterable[Metric]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        return self._gauges()


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
    figures = getattr(live, "figures", None)
    yield from _activity(figures() if figures is not None else NOTHING)


NOTHING = LiveFigures(0, 0, Latency(), 0, 0, 0)


def _activity(figures: LiveFigures) -> Iterator[Metric]:
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
