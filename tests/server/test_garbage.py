"""When the server looks for reference cycles: not while people play, and never too late."""

from __future__ import annotations

import gc
import weakref

import pytest

from pitboss.server.garbage import ENOUGH_PASSES, ENOUGH_SOCKETS, MOST, QUIET, Garbage, quiet_collector


@pytest.fixture
def passes() -> list[int]:
    return []


@pytest.fixture
def garbage(passes: list[int]) -> Garbage:
    def collect() -> int:
        passes.append(1)
        return 0

    return Garbage(collect)


def test_a_quiet_moment_is_used_once_enough_sockets_were_closed(garbage: Garbage, passes: list[int]) -> None:
    assert not garbage.look(ENOUGH_SOCKETS - 1, QUIET)
    assert garbage.look(ENOUGH_SOCKETS, 2 * QUIET)
    assert not garbage.look(ENOUGH_SOCKETS, 2 * QUIET)
    assert garbage.look(2 * ENOUGH_SOCKETS, 2 * QUIET)
    assert len(passes) == 2


def test_while_people_play_nothing_is_looked_for_until_memory_matters_more(garbage: Garbage, passes: list[int]) -> None:
    for second in range(1, MOST):
        assert not garbage.look(second * ENOUGH_SOCKETS, second * (QUIET + 1))
    assert garbage.look(MOST * ENOUGH_SOCKETS, MOST * (QUIET + 1))
    assert len(passes) == 1


def test_requests_count_by_the_passes_over_young_objects(monkeypatch: pytest.MonkeyPatch, garbage: Garbage) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, ENOUGH_PASSES - 1, 0))
    assert not garbage.look(0, 0)
    monkeypatch.setattr(gc, "get_count", lambda: (0, ENOUGH_PASSES, 0))
    assert garbage.look(0, 0)


class _Knot:
    """An object that refers to itself, as a closed socket does."""

    def __init__(self) -> None:
        self.itself = self


def test_cycles_that_grew_old_are_freed() -> None:
    with quiet_collector():
        knot = _Knot()
        gone = weakref.ref(knot)
        gc.collect(0)  # it is not young any more
        gc.collect(1)
        del knot
        gc.collect(0)
        assert gone() is not None
        assert Garbage().look(ENOUGH_SOCKETS, 0)
        assert gone() is None


def test_the_collector_looks_at_young_objects_only_while_the_server_runs() -> None:
    before = gc.get_threshold()
    with quiet_collector():
        young, *others = gc.get_threshold()
        assert young <= 2000
        assert min(others) >= 1_000_000
    assert gc.get_threshold() == before
