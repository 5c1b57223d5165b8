"""The books over HTTP: permission to read and sign, and the reports of a room with a database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.server.config import Config
from pitboss.server.live.opening import card_room, open_storage
from tests.patience import until
from tests.server.conftest import PLENTY, cheap_hashes, no_giving_way
from tests.server.serving import Served, served

__all__ = ["cheap_hashes", "no_giving_way"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("room")
    config = Config(port=0, data=str(folder), default_room=False, **PLENTY)
    storage = open_storage(config)
    with served(config, app=card_room(config, storage)) as running:
        yield running
    storage.close()


@pytest.fixture(scope="module")
def people(real: Served) -> dict[str, httpx.Client]:
    names = {"floor": "Flo", "cashier": "Cas", "dealer": "Dee", "auditor": "Aud"}
    return {role: real.with_roles(name, role) for role, name in names.items()}


@pytest.fixture
def table(people: dict[str, httpx.Client]) -> str:
    body = {"game": "top5", "signatures": "people", "dealer": "person", "fills": "floor"}
    id: str = people["floor"].post("/api/tables", json=body).json()["id"]
    return id


def test_a_fill_is_signed_by_three_people(people: dict[str, httpx.Client], table: str) -> None:
    floor, dealer, cashier, auditor = (people[role] for role in ("floor", "dealer", "cashier", "auditor"))
    asked = floor.post(f"/api/tables/{table}/slips", json={"what": "fill", "chips": {"2500": 4}})
    assert asked.status_code == 201, asked.text
    request, fill = asked.json()["slips"]
    assert (request["kind"], fill["id"], fill["next"], fill["cents"]) == ("request", f"{table}-F1", "dealer", 10_000)
    address = f"/api/tables/{table}/slips/{fill['id']}"
    assert cashier.post(f"{address}/confirm").status_code == 400, "the dealer signs before the cashier"
    assert dealer.post(f"{address}/confirm").json()["slips"][0]["next"] == "cashier"
    held = auditor.get("/api/ledger", params={"account": f"{table}/rack"}).json()["cents"]
    assert cashier.post(f"{address}/confirm").json()["slips"][0]["state"] == "done"
    ledger = auditor.get("/api/ledger", params={"account": f"{table}/rack"}).json()
    assert ledger["cents"] == held + 10_000
    assert ledger["movements"][0]["why"] == f"fill {table}-F1"
    assert ledger["movements"][0]["purpose"] == "fill"
    assert auditor.get("/api/ledger").json()["sum"] == 0


def test_a_void_slip_is_listed_with_its_number(people: dict[str, httpx.Client], table: str) -> None:
    floor = people["floor"]
    floor.post(f"/api/tables/{table}/slips", json={"what": "credit", "cents": 500})
    void = floor.post(f"/api/tables/{table}/slips/{table}-F1/void", json={"why": "wrong table"}).json()["slips"][0]
    assert (void["state"], void["void"]) == ("void", "wrong table")
    listed = people["auditor"].get("/api/slips", params={"table": table, "status": "void"}).json()["slips"]
    assert [slip["id"] for slip in listed] == [f"{table}-F1"]


def test_counts_stay_secret_until_they_are_complete(people: dict[str, httpx.Client], table: str) -> None:
    body = {"box": "tokes", "chips": {"500": 3}}
    first = people["floor"].post(f"/api/tables/{table}/counts", json=body).json()["slip"]
    assert (first["state"], first["cents"], first["chips"]) == ("open", None, {})
    done = people["cashier"].post(f"/api/tables/{table}/counts", json=body).json()["slip"]
    assert (done["state"], done["cents"], done["expected"]) == ("done", 1_500, 0)
    errors = people["auditor"].get("/api/slips", params={"table": table, "kind": "error"}).json()["slips"]
    assert [error["refers"] for error in errors] == [done["id"]], "the ledger had nothing in the box"


def test_the_report_as_json_csv_pdf_and_time_line(people: dict[str, httpx.Client], table: str) -> None:
    auditor = people["auditor"]
    report = auditor.get("/api/books").json()["report"]
    row = next(row for row in report["house"] if row["table"] == table)
    assert (row["period"]["opener"], row["period"]["closer"], row["period"]["win"]) == (2_500_000, 2_500_000, 0)
    csv = auditor.get("/api/books/report.csv")
    assert csv.headers["content-type"].startswith("text/csv")
    assert f"{table},Top 5 Poker,period,0,25000.00" in csv.text
    assert auditor.get("/api/books/report.pdf").content.startswith(b"%PDF")
    line = auditor.get("/api/books/timeline", params={"table": table}).json()
    assert line["timeline"]["table"] == table
    assert line["svg"].startswith("<svg")
    assert auditor.get("/api/books", params={"first": "2026-02-30"}).status_code == 400
    assert auditor.get("/api/books", params={"table": "t999"}).status_code == 400


def test_a_posted_payout_limit_is_shown_everywhere_and_audited(people: dict[str, httpx.Client]) -> None:
    floor, auditor = people["floor"], people["auditor"]
    wanted = {"game": "top5", "limit": "5-100/5", "payout_limits": {"tens": 500_000}}
    look = floor.post("/api/tables/look", json=wanted).json()
    assert look["least_payout_limits"] == {"tens": 500_000, "bet": 500_000}
    assert any(point["where"] == "payout limit, tens" for point in look["points"])
    low = {**wanted, "payout_limits": {"tens": 499_900}}
    for path in ("/api/tables", "/api/tables/look"):
        answer = floor.post(path, json=low)
        assert answer.status_code == 400
        assert "$4,999 on tens is too low; the least allowed is $5,000" in answer.json()["error"]
    poker = {"game": "holdem", "house": "pot", "limit": "2-4", "payout_limits": {"ante": 500_000}}
    refused = floor.post("/api/tables", json=poker)
    assert (refused.status_code, "games of the house" in refused.json()["error"]) == (400, True)
    assert floor.post("/api/tables", json={**wanted, "payout_limits": {"tens": -1}}).status_code == 400
    table = floor.post("/api/tables", json=wanted).json()["id"]
    assert auditor.get(f"/api/tables/{table}").json()["payout_limits"] == {"tens": 500_000}
    wagers = auditor.get(f"/api/tables/{table}/layout").json()["wagers"]
    posted = {wager["key"]: wager["payout"] for wager in wagers if "payout" in wager}
    assert posted == {"tens": {"cents": 500_000, "source": "WAC 230-15-490"}}
    listed = auditor.get("/api/books", params={"table": table}).json()["report"]["payout_limits"]
    assert [(each["table"], each["wager"], each["limit"], each["deals"]) for each in listed] == [
        (table, "tens", 500_000, [])
    ]


def test_the_room_is_audited_while_it_is_open(people: dict[str, httpx.Client], table: str) -> None:
    auditor = people["auditor"]
    assert auditor.post("/api/audit").json()["state"] == "running"

    def ended() -> dict[str, Any] | None:
        state: dict[str, Any] = auditor.get("/api/audit").json()
        return None if state["state"] == "running" else state

    state = until(ended, "the audit", 240)
    assert (state["state"], state["found"], state["why"]) == ("done", 0, "")
    assert state["lines"] > 0
    assert state["at"] > 0


def test_players_and_dealers_read_no_books(real: Served, people: dict[str, httpx.Client], table: str) -> None:
    for client in (real.guest("Gus"), people["dealer"]):
        for address in ("/api/books", "/api/slips", "/api/ledger", "/api/audit", f"/api/books/timeline?table={table}"):
            assert client.get(address).status_code == 403, address
        assert client.post(f"/api/tables/{table}/slips", json={"what": "inventory"}).status_code == 403
        assert client.post("/api/audit").status_code == 403
        assert client.post(f"/api/tables/{table}/counts", json={"box": "tokes", "chips": {}}).status_code == 403
    assert real.client().get("/api/books").status_code == 401


def test_a_room_without_a_database_keeps_no_books() -> None:
    with served(Config(port=0, **PLENTY)) as running:
        assert running.with_roles("Aud", "auditor").get("/api/books").status_code == 404
