"""Every game of both kinds, in all houses, dealer's choice and a definition file, hosted and played over real sockets.

One server on a real database, started once; at each table two scripted clients play with a bot until the floor closes
it. Then every chip is accounted for, and every hand is recalled by people who played it and people who did not.
"""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

import pitboss
from pitboss.room import bank
from pitboss.room.table.table import Table
from pitboss.server.live.clock import WallClock
from pitboss.server.live.tables import LiveTables
from pitboss.shuffle.live import Live as LiveShuffle
from pitboss.storage.storage import Storage
from tests.examples import rest_long
from tests.patience import MINUTE
from tests.spread.test_opening import EVERY

from .playing import Player, serving

HANDS = 2
PATIENCE = 2 * MINUTE
SETTINGS = {"act": 60.0, "window": 60.0, "name_game": 60.0, "pause": 0.01, "bot_delay": 0.0}
OWN_FILE = {"a house game by its file": "three-card", "a poker game by its file": "holdem"}

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")

AnswerT = TypeVar("AnswerT")


class Room:
    """A running server and the loop it runs in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="server")
        self.live: LiveTables
        self.storage: Storage
        self.address = ""
        self.floor: httpx.AsyncClient
        self.kinds: dict[str, str] = {}

    def run(self, work: Coroutine[Any, Any, AnswerT]) -> AnswerT:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        self.storage = Storage.open(str(self.folder / "room.db"), keys=str(self.folder / "keys"))
        self.live = LiveTables(self.storage, WallClock(), mixer=LiveShuffle, settings=SETTINGS, prepares=False)
        async with serving(self.live) as self.address, self.client() as self.floor:
            assert (await self.floor.post("/api/guest", json={"name": "Flo"})).status_code == 201
            await self.storage.accounts.set_roles("Flo", ("player", "floor"))
            yield
        self.storage.close()

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://{self.address}", timeout=MINUTE, verify=False)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = Room(tmp_path_factory.mktemp("room"))
    room.thread.start()
    context = room.open()
    try:
        room.run(context.__aenter__())
        try:
            yield room
        finally:
            room.run(context.__aexit__(None, None, None))
    finally:
        room.loop.call_soon_threadsafe(room.loop.stop)
        room.thread.join(30)
        room.loop.close()


def decision(options: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Anything that is allowed, but rarely a fold and never more than the least amount."""
    allowed = [option for option in options if "why" not in option]
    stay = [option for option in allowed if option["word"] != "fold"]
    option = rng.choice(stay if stay and rng.random() < 0.9 else allowed)
    return {"action": rng.choice(option.get("actions") or [option["word"]]), "cents": option.get("low", 0)}


class Scripted:
    """The clients of one table, who do whatever they are asked for."""

    def __init__(self, room: Room, table: str, players: list[Player], seed: int) -> None:
        self.room, self.table, self.players = room, table, players
        self.rng = random.Random(seed)
        self.decided: dict[str, set[int]] = {player.name: set() for player in players}
        """The deals in which each player decided something."""

    @property
    def hosted(self) -> Table | None:
        owner = self.room.live.owners.get(self.table)
        return owner.table if owner else None

    async def play(self, until: Callable[[], bool]) -> None:
        """Answer every question until this holds."""
        async with asyncio.timeout(PATIENCE):
            while not until():
                done = [await self.answer(player) for player in self.players]
                if not any(done):
                    await asyncio.sleep(0.002)

    async def answer(self, player: Player) -> bool:
        """Let a player do one thing he has to do; False if there is none."""
        for seat in player.actors:
            if seat in player.legal:
                legal = player.legal.pop(seat)
                ack = await player.ask("act", seat=seat, **decision(legal, self.rng))
                assert ack["ok"] or ack.get("stale"), ack
                if self.hosted is not None and ack["ok"]:
                    self.decided[player.name].add(self.hosted.state.hand)
                return True
        table = self.hosted
        if table is None or table.state.closing:
            return False
        session = table.session
        seats = session.seats_of(player.name)
        if session.namer in seats and not session.next_game and session.playable():
            ack = await player.ask("name", game=self.rng.choice(session.playable()))
            return bool(ack["ok"])
        if table.wagering and table.taking_wagers and player.name not in table.window.ready:
            for seat in seats:
                ack = await player.ask("place", spot=seat, wagers=session.least_wagers(seat))
                if not ack["ok"]:
                    assert ack.get("stale") or not table.taking_wagers, ack
                    return False
            return bool((await player.ask("ready"))["ok"])
        return False


async def hosted_and_played(room: Room, wanted: dict[str, Any], seed: int) -> None:
    opened = await room.floor.post("/api/tables", json={**wanted, "bots": 1, "spectators": False})
    assert opened.status_code == 201, opened.text
    table = opened.json()["id"]
    names = [f"Ann {table}", f"Ben {table}"]
    players = [await Player.guest(room.address, name, table) for name in names]
    room.kinds[table] = (await room.floor.get(f"/api/tables/{table}")).json()["kind"]
    script = Scripted(room, table, players, seed)
    hosted = script.hosted
    assert hosted is not None
    for player in players:
        ack = await player.ask("sit", cents=min(50_000, 2 * hosted.session.sheet().usual_buy_in))
        assert ack["ok"], ack

    await script.play(lambda: all(len(deals) >= HANDS for deals in script.decided.values()))
    assert "bot" in hosted.state.people.values()
    assert (await room.floor.delete(f"/api/tables/{table}")).status_code == 202
    await script.play(lambda: script.hosted is None)

    await chips_are_accounted_for(room, table, names)
    await hands_are_recalled(room, table, players)
    for player in players:
        await player.close()


