"""The cost of a page: bytes and responses on the first load, memory over an evening; the benchmark has the times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from pitboss.server.web_files import parts

from .driver import Mouse, Player, Watching
from .serving import Room

SPECTATOR, SEATED = 120_000, 150_000
"""The most bytes until a table is live for a spectator and until a player has everything needed to play."""
TABLES = [
    {"game": "top5"},
    pytest.param({"game": "holdem", "house": "pot", "limit": "2-4"}, marks=pytest.mark.long),
]
LIVE = """new MutationObserver(() => {
  if (document.querySelector("section.act[data-mode]")) window.liveAt ??= Date.now() / 1000;
}).observe(document, { subtree: true, childList: true, attributes: true });"""
LATER = ("coach", "coaching", "dialogs", "floor", "motion", "naming", "paged", "replay", "seat-bar", "sound")
"""Modules that no spectator waits for, apart from their texts."""


class Answered(NamedTuple):
    """A request that reached the server: when it was sent, and the bytes of its answer with the headers."""

    path: str
    sent: float
    size: int


class Scales:
    """Weighs every answer that a page gets."""

    def __init__(self, player: Player) -> None:
        self._asked: dict[str, tuple[str, float]] = {}
        self.answers: list[Answered] = []
        session = player.page.context.new_cdp_session(player.page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.loadingFinished", self._finished)

    def _request(self, event: dict[str, Any]) -> None:
        self._asked[event["requestId"]] = event["request"]["url"], float(event["wallTime"])

    def _finished(self, event: dict[str, Any]) -> None:
        url, sent = self._asked[event["requestId"]]
        size = int(event["encodedDataLength"])
        if size and url.startswith("http"):
            self.answers.append(Answered(urlsplit(url).path, sent, size))


@pytest.mark.parametrize("wanted", TABLES, ids=["house", "poker"])
def test_a_table_is_light_for_spectators_and_players(visits: Watching, room: Room, wanted: dict[str, str]) -> None:
    """Bytes with headers; the times are rows of the benchmark."""
    player = visits.guest(room, "Ann")
    path = player.open(bots=2, **wanted)
    player.page.add_init_script(LIVE)
    scales = Scales(player)
    player.go(path)
    player.wait("watch")
    live = float(player.page.evaluate("() => window.liveAt"))
    seen = [answer for answer in scales.answers if answer.sent < live]
    print(f"spectator: {sum(answer.size for answer in seen):,} bytes in {len(seen)} answers")
    assert sum(answer.size for answer in seen) <= SPECTATOR

    page = parts("poker-table" if "house" in wanted else "house-table")
    fetched = Counter(answer.path for answer in seen if answer.path.startswith("/web/"))
    assert fetched == Counter([*page.styles, page.script, *page.preloads]), "each file once, and nothing else"
    assert not [each for each in fetched if PurePosixPath(each).stem in LATER and "/texts/" not in each]

    player.sit(Mouse())
    player.page.wait_for_function(
        "() => { const e = document.querySelector('pitboss-table'); return e.ui.player && e.moves; }"
    )
    print(f"seated: {sum(answer.size for answer in scales.answers):,} bytes in {len(scales.answers)} answers")
    assert sum(answer.size for answer in scales.answers) <= SEATED
    late = {PurePosixPath(answer.path).stem for answer in scales.answers}
    assert {"coach", "dialogs", "motion", "seat-bar"} <= late


@pytest.mark.long
def test_a_page_seen_before_fetches_none_of_its_files_again(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann")
    path = player.open(bots=0, game="top5")
    player.go(path)
    player.wait("watch")
    scales = Scales(player)
    player.go(path)
    player.wait("watch")
    assert [answer.path for answer in scales.answers if answer.path.startswith("/web/")] == []
    document = [answer.size for answer in scales.answers if answer.path.startswith("/table/")]
    assert len(document) == 1
    assert document[0] < 1_000, "not modified: no more than headers"


@pytest.mark.long
def test_after_an_upgrade_a_page_that_needs_an_old_module_loads_again(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann")
    player.go(player.open(bots=0, game="top5"))
    player.wait("watch")
    player.page.evaluate("() => { window.before = true; }")
    loads: list[str] = []

    def asked(route: Route) -> None:
        if loads:
            route.continue_()
        else:
            route.fulfill(status=404)

    visits.deaf = True
    player.page.route("**/web/**", asked)
    player.page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    player.bar.locator(".btn.main").click()
    player.page.wait_for_function("() => !window.before")
    player.wait("watch")
    visits.deaf = False
    player.sit(Mouse())


@pytest.mark.long
def test_a_module_that_does_not_come_is_named_and_the_page_stays(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann")
    player.go(player.open(bots=0, game="top5"))
    player.wait("watch")
    player.page.evaluate("() => { window.before = true; }")
    visits.deaf = True
    player.page.route("**/table/dialogs.js", lambda route: route.abort())
    player.bar.locator(".btn.main").click()
    expect(player.page.get_by_text("This part of the page could not be fetched").first).to_be_visible()
    assert player.page.evaluate("() => window.before")


@pytest.mark.long
def test_the_part_of_a_player_is_fetched_again_until_it_comes(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann")
    player.go(player.open(bots=0, game="top5"))
    player.wait("watch")
    visits.deaf = True
    player.page.route("**/panels/seat-bar.js", lambda route: route.abort())
    player.bar.locator(".btn.main").click()
    player.page.locator("dialog .btn.main").click()
    said = player.page.get_by_text("This part of the page could not be fetched").first
    expect(said).to_be_visible()
    assert player.reads("e.moment.mode") == "wait"
    player.page.unroute("**/panels/seat-bar.js")
    player.wait("bet")
    expect(said).to_be_hidden()


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
