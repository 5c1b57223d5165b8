"""The whole server on a separate database: tables of real games opened over HTTP, and sheets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import pitboss
from pitboss import spread
from pitboss.server.config import Config
from pitboss.server.live import opening
from tests.patience import until

from .conftest import PLENTY
from .serving import Served, served


def shipped(game: str) -> str:
    """The text of a house game that ships."""
    return (Path(pitboss.__file__).parent / "games" / "house" / f"{game}.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("data")
    config = Config(port=0, data=str(folder), default_room=False, tables_each=1000, **PLENTY)
    with (
        closing(opening.open_storage(config)) as storage,
        served(config, app=opening.card_room(config, storage)) as room,
    ):
        yield room


@pytest.fixture(scope="module")
def floor(real: Served) -> httpx.Client:
    return real.with_roles("Flo", "floor")


GAMES = [game["id"] for game in spread.games() if game["kind"] == "house"]
LIMITS = [
    (house["id"], game, next(row["limit"] for row in house["games"] if row["game"] == game))
    for house in spread.houses()
    for game in dict.fromkeys(row["game"] for row in house["games"])
    if house["fee"]["payer"] != "nobody"
]


@pytest.mark.parametrize("game", GAMES)
def test_every_house_game_is_opened_and_closed(real: Served, floor: httpx.Client, game: str) -> None:
    answer = floor.post("/api/tables", json={"game": game, "name": f"Table of {game}"})
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    row = real.client().get(f"/api/tables/{table}").json()
    assert (row["game"], row["kind"], row["name"], row["taken"]) == (game, "house", f"Table of {game}", 0)
    assert floor.delete(f"/api/tables/{table}").status_code == 202


@pytest.mark.parametrize(("house", "game", "limit"), LIMITS)
def test_every_poker_game_is_opened_in_every_house(floor: httpx.Client, house: str, game: str, limit: str) -> None:
    body = {"game": game, "house": house, "limit": limit, "private": True, "seats": 4}
    answer = floor.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    row = floor.get(f"/api/tables/{answer.json()['id']}").json()
    assert (row["game"], row["kind"], row["seats"], row["private"]) == (game, "poker", 4, True)


REFUSED = {
    "an unknown game": ({"game": "whist"}, "whist"),
    "nothing to deal": ({}, ""),
    "an unknown house": ({"game": "holdem", "house": "nowhere"}, "nowhere"),
    "an unknown limit": ({"game": "holdem", "house": "pot", "limit": "1-1000000"}, "1-1000000"),
    "an unknown option": ({"game": "top5", "options": {"colour": "blue"}}, "colour"),
    "an option out of range": ({"game": "top5", "options": {"tens": 99}}, "99"),
    "a name with control characters": ({"game": "top5", "name": "a\u0007b"}, "control"),
    "more bots than seats": ({"game": "holdem", "house": "pot", "seats": 4, "bots": 5}, "5 bots have no seats"),
    "an unknown jurisdiction": ({"game": "top5", "jurisdiction": "atlantis"}, "atlantis"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_table_that_cannot_be_opened_is_one_sentence(real: Served, floor: httpx.Client, case: str) -> None:
    body, word = REFUSED[case]
    before = len(real.context.live.room.tables)
    answer = floor.post("/api/tables", json=body)
    assert answer.status_code in (400, 403), answer.text
    said = answer.json()["error"]
    assert word in said
    assert said.endswith((".", "?"))
    assert said.isprintable()
    assert len(real.context.live.room.tables) == before


@pytest.mark.rule("PK-28")
def test_a_table_that_goes_beyond_the_law_is_opened_and_says_so(floor: httpx.Client) -> None:
    body = {"game": "lowball", "house": "pot", "limit": "2-4", "jurisdiction": "washington"}
    opened = floor.post("/api/tables", json=body).json()
    assert any("WAC 230-15-135" in finding and "PK-28" in finding for finding in opened["findings"])
    assert floor.get(f"/api/tables/{opened['id']}").json()["findings"] == opened["findings"]


def test_a_rack_is_filled_and_credited_through_the_ledger(real: Served, floor: httpx.Client) -> None:
    table = floor.post("/api/tables", json={"game": GAMES[0]}).json()["id"]
    rack, cage = f"{table}/rack", "cage"

    def balances() -> tuple[int, int]:
        store = real.context.store
        return real.wait(store.ledger.balance(rack)), real.wait(store.ledger.balance(cage))  # type: ignore[attr-defined]

    before = balances()
    assert floor.post(f"/api/tables/{table}/fill", json={"cents": 12_345}).status_code == 200
    assert balances() == (before[0] + 12_345, before[1] - 12_345)
    assert floor.post(f"/api/tables/{table}/credit", json={"cents": 345}).status_code == 200
    assert balances() == (before[0] + 12_000, before[1] - 12_000)
    refused = floor.post(f"/api/tables/{table}/credit", json={"cents": 10**10})
    assert refused.status_code == 400, "a rack never goes negative"
    assert balances() == (before[0] + 12_000, before[1] - 12_000)


HOSTILE = {
    "a file that never ends": "/dev/zero",
    "a device that never answers": "/dev/tty",
    "a folder": "/",
    "no file": "./nowhere.toml",
    "not a game": "/etc/hostname",
}


@pytest.mark.parametrize("path", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_path_that_is_no_game_is_refused(floor: httpx.Client, path: str) -> None:
    """A reader that tried to read it to its end would never answer."""
    assert floor.post("/api/tables", json={"game": path}).status_code == 400


def test_a_game_of_the_floors_own_is_opened_by_its_file(floor: httpx.Client, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(shipped(GAMES[0]), encoding="utf-8")
    assert floor.post("/api/tables", json={"game": str(own)}).status_code == 201


def branching(decisions: int) -> str:
    """A game with many decisions in a row, each of which doubles the number of ways to play."""
    numbers = range(decisions)
    steps = "".join(f'  {{ decide = "d{n}" }},\n' for n in numbers)
    choices = "".join(f'd{n} = [ {{ say = "ride" }}, {{ say = "take", take = "w{n}" }} ]\n' for n in numbers)
    wagers = "".join(
        f'\n[wager.w{n}]\ninitial = "alone"\nfold = "lose"\nshown = ["table", "lose"]\ntable = {{ "pair" = 1 }}\n'
        for n in numbers
    )
    text = shipped("three-card").replace('  { decide = "play"', steps + '  { decide = "play"')
    return text.replace("[decision]\n", "[decision]\n" + choices) + wagers


ENDLESS = {
    "a script that branches for ever": branching(30),
    "tables without end": "[a" + ".a" * 5000 + "]",
    "lists without end": "a = " + "[" * 100_000,
    "a number without end": "a = " + "9" * 100_000,
    "entries without end": "".join(f"a{n} = 1\n" for n in range(100_000)),
    "a text of many megabytes": "# " + "x" * 20_000_000,
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_definition_that_would_run_for_ever_is_refused_in_a_sentence(
    floor: httpx.Client, real: Served, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "endless.toml"
    file.write_text(text, encoding="utf-8")
    answer = floor.post("/api/tables", json={"game": str(file)})
    assert answer.status_code == 400
    assert "endless.toml" in answer.json()["error"]
    assert len(answer.json()["error"]) < 1_000
    assert real.client().get("/healthz").status_code == 200


def test_the_same_game_with_few_decisions_is_opened(floor: httpx.Client, tmp_path: Path) -> None:
    """So the refusal above is due to the branching."""
    file = tmp_path / "short.toml"
    file.write_text(branching(2), encoding="utf-8")
    answer = floor.post("/api/tables", json={"game": str(file)})
    assert answer.status_code == 201, answer.text


# Texts of games -------------------------------------------------------------------------------------------------------


def test_the_floor_opens_a_table_by_the_text_of_a_game(real: Served, floor: httpx.Client) -> None:
    text = shipped("three-card").replace('name = "Three Card Poker"', 'name = "Unheard Of"')
    wanted = {"game": "My own game.toml", "definition": text, "coach": False, "chat": False, "act": 30, "bank": 90}
    assert floor.post("/api/tables/look", json=wanted).json()["name"] == "Unheard Of"
    table = floor.post("/api/tables", json=wanted).json()["id"]
    row = floor.get(f"/api/tables/{table}").json()
    assert (row["title"], row["game"], row["limit"]) == ("Unheard Of", "three-card", "$5–$100")
    layout = floor.get(f"/api/tables/{table}/layout").json()
    assert (layout["coach"], layout["chat"]) == (False, False)
    config = real.context.live.room.table(table).config
    assert (config.act, config.bank) == (30, 90)


def test_the_text_of_a_game_is_checked_with_the_line_of_each_mistake(floor: httpx.Client) -> None:
    def check(text: str) -> dict[str, Any]:
        answer = floor.post("/api/games/check", json={"file": "own.toml", "definition": text})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    good = check(shipped("three-card"))
    assert (good["kind"], good.get("mistakes", [])) == ("house", [])
    assert [wager["key"] for wager in good["game"]["wagers"]] == ["ante", "play", "pair-plus"]
    wrong = check(shipped("three-card").replace('against = "dealer"', 'against = "dealr"', 1))
    assert wrong["mistakes"][0]["line"] > 1
    assert "dealr" in wrong["mistakes"][0]["problem"]
    assert check("x = [")["mistakes"][0]["line"] == 1
    assert "not a game" in check("x = 1")["mistakes"][0]["problem"]


def test_only_the_floor_sends_texts_of_games(real: Served) -> None:
    guest = real.guest("Gil")
    text = shipped("three-card")
    wanted = {"game": "own.toml", "definition": text, "private": True}
    for path, body in (
        ("/api/tables", wanted),
        ("/api/tables/look", wanted),
        ("/api/games/check", {"file": "own.toml", "definition": text}),
    ):
        assert guest.post(path, json=body).status_code == 403
    assert guest.post("/api/tables/look", json={"game": "three-card", "jurisdiction": "washington"}).status_code == 200


def test_a_wrong_text_is_refused_by_the_name_of_its_file(floor: httpx.Client) -> None:
    answer = floor.post("/api/tables", json={"game": "mine.toml", "definition": "x = 1"})
    assert (answer.status_code, answer.json()["error"][:9]) == (400, "mine.toml")


# Sheets ---------------------------------------------------------------------------------------------------------------


def test_the_sheet_of_a_game_is_what_prove_prints(real: Served) -> None:
    client = real.client()

    def proved() -> httpx.Response | None:
        answer = client.get("/api/sheets/three-card")
        if answer.status_code == 200:
            return answer
        assert answer.status_code == 202
        assert answer.json() == {"game": "three-card", "state": "being proved"}
        assert int(answer.headers["retry-after"]) > 0
        return None

    sheet = until(proved, "the proof", 240).json()
    assert sheet["game"] == "three-card"
    assert sheet["wagers"]["ante"]["ev"] == "-686689/20358520"


@pytest.mark.parametrize(
    ("game", "status"), [("holdem", 400), ("whist", 404), ("..%2F..%2Fetc%2Fpasswd", 404), ("--all", 404)]
)
def test_only_shipped_house_games_are_proved(real: Served, game: str, status: int) -> None:
    answer = real.client().get(f"/api/sheets/{game}")
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def proof_of(client: httpx.Client, table: str) -> dict[str, object]:
    """Wait for the proof of a table's game; it has the lowest priority, so a busy machine takes long."""

    def ended() -> dict[str, object] | None:
        state = client.get("/api/proofs").json()["proofs"].get(table, {"state": "proved"})
        return None if state["state"] in ("waiting", "being proved") else dict(state)

    return until(ended, "the proof", 240)


