"""House books with one value changed, and traces of what a table does under a book.

Each value of a book is changed to every other legal word, or to another number or amount. A trace lists every option,
event and move of randomly played hands and every entry of a session. Two books with equal traces for all scripts are
the same to the players.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pitboss
from pitboss import poker
from pitboss.errors import PitbossError
from pitboss.poker import house_book, vocabulary
from pitboss.poker.session.session import PokerSession
from pitboss.poker.table_law import open_table
from tests.poker.table import HOUSES, may, random_act

Key = tuple[str | int, ...]

CITATIONS = {"rule", "burn_rule", "sandbag_rule", "misprint"}
IDENTITY = {"id", "name"}
WORDS = [
    *house_book.BETTING.values(),
    *house_book.SHOWDOWN.values(),
    *house_book.MOMENTS.values(),
    *(house_book.COUNTS, vocabulary.STARTS, vocabulary.OPENS, vocabulary.LIMITS, vocabulary.PASSED),
    ("limit", "no-limit"),
    ("high card", "left of dealer"),
    ("button small", "letter"),
    ("dead", "live", "none"),
    ("live", "none"),
    ("big", "both", "none"),
    ("pot", "button", "nobody"),
    ("pair of J", "pair of A"),
    ("7c 6d 5h 4s 3c", "9c 8d 5h 4s 3c"),
    ("standard", "ace-to-five"),
    ("wild", "joker"),
]
GONE = object()
# What must be said together with another value of a key, for the book to be whole; said on both sides.
TOGETHER: dict[tuple[str, Key], dict[Key, Any]] = {
    ("wsop", ("any_stakes",)): {("limits",): {"2-4": {"blinds": ["1", "2"], "ante": "1"}}},
    ("wsop", ("fee", "payer")): {
        ("fee", "heads"): [1],
        ("fee", "amounts"): ["1"],
        ("fee", "moment"): {"ante": "after antes", "blinds": "first board"},
        ("fee", "count"): {"ante": "posted", "blinds": "live"},
    },
    ("wsop", ("betting", "short_all_in")): {("betting", "reopens"): GONE},
    ("button", ("games", "lowball", "opening", "plays")): {("games", "lowball", "opening", "needs"): GONE},
}
# A cell of a schedule that no table of the game is large enough for (PK-31).
CANNOT_OCCUR = {("pot", ("games", "draw", "limits", "2-4", "fee", 0))}
# Values that no shipped book says, given to one that could.
ADDED: list[tuple[str, Key, Any]] = [
    ("pot", ("games", "draw", "seats"), [2, 5]),
    ("pot", ("games", "seven-stud", "limits", "2-4", "bring_in"), "1"),
]
STAKES: dict[str, dict[str, Any]] = {
    "blinds": {"lower": 200, "higher": 400, "blinds": (100, 200)},
    "ante": {"lower": 200, "higher": 400, "ante": 50, "bring_in": 100},
}
EVENINGS = ("button", "missed", "short_buy")


def data(house: str) -> dict[str, Any]:
    return tomllib.loads((HOUSES / f"{house}.toml").read_text(encoding="utf-8"))


def values(table: Any, path: Key = ()) -> Iterator[tuple[Key, Any]]:
    """Every value of a book with its path, without names and citations; list items count separately."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key not in CITATIONS and not (not path and key in IDENTITY):
                yield from values(value, (*path, key))
    elif isinstance(table, list):
        for place, value in enumerate(table):
            yield from values(value, (*path, place))
    else:
        yield path, table


