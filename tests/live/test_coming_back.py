"""A client that follows events knows what a snapshot would show, however often it or the server reconnects."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import pytest

from pitboss.errors import PitbossError
from pitboss.room import commands
from pitboss.room.default_room import OpeningTable
from pitboss.room.journal import JournalError, Unsure
from pitboss.room.line import Change
from pitboss.room.people import DEALER, PLAYER, Person
from pitboss.room.table import host
from pitboss.room.table.outcome import Outcome
from pitboss.room.table.table import Table
from pitboss.server.live.hub import Hub
from pitboss.server.live.transport import Client

from .rooms import FLOOR, HOLDEM, HOUSE, Room, run
from .store import LedgerAccounts, MemoryStore, Tables

NAMES = ("Ann", "Ben", "Cyd")
DEE = Person("Dee", "registered", frozenset({PLAYER, DEALER}))
RULINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("boxed card", {}),
    ("misdeal", {"reason": "a card was seen"}),
    ("exposed card", {}),
)
KEPT = ("seats", "chips", "actors", "done", "game", "button")


class Page(Client):
    """A client that folds what it is told, as a page does."""

    def __init__(self, name: str) -> None:
        super().__init__(Person(name, "registered"), MagicMock())
        self.frames: list[bytes] = []
        self.seq = 0
        self.known: dict[str, Any] = {}
        self.piles: dict[str, Any] = {}
        self.clocks: dict[int, int] = {}  # by seat, the number of the question asked of it
        self.types: list[str] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def read(self) -> None:
        frames, self.frames = self.frames, []
        for frame in frames:
            self.fold(json.loads(frame))

    def fold(self, message: dict[str, Any]) -> None:
        self.types.append(message["type"])
        if message["type"] == "snap":
            view = {"game": "", "button": 0, "actors": [], "done": True, **message["view"]}
            deal = view.get("deal") or {}
            self.known = {key: view[key] for key in KEPT}
            self.known["legal"] = deal.get("legal") or {}
            self.known["standing"] = deal.get("standing")
            self.piles, self.clocks = dict(deal.get("piles") or {}), {}
        elif message["type"] == "ev":
            assert message["base"] == self.seq
            given = {"actors": [], "done": True, **message}
            self.known |= {key: given[key] for key in KEPT if given.get(key) is not None}
            self.known["legal"] = message.get("legal") or {}
            self.known["standing"] = message.get("standing", self.known["standing"])
            self.piles |= message.get("piles") or {}
            self.piles = {name: pile for name, pile in self.piles.items() if pile is not None}
        else:
            return
        self.seq = message["seq"]
        for key in ("hand", "namer", "window"):
            self.known[key] = message.get(key, self.known.get(key, 0) if message["type"] == "ev" else 0)
        for clock in message.get("clock") or ():
            runs = clock["left"] > 0 or message["type"] == "snap"  # a snapshot has those that run, if for no time more
            self.clocks.pop(clock["seat"], None)
            if runs:
                self.clocks[clock["seat"]] = clock["question"]

    @property
    def seen(self) -> dict[str, Any]:
        """All that may be compared: chips come with the seats or by themselves, and seconds pass."""
        seats = {seat: (each["player"], each["status"]) for seat, each in self.known["seats"].items()}
        running = bool(self.known["window"])
        return self.known | {"seats": seats, "clocks": self.clocks, "window": running}


def _shown(piles: dict[str, Any]) -> dict[str, Any]:
    return {name: pile for name, pile in piles.items() if pile}


class Evening:
    """A table whose changes are stored, its hub, and people who look at it; the server may come back at any time."""

    def __init__(self, room: Room, table: Table) -> None:
        self.room, self.table = room, table
        self.hub = Hub(table, room.clock, lambda name, frame: None)
        self.pages = {name: Page(name) for name in (*NAMES, "Eve")}
        self.several = False  # whether somebody has decided for several spots
        for page in self.pages.values():
            self.hub.join(page)

    @classmethod
    async def open(cls, opening: OpeningTable, **settings: Any) -> Evening:
        room = Room()
        owner = await room.open(opening, FLOOR, **settings)
        await owner.stop()
        room.store.balance.update({f"wallet {name}": 10**9 for name in NAMES})
        evening = cls(room, owner.table)
        for name in NAMES:
            await evening.ask(commands.Sit(cents=100_000), name)
        return evening

    async def ask(self, command: Any, by: str | Person) -> None:
        person = self.pages[by].person if isinstance(by, str) else by
        now = self.room.clock.now()
        await self.tell(host.handle(self.table, command, person, now, wallet=10**7, admitted=True))

    async def tell(self, outcome: Outcome | None) -> None:
        if outcome is not None and outcome.change is not None:
            await self.room.store.commit(outcome.change)
        if outcome is not None:
            self.hub.tell(outcome)
        self.compare()

    def compare(self) -> None:
        for page in self.pages.values():
            if page in self.hub.clients:
                page.read()
                fresh = Page(page.person.name)
                fresh.fold(json.loads(self.hub._snap(page.audience)))
                if self.table.session.running is not None:
                    assert _shown(page.piles) == _shown(fresh.piles)
                else:  # the cards and what they won lie there until the next deal
                    fresh.known["standing"] = page.known["standing"]
                assert page.seen == fresh.seen
                assert {seat: asked.version for seat, asked in self.table.questions.open.items()} == page.clocks

    async def place(self) -> None:
        """Everybody wagers the least on every spot."""
        session = self.table.session
        for seat, player in session.players.items():
            if wagers := session.least_wagers(seat):
                await self.ask(commands.Place(spot=seat, wagers=wagers, seq=self.table.version), player)

    async def deal(self) -> None:
        """Let time pass until there is a deal or somebody has to name a game."""
        session = self.table.session
        await self.place()
        for name in NAMES:  # a server that has come back counts everybody as lost
            await self.tell(host.connected(self.table, name, self.room.clock.now()))
        while (due := self.table.due()) is not None and session.running is None:
            self.room.clock.advance(max(0.0, due - self.room.clock.now()))
            await self.tell(host.tick(self.table, self.room.clock.now()))

    async def step(self) -> None:
        """The dealer goes on, or deals."""
        if self.table.session.running is None:
            await self.place()
        await self.ask(commands.Step(seq=self.table.version), DEE)

    async def act(self, chance: random.Random) -> None:
        session = self.table.session
        seat = chance.choice(session.actors)
        option = chance.choice([each for each in session.legal(seat) if each.allowed])
        action = option.actions[0] if option.actions else option.word
        playing = list(session.dealings()[-1].players.values())
        self.several |= len(set(playing)) < len(playing)
        act = commands.Act(seat=seat, action=action, cents=option.low, seq=self.table.version)
        await self.ask(act, self.table.player(seat))

    async def restart(self) -> None:
        """Another process goes on with the table, and everybody comes back with what he has."""
        here = [page for page in self.pages.values() if page in self.hub.clients]
        self.table = await self.room.restored(self.table.id)
        self.hub = Hub(self.table, self.room.clock, lambda name, frame: None)
        for page in here:
            self.hub.join(page, page.seq)
        self.compare()

    async def replace(self) -> None:
        """The table is restored under its hub."""
        self.table = await self.room.restored(self.table.id)
        self.hub.replace(self.table)
        self.compare()


GAMES: dict[str, tuple[OpeningTable, dict[str, Any]]] = {
    "holdem": (HOLDEM, {}),
    "holdem by a person": (HOLDEM, {"dealer": "person"}),
    "draw by a person": (
        OpeningTable(game="draw", house="button", limit="2-4", seats=6),
        {"dealer": "person"},
    ),
    "seven-stud": (OpeningTable(game="seven-stud", house="button", limit="2-4", seats=6), {}),
    "dealer's choice": (OpeningTable(house="button", limit="2-4", seats=6), {}),
    "three-card": (HOUSE, {}),
    "mississippi by a person": (OpeningTable(game="mississippi"), {"dealer": "person"}),
}


def _moves(table: Table, chance: random.Random, *, person: bool, house: bool) -> list[tuple[Any, str | Person]]:
    """Commands of somebody besides playing."""
    name, spot, (ruling, facts) = chance.choice(NAMES), chance.randint(1, 6), chance.choice(RULINGS)
    moves: list[tuple[Any, str | Person]] = [
        (commands.Out(), name),
        (commands.Leave(), name),
        *[(command, each) for each in NAMES for command in (commands.Back(), commands.Sit(cents=100_000))],
    ]
    if house:
        moves += [(commands.TakeSpot(n=spot), name)] * 3
    if person:
        moves.append((commands.Floor(ruling=ruling, facts=facts, seq=table.version), FLOOR))
    return moves


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_adds_up_to_what_a_snapshot_shows(game: str) -> None:
    async def play() -> None:
        chance = random.Random(game)
        opening, settings = GAMES[game]
        at = await Evening.open(opening, **settings)
        person = bool(settings)
        for _ in range(220):
            page = at.pages[chance.choice(list(at.pages))]
            if page in at.hub.clients and chance.random() < 0.2:
                at.hub.part(page)
            elif page not in at.hub.clients:
                at.hub.join(page, page.seq if chance.random() < 0.8 else 0)
                at.compare()
            if chance.random() < 0.06:
                await chance.choice([at.restart, at.replace])()
            moves = _moves(at.table, chance, person=person, house=not opening.house)
            try:
                if chance.random() < 0.15:
                    await at.ask(*chance.choice(moves))
                if at.table.session.actors:
                    await at.act(chance)
                elif person:
                    await at.step()
                elif at.table.session.running is None:
                    await at.deal()
            except PitbossError:
                at.compare()
        assert at.table.state.hand > 2
        assert at.several or opening.house

    run(play())


class Faulty(MemoryStore):
    """A store that can be away, or lose its answers."""

    away = False
    unsure = False

    def __init__(self) -> None:
        super().__init__()
        self.accounts, self.tables = Rich(self.balance), FaultyTables(self)

    async def commit(self, change: Change) -> None:
        if self.away:
            raise JournalError("the database does not answer.")
        await super().commit(change)
        if self.unsure:
            self.unsure = False
            raise Unsure("the database did not answer.")


class Rich(LedgerAccounts):
    async def wallet(self, name: str) -> int:
        return 10**6


class FaultyTables(Tables):
    store: Faulty

    async def load(self, table: str) -> Any:
        if self.store.away:
            raise JournalError("the database does not answer.")
        return await super().load(table)


def test_nobody_is_shown_what_was_never_stored() -> None:
    async def play() -> None:
        store = Faulty()
        store.balance.update({"wallet Ann": 10**6, "wallet Ben": 10**6})
        room = Room(store)
        owner = await room.open(HOLDEM, FLOOR)
        pages = {name: Page(name) for name in ("Ann", "Ben")}
        owner.join(fay := Page("Fay"), 0)
        for page in pages.values():
            owner.join(page, 0)
            assert (await owner.do(commands.Sit(cents=20_000), page.person)).ok
        await room.pass_time(5)

        async def act(word: str) -> Any:
            (seat,) = owner.table.session.actors
            who = pages[owner.table.player(seat)]
            return await owner.do(commands.Act(seat=seat, action=word, seq=owner.table.version), who.person)

        assert (await act("call")).ok
        stored = owner.table.version
        store.away = True
        assert (await act("check")).why == "the database does not answer."
        late = [Page("Eve"), fay, Page("Gil")]
        fay.read()
        owner.part(fay)
        owner.join(late[0], 0)
        owner.join(fay, fay.seq)
        owner.join(late[2], 0)
        owner.sync(pages["Ann"], stored)
        owner.part(late[2])
        await room.settled()
        assert owner.table.session.piles("rail")["board"], "the flop lies on the table, though it was never stored"
        for page in (*late, *pages.values()):
            page.read()
            assert page.seq in (0, stored)
            assert not page.piles.get("board")
        assert not late[0].types
        store.away = False
        await room.pass_time(5)
        for page in (*late[:2], *pages.values()):
            page.read()
            assert (page.seq, page.piles["board"]) == (stored, [])
        assert not late[2].types, "who has gone is not there afterwards"
        assert len(owner.hub.clients) == 4
        assert (await act("check")).ok
        await room.settled()
        late[0].read()
        assert len(late[0].piles["board"]) == 3
        await owner.stop()

    run(play())


def test_who_waits_for_an_ill_table_is_sent_away_when_it_ends() -> None:
    async def play() -> None:
        store = Faulty()
        room = Room(store)
        owner = await room.open(HOLDEM, FLOOR)
        store.away = True
        assert not (await owner.do(commands.Sit(cents=20_000), Person("Ann", "registered"))).ok
        eve = Page("Eve")
        owner.join(eve, 0)
        await room.settled()
        assert eve.closing is None
        owner.close(1012, "the server restarts")
        assert eve.closing is not None
        await owner.stop()

    run(play())


@pytest.mark.parametrize("settings", [{"spectators": False}, {"rail_delay": 30.0}, {}])
def test_a_seat_taken_or_left_without_an_answer_changes_what_is_seen(settings: dict[str, Any]) -> None:
    async def play() -> None:
        store = Faulty()
        store.balance.update({"wallet Ann": 10**6})
        room = Room(store)
        owner = await room.open(HOUSE, FLOOR, **settings)
        ann = Page("Ann")
        owner.join(ann, 0)
        await room.settled()
        outside = ann.audience
        assert outside != "player Ann"

        async def unsure(command: Callable[..., Any], **fields: Any) -> None:
            store.unsure = True
            assert (await owner.do(command(key=command.__name__, **fields), ann.person)).ok
            await room.settled()

        await unsure(commands.Sit, cents=20_000)
        assert ann.audience == "player Ann"
        ann.read()
        assert ann.known["seats"]["1"]["player"] == "Ann"
        await unsure(commands.Leave)
        assert ann.audience == outside
        await owner.stop()

    run(play())


def test_a_pile_that_a_ruling_took_away_is_gone_for_who_comes_back() -> None:
    async def play() -> None:
        at = await Evening.open(HOLDEM, dealer="person")
        eve = at.pages["Eve"]
        while not eve.piles.get("player 1"):
            await at.ask(commands.Step(seq=at.table.version), DEE)
        await at.ask(commands.Floor(ruling="boxed card", facts={}, seq=at.table.version), FLOOR)
        assert eve.piles["out of play"]
        at.hub.part(eve)
        facts = {"reason": "a card was seen"}
        await at.ask(commands.Floor(ruling="misdeal", facts=facts, seq=at.table.version), FLOOR)
        at.hub.join(eve, eve.seq)
        eve.read()
        assert not eve.piles.get("out of play")

    run(play())


def test_a_refused_seat_after_a_deal_leaves_no_trace() -> None:
    async def play() -> None:
        at = await Evening.open(HOLDEM, dealer="person")
        session = at.table.session
        while not (session.running is not None and session.done):
            if session.actors:
                await at.act(random.Random(1))
            else:
                await at.ask(commands.Step(seq=at.table.version), DEE)
        versions = session.version, session.log.table_version
        with pytest.raises(PitbossError):
            await at.ask(commands.Sit(seat=1, cents=20_000), "Eve")
        assert (session.version, session.log.table_version) == versions
        await at.ask(commands.Step(seq=at.table.version), DEE)
        assert at.table.seated == session.seats

    run(play())
