"""Rounds replayed by their own session: sound ones agree, and each changed movement is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine

from pitboss.audit.database import Database, DatabasePlace, place
from pitboss.audit.run import audit
from pitboss.audit.table_log import Reached, audit_stretch
from pitboss.shuffle.seal import SALT, root_of, seal, split_salts
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.check import stored_logs
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


def _played(folder: Path, game: str, wagers: str) -> DatabasePlace:
    simulate_room(described(PLAIN.format(game=game, wagers=wagers)), str(folder / "room.sqlite"), workers=1)
    return place(str(folder / "room.sqlite"))


def _stretch(data: Database) -> list[str]:
    with data.engine.connect() as connection:
        table = next(each for each in stored_logs(connection) if each.id == "t1")
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
def test_every_round_is_settled_again_as_it_was(tmp_path: Path, game: str, wagers: str) -> None:
    report = audit(_played(tmp_path, game, wagers), workers=1)
    assert report.findings == []
    assert report.deals == 150


@pytest.mark.parametrize("at", [0, 1, -1])
def test_each_changed_movement_of_a_round_is_found(
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


def test_the_quick_root_of_a_deck_is_that_of_its_seal() -> None:
    random = Random(4)
    for size in (52, 53, 40, 1, 7):
        order, salts = random.sample(range(53), size), random.randbytes(SALT * size)
        assert root_of(order, salts) == seal(order, split_salts(salts)).root
    assert root_of((1, 2), b"short") == ""
