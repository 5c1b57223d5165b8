"""What a page costs: bytes and answers on the first load, memory over an evening; the benchmark has the times."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .driver import Watching
from .serving import Room

MOST_BYTES = 60_000


@pytest.mark.parametrize("wanted", [{"game": "top5"}, {"game": "holdem", "house": "pot", "limit": "2-4"}])
def test_the_first_load_of_a_table_is_light(visits: Watching, room: Room, wanted: dict[str, str]) -> None:
    """Every answer until the page can be used, with its headers."""
    player = visits.guest(room, "Ann")
    path = player.open(bots=2, **wanted)
    session = player.page.context.new_cdp_session(player.page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    player.go(path)
    player.wait("watch")
    total, answers = sum(sizes), sum(size > 0 for size in sizes)
    print(f"{total:,} bytes in {answers} answers")
    assert 4 < answers < 10
    assert total <= MOST_BYTES


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room whose bots hardly think: ten minutes at 200 events a minute pass in one."""
    settings = {"PITBOSS_BOT_MILLISECONDS": "5", "PITBOSS_PAUSE_MILLISECONDS": "20"}
    running = Room(tmp_path_factory.mktemp("hurried"), **settings)
    yield running
    running.kill()


@pytest.mark.long
def test_ten_minutes_of_bots_keep_memory_flat(visits: Watching, hurried: Room) -> None:
    """2,000 events before a watching page; the feed is full before the first look."""
    player = visits.guest(hurried, "Ann")
    player.go(player.open(game="seven-stud", house="pot", limit="2-4", bots=4))
    player.wait("watch")
    session = player.page.context.new_cdp_session(player.page)
    session.send("HeapProfiler.enable")

    def heap_after(events: int) -> float:
        goal = player.reads("e.state.seq") + events
        player.page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq >= {goal}")
        session.send("HeapProfiler.collectGarbage")
        return float(session.send("Runtime.getHeapUsage")["usedSize"])

    heaps = [heap_after(500) for _ in range(5)]
    print("heap in MB:", *[f"{heap / 1e6:.2f}" for heap in heaps])
    assert min(heaps[-2:]) < max(heaps[1:3]) * 1.1
