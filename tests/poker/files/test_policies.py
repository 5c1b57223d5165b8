"""Every value of every house book has an effect: changing it changes something at the table."""

from __future__ import annotations

import itertools
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss import poker
from pitboss.poker.definition import Betting, Button, Fee, Missed, OpeningRule, ShortBuy, Showing, SpreadLimit, Wild

from .mutations import (
    ADDED,
    CANNOT_OCCUR,
    TOGETHER,
    House,
    Key,
    Script,
    changed,
    data,
    others,
    scripts,
    text,
    trace,
    values,
)

HANDS = 150
BOOKS = ("pot", "button", "wsop")


def legal_changes(house: str, path: Key, value: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Pairs of the book and a valid book with another value at this path."""
    base = data(house)
    for key, said in TOGETHER.get((house, path), {}).items():
        base = changed(base, key, said)
    pairs = []
    for other in others(value):
        mutant = changed(base, path, other)
        if not poker.problems(text(mutant), "mutant.toml") and not poker.problems(text(base), "book.toml"):
            pairs.append((base, mutant))
    return pairs


class Books:
    """House books as files, with cached traces of the shipped ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.books: dict[str, House] = {}
        self.traces: dict[tuple[str, Script], list[Any]] = {}

    def write(self, name: str, table: dict[str, Any]) -> House:
        path = self.folder / f"{name}.toml"
        path.write_text(text(table), encoding="utf-8")
        return House(path, {})

    def differ(self, house: str, path: Key, base: dict[str, Any], mutant: dict[str, Any]) -> Script | None:
        """The first script whose traces differ between the two books; None if none does."""
        written = text(base)
        if written not in self.books:
            self.books[written] = self.write(f"book {len(self.books)}", base)
        one, two = self.books[written], self.write("mutant", mutant)
        for script in scripts(house, path, HANDS):
            if (written, script) not in self.traces:
                self.traces[written, script] = trace(one, script)
            if self.traces[written, script] != trace(two, script):
                return script
        return None


@cache
def every_value() -> list[tuple[str, Key, Any]]:
    return [(house, path, value) for house in BOOKS for path, value in values(data(house))]


@pytest.mark.rule("PK-31")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "wsop" else pytest.mark.long) for name in BOOKS]
)
def test_every_value_of_every_book_changes_the_play_when_it_is_changed(tmp_path: Path, name: str) -> None:
    books = Books(tmp_path)
    inert, fixed = [], []
    for house, path, value in [one for one in every_value() if one[0] == name]:
        changes = legal_changes(house, path, value)
        if not changes:
            fixed.append((house, *path))
        for base, mutant in changes:
            if books.differ(house, path, base, mutant) is None:
                inert.append((house, path))
    assert set(inert) == {one for one in CANNOT_OCCUR if one[0] == name}
    last = len(data(name)["fee"].get("heads", [])) - 1
    assert fixed == [(name, "fee", "heads", last)] * (last >= 0)  # a schedule begins with one player


def test_a_value_no_shipped_book_says_acts_where_it_is_said(tmp_path: Path) -> None:
    books = Books(tmp_path)
    for house, path, value in ADDED:
        base = data(house)
        assert books.differ(house, path, base, changed(base, path, value)) is not None, path


def test_every_policy_there_is_is_said_by_some_book() -> None:
    """Guards against policies that the tests above leave out."""
    said = set()
    for _, path, _ in [*every_value(), *ADDED]:
        names = [key for key in path if isinstance(key, str)]
        table = "limits" if "limits" in names else names[-2] if len(names) > 1 else ""
        said |= {(table, names[-1]), *itertools.pairwise(names)}
    assert {("", "strict"), ("", "chips"), ("", "any_stakes"), ("blinds", "heads_up")} <= said
    for table, kind in {
        "betting": Betting,
        "showdown": Showing,
        "fee": Fee,
        "button": Button,
        "missed": Missed,
        "short_buy": ShortBuy,
        "wild": Wild,
        "limits": SpreadLimit,
        "opening": OpeningRule,
    }.items():
        names_of = {field.name for field in fields(kind)} - {"rule", "name", "lower", "higher"}
        assert {(table, name) for name in names_of} <= said


def test_an_inert_value_would_be_found(tmp_path: Path) -> None:
    """Changing a value that a script's games never read does not change its trace."""
    books = Books(tmp_path)
    base = data("pot")
    path = ("games", "draw", "limits", "2-4", "buy_in")
    assert books.differ("pot", path, base, changed(base, ("betting", "minimum_raise"), "last raise")) is None
    assert books.differ("pot", path, base, changed(base, ("betting", "raises"), 2)) is not None
