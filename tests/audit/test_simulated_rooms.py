"""Simulated rooms: read from a file and continued day by day; their figures match the books, and thieves are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from pitboss import datafile
from pitboss.audit.database import place
from pitboss.audit.run import audit
from pitboss.datafile import FileError
from pitboss.errors import PitbossError
from pitboss.simulated_room.description import read_description
from pitboss.simulated_room.run import simulate_room
from pitboss.storage.places import database_url
from tests.audit.rooms import SMALL, described

EXAMPLE = Path(__file__).parent.parent.parent / "docs" / "room.toml"


def test_the_example_describes_fifteen_tables_with_a_thief_and_a_wrong_pay_cell() -> None:
    room = read_description(datafile.read(EXAMPLE))
    assert (len(room.tables), room.days) == (15, 365)
    assert sum(table.thief is not None for table in room.tables) == 1
    assert sum(bool(table.pay) for table in room.tables) == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('games = "top5"', '"games" is not a key here'),
        ("opens = 30", "an hour from 0 to 23"),
        ("thief = { one_in = 1 }", "too small"),
    ],
)
def test_a_mistake_is_named_with_its_line(line: str, why: str) -> None:
    with pytest.raises(FileError, match=why):
        described(SMALL + line)


def test_days_can_be_added_and_are_those_of_one_run(tmp_path: Path, small_room: Path) -> None:
    """Everything follows from the seed: two days in one go are one day and then another."""
    from msgspec.structs import replace

    database = str(tmp_path / "room.sqlite")
    room = described()
    first = simulate_room(replace(room, days=1), database, workers=1)
    assert [len(days) for days in first.days.values()] == [1, 1]
    both = simulate_room(room, database, workers=1)
    assert [len(days) for days in both.days.values()] == [2, 2]
    report = audit(place(database), workers=1)
    assert report.findings == []
    whole = audit(place(str(small_room / "room.sqlite")), workers=1)
    assert {table: report.heads[table] for table in ("t1", "t2")} == {
        table: whole.heads[table] for table in ("t1", "t2")
    }


def test_the_win_of_a_day_is_what_the_ledger_says(tmp_path: Path) -> None:
    database = str(tmp_path / "room.sqlite")
    played = simulate_room(described(), database, workers=1)
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        won, lost = (
            connection.execute(text(f"SELECT coalesce(sum(cents), 0) FROM movements WHERE {where}")).scalar_one()
            for where in (
                "target = 't1/rack' AND source LIKE 't1/spot%'",
                "source = 't1/rack' AND why LIKE '% wins %'",
            )
        )
    engine.dispose()
    assert sum(day.win for day in played.days["t1"]) == won - lost


def test_another_room_is_not_continued(small_room: Path) -> None:
    with pytest.raises(PitbossError, match="another description"):
        simulate_room(described(SMALL.replace("seed = 7", "seed = 8")), str(small_room / "room.sqlite"), workers=1)


def test_a_thief_is_named_by_the_audit_and_seen_by_the_band(tmp_path: Path) -> None:
    from pitboss.simulated_room.run import bands_of

    rows = SMALL.split("[[table]]")
    stolen = "[[table]]".join(rows[:2]).replace("rounds = 8", "rounds = 200") + "thief = { one_in = 2 }\n"
    room = described(stolen)
    database = str(tmp_path / "room.sqlite")
    played = simulate_room(room, database, workers=1)
    (finding,) = [each for each in audit(place(database), workers=1).findings if each.kind == "replay"]
    assert "t1/rack" in finding.text
    caught_95, caught_99, away = bands_of(room, room.tables[0], played.days["t1"])
    assert away < -2.6
    assert 0 < caught_95 <= caught_99