def others(value: Any) -> list[Any]:
    """Other values to try in its place."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    try:
        cents = round(float(value) * 100)
    except ValueError:
        sets = [words for words in WORDS if value in words]
        assert sets, f"no other word is known for {value!r}"
        return list(dict.fromkeys(word for words in sets for word in words if word != value))
    return [f"{cents * 2 / 100:.2f}", *([f"{cents // 2 / 100:.2f}"] if cents > 1 else [])]


def changed(table: dict[str, Any], path: Key, value: Any) -> dict[str, Any]:
    table = deepcopy(table)
    inner: Any = table
    for key in path[:-1]:
        inner = inner[key] if isinstance(key, int) else inner.setdefault(key, {})
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return table


def text(table: dict[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in table.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Script(NamedTuple):
    """One thing to play at a table."""

    kind: str
    game: str
    limit: str | None
    play: str
    wild: bool
    seed: int


def scripts(house: str, path: Key, hands: int) -> Iterator[Script]:
    """Scripts to try for a value: sessions, then hands, of every game and limit it could affect."""
    spread = poker.houses()[house]
    games = [str(path[1])] if path[0] == "games" else list(spread.games)
    row = next((str(path[place + 1]) for place, key in enumerate(path[:-1]) if key == "limits"), None)
    limits: dict[str, list[str | None]] = {
        game: [row] if row else [None] if spread.any_stakes else list(spread.games[game].limits) for game in games
    }
    evenings = [(game, limit) for game in games for limit in limits[game]]
    if path[0] in EVENINGS or path[-1] == "buy_in":
        for game, limit in evenings:
            yield Script("evening", game, limit, "limit", False, 1)
    for game, limit in evenings:
        yield Script("opening", game, limit, "limit", False, 1)
        yield Script("short raises", game, limit, "limit", False, 1)
    for seed in range(hands):
        for game in games:
            limit = limits[game][seed % len(limits[game])]
            yield Script("hand", game, limit, "limit", False, seed)
            if "no-limit" in poker.games()[game].play:
                yield Script("hand", game, limit, "no-limit", False, seed)
            if spread.wild:
                yield Script("hand", game, limit, "limit", True, seed)


class House(NamedTuple):
    """A book as a file, and the games opened under it so far."""

    path: Path
    opened: dict[tuple[Any, ...], Any]


def trace(house: House, script: Script) -> list[Any]:
    """The trace of a script under a book, or the refusal."""
    stakes: dict[str, Any] = {}
    if script.limit is None:
        stakes = dict(STAKES[poker.games()[script.game].stakes])
    try:
        return _KINDS[script.kind](house, script, stakes)
    except PitbossError as error:
        return [str(error)]


def _load(house: House, script: Script, stakes: dict[str, Any]) -> Any:
    key = script[1:-1]
    if key not in house.opened:
        try:
            house.opened[key] = poker.load(
                script.game, house.path, script.limit, play=script.play, wild=script.wild, **stakes
            )
        except PitbossError as error:
            house.opened[key] = error
    game = house.opened[key]
    if isinstance(game, PitbossError):
        raise game
    return game


def _opening(house: House, script: Script, stakes: dict[str, Any]) -> list[Any]:
    return [str(one) for one in open_table(_load(house, script, stakes), "washington", date(2026, 1, 1))]


def _hand(house: House, script: Script, stakes: dict[str, Any]) -> list[Any]:
    game = _load(house, script, stakes)
    rng = random.Random(f"{script}")
    least, most = poker.games()[script.game].seats
    heads = max(least, most - script.seed % (most - least + 1))
    deep = script.seed % 3 == 0
    stacks = {seat: 40_000 if deep else rng.choice([*[50] * 5, *range(200, 2400, 50)]) for seat in range(1, heads + 1)}
    if game.chip == 1:
        stacks = {seat: cents + rng.randrange(100) if cents > 50 else cents for seat, cents in stacks.items()}
    stacks[heads] += 400  # the button may pay the fee
    more: dict[str, Any] = {}
    if script.seed % 4 == 1 and heads > least:
        more["dead"] = [1]
    elif script.seed % 8 == 3 and game.ante:
        more["posts"] = game.posts(range(2, heads + 1), heads)  # seat 1 was forgotten
    if script.seed % 5 == 2:
        more["showdown"] = "ask"
    hand = game.deal(stacks, heads, pitboss.seeded(script.seed), **more)
    told: list[Any] = []
    folds = 0.02 if script.seed % 2 else 0.3
    while not hand.done:
        told.append([(one.word, one.actions, one.cents, one.low, one.high, one.step) for one in may(hand).values()])
        random_act(hand, rng, folds)
    return [*told, *hand.events, *hand.moves]


def _short_raises(house: House, script: Script, stakes: dict[str, Any]) -> list[Any]:
    """A bet and two short all-ins above it that together make a full raise."""
    game = _load(house, script, stakes)
    bet = game.lower
    first = game.ante + max(game.blinds, default=0)
    stacks = {1: 40 * bet, 2: first + bet * 3 // 2, 3: first + bet * 2, 4: 40 * bet}
    hand = game.deal(stacks, 4, pitboss.seeded(script.seed))
    told: list[Any] = []
    while not hand.done and len(told) < 12:
        told.append([(one.word, one.low, one.high) for one in may(hand).values()])
        wanted = ("call", "check") if game.blinds and hand.street_number == 0 else ("call",)
        if hand.actors[0] in (2, 3):
            wanted = ("raise", *wanted) if hand.betting.level and "check" not in wanted else wanted
        word = next(
            (word for word in (*wanted, "bet", "complete", "check", "draw", "fold") if word in may(hand)), "show"
        )
        hand.act(hand.actors[0], word)
    return told


def _evening(house: House, script: Script, stakes: dict[str, Any]) -> list[Any]:
    """A session with various buy-ins, missed blinds made up, and a player from the rail."""
    told: list[Any] = []
    most = min(poker.games()[script.game].seats[1], 6)
    try:
        PokerSession.open(None, house.path, script.limit, shuffle=pitboss.seeded(3), seats=most, **stakes)
    except PitbossError as error:
        told.append(str(error))
    session = PokerSession.open(script.game, house.path, script.limit, shuffle=pitboss.seeded(3), seats=most, **stakes)
    for cents in range(300, 24_000, 100):
        if len(session.places) == most:
            break
        try:
            session.sit(len(session.places) + 1, f"buys {len(session.places)}", cents)
        except PitbossError as error:
            told.append(str(error))
    for cents in (*range(100, 13_000, 100), 40_000):
        session.buy(1, cents)
    for seat in range(2, most + 1):
        session.buy(seat, 40_000)
    commands: dict[int, Callable[[], None]] = {
        1: lambda: session.sit_out(2),
        2: lambda: session.sit_out(4),
        3: lambda: session.leave(3),
        5: lambda: session.come_back(2),
        6: lambda: session.come_back(4),
        8: lambda: session.leave(5),
        9: lambda: session.sit(3, "from the rail", 40_000),
        10: lambda: session.sit(5, "from the bar", 40_000),
    }
    for number in range(13):
        commands.get(number, lambda: None)()
        hand = session.deal(script.game)
        while not hand.done:
            options = may(hand)
            word = next(word for word in ("check", "fold", "call", "draw", "bring in", "bet") if word in options)
            hand.act(hand.actors[0], word)
        session.finish()
        told += hand.events
    return [*told, *session.events, session.chips()]


_KINDS = {"evening": _evening, "opening": _opening, "hand": _hand, "short raises": _short_raises}
