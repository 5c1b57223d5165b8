"""Tables over HTTP: permission to open, see, enter and close them."""

from __future__ import annotations

import pytest

from .serving import Served


def ids(client: object) -> list[str]:
    return [row["id"] for row in client.get("/api/tables").json()["tables"]]  # type: ignore[attr-defined]


def test_the_floor_opens_public_tables_that_everyone_sees(fresh: Served) -> None:
    floor = fresh.with_roles("Flo", "floor")
    answer = floor.post("/api/tables", json={"game": "toy", "name": "Main"})
    assert answer.status_code == 201
    assert answer.json() == {"id": "t1", "invite": "", "findings": []}
    row = fresh.client().get("/api/tables").json()["tables"][0]
    assert (row["id"], row["name"], row["seats"], row["taken"], row["waiting"]) == ("t1", "Main", 6, 0, 0)
    assert fresh.client().get("/api/tables/t1").json() == row


def test_anyone_opens_a_private_table_and_nobody_else_a_public_one(fresh: Served) -> None:
    ann = fresh.guest()
    assert fresh.client().post("/api/tables", json={"game": "toy", "private": True}).status_code == 401
    refused = ann.post("/api/tables", json={"game": "toy"})
    assert refused.status_code == 403
    assert "floor" in refused.json()["error"]
    assert ann.post("/api/tables", json={"game": "toy", "private": True}).status_code == 201


def test_one_person_has_so_many_private_tables_and_no_more(fresh: Served) -> None:
    ann = fresh.guest()
    codes = [ann.post("/api/tables", json={"game": "toy", "private": True}).status_code for _ in range(6)]
    assert codes == [201] * 5 + [403]


@pytest.mark.parametrize("field", ["game", "house"])
@pytest.mark.parametrize("path", ["/etc/passwd", "../secret.toml", "endless.toml", "./x", "a.b"])
def test_only_the_floor_has_files_read_on_the_server(fresh: Served, field: str, path: str) -> None:
    body = {"game": "toy", "private": True, field: path}
    answer = fresh.guest().post("/api/tables", json=body)
    assert answer.status_code == 403
    assert not fresh.toy.asked
    assert fresh.with_roles("Flo", "floor").post("/api/tables", json=body).status_code == 201


def test_a_private_table_is_hidden_from_those_who_are_not_invited(fresh: Served) -> None:
    ann, bob, eve = fresh.guest("Ann"), fresh.guest("Bob"), fresh.guest("Eve")
    code = ann.post("/api/tables", json={"game": "toy", "private": True}).json()["invite"]
    assert ids(ann) == ["t1"]
    assert ids(bob) == ids(fresh.client()) == []
    assert bob.get("/api/tables/t1").status_code == 404
    assert bob.get("/api/tables/t1").json()["error"] == bob.get("/api/tables/t9").json()["error"].replace("t9", "t1")
    assert bob.get("/api/tables/t1/invitation").status_code == 404
    shown = ann.get("/api/tables/t1/invitation").json()
    assert shown == {"table": "t1", "invite": code, "link": "/table/t1?invite=open+sesame"}
    assert eve.post("/api/tables/t1/invitation", json={"invite": "guess"}).status_code == 404
    assert bob.post("/api/tables/t1/invitation", json={"invite": code}).json()["id"] == "t1"
    assert ids(bob) == ["t1"]
    assert ids(eve) == []
    assert bob.get("/api/tables/t1/invitation").status_code == 403, "guests of a table do not invite others"


def test_tables_are_closed_by_the_floor_or_by_whoever_opened_a_private_one(fresh: Served) -> None:
    floor, ann, bob = fresh.with_roles("Flo", "floor"), fresh.guest("Ann"), fresh.guest("Bob")
    floor.post("/api/tables", json={"game": "toy"})
    ann.post("/api/tables", json={"game": "toy", "private": True})
    ann.post("/api/tables", json={"game": "toy", "private": True})
    assert fresh.client().delete("/api/tables/t1").status_code == 401
    assert bob.delete("/api/tables/t1").status_code == 403
    assert bob.delete("/api/tables/t2").status_code == 404, "it is not there for him"
    assert ann.delete("/api/tables/t2").status_code == 202
    assert floor.delete("/api/tables/t3").status_code == 202
    assert floor.delete("/api/tables/t1").status_code == 202
    assert not fresh.toy.room.tables


@pytest.mark.parametrize("what", ["fill", "credit"])
def test_only_the_floor_moves_chips_between_cage_and_rack(fresh: Served, what: str) -> None:
    floor = fresh.with_roles("Flo", "floor")
    floor.post("/api/tables", json={"game": "toy"})
    for client in (fresh.guest(), fresh.with_roles("Dee", "dealer"), fresh.with_roles("Aud", "auditor")):
        assert client.post(f"/api/tables/t1/{what}", json={"cents": 100}).status_code == 403
    assert floor.post(f"/api/tables/t1/{what}", json={"cents": 0}).status_code == 400
    assert floor.post(f"/api/tables/t1/{what}", json={"cents": -5}).status_code == 400
    assert floor.post(f"/api/tables/t9/{what}", json={"cents": 100}).status_code == 404
    assert floor.post(f"/api/tables/t1/{what}", json={"cents": 100}).status_code == 200
    assert fresh.toy.filled == [("t1", 100 if what == "fill" else -100)]


def test_a_quick_seat_is_where_the_wallet_suffices(fresh: Served) -> None:
    ann = fresh.guest()
    refused = ann.get("/api/seat")
    assert refused.status_code == 400
    assert "waiting list" in refused.json()["error"]
    fresh.with_roles("Flo", "floor").post("/api/tables", json={"game": "toy"})
    assert ann.get("/api/seat").json() == {"table": "t1", "seat": 1, "cents": 5_000}
    assert ann.get("/api/seat", params={"game": "other"}).status_code == 400


def test_the_server_says_whether_it_lives_and_is_ready(fresh: Served) -> None:
    client = fresh.client()
    assert client.get("/healthz").json() == {"ok": True, "why": ""}
    assert client.get("/readyz").status_code == 200
    fresh.toy.why = "the database is gone"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "why": "the database is gone"})
    assert client.get("/healthz").status_code == 200


def test_the_server_counts_requests_tables_and_seats(fresh: Served) -> None:
    client = fresh.with_roles("Flo", "floor")
    client.post("/api/tables", json={"game": "toy"})
    client.get("/nowhere")
    lines = client.get("/metrics").text.splitlines()
    assert 'pitboss_requests_total{method="GET",status="404"} 1.0' in lines
    assert 'pitboss_requests_total{method="POST",status="201"} 2.0' in lines
    assert "pitboss_tables 1.0" in lines
    assert "pitboss_seats_taken 0.0" in lines
    assert "pitboss_sockets 0.0" in lines
    assert "pitboss_request_seconds_count 3.0" in lines
