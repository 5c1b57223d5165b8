"""Rounds settled in batches agree with the engine, and a batch finds what the engine finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from pitboss.audit import quick
from pitboss.audit.database import Database, DatabasePlace, place, tables
from pitboss.audit.table_log import Reached, audit_stretch
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.places import database_url
from tests.audit import forger
from tests.audit.rooms import described

PLAIN = """
[room]
name = "Plain"
start = 2026-01-05
days = 1

[[table]]
game = "{game}"
wagers = "{wagers}"
heads = [1, 3, 4]
hours = 3
rounds = 50
"""


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many rounds the batch settled."""
    count = {"quick": 0}
    write_down = quick.QuickReplay._write_down

    def counting(self: quick.QuickReplay, *args: object) -> None:
        count["quick"] += 1
        write_down(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(quick.QuickReplay, "_write_down", counting)
    return count


def _played(folder: Path, game: str, wagers: str) -> DatabasePlace:
    simulate_room(described(PLAIN.format(game=game, wagers=wagers)), str(folder / "room.sqlite"), workers=1)
    return place(str(folder / "room.sqlite"))


def _stretch(data: Database) -> list[str]:
    with data.engine.connect() as connection:
        table = next(each for each in tables(connection) if each.id == "t1")
    return [str(each) for each in audit_stretch(data, table, Reached(table="t1"), 1 << 30).findings]


@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("top5", "ante=5,tens=5,ace-or-face=10"),
        pytest.param("holdout", "final=5", marks=pytest.mark.long),
        pytest.param("high5", "ante=5", marks=pytest.mark.long),
        pytest.param("six54", "ante=5", marks=pytest.mark.long),
        pytest.param("let-it-ride", "", marks=pytest.mark.long),
        pytest.param("four-card", "ante=5", marks=pytest.mark.long),
    ],
)
def test_a_batch_settles_every_plain_round_as_the_engine_did(
    tmp_path: Path, counted: dict[str, int], game: str, wagers: str
) -> None:
    stored = _played(tmp_path, game, wagers)
    data = stored.open()
    assert _stretch(data) == []
    data.close()
    assert counted["quick"] >= 140  # of 150; one in 64 lines is the session's


@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_batch_finds_each_changed_movement(
    tmp_path: Path, small_room: Path, forge_in: Callable[..., None], at: int
) -> None:
    """The first, second and last movement of a round: a wager, another one, a payment."""
    data = place(str(small_room / "room.sqlite")).open()
    assert _stretch(data) == []
    data.close()
    folder = forge_in(tmp_path, at)
    data = place(str(folder / "room.sqlite")).open()
    (finding,) = _stretch(data)
    data.close()
    assert "settled again it is" in finding


@pytest.fixture
def forge_in(small_room: Path) -> Callable[..., Path]:
    import shutil

    def run(folder: Path, at: int) -> Path:
        for name in ("room.sqlite", "room.keys"):
            shutil.copy2(small_room / name, folder / name)
        engine = create_engine(database_url(str(folder / "room.sqlite")))
        with engine.begin() as connection:
            number = forger.first_line(
                connection, "t1", lambda line: any(did["did"]["type"] == "deal" for did in line.get("did", ()))
            )

            def change(line: dict[str, list[list[object]]]) -> None:
                line["moves"][at][2] = int(str(line["moves"][at][2])) + 100

            forger.rewrite(connection, "t1", number, change)
        engine.dispose()
        return folder

    return run


def test_roots_of_many_decks_are_those_of_single_ones() -> None:
    from random import Random

    from pitboss.audit.seals import roots
    from pitboss.shuffle.seal import SALT, root_of, seal, split_salts

    random = Random(4)
    decks = []
    for size in (52, 53, 40, 1, 7):
        for _ in range(33):
            order = random.sample(range(53), size)
            decks.append((tuple(order), random.randbytes(SALT * size)))
    made = roots(decks)
    assert made == [root_of(*deck) for deck in decks]
    assert made[::20] == [seal(order, split_salts(salts)).root for order, salts in decks[::20]]
    assert roots([((1, 2), b"short")]) == [""]


def test_two_decks_with_the_cards_of_two_are_not_two_decks() -> None:
    """One card more in the first and one less in the second: together they are as long as two decks."""
    from pitboss import house
    from pitboss.audit.round_batch import RoundBatch
    from pitboss.simulation.play import IllegalChoice

    batch = RoundBatch(house.load("top5").definition, {}, {})
    cards = bytes(sorted(batch.game.deck.cards))
    with pytest.raises(IllegalChoice, match="too many cards"):
        batch.play([None, None], [cards + cards[:1], cards[1:]])  # type: ignore[list-item]
