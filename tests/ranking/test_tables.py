"""Tables: the shipped ones equal those of the builder, and a damaged one is never used."""

from __future__ import annotations

import pickle
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from pitboss import store
from pitboss.cards import parse
from pitboss.ranking import NAMED, Ranking, ranking
from pitboss.ranking.definition import RankingDefinition, define
from pitboss.ranking.tables import JOKER_NUMBER, KIND, RANK_NUMBERS, SHIPPED, Tables, make_tables, tables_of
from tests.examples import rest_long

TINY = {"cards": 2, "order": ["pair", "high card"], "deck": {"ranks": "Q-A", "suits": 2}}
OTHER = {"cards": 2, "order": ["high card", "pair"], "deck": {"ranks": "Q-A", "suits": 2}}


@pytest.mark.parametrize("name", rest_long(NAMED, "eight-or-better", "three-card"))
def test_the_shipped_tables_are_what_the_builder_makes(name: str) -> None:
    made = define(name)
    assert store.load(KIND, made.key, SHIPPED) == make_tables(made).to_bytes()


def test_nothing_else_is_shipped() -> None:
    assert {path.stem for path in SHIPPED.iterdir()} == {define(name).key for name in NAMED}


def test_sums_of_rank_numbers_tell_sets_of_ranks_apart() -> None:
    for size in range(1, 8):
        sums = [
            sum(RANK_NUMBERS[r] for r in ranks)
            for ranks in combinations_with_replacement(range(13), size)
            if all(ranks.count(r) <= 4 for r in set(ranks))
        ]
        assert len(set(sums)) == len(sums)
        assert max(sums) < JOKER_NUMBER


def test_bytes_round_trip() -> None:
    tables = ranking("standard").tables
    assert Tables.from_bytes(tables.to_bytes()) == tables
    with pytest.raises(ValueError, match="not the tables"):
        Tables.from_bytes(tables.to_bytes() + b"\0\0")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a small ranking, built and kept in an empty cache."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    tables_of.cache_clear()
    Ranking(define(TINY))
    path = store.path_of(KIND, define(TINY).key)
    assert path.is_file()
    assert path.is_relative_to(tmp_path)
    return path


def read_again(monkeypatch: pytest.MonkeyPatch) -> tuple[Ranking, int]:
    """Load the small ranking as in a new run; return how often its tables were built."""
    built: list[RankingDefinition] = []

    def make(made: RankingDefinition) -> Any:
        built.append(made)
        return make_tables(made)

    monkeypatch.setattr("pitboss.ranking.tables.make_tables", make)
    tables_of.cache_clear()
    return Ranking(define(TINY)), len(built)


def right(r: Ranking) -> bool:
    hands = [parse(text) for text in ("Qs Kh", "Qs Ah", "Ks Ah", "Qs Qh", "Ks Kh", "As Ah")]
    return [r.value(hand) for hand in hands] == [1, 2, 3, 4, 5, 6]


def test_kept_tables_are_used(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    r, built = read_again(monkeypatch)
    assert built == 0
    assert right(r)


@pytest.mark.parametrize("where", [0, 7, 8, 39, 40, 47, 60, 2000, -1])
def test_a_damaged_file_is_made_again(kept: Path, monkeypatch: pytest.MonkeyPatch, where: int) -> None:
    good = kept.read_bytes()
    bad = bytearray(good)
    bad[where] ^= 1
    kept.write_bytes(bad)
    r, built = read_again(monkeypatch)
    assert built == 1
    assert right(r)
    assert kept.read_bytes() == good


@pytest.mark.parametrize("content", [b"", b"PITBOSS1", b"garbage" * 100])
def test_a_foreign_file_is_made_again(kept: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    kept.write_bytes(content)
    r, built = read_again(monkeypatch)
    assert built == 1
    assert right(r)


def test_a_cut_off_file_is_made_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write_bytes(kept.read_bytes()[:-100])
    r, built = read_again(monkeypatch)
    assert built == 1
    assert right(r)


def test_a_healthy_file_under_another_rankings_name_is_made_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Ranking(define(OTHER))
    kept.write_bytes(store.path_of(KIND, define(OTHER).key).read_bytes())
    r, built = read_again(monkeypatch)
    assert built == 1
    assert right(r)


def test_a_damaged_shipped_file_is_made_again(kept: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    whole = bytearray(kept.read_bytes())
    whole[100] ^= 255
    (shipped / kept.name).write_bytes(whole)
    kept.unlink()
    monkeypatch.setattr("pitboss.ranking.tables.SHIPPED", shipped)
    r, built = read_again(monkeypatch)
    assert built == 1
    assert right(r)


def test_where_nothing_can_be_kept_tables_are_built_each_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PITBOSS_CACHE", str(blocked))
    for _ in range(2):
        r, built = read_again(monkeypatch)
        assert built == 1
        assert right(r)


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "here"))
    assert store.folder() == tmp_path / "here"
    monkeypatch.delenv("PITBOSS_CACHE")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert store.folder() == tmp_path / "pitboss"


def test_a_key_tells_every_part_of_a_definition() -> None:
    keys = [
        define(written).key
        for written in (
            *NAMED.values(),
            TINY,
            OTHER,
            dict(TINY, deck={"ranks": "J-A", "suits": 2}),
            dict(TINY, deck={"ranks": "Q-A", "suits": 3}),
            dict(TINY, qualifier="pair"),
            dict(TINY, qualifier="pair of K"),
            dict(TINY, deck={"ranks": "Q-A", "suits": 2, "joker": True}, wild="any"),
            dict(TINY, deck={"ranks": "Q-A", "suits": 2, "joker": True}, wild="bug"),
        )
    ]
    assert len(set(keys)) == len(keys)


def test_a_ranking_travels_between_processes() -> None:
    r = ranking("joker")
    again = pickle.loads(pickle.dumps(r))
    assert again.value(parse("As Ad Ah Ac Jk")) == r.top
    assert again.name == "joker"
