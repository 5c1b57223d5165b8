"""The connection between a page and the server, controlled by a test."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Route, WebSocketRoute

from .driver import Player


class Wire:
    """The line between a page and the server, which can be cut; notes what went over it."""

    def __init__(self, player: Player) -> None:
        self.cut, self.deaf = False, False
        self.last, self.stopped = "", False  # after an event called ``last`` the page hears nothing more
        self.open: list[WebSocketRoute] = []
        self.acts: list[dict[str, Any]] = []
        self.missed: list[dict[str, Any]] = []  # what the server said to deaf ears
        self.refused = 0  # how often the page tried in vain to reach the server
        self.player = player
        player.page.route_web_socket(re.compile("/ws"), self._connect)
        player.page.route("**/api/**", self._ask)

    def _ask(self, route: Route) -> None:
        if self.cut:
            self.refused += 1
            route.abort("internetdisconnected")
        else:
            route.continue_()

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            self.refused += 1
            socket.close(code=1001)
            return
        server = socket.connect_to_server()
        self.open.append(socket)

        def up(message: str | bytes) -> None:
            if '"act"' in str(message):
                self.acts.append(json.loads(message))
            server.send(message)

        def down(message: str | bytes) -> None:
            heard = json.loads(message)
            if self.deaf or (self.stopped and heard["type"] != "pong"):
                self.missed.append(heard)
                return
            self.player.frames.append(heard)
            socket.send(message)
            self.stopped |= any(event["verb"] == self.last for event in heard.get("events", ()))

        socket.on_message(up)
        server.on_message(down)

    def break_off(self) -> None:
        self.cut = True
        for socket in self.open:
            socket.close(code=1001)
        self.open.clear()

    def mend(self) -> None:
        self.cut = self.deaf = False
