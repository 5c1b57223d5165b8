"""Strategy books: written once, cached and read again; no run waits for a book that is no longer needed."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import house, store
from pitboss.exact.shapes.board import board
from pitboss.exact.stakes import groups
from pitboss.house.vocabulary.game_file import changed
from pitboss.shuffle import stream
from pitboss.simulation import book as book_cache
from pitboss.simulation.book import StrategyBook, book
from pitboss.simulation.play import rounds
from pitboss.simulation.run import tallied
from tests.exact.small import cut
from tests.simulation.interrupted import stopped


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("three-card", "ante"),
        ("caribbean", "ante"),
        pytest.param("holdout", "final", marks=pytest.mark.long),
        ("mississippi", "ante"),
    ],
)
def test_a_kept_book_plays_like_the_written_one(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_cache, "KIND", str(tmp_path))
    group = next(group for group in groups(house.load(name).definition) if group.key == key)
    ready = rounds(group.game, group.stakes)
    written = book(ready, group.stakes)
    assert len(list(tmp_path.glob("*.bin"))) == 1
    monkeypatch.setattr(StrategyBook, "write", lambda *_: pytest.fail("written again"))
    kept = book(ready, group.stakes)
    assert isinstance(kept, StrategyBook)
    assert kept.chapters
    assert tallied(ready, kept, stream(3, 0), 20_000) == tallied(ready, written, stream(3, 0), 20_000)


def test_a_book_stands_under_all_it_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.load("three-card").definition
    ante = {"ante": Fraction(1)}
    dearer = changed(game, **{"wager.ante.win": "2 to 1"})
    keys = [
        book_cache.key_of(game, ante),
        book_cache.key_of(game, {"ante": Fraction(2)}),
        book_cache.key_of(game, {**ante, "pair-plus": Fraction(1)}),
        book_cache.key_of(dearer, ante),
    ]
    monkeypatch.setattr(book_cache, "_numbering", lambda: b"other")
    keys.append(book_cache.key_of(game, ante))
    assert len(set(keys)) == len(keys)


def test_a_damaged_book_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_cache, "KIND", str(tmp_path))
    game = house.load("three-card").definition
    ready, stakes = rounds(game, {"ante": Fraction(1)}), {"ante": Fraction(1)}
    book(ready, stakes)
    file = store.path_of(book_cache.KIND, book_cache.key_of(game, stakes))
    file.write_bytes(file.read_bytes()[:-1])
    again = book(ready, stakes)
    assert isinstance(again, StrategyBook)
    assert again.chapters
    assert book_cache.fill(book_cache.key_of(game, stakes), StrategyBook(ready))


def test_decisions_beside_one_community_card_are_written_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There are few of them, and the book has what working them out one by one gives."""
    monkeypatch.setattr(book_cache, "KIND", str(tmp_path))
    game = house.load(str(Path(__file__).parents[1] / "exact/games/three-and-one.toml")).definition
    stakes = {"ante": Fraction(1)}
    ready = rounds(game, stakes)
    written = book(ready, stakes)
    assert isinstance(written, StrategyBook)
    assert len(written.chapters) == 2
    assert not written.answers
    monkeypatch.setattr(board, "WRITTEN", 0)
    monkeypatch.setattr(book_cache, "FORM", 0)
    worked_out = book(ready, stakes)
    assert isinstance(worked_out, StrategyBook)
    assert len(worked_out.chapters) == len(worked_out.answers) == 1
    assert tallied(ready, written, stream(3, 0), 1000) == tallied(ready, worked_out, stream(3, 0), 1000)


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("caribbean", {"ranks": "9-A", "suits": 4}),
        ("top5", {"ranks": "9-A", "suits": 4}),
        ("holdout", {"ranks": "9-A", "suits": 4}),
        ("casino-holdem", {"ranks": "J-A", "suits": 4}),
    ],
)
def test_writing_a_book_is_told(
    name: str, deck: dict[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(book_cache, "KIND", str(tmp_path))
    game = cut(name, deck)
    stakes = {game.unit: Fraction(1)}
    told: list[float] = []
    book(rounds(game, stakes), stakes, told.append)
    assert told
    assert told == sorted(told)
    assert 0 <= told[0] <= told[-1] <= 1


SLOW_WRITER = """
import sys, time
from pitboss.cli import main
from pitboss.exact.shapes.showdown import strategy
from pitboss.simulation import book as book_cache
book_cache.KIND = sys.argv.pop(1)
strategy.worths = lambda *_: time.sleep(600)
main()
"""
SLOW_ROUNDS = """
import time
from pitboss.cli import main
from pitboss.simulation.run import Simulation
Simulation.chunk = lambda *_: time.sleep(600)
main()
"""


def test_an_interrupt_does_not_wait_for_rounds_that_are_being_played() -> None:
    """However often Ctrl-C is pressed: the process ends, though a chunk would take ten minutes, without a traceback."""
    words = [sys.executable, "-c", SLOW_ROUNDS, "simulate", "three-card", "--only", "ante", "--json"]
    found = stopped(words, "building the strategy book", after=3, times=4)
    assert found.code == 130, found.err
    assert "Traceback" not in found.err
    assert "stopped" in found.err


def test_an_interrupt_does_not_wait_for_the_book(tmp_path: Path) -> None:
    """Ctrl-C in a real process whose book would take ten minutes."""
    words = [sys.executable, "-c", SLOW_WRITER, str(tmp_path), "simulate", "three-card", "--only", "ante"]
    found = stopped(words, "building the strategy book", after=1)
    assert found.code == 130, found.err
    assert found.out == ""
    assert "stopped" in found.err
    assert "Traceback" not in found.err
