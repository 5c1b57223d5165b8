"""Finished hands over HTTP: which hands each viewer may find, and how much of them is shown."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from pitboss.room.recall import HandQuery, HandRow, StoredHand
from pitboss.server.config import Config
from tests.room.test_recall import finished

from .conftest import PLENTY
from .serving import Served, served

NOW = 1_800_000_000


class StoredHands:
    """Hands in memory: 10 of an open table, 5 of one that nobody may watch."""

    def __init__(self) -> None:
        deal = finished("holdem, pot", 7)
        self.deal = deal
        self.asked: list[HandQuery] = []
        self.stored = [
            StoredHand(
                record=deal.dump(),
                row=HandRow(
                    id=f"{table}-{number}",
                    table=table,
                    number=number,
                    game="holdem",
                    day="2027-01-15",
                    started=0,
                    ended=(NOW - 100 + number) * 1_000_000,
                    players={1: "Ann", 2: "Ben", 3: "Cyd"} if number % 2 else {1: "Dan", 2: "Ben", 3: "Eve"},
                    size=number * 100,
                    net={},
                    open=table == "t1",
                ),
            )
            for table, count in (("t1", 10), ("t2", 5))
            for number in range(1, count + 1)
        ]

    async def search(self, search: HandQuery) -> list[HandRow]:
        self.asked.append(search)
        rows = sorted((each.row for each in self.stored), key=lambda row: row.ended, reverse=True)
        rows = [row for row in rows if not search.table or row.table == search.table]
        return [row for row in rows if not search.player or search.player in row.players.values()][: search.count]

    async def find(self, id: str) -> StoredHand | None:
        return next((each for each in self.stored if each.row.id == id), None)


STORED = StoredHands()


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Config(port=0, **PLENTY)) as running:
        running.context.store.hands = STORED
        yield running


def test_a_player_finds_their_own_hands(server: Served) -> None:
    ann = server.guest("Ann")
    ids = [row["id"] for row in ann.get("/api/hands?player=Ann").json()["hands"]]
    assert ids == ["t1-9", "t1-7", "t1-5", "t2-5", "t1-3", "t2-3", "t1-1", "t2-1"]
    page = ann.get("/api/hands?player=Ann&count=2").json()
    assert ([row["id"] for row in page["hands"]], page["next"]) == (["t1-9", "t1-7"], "t1-7")


def test_others_hands_are_found_where_anyone_may_watch(server: Served) -> None:
    zoe = server.guest("Zoe")
    assert {row["table"] for row in zoe.get("/api/hands").json()["hands"]} == {"t1"}
    assert len(zoe.get("/api/hands?player=Ben").json()["hands"]) == 10
    floor = server.with_roles("Flo", "floor")
    assert len(floor.get("/api/hands").json()["hands"]) == 15
    auditor = server.with_roles("Aud", "auditor")
    assert len(auditor.get("/api/hands?table=t2").json()["hands"]) == 5


def test_what_is_searched_for_reaches_the_store(server: Served) -> None:
    STORED.asked.clear()
    floor = server.with_roles("Fay", "floor")
    asked = {"table": "t1", "day": "2027-01-15", "game": "holdem", "player": "Ann", "before": "t1-4"}
    sizes = {"least": 5, "most": 9, "count": 7}
    assert floor.get("/api/hands", params={**asked, **sizes}).status_code == 200
    assert STORED.asked == [
        HandQuery(table="t1", day="2027-01-15", game="holdem", player="Ann", before="t1-4", least=5, most=9, count=7)
    ]
    for bad in ({"day": "yesterday"}, {"count": 0}, {"count": 10**6}, {"least": -1}, {"table": "x" * 200}):
        assert floor.get("/api/hands", params=bad).status_code == 400


def test_a_hand_is_shown_as_the_rail_saw_it_to_whoever_saw_more(server: Served) -> None:
    eve, floor = server.guest("Eve"), server.with_roles("Fox", "floor")
    own = eve.get("/api/hands/t1-2").json()
    assert own["views"] == ["player 3", "rail"]
    rail = eve.get("/api/hands/t1-2", params={"viewer": "rail"}).json()
    assert rail["viewer"] == "rail"
    assert rail["steps"][0]["piles"]["player 3"] == ["??", "??"]
    assert eve.get("/api/hands/t1-2.txt", params={"viewer": "rail"}).text != eve.get("/api/hands/t1-2.txt").text
    for wanted in ("player 1", "floor", "nobody"):
        assert eve.get("/api/hands/t1-2", params={"viewer": wanted}).status_code == 404
    assert floor.get("/api/hands/t1-2", params={"viewer": "player 1"}).json()["viewer"] == "player 1"


def test_each_is_shown_a_hand_as_they_saw_it(server: Served) -> None:
    def seen(client: object) -> dict[str, list[str]]:
        answer = client.get("/api/hands/t1-1")  # type: ignore[attr-defined]
        assert answer.status_code == 200
        steps = answer.json()["steps"]
        assert steps[-1]["done"]
        piles: dict[str, list[str]] = steps[0]["piles"]
        return {name: pile for name, pile in piles.items() if name.startswith("player")}

    first = {f"player {seat}": ["??", "??"] for seat in (1, 2, 3)}
    assert seen(server.client()) == first
    cyd = seen(server.guest("Cyd"))
    assert {name for name, pile in cyd.items() if "??" not in pile} == {"player 3"}
    floor = seen(server.with_roles("Fred", "floor"))
    assert not any("??" in pile for pile in floor.values())
    assert floor["player 3"] == cyd["player 3"]


def test_a_hand_that_may_not_be_seen_is_as_if_it_were_not_there(server: Served) -> None:
    dan, ben = server.guest("Dan"), server.guest("Ben")
    assert dan.get("/api/hands/t2-2").status_code == 200
    assert ben.get("/api/hands/t2-1").status_code == 200
    answers = [dan.get("/api/hands/t2-1"), dan.get("/api/hands/t9-1"), server.client().get("/api/hands/t2-1")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert answers[0].json()["error"].replace("t2-1", "t9-1") == answers[1].json()["error"]


def test_the_rail_recalls_no_hand_sooner_than_it_sees_the_table(server: Served) -> None:
    stored = STORED.stored[0]
    STORED.stored[0] = msgspec.structs.replace(stored, row=msgspec.structs.replace(stored.row, rail_delay=100))
    try:
        # the hand ended 99 seconds ago, at a table that may be closed by now
        assert server.client().get("/api/hands/t1-1").status_code == 404
        server.clock.now += 1
        assert server.client().get("/api/hands/t1-1").status_code == 200
    finally:
        server.clock.now -= 1
        STORED.stored[0] = stored