@pytest.mark.long
def test_a_game_that_did_not_ship_is_proved_for_the_lobby(real: Served, floor: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "dearer.toml"
    file.write_text(shipped("three-card").replace('"straight" = 1 }', '"straight" = 2 }'), encoding="utf-8")
    table = floor.post("/api/tables", json={"game": str(file)}).json()["id"]
    client = real.client()
    assert client.get("/api/edges").json()[table] is None
    assert client.get("/api/proofs").json()["proofs"][table]["state"] in ("waiting", "being proved")
    assert proof_of(client, table)["state"] == "proved"
    edge = float(pitboss.prove(file)["ante"].edge) * 100
    assert client.get("/api/edges").json()[table] == pytest.approx(edge, abs=1e-6)
    assert client.get(f"/api/tables/{table}/layout").json()["edges"]["ante"] == pytest.approx(edge, abs=1e-6)
    assert edge != pytest.approx(float(pitboss.prove("three-card")["ante"].edge) * 100, abs=1e-3)


def test_a_game_too_large_to_be_proved_says_so(real: Served, floor: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "vast.toml"
    up = '  { deal = "board", cards = 6, face = "up" },\n'
    file.write_text(shipped("three-card").replace('  { decide = "play"', up + '  { decide = "play"'), encoding="utf-8")
    answer = floor.post("/api/tables", json={"game": str(file)})
    assert answer.status_code == 201, answer.text
    state = proof_of(real.client(), answer.json()["id"])
    assert state["state"] == "not proved"
    assert "smaller deck" in str(state["why"])
    assert real.client().get("/api/edges").json()[answer.json()["id"]] is None


def test_games_and_houses_are_those_of_the_command_line(real: Served) -> None:
    client = real.client()
    assert client.get("/api/games").json()["games"] == spread.games()
    assert client.get("/api/houses").json()["houses"] == spread.houses()
    first = spread.games()[0]
    assert client.get(f"/api/games/{first['id']}").json() == first
    assert client.get("/api/games/whist").status_code == 404


def test_a_database_that_refuses_writes_is_not_ready(real: Served) -> None:
    asked = real.client()
    assert asked.get("/readyz").status_code == 200
    writer = real.context.store.writer
    real.wait(writer.store(lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON")))
    answer = asked.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "ok": False,
        "why": "the room's database cannot be written now (it is read-only); nothing was stored, try again later.",
    }
    assert asked.get("/healthz").status_code == 200, "the process lives"
    assert asked.get("/readyz").status_code == 200, "the next connection may write"


@pytest.mark.parametrize("field", ["table", "day", "game", "player", "before"])
@pytest.mark.parametrize("text", ["a\x00b", "\x1b[31m", "a\n", "\x7f"], ids=["NUL", "escape", "line end", "delete"])
def test_control_characters_in_a_search_for_hands_are_refused(real: Served, field: str, text: str) -> None:
    ann = real.client()
    ann.post("/api/guest", json={"name": "Ann"})
    answer = ann.get("/api/hands", params={field: text})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"].isprintable()
    assert answer.json()["error"].endswith((".", "?"))
