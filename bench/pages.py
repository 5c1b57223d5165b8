"""The pages in a browser: how soon a table can be used, whether bots keep it busy, how soon a decision shows.

Without chromium there is nothing to measure.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row, within

FIRST_LOAD, SEATED, TASK, SHOWN = 1.0, 10.0, 0.05, 0.1
"""Seconds until a table can be used, from the lobby to a seat, for one task of the page, and from the acknowledgement
of a decision until it is shown."""
TABLES = {"top5": {"game": "top5"}, "holdem": {"game": "holdem", "house": "pot", "limit": "2-4"}}
TURNS = 3
LISTEN = """() => {
  const e = document.querySelector("pitboss-table");
  const hear = e.hear.bind(e);
  e.hear = (message) => { if (message.type === "ack") e.acked = performance.now(); hear(message); };
  new MutationObserver(() => {
    const mode = document.querySelector("section.act")?.dataset.mode;
    if (mode !== "decide" && !e.told) e.told = performance.now();
  }).observe(e, { subtree: true, attributes: true, childList: true });
}"""


def rows() -> list[Row]:
    from playwright.sync_api import expect, sync_playwright
    from tests.web.conftest import CHROMIUM
    from tests.web.driver import PATIENCE, Watching
    from tests.web.serving import Room

    if CHROMIUM is None:
        print("\npages: no chromium, nothing is measured", file=sys.stderr)
        return []
    expect.set_options(timeout=PATIENCE)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, room = playwright.chromium.launch(executable_path=CHROMIUM), Room(Path(folder))
        try:
            visits = Watching(browser)
            measured = [*first_loads(visits, room), seated(visits, room), longest_task(visits, room)]
            measured.append(shown(visits, room))
            visits.end()
        finally:
            browser.close()
            room.kill()
    return measured


def first_loads(visits, room) -> list[Row]:  # type: ignore[no-untyped-def]
    """With an empty cache."""
    measured = []
    for name, wanted in TABLES.items():
        player, times = visits.guest(room, "Ann"), []
        path = player.open(bots=2, **wanted)
        session = player.page.context.new_cdp_session(player.page)
        for _ in range(TURNS):
            session.send("Network.clearBrowserCache")
            began = time.monotonic()
            player.go(path)
            player.wait("watch")
            times.append(time.monotonic() - began)
        measured.append(within(f"{name}, first load until it can be used", min(times), FIRST_LOAD))
    return measured


def seated(visits, room) -> Row:  # type: ignore[no-untyped-def]
    page = visits.page()
    page.goto(room.url)
    began = time.monotonic()
    page.get_by_role("button", name="Quick seat").first.click()
    page.wait_for_url("**/table/**")
    page.locator('section.act:not([data-mode="watch"])').wait_for()
    return within("from the lobby to a seat", time.monotonic() - began, SEATED)


def longest_task(visits, room) -> Row:  # type: ignore[no-untyped-def]
    """CPU time of the longest task of the page while bots play: the best of several turns."""
    player = visits.guest(room, "Ann")
    player.go(player.open(game="seven-stud", house="pot", limit="2-4", bots=6))
    player.wait("watch")
    player.page.wait_for_function("() => document.querySelector('pitboss-table').moves")
    longest = []
    for _ in range(TURNS):
        goal = player.reads("e.state.seq") + 120
        visits.browser.start_tracing(page=player.page, categories=["toplevel"])
        player.page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq >= {goal}")
        longest.append(max(tasks(visits.browser.stop_tracing())))
    return within("longest task of a page while bots play", min(longest), TASK)


def tasks(trace: bytes) -> list[float]:
    """How long each task of the page's main thread, which is the busiest of its kind, had the processor."""
    events = json.loads(trace)["traceEvents"]
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and "RendererMain" in e["args"]["name"]}
    found: dict[tuple[int, int], list[float]] = defaultdict(list)
    for event in events:
        thread = event["pid"], event["tid"]
        if thread in mains and event["name"].endswith("RunTask") and "tdur" in event:
            found[thread].append(event["tdur"] / 1e6)
    return max(found.values(), key=sum)


def shown(visits, room) -> Row:  # type: ignore[no-untyped-def]
    from tests.web.driver import Mouse

    player = visits.guest(room, "Ann")
    player.go(player.open(game="three-card", bots=0))
    player.sit(Mouse())
    player.page.evaluate(LISTEN)
    late = []
    for _ in range(2 * TURNS):
        Mouse().bet(player)
        player.wait("decide")
        player.reads("(e.told = e.acked = 0)")
        player.bar.locator(".doing .btn.main").click()
        player.wait("bet")
        player.page.wait_for_function("() => document.querySelector('pitboss-table').acked")
        late.append(player.reads("e.told - e.acked") / 1000)
    return within("a decision shown after its acknowledgement", max(0.0, *late), SHOWN)
