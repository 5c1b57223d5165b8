"""The files in ``deploy/``: their commands and settings exist, and two processes run as the unit says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
import yaml

from pitboss.cli import room as commands
from pitboss.server.config import Config, given
from tests.patience import MINUTE, until
from tests.storage import servers

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OURS = "/opt/pitboss/.venv/bin/pitboss"


def accepted(words: list[str]) -> None:
    """Check that a command line of ours has a command and options that exist."""
    context = click.Context(commands)
    command = commands.get_command(context, words[0])
    assert command is not None, words
    command.make_context(words[0], list(words[1:]), parent=context)


def compose() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return data


def filled(text: str) -> str:
    """A text of the compose file with its variables filled in."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda match: f"some-{match[1].lower()}", text)


def test_the_compose_file_runs_commands_of_ours_with_settings_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose()["services"]
    ours = {name: each for name, each in services.items() if (each.get("command") or [""])[0] == "pitboss"}
    assert set(ours) == {"room", "backup"}
    for service in ours.values():
        accepted([filled(word) for word in service["command"][1:]])
        settings = given(environment={key: filled(str(value)) for key, value in service["environment"].items()})
        assert {"db", "redis", "keys", "secure", "proxies"} <= settings.keys()
    named = {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == set(compose()["volumes"])
    for path in (name for name in named if name.startswith("./") and name != "./backups"):
        assert (DEPLOY / path).is_file(), path
    for each in services.values():
        assert set(each.get("depends_on", ())) <= services.keys()


def test_the_image_has_the_command_and_settings_of_ours() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    last = re.findall(r"^CMD (.*)$", text, re.M)[-1]
    words = yaml.safe_load(last)
    assert words[0] == "pitboss"
    accepted(words[1:])
    environment = dict(pair.split("=", 1) for pair in re.findall(r"^ENV (.*)$", text, re.M)[0].split())
    assert given(environment=environment).keys() == {"data", "host", "log_format"}
    for source in re.findall(r"^COPY (.*) \S+$", text, re.M):
        assert all((DEPLOY.parent / name).exists() for name in source.split()), source


def test_the_settings_file_and_the_proxies_fit_the_units(command: Callable[..., Any]) -> None:
    said = command("serve", "--config", str(DEPLOY / "room.toml"), "--print-config")
    assert said.code == 0, said.err
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(r"server 127\.0\.0\.1:(\d+)", text) == ["8001", "8002", "8003"]
    for path in (DEPLOY / "nginx.conf", DEPLOY / "Caddyfile"):
        plain = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
        assert plain.count("{") == plain.count("}"), path


def started_by(unit: Path) -> list[str]:
    """The words of a unit's command."""
    (line,) = re.findall(r"^ExecStart=(.*)$", unit.read_text(encoding="utf-8"), re.M)
    return shlex.split(line.replace("%i", "8001"))


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name)
def test_a_unit_runs_a_command_of_ours(unit: Path) -> None:
    words = started_by(unit)
    assert words[0] == OURS
    accepted(words[1:])
    for pair in re.findall(r"^Environment=(.*)$", unit.read_text(encoding="utf-8"), re.M):
        assert given(environment=dict([pair.split("=", 1)]))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_the_units_are_units(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace(OURS, sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    names = [str(tmp_path / unit.name.replace("@", "@8001")) for unit in UNITS]
    (tmp_path / "pitboss@8001.service").write_text((tmp_path / "pitboss@.service").read_text())
    done = subprocess.run(
        ["systemd-analyze", "verify", *names], capture_output=True, text=True, timeout=MINUTE, check=False
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "pitboss" in line]
    assert ours == []


@pytest.mark.long
def test_two_processes_run_as_their_unit_says(tmp_path: Path) -> None:
    """The unit's own command line, with its files in a test folder; when one process stops, the other has all
    tables."""
    url, redis = servers.postgres().new_database(), servers.new_redis()
    (tmp_path / "room.toml").write_text('name = "Deployed"\n', encoding="utf-8")
    places = {"/etc/pitboss/room.toml": str(tmp_path / "room.toml"), "/var/lib/pitboss": str(tmp_path), "8001": "0"}
    words = [places.get(word, word) for word in started_by(DEPLOY / "systemd" / "pitboss@.service")][1:]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PITBOSS_")}
    environment |= {"PITBOSS_DB": url, "PITBOSS_REDIS": redis.url, "PITBOSS_KEYS": str(tmp_path / "room.keys")}
    running = [
        subprocess.Popen([sys.executable, "-m", "pitboss", *words], stdout=subprocess.PIPE, env=environment, text=True)
        for _ in range(2)
    ]
    try:
        addresses = [process.stdout.readline().strip() for process in running if process.stdout]
        listed = [sorted(row["id"] for row in tables(address)) for address in addresses]
        assert len(listed[0]) > 10
        until(lambda: sorted(row["id"] for row in tables(addresses[1])) == listed[0])
        until(lambda: 0 < figure(addresses[0], "pitboss_leases") < len(listed[0]))
        running[0].send_signal(signal.SIGTERM)
        assert running[0].wait(60) == 0
        until(lambda: figure(addresses[1], "pitboss_leases") == len(listed[0]))
        assert httpx.get(f"{addresses[1]}/readyz", timeout=MINUTE).json()["ok"]
    finally:
        for process in running:
            process.kill()
            process.wait(30)
            if process.stdout:
                process.stdout.close()
        redis.close()


def tables(address: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = httpx.get(f"{address}/api/tables", timeout=MINUTE).json()["tables"]
    return listed


def figure(address: str, name: str) -> float:
    text = httpx.get(f"{address}/metrics", timeout=MINUTE).text
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[1])


def test_every_setting_that_the_pages_name_is_one() -> None:
    text = (DEPLOY.parent / "docs" / "deploy.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`([a-z_]+)(?: = [^`]*)?`", text)) - {"synchronous_commit", "keys"}
    assert words <= set(Config.__struct_fields__), words - set(Config.__struct_fields__)


def test_the_proxies_have_the_limits_of_the_room() -> None:
    config = Config()
    nginx, caddy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    kilobytes = config.body_size // 1024, config.head_size // 1024
    assert f"client_max_body_size {kilobytes[0]}k;" in nginx
    assert f"large_client_header_buffers 2 {kilobytes[1] // 2}k;" in nginx
    assert f"client_header_timeout {config.head_seconds}s;" in nginx
    assert f"client_body_timeout {config.body_seconds}s;" in nginx
    assert f"max_size {kilobytes[0]}KiB" in caddy
    assert f"max_header_size {kilobytes[1]}KiB" in caddy
    assert f"read_header {config.head_seconds}s" in caddy
    for text, line in ((nginx, r"keepalive_timeout (\d+)s;"), (caddy, r"keepalive (\d+)s")):
        (seconds,) = re.findall(line, text)
        assert int(seconds) < config.idle_seconds, "the proxy gives an idle connection up first"
