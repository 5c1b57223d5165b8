"""The server's settings: defaults, then a TOML file, then the environment (``PITBOSS_…``), then options.

>>> load(environment={"PITBOSS_PORT": "8080"}).port
8080
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

import msgspec

from pitboss import datafile
from pitboss.errors import PitbossError, suggestion
from pitboss.store import user_folder

PREFIX = "PITBOSS_"
OTHERS = frozenset({"PITBOSS_CACHE", "PITBOSS_CONFIG", "PITBOSS_PATIENCE"})
"""Environment variables that start with the prefix but are not settings."""


class ConfigError(PitbossError):
    """A setting that cannot be used; the sentence names its key and where it was set."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of the server. Durations are in seconds unless their name says otherwise, sizes in bytes."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = ""  # the URL of the database; empty: SQLite in the data folder
    redis: str = ""  # the URL of Redis, for a room of several processes; empty: one process
    internal: str = ""  # the address at which the other processes reach this one; empty: host and port
    lease_milliseconds: int = 2000  # how long a silent process keeps its tables
    busy_changes: int = 8  # queue length at which a separate writer process starts; 0: never
    data: str = ""  # the folder of database and keys; empty: the user's data folder
    keys: str = ""  # the key file; empty: next to an SQLite database, otherwise in the data folder
    log: str = "info"
    log_format: str = "text"

    # The room
    name: str = "Pitboss"
    time_zone: str = "UTC"
    closing_hour: int = 6  # the gambling day ends at this hour
    default_room: bool = True  # open the default tables at the first start
    start_cents: int = 50_000  # play chips of a new account
    refill_below: int = 1_000  # an account with less than this, in its wallet and at tables, may have a refill
    tables_each: int = 5  # private tables that one account may have open
    rail_delay: int = 0  # seconds of delay for spectators
    bot_milliseconds: int = 1000  # how long a bot takes to act
    pause_milliseconds: int = 3000  # between two hands of poker
    house_limit: str = "5-100/5"  # limit of house games that post none; empty: $0.01 to $10,000
    proof_minutes: int = 60  # after which the proof of a game that did not ship is abandoned

    # Security
    secure: bool = False  # cookies only over HTTPS
    hosts: tuple[str, ...] = ()  # names this server answers to; empty: any
    origins: tuple[str, ...] = ()  # further origins whose pages may use it, such as https://cards.example
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is believed
    session_days: int = 30
    checkpoint_days: int = 30  # how long the checkpoint of a closed table is kept
    requests_per_minute: int = 1200  # from one address
    account_requests_per_minute: int = 1200
    logins_per_minute: int = 20  # attempts from one address
    accounts_per_hour: int = 300  # new accounts from one address
    sockets_each: int = 200  # open sockets from one address
    body_size: int = 65_536
    body_depth: int = 20
    socket_size: int = 16_384
    head_size: int = 16_384  # address and headers of a request together
    head_seconds: int = 10  # in which they must arrive
    body_seconds: int = 30  # in which the body must follow
    idle_seconds: int = 5  # how long a connection may stay open between two requests
    shutdown: int = 5

    # Work on the pages
    web_sources: bool = False  # read modules and style sheets again for every request

    @property
    def folder(self) -> Path:
        """The folder of the database and the keys."""
        return Path(self.data).expanduser() if self.data else user_folder("data")


MOST = 10**12
BOUNDS = {
    "port": (0, 65_535),
    "closing_hour": (0, 23),
    "body_size": (1_000, 10_000_000),
    "body_depth": (5, 100),
    "socket_size": (1_000, 1_000_000),
    "head_size": (4_000, 1_000_000),
    "head_seconds": (1, 600),
    "body_seconds": (1, 600),
    "idle_seconds": (1, 600),
    "shutdown": (1, 600),
    "lease_milliseconds": (500, 60_000),
    "sockets_each": (1, 100_000),
    "accounts_per_hour": (1, 1_000_000),
    "proof_minutes": (1, 100_000),
    **dict.fromkeys(
        ("session_days", "requests_per_minute", "account_requests_per_minute", "logins_per_minute"), (1, MOST)
    ),
}
CHOICES = {"log": ("debug", "info", "warning", "error"), "log_format": ("text", "json")}
SCHEMES = {"db": ("sqlite", "postgresql"), "redis": ("redis", "rediss", "unix")}


