"""``pitboss serve`` as a process: it prints its address first, answers mistakes in one sentence, and stops cleanly."""

from __future__ import annotations

import doctest
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from pitboss.room import messages
from pitboss.server.config import Config
from tests.examples import rest_long
from tests.patience import MINUTE

from ..conftest import Said
from ..storage import servers

LINK = re.compile(r"(http://\S+)/owner#(\S+)")


@contextmanager
def serving(data: Path, *words: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server as a process of its own, and its address; its log is in ``data/log``."""
    data.mkdir(exist_ok=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_")} | environment
    if "PITBOSS_CACHE" in os.environ:
        environment["PITBOSS_CACHE"] = os.environ["PITBOSS_CACHE"]
    with (data / "log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(data), *words],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().rstrip("\n")
    finally:
        process.kill()
        process.wait(MINUTE)
        process.stdout.close()


@pytest.fixture
def quick(tmp_path: Path) -> Path:
    """Settings for a server without tables of its own, which starts at once."""
    path = tmp_path / "room.toml"
    path.write_text('default_room = false\nname = "Test"\n', encoding="utf-8")
    return path


def test_the_first_line_is_the_address_and_it_answers_at_once(tmp_path: Path, quick: Path) -> None:
    with serving(tmp_path / "data", "--config", str(quick)) as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        assert httpx.get(f"{address}/healthz", timeout=MINUTE).json() == {"ok": True, "why": ""}
        assert httpx.get(f"{address}/readyz", timeout=MINUTE).status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(MINUTE) == 0
        assert process.stdout is not None
        assert process.stdout.read() == "", "nothing but the address goes to standard output"
        said = (tmp_path / "data" / "log").read_text(encoding="utf-8")
        assert said.endswith("The room is closed; hands under way continue when it opens again.\n")


def test_the_first_start_opens_a_room_with_tables_of_every_kind(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as (_, address):
        rows = httpx.get(f"{address}/api/tables", timeout=MINUTE).json()["tables"]
        assert {"house", "poker"} == {row["kind"] for row in rows}
        assert len(rows) > 10
    with serving(tmp_path / "data") as (_, address):
        again = httpx.get(f"{address}/api/tables", timeout=MINUTE).json()["tables"]
        assert [row["id"] for row in again] == [row["id"] for row in rows], "restored, not opened again"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    """A server without tables for tests that leave it as it is, its address and its folder."""
    folder = tmp_path_factory.mktemp("running")
    quick = folder / "room.toml"
    quick.write_text('default_room = false\nname = "Test"\n', encoding="utf-8")
    with serving(folder / "data", "--config", str(quick)) as (process, address):
        yield process, address, folder / "data"


def test_a_room_in_a_file_is_served_once(
    running: tuple[subprocess.Popen[str], str, Path], quick: Path, command: Callable[..., Said]
) -> None:
    process, address, data = running
    said = command("serve", "--port", "0", "--data", str(data), "--config", str(quick))
    assert (said.code, said.out) == (2, "")
    assert f"room.sqlite is served already, by process {process.pid}; stop that one first" in said.err
    assert httpx.get(f"{address}/readyz", timeout=MINUTE).status_code == 200, "the first one goes on"


@pytest.mark.long
def test_accounts_sessions_and_roles_survive_a_restart(tmp_path: Path, quick: Path) -> None:
    data = tmp_path / "data"
    with (
        serving(data, "--config", str(quick)) as (_, address),
        httpx.Client(base_url=address, timeout=MINUTE, verify=False) as client,
    ):
        client.post("/api/register", json={"name": "Ann", "password": "correct horse"})
        link = LINK.search((data / "log").read_text())
        assert link is not None
        assert link[1] == address
        assert client.post("/api/owner", json={"code": link[2]}).json()["roles"] == ["player", "owner"]
        cookies = dict(client.cookies)
    size = len((data / "log").read_text())
    with (  # the first was killed: the room is free at once
        serving(data, "--config", str(quick)) as (_, address),
        httpx.Client(base_url=address, timeout=MINUTE, verify=False) as client,
    ):
        assert "owner" not in (data / "log").read_text()[size:], "a room that has an owner offers no link"
        for name, token in cookies.items():
            client.cookies.set(name, token)
        assert client.get("/api/me").json() == {
            "name": "Ann",
            "kind": "registered",
            "roles": ["player", "owner"],
            "cents": 50_000,
        }
    stored = b"".join(path.read_bytes() for path in data.iterdir())
    assert not any(token.encode() in stored for token in cookies.values()), "only hashes of tokens are stored"
    assert b"correct horse" not in stored
    assert link[2].encode() not in b"".join(path.read_bytes() for path in data.iterdir() if path.name != "log")


def test_a_new_owner_link_is_made_beside_a_running_server(
    running: tuple[subprocess.Popen[str], str, Path], command: Callable[..., Said]
) -> None:
    _, address, data = running
    with httpx.Client(base_url=address, timeout=MINUTE, verify=False) as client:
        old = LINK.search((data / "log").read_text())
        said = command("owner-link", "--data", str(data))
        new = LINK.search(said.out)
        assert said.code == 0
        assert old is not None
        assert new is not None
        assert new[1] == address, "where the server listens, whatever the settings say"
        client.post("/api/guest", json={"name": "Bea"})  # Ann is the guest of the program in the hosting page
        assert client.post("/api/owner", json={"code": old[2]}).status_code == 403
        assert client.post("/api/owner", json={"code": new[2]}).status_code == 200


@pytest.mark.parametrize("end", rest_long([signal.SIGTERM, signal.SIGKILL], signal.SIGKILL))
def test_an_owner_link_without_a_server_says_that_it_is_not_running(
    tmp_path: Path, quick: Path, command: Callable[..., Said], end: signal.Signals
) -> None:
    data = tmp_path / "data"
    with serving(data, "--config", str(quick)) as (process, _):
        process.send_signal(end)
        process.wait(MINUTE)
    said = command("owner-link", "--data", str(data))
    assert said.code == 0
    assert said.out.startswith("http://127.0.0.1:8000/owner#")
    assert said.err == "The server is not running; the link works once it listens at this address.\n"


def test_an_owner_link_for_something_that_is_no_address_is_refused(command: Callable[..., Said]) -> None:
    said = command("owner-link", "--url", "cards.example")
    assert (said.code, said.out) == (2, "")
    assert said.err == "pitboss: --url 'cards.example' is not an address; write it as https://cards.example.\n"


def test_an_owner_link_for_no_room_is_refused_and_makes_none(tmp_path: Path, command: Callable[..., Said]) -> None:
    said = command("owner-link", "--data", str(tmp_path / "dtaa"))
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"pitboss: there is no card room in {tmp_path / 'dtaa'}; name the folder or database that pitboss serve uses, "
        "or start it once.\n"
    )
    assert not list(tmp_path.iterdir())
    database = servers.postgres().new_database()
    said = command("owner-link", "--data", str(tmp_path), "--db", database)
    assert (said.code, said.out) == (2, "")
    assert "there is no card room in the database" in said.err


def test_the_program_in_the_hosting_page_does_what_it_shows(
    running: tuple[subprocess.Popen[str], str, Path],
) -> None:
    """The block is not run with the other pages because it needs a server."""
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```py\n(.*?)```", page, re.S)
    text = program.replace("http://127.0.0.1:8000", running[1])
    example = doctest.DocTestParser().get_doctest(text, {}, "hosting.md", None, 0)
    assert len(example.examples) > 5
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert not told, "".join(told)


def test_every_setting_is_in_the_hosting_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = page.partition("| Setting |")[2].partition("##")[0]
    listed = [
        name
        for row in table.splitlines()
        if row.startswith("| `")
        for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    assert sorted(listed) == sorted(Config.__struct_fields__)


def test_every_code_that_closes_a_socket_is_in_the_hosting_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d{4}) \|", page, re.M)
    codes = (messages.GOING_AWAY, messages.POLICY, messages.SIZE, messages.FAILED, messages.RESTART)
    assert list(map(int, listed)) == [*codes, messages.TOO_SLOW, messages.ELSEWHERE]


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path, command: Callable[..., Said]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = command("serve", "--port", port, "--data", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert f"port {port} cannot be used (address already in use)" in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--host", "no.such.host.invalid"], "is not an address of this machine"),
        (["--host", "192.0.2.1"], "cannot be used"),
        (["--db", "sqlite:////proc/nowhere/room.sqlite"], "cannot be opened"),
        (["--db", "postgresql://127.0.0.1:1/room"], "database"),
    ],
    ids=["an unknown host", "another machine's address", "a folder that cannot be", "a database that is not there"],
)
def test_what_cannot_be_opened_is_one_sentence(
    tmp_path: Path, command: Callable[..., Said], words: list[str], sentence: str
) -> None:
    said = command("serve", "--port", "0", "--data", str(tmp_path), *words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err.splitlines()[-1]
    assert "Traceback" not in said.err


@pytest.mark.parametrize("package", rest_long(["litestar", "uvicorn", "argon2", "sqlalchemy", "structlog"], "litestar"))
def test_a_missing_package_is_one_sentence(tmp_path: Path, package: str) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / f"{package}.py").write_text(f"raise ModuleNotFoundError(name={package!r})\n")
    path = os.pathsep.join([str(hidden), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=2 * MINUTE,
    )
    assert (done.returncode, done.stdout) == (2, "")
    sentence = (
        f"pitboss: the server needs the package {package}; pip install 'pitboss[server]' installs everything it needs."
    )
    assert done.stderr == f"{sentence}\n"
