"""People at a browser: they read the buttons on the page and press them, by mouse or by keyboard. It names no game."""

from __future__ import annotations

import itertools
import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, expect

from tests import patience

from .serving import Room

LOST_LINE = re.compile(
    r"WebSocket connection to .* failed"
    r"|ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|INTERNET_DISCONNECTED)"
)
"""What chromium logs by itself while a page tries to reach a server that is away."""
GIVEN_UP = re.compile("WebSocket is closed before the connection is established")
"""What it logs when a page gives up a connection that is slow to open, and tries another."""
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 120_000 * patience.PATIENCE
"""Milliseconds after which a page is given up; no measure of its speed."""
PLENTY = 600
"""Seconds to decide: the most that a table can have."""
SEATED = "() => { const e = document.querySelector('pitboss-table'); return e.moment.player && !e.waiting; }"
"""Whether a player's part of the page, which is fetched when somebody sits down, is there and drawn."""
_numbers = itertools.count(1)


class Watching:
    """Pages that are watched for everything they complain of: the console, errors, the content policy."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.may_lose_line = False
        self.deaf = False

    def page(self, **options: Any) -> Page:
        """A page in a profile of its own; cards fly only where that is looked at, because every frame is drawn."""
        context = self.browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("response", self._answered)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def _said(self, kind: str, text: str) -> None:
        expected = GIVEN_UP.search(text) or (self.may_lose_line and LOST_LINE.search(text))
        if kind in ("error", "warning") and not self.deaf and not expected:
            self.complaints.append(f"{kind}: {text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and not self.deaf:
            self.complaints.append(f"{response.status}: {response.url} {response.text()[:200]}")

    def guest(self, room: Room, name: str, **options: Any) -> Player:
        """A guest with a session, who has not opened a page yet."""
        page = self.page(**options)
        unique = f"{name} {next(_numbers)}"
        answer = page.request.post(
            f"{room.url}/api/guest", data=json.dumps({"name": unique}), headers={"Content-Type": "application/json"}
        )
        assert answer.ok, answer.text()
        return Player(page, room, answer.json()["name"])

    def end(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.complaints, "\n".join(self.complaints)


class Player:
    """Somebody at a page of a table."""

    def __init__(self, page: Page, room: Room, name: str) -> None:
        self.page, self.room, self.name = page, room, name
        self.frames: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def post(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "Origin": self.room.url}
        answer = self.page.request.post(f"{self.room.url}{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def open(self, **wanted: Any) -> str:
        """Open a private table where nobody's time to decide runs out; returns the path of its page."""
        table = self.post("/api/tables", **{"private": True, "act": PLENTY, **wanted})
        return f"/table/{table['id']}?invite={table['invite']}"

    def go(self, path: str) -> None:
        self.page.goto(f"{self.room.url}{path}")

    # What the page shows ----------------------------------------------------------------------------------------------

    @property
    def bar(self) -> Locator:
        return self.page.locator("section.act")

    @property
    def mode(self) -> str:
        return self.bar.get_attribute("data-mode") or ""

    def finished(self) -> int:
        """Deals of mine that were finished before my eyes."""
        ends = [event for frame in self.frames for event in frame.get("events", ()) if event["type"] == "finished"]
        return len(ends)

    def wait(self, *modes: str) -> None:
        wanted = ", ".join(f'section.act[data-mode="{mode}"]' for mode in modes)
        self.page.locator(wanted).wait_for()

    def until(self, holds: Callable[[], Any], meanwhile: Callable[[], None] | None = None) -> Any:
        """Wait for an answer that is true, and return it; ``meanwhile`` is done between two looks."""
        late = time.monotonic() + PATIENCE / 1000
        while not (answer := holds()):
            assert time.monotonic() < late, self.page.locator("body").inner_text()
            if meanwhile is not None:
                meanwhile()
            self.page.wait_for_timeout(50)
        return answer

    def answer(self, kind: str) -> dict[str, Any]:
        """The server's answer to the last command of this kind."""

        def heard() -> dict[str, Any] | None:
            key = next((frame["key"] for frame in reversed(self.sent) if frame["type"] == kind), None)
            acks = (frame for frame in self.frames if frame["type"] == "ack")
            return next((ack for ack in acks if ack["key"] == key), None)

        found: dict[str, Any] = self.until(heard)
        return found

    def reads(self, question: str) -> Any:
        """Something the table page knows, as an expression on its element ``e``."""
        return self.page.evaluate(f"() => {{ const e = document.querySelector('pitboss-table'); return {question}; }}")

    def turn(self) -> str:
        """What is asked now, to notice when it has changed."""
        return str(self.reads("JSON.stringify([e.moment.mode, e.state.seq, e.state.hand, e.ui.ready])"))

    def moved_on(self, before: str) -> None:
        self.page.wait_for_function(
            "before => { const e = document.querySelector('pitboss-table');"
            " return JSON.stringify([e.moment.mode, e.state.seq, e.state.hand, e.ui.ready]) !== before"
            " && !e.state.pending && !e.waiting; }",
            arg=before,
        )

    # What a player does -----------------------------------------------------------------------------------------------

    def sit(self, hands: Hands) -> None:
        self.wait("watch")
        hands.main(self)
        dialog = self.page.locator("dialog[open]")
        dialog.wait_for()
        hands.confirm(self, dialog)
        self.wait("bet", "wait", "decide", "name", "out")
        self.page.wait_for_function(SEATED)

    def tool(self, name: str) -> None:
        """Press what stands in the bar, or in the list behind its last button."""
        bar = self.page.locator("header.bar")
        button, more = (bar.get_by_role("button", name=each) for each in (name, "More"))
        button.or_(more).first.wait_for()  # the bar is drawn after the page has loaded
        if not button.count():
            more.click()
            button = self.page.locator("dialog[open] .more-list").get_by_role("button", name=name)
        button.click()

    def play(self, hands: Hands, deals: int = 1) -> list[str]:
        """Play until this many deals in which I had cards are over; returns what I pressed."""
        pressed: list[str] = []
        goal = self.dealt() + deals
        while True:
            before, mode = self.turn(), self.mode
            if mode in ("bet", "wait", "out") and self.dealt() >= goal:
                return pressed
            if mode == "bet":
                if not self.reads("e.ui.ready"):
                    pressed.append(hands.bet(self))
                    continue
            elif mode == "decide":
                pressed.append(hands.decide(self, len(pressed)))
                continue
            elif mode == "name":
                hands.name(self)
            elif mode == "out":
                hands.main(self)
            self.moved_on(before)

    def dealt(self) -> int:
        """Finished deals in which I had cards or wagers."""
        count, dealt_in = 0, False
        for frame in self.frames:
            events = frame.get("events") or ((frame.get("view") or {}).get("deal") or {}).get("events") or ()
            mine = self._seats(frame)
            for event in events:
                dealt_in |= event["type"] in ("dealt", "staked") and event.get("seat") in mine
                if event["type"] == "finished" and frame["type"] == "ev":
                    count, dealt_in = count + dealt_in, False
        return count

    def _seats(self, frame: dict[str, Any]) -> set[int]:
        seats = frame.get("seats") if frame["type"] == "ev" else (frame.get("view") or {}).get("seats")
        if seats:
            self.own = {int(seat) for seat, view in seats.items() if view["player"] == self.name}
        return getattr(self, "own", set())


