"""Accounts over real HTTP: guests, passwords, sessions, roles, owner links."""

from __future__ import annotations

import httpx
import pytest

from pitboss.deal.view import SeatView
from pitboss.room.people import ROLES
from pitboss.server.config import Config

from .serving import Served, served


def cookie_of(response: httpx.Response) -> str:
    return response.headers["set-cookie"]


def test_a_guest_comes_in_with_one_request_and_has_play_chips(shared: Served) -> None:
    client = shared.client()
    answer = client.post("/api/guest", json={"name": "Gus"})
    assert answer.status_code == 201
    assert answer.json() == {"name": "Gus", "kind": "guest", "roles": ["player"], "cents": 50_000}
    assert client.get("/api/me").json() == answer.json()


def test_the_cookie_is_for_this_site_and_hidden_from_scripts(shared: Served) -> None:
    cookie = cookie_of(shared.client().post("/api/guest", json={"name": "Cora"}))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


def test_behind_https_the_cookie_is_secure_and_bound_to_the_host() -> None:
    with served(Config(port=0, secure=True)) as running:
        answer = running.client().post("/api/guest", json={"name": "Cora"})
    assert cookie_of(answer).startswith("__Host-pitboss=")
    assert "Secure" in cookie_of(answer)
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_name_that_is_taken_gets_a_number_however_it_is_written(shared: Served) -> None:
    names = [shared.client().post("/api/guest", json={"name": n}).json()["name"] for n in ("Zoé", "ZOÉ", "Zoe\u0301")]
    assert names == ["Zoé", "ZOÉ 2", "Zoé 3"]


def test_a_long_name_that_is_taken_stays_within_the_limit(shared: Served) -> None:
    longest = "Maximilian the Very Long"
    names = [shared.client().post("/api/guest", json={"name": longest}).json()["name"] for _ in range(2)]
    assert names == [longest, "Maximilian the Very Lo 2"]


def test_a_guest_who_registers_keeps_their_wallet_and_their_old_session_ends(shared: Served) -> None:
    guest = shared.guest("Willa")
    shared.wait(shared.context.accounts.refill("Willa", 1_234, shared.clock.now))
    stolen = shared.client(dict(guest.cookies))
    answer = guest.post("/api/register", json={"name": "Willa", "password": "correct horse"})
    assert answer.json() == {"name": "Willa", "kind": "registered", "roles": ["player"], "cents": 51_234}
    assert guest.get("/api/me").status_code == 200
    assert stolen.get("/api/me").status_code == 401


def test_a_guest_cannot_take_another_name_when_they_register(shared: Served) -> None:
    shared.registered("Vera")
    answer = shared.guest("Vito").post("/api/register", json={"name": "Vera", "password": "correct horse"})
    assert answer.status_code == 400
    assert "Vito" in answer.json()["error"]


def test_a_registered_name_cannot_be_registered_again(shared: Served) -> None:
    shared.registered("Rita")
    answer = shared.client().post("/api/register", json={"name": "rita", "password": "another horse"})
    assert answer.status_code == 409
    assert shared.client().post("/api/login", json={"name": "Rita", "password": "another horse"}).status_code == 401


def test_the_name_of_a_guest_cannot_be_registered_by_a_stranger(shared: Served) -> None:
    guest = shared.guest("Tess")
    answer = shared.client().post("/api/register", json={"name": "Tess", "password": "correct horse"})
    assert answer.status_code == 409
    assert guest.get("/api/me").json()["kind"] == "guest"


def test_a_guest_has_no_password_that_fits(shared: Served) -> None:
    shared.guest("Nora")
    answer = shared.client().post("/api/login", json={"name": "Nora", "password": "no account has this hash"})
    assert answer.status_code == 401


def test_login_and_logout(shared: Served) -> None:
    shared.registered("Lena")
    client = shared.client()
    assert client.post("/api/login", json={"name": "LENA", "password": "correct horse"}).json()["name"] == "Lena"
    kept = dict(client.cookies)
    assert client.post("/api/logout").status_code == 204
    assert client.get("/api/me").status_code == 401
    again = shared.client(kept)
    assert again.get("/api/me").status_code == 401, "the token itself is dead, not only the cookie"
    assert "Lena" in shared.toy.signed_out