def load(
    file: str | Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Config:
    """The settings from all four places; an option that is None was not given."""
    return Config(**{key: value for key, (value, _) in given(file, environment, options).items()})


def given(
    file: str | Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> dict[str, tuple[Any, str]]:
    """The settings that were set anywhere, each with its source."""
    environment = os.environ if environment is None else environment
    values: dict[str, tuple[Any, str]] = {}
    file = file or environment.get("PITBOSS_CONFIG")
    if file:
        values |= _from_file(file)
    values |= _from_environment(environment)
    for key, value in (options or {}).items():
        if value is not None:
            where = f"--{key.replace('_', '-')}"
            values[key] = _checked(key, value, where), where
    return values


def shown(config: Config, sources: Mapping[str, tuple[Any, str]] | None = None) -> str:
    """The settings as a TOML file, every key with its effective value; a password in a URL is not shown.

    With ``sources`` (:func:`given`), a comment says where each value comes from.
    """
    lines = []
    for key, value in msgspec.structs.asdict(config).items():
        if key in ("db", "redis"):
            value = _without_password(value)
        elif key == "data":
            value = str(config.folder)
        line = f"{key} = {_toml(value)}"
        if sources is not None:
            line = f"{line:<39} # {sources[key][1] if key in sources else 'default'}"
        lines.append(line)
    return "\n".join(lines)


def _from_file(path: str | Path) -> dict[str, tuple[Any, str]]:
    file = datafile.read(path)
    values = {}
    for key, value in file.data.items():
        where = f"{file.name}, line {file.line(key)}: {key}"
        if key not in Config.__struct_fields__:
            raise ConfigError(f"{where} is not a setting; {suggestion(key, Config.__struct_fields__)}")
        values[key] = _checked(key, value, where), f"{file.name}, line {file.line(key)}"
    return values


def _from_environment(environment: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    values = {}
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable in OTHERS:
            continue
        key = variable.removeprefix(PREFIX).lower()
        if key not in Config.__struct_fields__:
            known = [PREFIX + name.upper() for name in Config.__struct_fields__]
            raise ConfigError(f"{variable} is not a setting; {suggestion(variable, known)}")
        values[key] = _checked(key, _parsed(key, text), variable), variable
    return values


def _parsed(key: str, text: str) -> Any:
    """Convert a text from the environment to the type of its key; unchanged if that is not possible."""
    kind = get_type_hints(Config)[key]
    if kind is int and re.fullmatch(r"-?\d{1,15}", text.strip()):
        return int(text)
    if kind is bool:
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(text.lower(), text)
    if kind == tuple[str, ...]:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _checked(key: str, value: Any, where: str) -> Any:
    """The value of a setting if it can be used."""
    kind = get_type_hints(Config)[key]
    if kind is bool and not isinstance(value, bool):
        raise ConfigError(f"{where}: {value!r} is neither true nor false; write one of them.")
    if kind is int:
        return _number(key, value, where)
    if kind is str and not isinstance(value, str):
        raise ConfigError(f'{where}: {value!r} is not a text; put it in quotes, such as "…".')
    if kind == tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            raise ConfigError(f'{where}: {value!r} is not a list of texts; write it like ["…", "…"].')
        value = tuple(value)
    if problem := _problem(key, value):
        raise ConfigError(f"{where}: {problem}")
    return value


def _number(key: str, value: Any, where: str) -> int:
    low, high = BOUNDS.get(key, (0, MOST))
    if isinstance(value, bool) or not isinstance(value, int):
        raise ConfigError(f"{where}: {value!r} is not a whole number; write one from {low} to {high}.")
    if not low <= value <= high:
        raise ConfigError(f"{where}: {value} is not possible; write a whole number from {low} to {high}.")
    return value


def _problem(key: str, value: Any) -> str:
    """Why a text or a list cannot be used, or an empty string."""
    if key in CHOICES and value not in CHOICES[key]:
        return f"{value!r} is unknown; {suggestion(value, CHOICES[key])}"
    if key in SCHEMES and value:
        scheme = value.partition(":")[0].partition("+")[0]
        if scheme not in SCHEMES[key] or ":" not in value:
            known = " or ".join(f"{each}:" for each in SCHEMES[key])
            return f"{_without_password(value)!r} cannot be used; write a URL that begins with {known}."
    if key == "host" and not value.strip():
        return "the host is empty; write an address such as 127.0.0.1, or 0.0.0.0 for all addresses of this machine."
    if key == "time_zone" and not _can(ZoneInfo, value):
        return f"{value!r} is not a time zone; write one such as America/Los_Angeles."
    if key == "proxies":
        bad = (each for each in value if not _can(partial(ipaddress.ip_network, strict=False), each))
        return next((f"{each!r} is not an address or network, such as 10.0.0.0/8." for each in bad), "")
    if key == "internal" and value and not re.fullmatch(r"http://[^/\s]+", value):
        return f"{value!r} is not an address of a process; write one such as http://10.0.0.2:8000."
    if key == "origins":
        good = re.compile(r"https?://[^/\s]+")
        bad = (each for each in value if not good.fullmatch(each))
        return next((f"{each!r} is not an origin; write one such as https://cards.example." for each in bad), "")
    return ""


def _can(make: Callable[[str], object], text: str) -> bool:
    """True if ``make`` accepts a text."""
    try:
        make(text)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return False
    return True


def _without_password(url: str) -> str:
    return re.sub(r"(//[^:/@]*):[^@]*@", r"\1:…@", url)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    return str(value) if isinstance(value, int) else msgspec.json.encode(value).decode()
