"""Settings: their sources, which source wins, and one sentence for each invalid setting."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pitboss.server.config import Config, ConfigError, load, shown

from ..conftest import Said


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "room.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_options_win_over_the_environment_over_the_file_over_the_defaults(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 1001\nhost = "10.0.0.1"\nname = "Royal"\n')
    environment = {"PITBOSS_PORT": "1002", "PITBOSS_HOST": "10.0.0.2"}
    config = load(file, environment, {"port": 1003, "host": None})
    assert (config.port, config.host, config.name, config.closing_hour) == (1003, "10.0.0.2", "Royal", 6)


def test_the_environment_may_name_the_file_and_has_every_type(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1001\n")
    environment = {
        "PITBOSS_CONFIG": str(file),
        "PITBOSS_SECURE": "true",
        "PITBOSS_PROXIES": "10.0.0.0/8, ::1",
        "PITBOSS_CACHE": "/elsewhere",
        "PITBOSS_PATIENCE": "3",
        "HOME": "/home/ann",
    }
    config = load(environment=environment)
    assert (config.port, config.secure, config.proxies) == (1001, True, ("10.0.0.0/8", "::1"))


BAD_LINES = {
    "porte = 1": "porte is not a setting; did you mean 'port'?",
    'port = "8000"': "port: '8000' is not a whole number",
    "port = 70000": "port: 70000 is not possible; write a whole number from 0 to 65535.",
    "port = -1": "port: -1 is not possible",
    "port = true": "port: True is not a whole number",
    "host = 1": "host: 1 is not a text",
    'host = " "': "host: the host is empty",
    "secure = 1": "secure: 1 is neither true nor false",
    'db = "mysql://x/y"': "db: 'mysql://x/y' cannot be used; write a URL that begins with sqlite: or postgresql:.",
    'db = "mysql://ann:secret@x/y"': "db: 'mysql://ann:…@x/y' cannot be used; write a URL",
    'redis = "http://x"': "redis: 'http://x' cannot be used; write a URL",
    'log = "loud"': "log: 'loud' is unknown; choose one of debug, info, warning, error.",
    'log_format = "xml"': "log_format: 'xml' is unknown",
    'time_zone = "Mars/Olympus"': "time_zone: 'Mars/Olympus' is not a time zone",
    'time_zone = "../etc/passwd"': "time_zone: '../etc/passwd' is not a time zone",
    "closing_hour = 24": "closing_hour: 24 is not possible",
    'proxies = ["nginx"]': "proxies: 'nginx' is not an address or network",
    'proxies = "10.0.0.1"': "proxies: '10.0.0.1' is not a list of texts",
    'origins = ["cards.example"]': "origins: 'cards.example' is not an origin",
    'origins = ["https://cards.example/"]': "origins: 'https://cards.example/' is not an origin",
    "requests_per_minute = 0": "requests_per_minute: 0 is not possible",
    "body_size = 10": "body_size: 10 is not possible",
    "port = ": "this is not TOML",
    "[server]\nport = 1": "server is not a setting",
}


@pytest.mark.parametrize(("line", "words"), BAD_LINES.items(), ids=BAD_LINES.keys())
def test_a_bad_setting_in_a_file_is_one_sentence_with_its_line_and_key(
    tmp_path: Path, command: Callable[..., Said], line: str, words: str
) -> None:
    said = command("serve", "--config", str(written(tmp_path, f"# our room\n{line}\n")))
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "room.toml, line 2" in said.err
    assert words in said.err
    assert "secret" not in said.err


BAD_VARIABLES = {
    "PITBOSS_PORT": ("many", "PITBOSS_PORT: 'many' is not a whole number"),
    "PITBOSS_SECURE": ("perhaps", "PITBOSS_SECURE: 'perhaps' is neither true nor false"),
    "PITBOSS_PROT": ("1", "PITBOSS_PROT is not a setting; did you mean 'PITBOSS_PORT'?"),
    "PITBOSS_PROXIES": ("10.0.0.1 10.0.0.2", "PITBOSS_PROXIES: '10.0.0.1 10.0.0.2' is not an address"),
}


@pytest.mark.parametrize("variable", BAD_VARIABLES)
def test_a_bad_variable_is_one_sentence_with_its_name(variable: str) -> None:
    text, words = BAD_VARIABLES[variable]
    with pytest.raises(ConfigError) as refused:
        load(environment={variable: text})
    assert words in str(refused.value)


BAD_OPTIONS = {
    ("--port", "99999"): "--port: 99999 is not possible",
    ("--port", "many"): "--port 'many' is not a whole number",
    ("--db", "nonsense"): "--db: 'nonsense' cannot be used; write a URL",
    ("--redis", "mail://x"): "--redis: 'mail://x' cannot be used; write a URL",
    ("--config", "nowhere.toml"): "nowhere.toml cannot be read",
    ("--host", ""): "--host: the host is empty",
}


@pytest.mark.parametrize(("words", "sentence"), BAD_OPTIONS.items(), ids=[" ".join(words) for words in BAD_OPTIONS])
def test_a_bad_option_is_one_sentence(command: Callable[..., Said], words: tuple[str, str], sentence: str) -> None:
    said = command("serve", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_the_printed_settings_are_a_file_that_gives_the_same_settings(
    tmp_path: Path, command: Callable[..., Said]
) -> None:
    said = command("serve", "--print-config", "--port", "8123", "--data", str(tmp_path))
    assert said.code == 0
    values = tomllib.loads(said.out)
    assert values.keys() == set(Config.__struct_fields__)
    assert values["port"] == 8123
    again = load(written(tmp_path, said.out), environment={})
    assert shown(again).splitlines() == [line.partition(" # ")[0].rstrip() for line in said.out.splitlines()]


def test_every_printed_setting_says_where_it_comes_from(
    tmp_path: Path, command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_NAME", "Royal")
    file = written(tmp_path, "# ours\nclosing_hour = 4\n")
    said = command("serve", "--print-config", "--port", "8123", "--config", str(file))
    sources = {line.partition(" =")[0]: line.partition(" # ")[2] for line in said.out.splitlines()}
    assert sources.keys() == set(Config.__struct_fields__)
    sources["closing_hour"] = sources["closing_hour"].rpartition("/")[2]
    assert {key: sources[key] for key in ("port", "name", "closing_hour", "host")} == {
        "port": "--port",
        "name": "PITBOSS_NAME",
        "closing_hour": "room.toml, line 2",
        "host": "default",
    }


def test_a_password_in_a_url_is_not_printed(command: Callable[..., Said]) -> None:
    said = command("serve", "--print-config", "--db", "postgresql://ann:secret@db/room", "--redis", "redis://:secret@r")
    assert "secret" not in said.out
    assert "postgresql://ann:…@db/room" in said.out


def test_every_setting_has_a_default_that_would_be_accepted() -> None:
    config = Config()
    values = msgspec.structs.asdict(config)
    assert load(environment={}, options=values) == config