def test_wrong_name_and_wrong_password_are_refused_alike(shared: Served) -> None:
    shared.registered("Wanda")
    wrong = shared.client().post("/api/login", json={"name": "Wanda", "password": "wrong horse"})
    unknown = shared.client().post("/api/login", json={"name": "Wendel", "password": "wrong horse"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())


def test_a_session_planted_before_the_login_is_worth_nothing_after_it(shared: Served) -> None:
    """Session fixation: the attacker knows the token the victim had before he logged in."""
    shared.registered("Fred")
    attacker = shared.guest("Mallory")
    planted = dict(attacker.cookies)
    victim = shared.client(planted)
    victim.post("/api/login", json={"name": "Fred", "password": "correct horse"})
    assert victim.get("/api/me").json()["name"] == "Fred"
    assert victim.cookies["pitboss"] != planted["pitboss"]
    assert shared.client(planted).get("/api/me").status_code == 401


def test_a_token_of_the_attackers_own_making_is_never_adopted(shared: Served) -> None:
    shared.registered("Frida")
    victim = shared.client(cookie="pitboss=chosen-by-mallory")
    answer = victim.post("/api/login", json={"name": "Frida", "password": "correct horse"})
    assert "chosen-by-mallory" not in cookie_of(answer)
    assert shared.client(cookie="pitboss=chosen-by-mallory").get("/api/me").status_code == 401


def test_every_login_has_a_token_of_its_own_and_only_its_hash_is_stored(shared: Served) -> None:
    tokens = {shared.registered(name).cookies["pitboss"] for name in ("Tom", "Tim", "Tod")}
    assert len(tokens) == 3
    assert min(map(len, tokens)) >= 40
    stored = set(shared.context.accounts._sessions)  # type: ignore[attr-defined]
    assert not tokens & stored


def test_a_session_ends_when_its_days_are_over(fresh: Served) -> None:
    client = fresh.guest()
    fresh.clock.now += 30 * 86_400 - 1
    assert client.get("/api/me").status_code == 200
    fresh.clock.now += 1
    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_a_password_has_eight_to_two_hundred_characters(shared: Served, password: str) -> None:
    answer = shared.client().post("/api/register", json={"name": "Paul", "password": password})
    assert answer.status_code == 400
    assert "password" in answer.json()["error"]


# Roles and owners -----------------------------------------------------------------------------------------------------


def test_the_owner_link_works_once_and_for_a_time(fresh: Served) -> None:
    from pitboss.server.access.credentials import hash_of

    ann, bob = fresh.guest("Ann"), fresh.guest("Bob")
    assert ann.post("/api/owner", json={"code": "guess"}).status_code == 403
    fresh.wait(fresh.context.accounts.add_owner_link(hash_of("once"), fresh.clock.now + 60))
    assert fresh.client().post("/api/owner", json={"code": "once"}).status_code == 401
    before = ann.cookies["pitboss"]
    assert ann.post("/api/owner", json={"code": "once"}).json()["roles"] == ["player", "owner"]
    assert ann.cookies["pitboss"] != before, "more rights, new token"
    assert bob.post("/api/owner", json={"code": "once"}).status_code == 403
    fresh.wait(fresh.context.accounts.add_owner_link(hash_of("late"), fresh.clock.now + 60))
    fresh.clock.now += 60
    assert bob.post("/api/owner", json={"code": "late"}).status_code == 403


@pytest.mark.parametrize("role", ROLES)
def test_every_role_can_be_granted(shared: Served, role: str) -> None:
    owner = shared.with_roles(f"Owner of {role}", "owner")
    shared.registered(f"New {role}")
    answer = owner.put(f"/api/people/New {role}/roles", json={"roles": [role]})
    assert answer.status_code == 200, answer.text
    assert role in answer.json()["roles"]


def test_an_owner_grants_and_takes_roles(shared: Served) -> None:
    owner, dan = shared.owner("Olga"), shared.registered("Dan")
    answer = owner.put("/api/people/Dan/roles", json={"roles": ["dealer", "floor"]})
    assert answer.json() == {
        "name": "Dan",
        "kind": "registered",
        "roles": ["player", "dealer", "floor"],
        "cents": 50_000,
        "at_tables": 0,
    }
    assert dan.get("/api/me").status_code == 401, "he logs in again, with a new token"
    dan.post("/api/login", json={"name": "Dan", "password": "correct horse"})
    assert dan.get("/api/me").json()["roles"] == ["player", "dealer", "floor"]
    owner.put("/api/people/Dan/roles", json={"roles": []})
    dan.post("/api/login", json={"name": "Dan", "password": "correct horse"})
    assert dan.get("/api/me").json()["roles"] == ["player"]
    assert "Dan" in shared.toy.signed_out


def test_a_guest_who_could_not_log_in_again_gets_no_role(shared: Served) -> None:
    owner, guest = shared.owner("Olaf"), shared.guest("Gus")
    answer = owner.put("/api/people/Gus/roles", json={"roles": ["dealer"]})
    assert answer.status_code == 400
    assert "Gus is a guest" in answer.json()["error"]
    assert guest.get("/api/me").json()["roles"] == ["player"]


@pytest.mark.parametrize("role", ["", "dealer", "floor", "auditor"])
def test_nobody_but_an_owner_grants_a_role(shared: Served, role: str) -> None:
    name = f"Esk {role}".strip()
    client = shared.with_roles(name, *filter(None, [role]))
    for roles in (["owner"], ["floor"], []):
        assert client.put(f"/api/people/{name}/roles", json={"roles": roles}).status_code == 403
    assert client.get("/api/people").status_code == 403
    assert "owner" not in client.get("/api/me").json()["roles"]


@pytest.mark.parametrize("extra", [{"roles": ["owner"]}, {"kind": "registered"}, {"cents": 10**9}])
@pytest.mark.parametrize("path", ["/api/guest", "/api/register", "/api/login"])
def test_no_request_carries_rights_or_chips_in(shared: Served, path: str, extra: dict[str, object]) -> None:
    body = {"name": "Eve", **({} if path == "/api/guest" else {"password": "correct horse"}), **extra}
    answer = shared.client().post(path, json=body)
    assert answer.status_code == 400
    assert next(iter(extra)) in answer.json()["error"]


def test_an_owner_cannot_lock_himself_out(shared: Served) -> None:
    owner = shared.owner("Otto")
    assert owner.put("/api/people/Otto/roles", json={"roles": ["floor"]}).status_code == 400
    assert owner.put("/api/people/Nobody/roles", json={"roles": ["floor"]}).status_code == 404
    assert owner.put("/api/people/Otto/roles", json={"roles": ["boss"]}).status_code == 400


def test_people_are_listed_for_the_owner_without_their_passwords(shared: Served) -> None:
    shared.registered("Quentin")
    answer = shared.owner("Oda").get("/api/people", params={"after": "q"})
    assert {"name": "Quentin", "kind": "registered", "roles": ["player"], "cents": 50_000, "at_tables": 0} in (
        answer.json()["people"]
    )
    assert "argon2" not in answer.text


# Wallets --------------------------------------------------------------------------------------------------------------


def test_a_wallet_is_refilled_when_it_is_nearly_empty_and_not_before(shared: Served) -> None:
    client = shared.guest("Poor")
    answer = client.post("/api/refill")
    assert answer.status_code == 400
    assert "you have $500" in answer.json()["error"]
    shared.context.accounts._wallets["poor"] = 999  # type: ignore[attr-defined]
    assert client.post("/api/refill").json()["cents"] == 50_000
    assert client.get("/api/me").json()["cents"] == 50_000


def test_chips_at_tables_count_and_nobody_is_refilled_during_a_hand(fresh: Served) -> None:
    client = fresh.guest("Poor")
    fresh.with_roles("Flo", "floor").post("/api/tables", json={"game": "toy"})
    session = fresh.toy.room.tables["t1"].session
    session.seats[1] = session.seats[2] = SeatView("Poor", 900, "in")  # type: ignore[index]
    fresh.context.accounts._wallets["poor"] = 100  # type: ignore[attr-defined]
    assert "you have $10 " in client.post("/api/refill").json()["error"]
    fresh.context.accounts._wallets["poor"] = 99  # type: ignore[attr-defined]
    session.done = False  # type: ignore[misc]
    assert "until your hand is over" in client.post("/api/refill").json()["error"]
    session.done = True  # type: ignore[misc]
    assert client.post("/api/refill").json()["cents"] == 50_000 - 999 + 99


def test_nobody_reaches_anothers_wallet(shared: Served) -> None:
    """No request names the account it is about: it is the session's, whatever else is sent."""
    rich, thief = shared.guest("Rich"), shared.guest("Thief")
    shared.context.accounts._wallets["rich"] = 5  # type: ignore[attr-defined]
    for answer in (
        thief.post("/api/refill", json={"name": "Rich"}),
        thief.post("/api/refill", params={"name": "Rich"}),
        thief.get("/api/me", params={"name": "Rich"}),
    ):
        assert "Rich" not in answer.text
    assert rich.get("/api/me").json()["cents"] == 5


def test_a_password_is_changed_with_the_old_one(fresh: Served) -> None:
    ann, elsewhere = fresh.registered("Ann"), fresh.client()
    wanted = {"password": "correct horse", "new": "battery staple"}
    elsewhere.post("/api/login", json={"name": "Ann", "password": "correct horse"})
    assert ann.post("/api/password", json={**wanted, "password": "wrong horse"}).status_code == 403
    assert elsewhere.get("/api/me").status_code == 200
    assert ann.post("/api/password", json=wanted).json()["name"] == "Ann"
    assert ann.get("/api/me").status_code == 200
    assert elsewhere.get("/api/me").status_code == 401
    for password, status in (("correct horse", 401), ("battery staple", 200)):
        answer = fresh.client().post("/api/login", json={"name": "Ann", "password": password})
        assert answer.status_code == status
    refused = fresh.guest("Gil").post("/api/password", json=wanted)
    assert (refused.status_code, "register" in refused.json()["error"]) == (400, True)
    assert fresh.client().post("/api/password", json=wanted).status_code == 401


def test_the_owner_sees_balances_and_refills_them(fresh: Served) -> None:
    owner, ann = fresh.owner("Olga"), fresh.guest("Ann")
    fresh.wait(fresh.context.accounts.refill("Ann", -40_000, fresh.clock()))
    people = {each["name"]: each for each in owner.get("/api/people").json()["people"]}
    assert (people["Ann"]["cents"], people["Ann"]["at_tables"], people["Ann"]["kind"]) == (10_000, 0, "guest")
    assert ann.post("/api/people/Ann/refill").status_code == 403
    assert owner.post("/api/people/Ann/refill").json()["cents"] == 50_000
    assert ann.get("/api/me").json()["cents"] == 50_000
    assert owner.post("/api/people/Ann/refill").status_code == 400
    assert owner.post("/api/people/Nobody/refill").status_code == 404