class Hands:
    """How a player presses what the page shows: the least wagers, and each decision by turns."""

    def main(self, player: Player) -> None:
        raise NotImplementedError

    def confirm(self, player: Player, dialog: Locator) -> None:
        raise NotImplementedError

    def bet(self, player: Player) -> str:
        raise NotImplementedError

    def decide(self, player: Player, turn: int) -> str:
        raise NotImplementedError

    def name(self, player: Player) -> None:
        raise NotImplementedError

    def _choices(self, player: Player) -> Locator:
        """The buttons that may be pressed now; folding is left out unless nothing else is offered."""
        return player.bar.locator(".doing .btn:not([aria-disabled])")

    def _wanted(self, player: Player, turn: int) -> Locator:
        buttons = self._choices(player)
        if player.page.locator("button.pick").count():
            return player.bar.locator(".doing .btn.main:not([aria-disabled])")
        labels = buttons.all_inner_texts()
        kept = [at for at, label in enumerate(labels) if not re.match(r"fold|muck", label, re.IGNORECASE)] or [0]
        return buttons.nth(kept[turn % len(kept)])


class Mouse(Hands):
    def main(self, player: Player) -> None:
        player.bar.locator(".btn.main").click()

    def confirm(self, player: Player, dialog: Locator) -> None:
        dialog.locator(".btn.main").click()

    def bet(self, player: Player) -> str:
        player.page.locator(".purse button").first.click()
        for place in player.page.locator(".spot.me button.place").all():
            place.click()
        expect(player.bar.locator(".btn.main")).not_to_have_attribute("aria-disabled", "true")
        before = player.turn()
        player.bar.locator(".btn.main").click()
        player.moved_on(before)
        return "bet"

    def decide(self, player: Player, turn: int) -> str:
        picks = player.page.locator("button.pick")
        if picks.count():
            picks.first.click()
        before = player.turn()
        button = self._wanted(player, turn)
        label = button.inner_text()
        button.click()
        player.moved_on(before)
        return label

    def name(self, player: Player) -> None:
        player.page.locator(".choose button:not([aria-disabled])").first.click()
        player.bar.locator(".doing .btn.main").click()


class Keyboard(Hands):
    def main(self, player: Player) -> None:
        player.page.keyboard.press("Enter")

    def confirm(self, player: Player, dialog: Locator) -> None:
        player.page.keyboard.press("Enter")

    def bet(self, player: Player) -> str:
        player.wait("bet")  # keys pressed before mean nothing, while a click waits for its button
        player.page.keyboard.press("1")
        for place in player.page.locator(".spot.me button.place").all():
            player.page.keyboard.press(place.get_attribute("aria-keyshortcuts") or "")
        expect(player.bar.locator(".btn.main")).not_to_have_attribute("aria-disabled", "true")
        before = player.turn()
        player.page.keyboard.press("Enter")
        player.moved_on(before)
        return "bet"

    def decide(self, player: Player, turn: int) -> str:
        if player.page.locator("button.pick").count():
            player.page.keyboard.press("1")
        before = player.turn()
        button = self._wanted(player, turn)
        label, key = button.inner_text(), button.locator("kbd").inner_text()
        player.page.keyboard.press(key if key == "Enter" else key.lower())
        player.moved_on(before)
        return label

    def name(self, player: Player) -> None:
        player.page.keyboard.press("1")
