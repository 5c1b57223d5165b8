"""The piles of cards sent to clients match what they would see, whatever happens at the table."""

from __future__ import annotations

import json
import random
from typing import Any
from unittest.mock import MagicMock

import pytest

from pitboss.cards import TEXT
from pitboss.deal.players import account
from pitboss.errors import PitbossError
from pitboss.room import commands
from pitboss.room.default_room import OpeningTable
from pitboss.room.people import DEALER, PLAYER, Person
from pitboss.room.table import host
from pitboss.room.table.outcome import Outcome
from pitboss.server.live.hub import Hub
from pitboss.server.live.transport import Client

from .rooms import FLOOR, HOLDEM, Room, run

NAMES = ("Ann", "Ben", "Cyd")
DEE = Person("Dee", "registered", frozenset({PLAYER, DEALER}))
_TEXTS = (*TEXT, "??")


class Eyes(Client):
    """A client that keeps what it is told of the piles, as a page does."""

    def __init__(self, name: str) -> None:
        super().__init__(Person(name, "registered"), MagicMock())
        self.frames: list[bytes] = []
        self.piles: dict[str, list[str]] = {}
        self.seq = 0

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def read(self) -> None:
        frames, self.frames = self.frames, []
        for frame in frames:
            message: dict[str, Any] = json.loads(frame)
            if message["type"] == "snap":
                self.piles = dict((message["view"].get("deal") or {}).get("piles", {}))
            elif message["type"] == "ev":
                self.piles |= message.get("piles") or {}
            self.seq = message.get("seq", self.seq)


class Watched:
    """A table with a hub, played without an owner; every client is compared with the truth after every command."""

    def __init__(self, room: Room, table: Any) -> None:
        self.room, self.table = room, table
        self.hub = Hub(table, room.clock, lambda name, frame: None)
        self.eyes = {name: Eyes(name) for name in (*NAMES, "Eve")}
        for each in self.eyes.values():
            self.hub.join(each)
        for name in NAMES:
            self.ask(commands.Sit(cents=100_000), self.eyes[name].person)

    def ask(self, command: Any, by: Person) -> None:
        self.tell(host.handle(self.table, command, by, self.room.clock.now(), wallet=10**7, admitted=True))

    def tell(self, outcome: Outcome | None) -> None:
        if outcome is not None:
            self.hub.tell(outcome)
        self.compare()

    def compare(self) -> None:
        for name, eyes in self.eyes.items():
            if eyes in self.hub.clients:
                eyes.read()
                if self.table.session.running is not None:
                    assert shown(eyes.piles) == self.truth(name), name

    def truth(self, name: str) -> dict[str, list[str]]:
        piles = self.table.session.piles(account(name))
        return shown({pile: [_TEXTS[card] for card in cards] for pile, cards in piles.items()})

    def tick(self) -> None:
        while (due := self.table.due()) is not None and self.table.session.running is None:
            self.room.clock.advance(max(0.0, due - self.room.clock.now()))
            self.tell(host.tick(self.table, self.room.clock.now()))


def shown(piles: dict[str, list[str]]) -> dict[str, list[str]]:
    """The piles that hold cards."""
    return {name: cards for name, cards in piles.items() if cards}


async def watched(opening: OpeningTable, **settings: Any) -> Watched:
    room = Room()
    owner = await room.open(opening, FLOOR, **settings)
    await owner.stop()
    return Watched(room, owner.table)


GAMES = {
    "holdem": HOLDEM,
    "five-stud": OpeningTable(game="five-stud", house="button", limit="2-4", seats=6),
    "draw": OpeningTable(game="draw", house="button", limit="2-4", seats=6),
    "top5": OpeningTable(game="top5"),
}


@pytest.mark.parametrize("game", GAMES)
def test_clients_who_come_and_go_have_the_piles_they_would_see(game: str) -> None:
    async def play() -> None:
        chance = random.Random(game)
        at = await watched(GAMES[game])
        for _ in range(250):
            session = at.table.session
            eyes = at.eyes[chance.choice(list(at.eyes))]
            if eyes in at.hub.clients and chance.random() < 0.2:
                at.hub.part(eyes)
            elif eyes not in at.hub.clients:
                at.hub.join(eyes, eyes.seq if chance.random() < 0.7 else 0)
                at.compare()
            if session.running is not None and session.actors:
                seat = chance.choice(session.actors)
                option = chance.choice([each for each in session.legal(seat) if each.allowed])
                action = option.actions[0] if option.actions else option.word
                act = commands.Act(seat=seat, action=action, cents=option.low, seq=at.table.version)
                at.ask(act, at.eyes[at.table.player(seat)].person)
            elif session.running is None:
                for seat, player in session.players.items():
                    if wagers := session.least_wagers(seat):
                        place = commands.Place(spot=seat, wagers=wagers, seq=at.table.version)
                        at.ask(place, at.eyes[player].person)
                at.tick()
        assert at.table.session.finished > 3

    run(play())


@pytest.mark.rule("PK-17")
def test_a_hand_that_a_ruling_brings_back_is_seen_by_its_player() -> None:
    async def play() -> None:
        at = await watched(HOLDEM, dealer="person")

        def deal_on() -> None:
            while not at.table.session.actors:
                at.ask(commands.Step(seq=at.table.version), DEE)

        deal_on()
        session = at.table.session
        (seat,) = session.actors
        name = at.table.player(seat)
        cards = at.eyes[name].piles[f"player {seat}"]
        at.ask(commands.Act(seat=seat, action="fold", seq=at.table.version), at.eyes[name].person)
        assert not at.eyes[name].piles[f"player {seat}"]
        at.ask(commands.Floor(ruling="retrieved hand", facts={"seat": seat}, seq=at.table.version), FLOOR)
        assert at.eyes[name].piles[f"player {seat}"] == cards
        while not at.eyes[name].piles["board"]:
            (actor,) = session.actors
            words = [option.word for option in session.legal(actor) if option.allowed]
            act = commands.Act(seat=actor, action="check" if "check" in words else "call", seq=at.table.version)
            at.ask(act, at.eyes[at.table.player(actor)].person)
            deal_on()
        assert at.eyes[name].piles[f"player {seat}"] == cards
        assert at.eyes["Eve"].piles[f"player {seat}"] == ["??", "??"]

    run(play())


def test_a_newcomer_is_shown_the_whole_table_also_before_anything_happened() -> None:
    async def play() -> None:
        for opening in GAMES.values():
            room = Room()
            owner = await room.open(opening, FLOOR)
            await owner.stop()
            eve = Eyes("Eve")
            Hub(owner.table, room.clock, lambda name, frame: None).join(eve)
            assert [json.loads(frame)["type"] for frame in eve.frames] == ["welcome", "snap"]

    run(play())


def test_a_refused_command_changes_no_pile() -> None:
    async def play() -> None:
        at = await watched(HOLDEM)
        at.tick()
        with pytest.raises(PitbossError):
            at.ask(commands.Act(seat=1, action="dance", seq=at.table.version), at.eyes["Ann"].person)
        at.compare()

    run(play())