async def chips_are_accounted_for(room: Room, table: str, names: list[str]) -> None:
    """Nothing is left at the table but in its boxes, and everyone has what he came with and won."""
    left = await room.storage.ledger.balances(f"{table}/")
    assert {bank.parse(account).kind for account, cents in left.items() if cents} <= set(bank.BOXES)
    assert sum((await room.storage.ledger.balances()).values()) == 0
    hands = (await room.floor.get(f"/api/hands?table={table}&count=200")).json()["hands"]
    for name in names:
        won = sum(hand["net"].get(name, 0) for hand in hands)
        assert await room.storage.ledger.balance(bank.wallet(name)) == 50_000 + won
    assert await room.storage.verify(table) == []


async def hands_are_recalled(room: Room, table: str, players: list[Player]) -> None:
    async with room.client() as stranger, room.client() as ann:
        ann.headers["Cookie"] = players[0].cookie
        found = (await ann.get(f"/api/hands?table={table}")).json()["hands"]
        mine = [hand for hand in found if players[0].name in hand["players"].values()]
        assert len(mine) >= HANDS
        for hand in mine[-HANDS:]:
            seat = min(int(seat) for seat, name in hand["players"].items() if name == players[0].name)
            shown = (await ann.get(f"/api/hands/{hand['id']}")).json()
            assert shown["viewer"] == f"player {seat}"
            assert shown["steps"][-1]["done"]
            whole = (await room.floor.get(f"/api/hands/{hand['id']}")).json()
            assert [step["chips"] for step in whole["steps"]] == [step["chips"] for step in shown["steps"]]
            assert "??" in str(shown["steps"])
            dealt = [step["piles"].get(f"player {seat}", []) for step in shown["steps"]]
            assert any(pile and "??" not in pile for pile in dealt)
            leaves = [leaf["card"] for seal in shown["seals"] for leaf in seal["leaves"]]
            assert leaves
            assert (await stranger.get(f"/api/hands/{hand['id']}")).status_code == 404
            await exports_show_no_more(ann, hand, shown, room.kinds[table])
        await a_search_finds_it(ann, mine[0], players[0].name)


async def a_search_finds_it(ann: httpx.AsyncClient, hand: dict[str, Any], name: str) -> None:
    size = hand["size"]
    right = {
        "table": hand["table"],
        "player": name,
        "game": hand["game"],
        "day": hand["day"],
        "least": size,
        "most": size,
    }
    wrong = {"player": "Nobody", "game": "bridge", "day": "2001-01-01", "least": size + 1, "most": size - 1}
    rows = (await ann.get("/api/hands", params=right)).json()["hands"]
    assert hand["id"] in [row["id"] for row in rows]
    for key, value in wrong.items():
        rows = (await ann.get("/api/hands", params={**right, key: value})).json()["hands"]
        assert hand["id"] not in [row["id"] for row in rows], key


async def exports_show_no_more(ann: httpx.AsyncClient, hand: dict[str, Any], shown: dict[str, Any], kind: str) -> None:
    """Every form of a hand is there, and names no card that its player did not see."""
    seen = set(CARD.findall(str(shown["steps"])))
    for form in ("json", "txt", "phh", "stars.txt"):
        answer = await ann.get(f"/api/hands/{hand['id']}.{form}")
        if kind == "house" and form in ("phh", "stars.txt"):
            assert answer.status_code == 400, answer.text
            continue
        assert answer.status_code == 200, answer.text
        assert f"{hand['id']}.{form}" in answer.headers["Content-Disposition"]
        if form == "json":
            assert answer.json()["seals"] == shown["seals"], "what is kept can be verified"
        text = answer.text.replace('"', " ")
        if form == "phh":  # cards stand side by side in the actions
            text = re.sub(r"([2-9TJQKA][cdhs])", r" \1 ", text[text.index("actions") :].split("\n]")[0])
        assert set(CARD.findall(text)) & seen, form
        assert set(CARD.findall(text)) <= seen, form


@pytest.mark.parametrize("table", rest_long([*EVERY, *OWN_FILE], *list(EVERY)[::4], *OWN_FILE))
def test_a_table_is_played_to_the_end_over_sockets(room: Room, table: str) -> None:
    if table in OWN_FILE:
        games = Path(pitboss.__file__).parent / "games"
        (source,) = games.glob(f"*/{OWN_FILE[table]}.toml")
        own = room.folder / source.name
        own.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        wanted = {"game": str(own)} if source.parent.name == "house" else {"game": str(own), "house": "pot"}
    else:
        wanted = EVERY[table]
    room.run(hosted_and_played(room, wanted, sum(map(ord, table))))


def test_everything_stored_verifies(room: Room) -> None:
    assert room.run(room.storage.verify()) == []
    assert sum(room.run(room.storage.ledger.balances()).values()) == 0
