"""The gate checks origins, sizes, depth, types, hosts and rates, and sets the headers of every answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from litestar import WebSocket, websocket

from pitboss.server.access.gate import depth
from pitboss.server.config import Config
from tests.examples import examples
from tests.patience import MINUTE

from .conftest import PLENTY
from .serving import Served, served

# Cross-site requests --------------------------------------------------------------------------------------------------

FOREIGN = {
    "a form of another site": {"origin": "https://evil.example"},
    "a sandboxed page": {"origin": "null"},
    "another port": {"origin": "http://127.0.0.1:1"},
    "a name that begins alike": {"origin": "http://127.0.0.1.evil.example"},
    "not an address": {"origin": "http://[evil"},
    "a browser that says so": {"sec-fetch-site": "cross-site"},
    "another host of our domain": {"sec-fetch-site": "same-site"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
@pytest.mark.parametrize("path", ["/api/guest", "/api/logout", "/api/refill", "/api/tables"])
def test_a_page_of_another_site_changes_nothing(shared: Served, headers: dict[str, str], path: str) -> None:
    client = shared.guest("Xena")
    answer = client.post(path, json={"name": "Forged"}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.json()["error"]
    assert "set-cookie" not in answer.headers
    assert client.get("/api/me").status_code == 200


def test_our_own_pages_and_plain_clients_pass(shared: Served) -> None:
    for headers in (
        {},
        {"origin": shared.url},
        {"origin": shared.url, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ):
        assert shared.client().post("/api/guest", json={"name": "Own"}, headers=headers).status_code == 201


def test_other_origins_pass_where_the_settings_name_them() -> None:
    friend = "https://cards.example"
    with served(Config(port=0, origins=(friend,))) as running:
        headers = {"origin": friend, "sec-fetch-site": "cross-site"}
        assert running.client().post("/api/guest", json={"name": "Fay"}, headers=headers).status_code == 201
        headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}
        assert running.client().post("/api/guest", json={"name": "Fay"}, headers=headers).status_code == 403


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""])
def test_what_a_form_can_send_is_refused(shared: Served, kind: str) -> None:
    """Cross-site forms send three types, and none of them is JSON."""
    answer = shared.client().post("/api/guest", content=b'{"name": "Form"}', headers={"content-type": kind})
    assert answer.status_code == 415


def test_nothing_is_changed_by_get(shared: Served) -> None:
    client = shared.guest("Gert")
    for path in ("/api/logout", "/api/refill", "/api/guest", "/api/owner"):
        assert client.get(path).status_code == 405
    assert client.get("/api/me").status_code == 200


# Sizes, depth, nonsense -----------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_by_its_length(shared: Served) -> None:
    answer = shared.client().post("/api/guest", json={"name": "x" * 70_000})
    assert answer.status_code == 413
    assert "65536" in answer.json()["error"]


def test_a_body_that_grows_too_large_is_refused_while_it_is_read(shared: Served) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"name": "'
        for _ in range(40):
            yield b"x" * 4_096

    headers = {"content-type": "application/json"}
    answer = shared.client().post("/api/guest", content=chunks(), headers=headers)
    assert answer.status_code == 413
    assert "65536" in answer.json()["error"], "refused at the gate, before the rest is read"


@pytest.mark.parametrize("deep", ['{"name":' * 21 + "1" + "}" * 21, "[" * 30_000, '{"a":[' * 5_000])
def test_a_body_that_is_nested_deep_is_refused(shared: Served, deep: str) -> None:
    headers = {"content-type": "application/json"}
    answer = shared.client().post("/api/guest", content=deep.encode(), headers=headers)
    assert answer.status_code == 400
    assert "deeper than 20" in answer.json()["error"]


def nested(value: Any) -> int:
    """The depth of a JSON value, the plain way."""
    if isinstance(value, dict):
        return 1 + max(map(nested, value.values()), default=0)
    return 1 + max(map(nested, value), default=0) if isinstance(value, list) else 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\[]{}é'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet='k"\\{['), inner, max_size=3),
    max_leaves=20,
)


@given(JSON, st.booleans())
def test_depth_is_counted_as_json_means_it(value: Any, ascii_only: bool) -> None:
    assert depth(json.dumps(value, ensure_ascii=ascii_only).encode()) == nested(value)


WORDS = {
    b"": "the body is empty; send a JSON object.",
    b"null": "the body has to be a JSON object.",
    b"{": "the body is not JSON: it ends too early; close every string and bracket.",
    b"{'name'": "the body is not JSON: at byte 1, object keys must be strings.",
    b'{"name": 3}': "name has to be a text of 1 to 100 characters.",
    b'{"name": ""}': "name has to be a text of 1 to 100 characters.",
    b"{}": "name is missing; it has to be a text of 1 to 100 characters.",
    b'{"name": "Ann", "nmae": true}': "'nmae' is not a field of this message; did you mean 'name'?",
    b'{"name": "Ann", "admin": true}': "'admin' is not a field of this message; choose one of name.",
    b'{"name": "\xff"}': "the body is not JSON: it is not UTF-8.",
}


@pytest.mark.parametrize("body", WORDS, ids=[repr(body) for body in WORDS])
def test_a_refused_body_says_what_was_wrong_where(shared: Served, body: bytes) -> None:
    answer = shared.client().post("/api/guest", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"].lower()) == (400, WORDS[body].lower())


@pytest.mark.parametrize("flag", [0, 1, "true", None])
def test_only_true_and_false_are_true_and_false(shared: Served, flag: object) -> None:
    answer = shared.guest("Bo").post("/api/tables", json={"game": "toy", "private": flag})
    assert answer.status_code == 400
    assert answer.json()["error"] == "private has to be true or false."


TABLES = {
    "a number beyond its bounds": ({"seats": 30}, "seats has to be a whole number from 0 to 23."),
    "half a seat": ({"seats": 2.5}, "seats has to be a whole number from 0 to 23."),
    "a word that is not a choice": ({"fills": "never"}, "fills has to be auto or floor."),
    "a list among options": (
        {"options": {"tens": [1]}},
        "each value of options has to be a text or a whole number or true or false.",
    ),
    "a long name of an option": (
        {"options": {"a" * 201: 1}},
        "a name in options has to be a text of at most 200 characters.",
    ),
}


@pytest.mark.parametrize(("wanted", "said"), TABLES.values(), ids=TABLES.keys())
def test_a_refused_field_is_named_with_what_it_has_to_be(shared: Served, wanted: dict[str, Any], said: str) -> None:
    answer = shared.guest("Bo").post("/api/tables", json={"game": "toy", "private": True, **wanted})
    assert (answer.status_code, answer.json()["error"]) == (400, said)


POSTS = ["/api/guest", "/api/register", "/api/login", "/api/owner", "/api/tables", "/api/tables/t1/fill"]


@given(body=st.binary(max_size=300) | JSON.map(lambda value: json.dumps(value).encode()), path=st.sampled_from(POSTS))
@examples(1.5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_malformed_body_is_refused_in_one_sentence(fuzzed: Served, body: bytes, path: str) -> None:
    answer = fuzzed.clients[0].post(path, content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    said = answer.json()["error"]
    assert said.strip()
    assert "Traceback" not in said
    assert "\n" not in said


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Served]:
    with served(Config(port=0, **PLENTY)) as running:
        running.guest("Fuzz")
        yield running


def test_a_request_that_is_not_http_does_not_harm_the_server(shared: Served) -> None:
    import socket

    host, port = shared.url.removeprefix("http://").split(":")
    for raw in (b"\x00\xff\xfe\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n"):
        with socket.create_connection((host, int(port)), timeout=MINUTE) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            line.recv(4096)
    assert shared.client().get("/healthz").json()["ok"]


# Headers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/docs", "/api/tables", "/nowhere", "/static/owner.js", "/api/me", "/owner"])
def test_every_answer_has_the_security_headers(shared: Served, path: str) -> None:
    headers = shared.client().get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/docs", "/owner"])
def test_pages_keep_to_the_policy_and_load_nothing_from_elsewhere(shared: Served, path: str) -> None:
    client = shared.client()
    text = client.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", text)
    for link in re.findall(r"(?:src|href)=\"(/[^\"]*)\"", text):
        assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("path", ["/schema", "/api/schema", "/schema/swagger", "/schema/redoc"])
def test_the_frameworks_own_pages_are_off(shared: Served, path: str) -> None:
    assert shared.client().get(path).status_code == 404


# Rates, proxies and hosts ---------------------------------------------------------------------------------------------


def test_an_address_may_ask_so_often_a_minute_and_again_later() -> None:
    with served(Config(port=0, requests_per_minute=10)) as running:
        client = running.client()
        codes = [client.get("/api/tables").status_code for _ in range(12)]
        assert codes == [200] * 10 + [429] * 2
        assert client.get("/healthz").status_code == 200, "whoever watches the server is not counted"
        answer = client.get("/api/tables")
        assert int(answer.headers["retry-after"]) >= 1
        running.clock.now += 6.1
        assert client.get("/api/tables").status_code == 200


def test_an_account_may_ask_so_often_from_however_many_addresses() -> None:
    config = Config(port=0, account_requests_per_minute=5, proxies=("127.0.0.1",))
    with served(config) as running:
        client = running.guest("Busy")
        codes = [client.get("/api/me", headers={"x-forwarded-for": f"10.0.0.{n}"}).status_code for n in range(7)]
        assert codes == [200] * 5 + [429] * 2


def test_new_accounts_are_counted_by_address() -> None:
    with served(Config(port=0, accounts_per_hour=3)) as running:
        codes = [running.client().post("/api/guest", json={"name": "Many"}).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]


def test_a_forwarded_address_is_believed_from_named_proxies_only() -> None:
    for proxies, last in (((), 429), (("127.0.0.0/8",), 200), (("10.0.0.1",), 429)):
        with served(Config(port=0, requests_per_minute=3, proxies=proxies)) as running:
            client = running.client()
            codes = [
                client.get("/api/tables", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(5)
            ]
            assert codes[-1] == last, proxies


def test_a_client_behind_a_proxy_cannot_choose_their_address() -> None:
    """Only what the proxy appended counts: the last entry that is not one of our proxies."""
    with served(Config(port=0, requests_per_minute=3, proxies=("127.0.0.1", "10.0.0.0/8"))) as running:
        client = running.client()
        codes = [
            client.get("/api/tables", headers={"x-forwarded-for": f"198.51.100.{n}, 192.0.2.7, 10.1.1.1"}).status_code
            for n in range(5)
        ]
        assert codes == [200, 200, 200, 429, 429]


def test_a_host_that_is_not_ours_is_refused_where_hosts_are_named() -> None:
    with served(Config(port=0, hosts=("cards.example", "127.0.0.1"))) as running:
        assert running.client().get("/api/tables").status_code == 200
        assert running.client(host="cards.example:8000").get("/api/tables").status_code == 200
        assert running.client(host="evil.example").get("/api/tables").status_code == 421


def handshake(running: Served, **headers: str) -> int:
    """The status with which a socket is answered."""
    upgrade = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        **headers,
    }
    with running.client().stream("GET", "/ws", headers=upgrade) as answer:
        return answer.status_code


def test_sockets_are_refused_by_host_and_rate_too() -> None:
    @websocket("/ws")
    async def accepting(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        await socket.close()

    with served(Config(port=0, hosts=("127.0.0.1",), requests_per_minute=4), sockets=[accepting]) as running:
        codes = [handshake(running), handshake(running, host="evil.example")]
        codes += [handshake(running) for _ in range(4)]
        assert codes == [101, 403, 101, 101, 403, 403]


# Login ----------------------------------------------------------------------------------------------------------------


def login(running: Served, password: str, name: str = "Bea", address: str = "192.0.2.1") -> int:
    body = {"name": name, "password": password}
    return running.clients[0].post("/api/login", json=body, headers={"x-forwarded-for": address}).status_code


@pytest.fixture
def guessed() -> Iterator[Served]:
    with served(Config(port=0, proxies=("127.0.0.1",), **PLENTY)) as running:
        running.client()
        running.registered("Bea")
        yield running


def test_guessing_the_password_of_an_account_gets_slower_with_every_guess(guessed: Served) -> None:
    codes = [login(guessed, f"guess number {n}", address=f"192.0.2.{n}") for n in range(6)]
    assert codes == [401] * 5 + [429], "from different addresses too"
    assert login(guessed, "correct horse") == 429, "the right password has to wait as well"
    guesses = 0
    for n in range(360):
        guessed.clock.now += 10
        guesses += login(guessed, "one more guess", address=f"10.0.{n % 250}.1") == 401
    assert guesses < 70, "about one a minute, however many addresses"
    guessed.clock.now += 61
    assert login(guessed, "correct horse", address="192.0.2.99") == 200


def test_guesses_sent_at_once_are_counted_before_the_first_is_refused(guessed: Served) -> None:
    with ThreadPoolExecutor(16) as threads:
        tries = [threads.submit(login, guessed, f"guess number {n}", address=f"192.0.2.{n}") for n in range(16)]
        codes = [each.result() for each in tries]
    assert codes.count(401) <= 5
    assert codes.count(429) >= 11


def test_one_address_that_tries_many_accounts_has_to_wait(guessed: Served) -> None:
    codes = [login(guessed, "password1", name=f"Victim {n}") for n in range(12)]
    assert codes == [401] * 10 + [429] * 2
    assert login(guessed, "correct horse", address="192.0.2.99") == 200, "others log in as before"


def test_the_right_password_ends_the_waiting(guessed: Served) -> None:
    for n in range(4):
        assert login(guessed, f"guess number {n}") == 401
    assert login(guessed, "correct horse") == 200
    assert [login(guessed, f"guess number {n}") for n in range(5)] == [401] * 5


def test_logins_are_counted_by_address_before_any_hash_is_computed() -> None:
    with served(Config(port=0, logins_per_minute=3)) as running:
        codes = [
            running.client().post("/api/login", json={"name": "Ann", "password": "some guess"}).status_code
            for _ in range(5)
        ]
        assert codes == [401] * 3 + [429] * 2


def test_a_page_that_is_loaded_again_keeps_its_policy(shared: Served) -> None:
    """The headers of a 304 replace those that the browser kept with the page."""
    first = shared.client().get("/")
    again = shared.client(**{"If-None-Match": first.headers["etag"]}).get("/")
    assert (first.status_code, again.status_code) == (200, 304)
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    assert "script-src 'self'" in again.headers["content-security-policy"]
