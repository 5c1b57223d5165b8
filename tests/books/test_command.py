"""``pitboss books`` on a database of one evening."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pitboss.cli import room
from pitboss.storage.storage import Storage
from tests.books import evenings
from tests.books.evenings import played
from tests.books.test_reports import DAY


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("books")
    url = f"sqlite:///{folder}/room.sqlite"
    storage = Storage.open(url)
    evenings.run(storage, played(8))
    storage.close()
    return url


def books(database: str, *arguments: str) -> Result:
    return CliRunner().invoke(room, ["books", "--db", database, *arguments])


def test_json_and_csv_say_the_same(database: str) -> None:
    result = books(database, "--day", DAY, "--slips", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    (table,) = data["report"]["house"]
    period = table["period"]
    assert period["win"] == period["closer"] + period["credits"] + period["drop"] - period["opener"] - period["fills"]
    assert [slip["kind"] for slip in data["slips"]].count("fill") == 1
    rows = list(csv.reader(books(database, "--day", DAY, "--csv").output.splitlines()))
    line = next(row for row in rows if row[:3] == ["t1", "Top 5 Poker", "period"])
    names = ("opener", "fills", "closer", "credits", "drop", "win")
    assert [round(float(cell) * 100) for cell in line[4:10]] == [period[name] for name in names]


def test_the_terminal_shows_a_month_and_a_day_without_activity(database: str) -> None:
    text = books(database, "--month", DAY[:7], "--slips").output
    assert "Master games report" in text
    assert "t1-F1" in text
    quiet = books(database, "--day", "2027-01-17").output
    assert "no round" in quiet


def test_a_pdf_and_a_picture_are_written(database: str, tmp_path: Path) -> None:
    pdf, svg = tmp_path / "books.pdf", tmp_path / "t1.svg"
    result = books(database, "--day", DAY, "--table", "t1", "--pdf", str(pdf), "--svg", str(svg))
    assert result.exit_code == 0, result.output
    assert pdf.read_bytes().startswith(b"%PDF")
    assert svg.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--day", "yesterday"], "not a date"),
        (["--month", "2026-13"], "not a month"),
        (["--day", DAY, "--month", "2026-11"], "give one of"),
        (["--from", "2026-11-02", "--to", "2026-11-01"], "exchange them"),
        (["--table", "t99"], "no table 't99'"),
        (["--svg", "x.svg"], "name it with --table"),
    ],
)
def test_mistakes_are_explained(database: str, arguments: list[str], why: str) -> None:
    result = books(database, *arguments)
    assert result.exit_code != 0
    assert why in str(result.exception)
