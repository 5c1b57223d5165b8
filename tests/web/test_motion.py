"""Motion on a table page and the display of a settlement; neither delays the page."""

from __future__ import annotations

from typing import Any

import pytest

from .driver import Mouse, Player, Watching
from .serving import Room

WATCH = """() => {
  const e = document.querySelector("pitboss-table");
  e.settledSeats = [];
  new MutationObserver(() => {
    const now = document.querySelector(".spot.now")?.dataset.seat ?? "";
    if (now && e.settledSeats.at(-1) !== now) e.settledSeats.push(now);
  }).observe(e, { subtree: true, attributes: true, childList: true });
}"""


def settle(player: Player) -> list[int]:
    """Play a round to its end; returns the seats in the order in which the server settled them after the showing."""
    player.go(player.open(game="three-card", bots=3))
    player.sit(Mouse())
    player.page.wait_for_function("() => document.querySelector('pitboss-table').moves")
    player.wait("bet")
    player.page.evaluate(WATCH)
    player.play(Mouse())
    last: dict[str, Any] = next(
        frame for frame in reversed(player.frames) if any(e["verb"] == "settle" for e in frame.get("events", ()))
    )
    seats = [event["seat"] for event in last["events"] if event["verb"] in ("settle", "show")]
    return list(dict.fromkeys(seats))


@pytest.mark.long
def test_a_settlement_is_shown_spot_by_spot(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann", reduced_motion="no-preference")
    seats = settle(player)
    assert len(seats) > 1
    player.page.wait_for_function("() => !document.querySelector('pitboss-table').acts.length")
    own = player.reads("e.moment.seat")
    others = [str(seat) for seat in seats if seat != own]
    seen = [seat for seat in player.reads("e.settledSeats") if seat in others]
    assert seen[: len(others)] == others[: len(seen)]
    assert seen


@pytest.mark.long
def test_with_reduced_motion_the_end_is_shown_at_once(visits: Watching, room: Room) -> None:
    player = visits.guest(room, "Ann", reduced_motion="reduce")
    settle(player)
    assert player.reads("(e.acts ?? []).length") == 0
    assert player.reads("e.shown ?? null") is None
    travelling = "document.getAnimations().filter(a => a.effect.getKeyframes().some(f => f.transform)).length"
    assert player.page.evaluate(travelling) == 0


@pytest.mark.long
def test_news_ends_what_still_moves(visits: Watching, room: Room) -> None:
    """Bots play faster than cards fly: motion is dropped, never queued."""
    player = visits.guest(room, "Ann", reduced_motion="no-preference")
    player.go(player.open(game="holdem", house="pot", limit="2-4", bots=5))
    player.wait("watch")
    player.page.wait_for_function("() => document.querySelector('pitboss-table').moves")
    goal = player.reads("e.state.seq") + 60
    player.page.evaluate(
        """() => {
          const e = document.querySelector("pitboss-table");
          e.longest = e.most = 0;
          const look = () => {
            const all = document.getAnimations().filter((each) => each.playState === "running");
            const left = all.map((each) => each.effect.getComputedTiming().endTime - (each.currentTime ?? 0));
            e.longest = Math.max(e.longest, ...left);
            e.most = Math.max(e.most, document.querySelectorAll("body > .moving").length);
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    player.page.wait_for_function(f"() => document.querySelector('pitboss-table').state.seq >= {goal}")
    assert 0 < player.reads("e.longest") <= 3000
    assert player.reads("e.most") <= 12
