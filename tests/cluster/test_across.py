"""A player at one process and a table at another: everything works as with one process."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.server.config import Config
from pitboss.server.live import opening
from tests.cluster.in_threads import at, line, process, said
from tests.patience import until
from tests.server.serving import Served
from tests.storage import servers

LOGINS = 14


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    folder = tmp_path_factory.mktemp("room")
    url, redis = servers.postgres().new_database(), servers.new_redis()
    with (
        process(folder, url, redis.url, logins_per_minute=LOGINS) as first,
        process(folder, url, redis.url, logins_per_minute=LOGINS) as second,
    ):
        yield first, second
    redis.close()


def test_a_table_of_the_other_process_is_listed_played_at_and_closed(pair: tuple[Served, Served]) -> None:
    here, there = pair
    floor = here.with_roles("Flo", "floor")
    answer = floor.post("/api/tables", json={"game": "three-card", "name": "First", "fills": "floor"})
    table = answer.json()["id"]
    ann = there.guest("Ann")
    row = until(lambda: next((row for row in ann.get("/api/tables").json()["tables"] if row["id"] == table), None))
    assert (row["name"], row["taken"]) == ("First", 0)
    assert ann.get(f"/api/tables/{table}/layout").json()["title"]
    with line(there, ann) as lobby, line(there, ann, table) as socket_:
        said(lobby, "lobby", whole=True)
        assert said(socket_, "welcome")["you"] == "Ann"
        socket_.send(json.dumps({"type": "sit", "key": "1", "seq": 0, "cents": 10_000}))
        assert said(socket_, "ack", key="1")["ok"]
        until(lambda: ann.get(f"/api/tables/{table}").json()["players"] == ["Ann"])
        while not any(row["id"] == table and row["taken"] == 1 for row in said(lobby, "lobby")["tables"]):
            pass
        with line(here, floor, table) as beside:
            said(beside, "welcome")
            socket_.send(json.dumps({"type": "chat", "key": "2", "text": "hello"}))
            assert said(beside, "chat")["text"] == "hello"
        floor_there = at(there, floor)
        before = floor_there.post(f"/api/tables/{table}/fill", json={"cents": 5000})
        assert before.status_code == 200, before.text
        assert ann.post(f"/api/tables/{table}/fill", json={"cents": 5000}).status_code == 403
        assert floor_there.delete(f"/api/tables/{table}").status_code == 202
        until(lambda: all(row["id"] != table for row in ann.get("/api/tables").json()["tables"]))


def test_an_invitation_holds_at_every_process(pair: tuple[Served, Served]) -> None:
    here, there = pair
    host = here.guest("Host")
    table, code = map(host.post("/api/tables", json={"game": "top5", "private": True}).json().get, ("id", "invite"))
    bea = there.guest("Bea")
    until(lambda: any(row["id"] == table for row in at(there, host).get("/api/tables").json()["tables"]))
    assert bea.get(f"/api/tables/{table}").status_code == 404
    assert bea.post(f"/api/tables/{table}/invitation", json={"invite": code}).status_code == 200
    assert bea.get(f"/api/tables/{table}/layout").status_code == 200
    until(lambda: any(row["id"] == table for row in bea.get("/api/tables").json()["tables"]))
    with line(there, bea, table) as socket_:
        assert said(socket_, "welcome")["you"] == "Bea"


def test_waiting_lists_and_pages_cross_processes(pair: tuple[Served, Served]) -> None:
    here, there = pair
    floor = here.with_roles("Fay", "floor")
    body = {"game": "holdem", "house": "pot", "limit": "2-4", "seats": 2, "name": "Full"}
    table = floor.post("/api/tables", json=body).json()["id"]
    cal, dee = here.guest("Cal"), here.guest("Dee")
    eve = there.guest("Eve")
    until(lambda: any(row["id"] == table for row in eve.get("/api/tables").json()["tables"]))
    with line(here, cal, table) as first, line(here, dee, table) as second, line(there, eve) as lobby:
        for socket_ in (first, second):
            socket_.send(json.dumps({"type": "sit", "key": "1", "seq": 0, "cents": 20_000}))
            assert said(socket_, "ack", key="1")["ok"]
        lobby.send(json.dumps({"type": "list", "key": "w", "table": table, "going": True}))
        assert said(lobby, "ack", key="w")["ok"]
        until(lambda: floor.get(f"/api/tables/{table}").json()["waiting"] == 1)
        seat = floor.get(f"/api/tables/{table}").json()["players"].index("Cal") + 1
        first.send(json.dumps({"type": "leave", "key": "2", "seq": 0, "seat": seat}))
        page = said(lobby, "page")
        assert page["table"] == table
        with line(there, eve, table) as socket_:
            said(socket_, "welcome")
            socket_.send(json.dumps({"type": "sit", "key": "s", "seq": 0, "seat": page["seat"], "cents": 20_000}))
            assert said(socket_, "ack", key="s")["ok"]
            until(lambda: floor.get(f"/api/tables/{table}").json()["waiting"] == 0)


def test_limits_are_counted_together_and_a_sign_out_closes_sockets_everywhere(pair: tuple[Served, Served]) -> None:
    here, there = pair
    gus = here.guest("Gus")
    with line(there, gus) as lobby:
        said(lobby, "welcome")
        gus.post("/api/logout")
        with pytest.raises(ConnectionClosed, match="signed out"):
            said(lobby, "never")
    for server in (here, there) * 3:  # wrong passwords are counted over all processes
        answer = server.client().post("/api/login", json={"name": "Nobody", "password": "wrong wrong"})
    assert answer.status_code in (401, 429)
    until(lambda: all(server.context.limits.wrong_by_account.wait("nobody", time.time()) for server in pair))
    for number in range(2 * LOGINS):
        answer = pair[number % 2].client().post("/api/login", json={"name": f"N{number}", "password": "wrong wrong"})
        if answer.status_code == 429:
            break
    assert answer.status_code == 429, "so many a minute at both together"


def test_a_process_on_sqlite_is_not_one_of_several(tmp_path: Path) -> None:
    from pitboss.server.config import ConfigError

    with pytest.raises(ConfigError, match="PostgreSQL"):
        opening.open_storage(Config(data=str(tmp_path), redis="redis://127.0.0.1:1"))


def test_a_process_that_ends_hands_its_tables_over(tmp_path: Path) -> None:
    url, redis = servers.postgres().new_database(), servers.new_redis()
    with process(tmp_path, url, redis.url) as stays:
        with process(tmp_path, url, redis.url) as goes:
            table = goes.with_roles("Flo", "floor").post("/api/tables", json={"game": "top5"}).json()["id"]
            ann = stays.guest("Ann")
            until(lambda: any(row["id"] == table for row in ann.get("/api/tables").json()["tables"]))
            with line(stays, ann, table) as socket_:
                said(socket_, "welcome")
                socket_.send(json.dumps({"type": "sit", "key": "1", "seq": 0, "cents": 10_000}))
                assert said(socket_, "ack", key="1")["ok"]
            name = goes.context.live.membership.name  # type: ignore[attr-defined]
        with psycopg.connect(url) as connection:
            owners = connection.execute('SELECT owner FROM heads WHERE "table" = %s', [table]).fetchall()
        assert owners != [(name,)], "it gave its lease up: nobody waits for it to run out"
        until(lambda: table in stays.context.live.owners, "the table")  # type: ignore[attr-defined]
        with line(stays, ann, table) as socket_:
            assert said(socket_, "welcome")["seats"] == [1]
    redis.close()
